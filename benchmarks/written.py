"""Where what was measured is put: between two marks of the README, with what it was measured on."""

import os
import platform
import sqlite3
from pathlib import Path

README = Path(__file__).parent / "README.md"


def machine() -> str:
    """What it was measured on."""
    return (
        f"{os.cpu_count()} cores of {platform.machine()}, {platform.system()}, "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    )


def write(part: str, told: str, on: str = "") -> None:
    """Put what was measured between the two marks of its part.

    Args:
        part: as the marks name it. told: tables. on: how much of the machine it was measured on.
    """
    begin, end = f"<!-- {part}: begin -->", f"<!-- {part}: end -->"
    before, _, rest = README.read_text(encoding="utf-8").partition(begin)
    after = rest.partition(end)[2]
    told = f"{begin}\nMeasured on {on}{machine()}.\n\n{told}\n{end}"
    README.write_text(before + told + after, encoding="utf-8")
