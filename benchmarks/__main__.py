"""Measure, and print what was measured beside what is aimed at."""

import argparse
import json
import os
import platform
import sqlite3
import sys
from dataclasses import asdict
from pathlib import Path

from benchmarks.dragging import drags
from benchmarks.history import history
from benchmarks.measured import Measured, table
from benchmarks.printing import printing
from benchmarks.throughput import throughput
from benchmarks.watching import watching
from benchmarks.weighing import weights

README = Path(__file__).parent / "README.md"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


def main() -> int:
    """Measure all, or a part. Exit code 0 even where an aim is missed: the table says so."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--write", action="store_true", help="also put the table into the README")
    parser.add_argument("--answers", type=int, default=4_000, help="answers over HTTP (4,000)")
    parser.add_argument("--past", type=int, default=100_000, help="length of the log (100,000)")
    parser.add_argument("--questions", type=int, default=45, help="next questions, of a day (45)")
    chosen = parser.parse_args()
    rows = [
        *throughput(chosen.answers),
        *history(chosen.past, chosen.questions),
        *drags(),
        *printing(),
        *weights(),
        *watching(),
    ]
    if chosen.write:
        write(README, rows)
    if chosen.json:
        told = [{**asdict(row), "is_met": row.is_met} for row in rows]
        print(json.dumps({"machine": machine(), "measured": told}, indent=2))
    else:
        print(table(rows))
    return 0


def machine() -> str:
    """What it was measured on."""
    return (
        f"{os.cpu_count()} cores of {platform.machine()}, {platform.system()}, "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    )


def write(readme: Path, rows: list[Measured]) -> None:
    """Put the table between the two marks of the README."""
    text = readme.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    told = f"{BEGIN}\nMeasured on {machine()}.\n\n{table(rows)}\n{END}"
    readme.write_text(before + told + after, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
