"""`python -m starlore` is `starlore`."""

from starlore.cli import main

if __name__ == "__main__":
    main()
