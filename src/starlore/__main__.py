"""`python -m starlore` is `starlore`."""

import sys

if __name__ == "__main__":
    if not sys.flags.safe_path:
        del sys.path[0]  # the current folder; a lesson's numbers.py is not Python's own module
    from starlore.cli import main

    main()
