"""See that Chromium is there for the browser tests; install it by apt when root, else say how.

Set BROWSER=0 to leave the browser tests out on purpose.
"""

import os
import shutil
import subprocess
import sys

INSTALL = "apt-get install -y --no-install-recommends chromium"


def main() -> None:
    """Install Chromium when it is missing and we may; otherwise stop with the line to type."""
    if os.environ.get("BROWSER") == "0" or shutil.which("chromium"):
        return
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        sys.stderr.write(
            f"the browser tests need Chromium at /usr/bin/chromium: sudo {INSTALL} "
            "(or leave them out on purpose: make test BROWSER=0)\n"
        )
        raise SystemExit(1)
    sys.stdout.write("installing Chromium for the browser tests (once)\n")
    sys.stdout.flush()
    quiet = {"stdout": subprocess.DEVNULL}
    subprocess.run(["apt-get", "update"], check=True, **quiet)  # type: ignore[call-overload]
    subprocess.run(INSTALL.split(), check=True, **quiet)  # type: ignore[call-overload]


if __name__ == "__main__":
    main()
