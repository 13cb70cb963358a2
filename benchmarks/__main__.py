"""Measure, and print what was measured beside what is aimed at."""

import argparse
import json
import sys
from dataclasses import asdict

from benchmarks.dragging import drags
from benchmarks.history import history
from benchmarks.measured import table
from benchmarks.printing import printing
from benchmarks.throughput import throughput
from benchmarks.watching import watching
from benchmarks.weighing import weights
from benchmarks.written import machine, write


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
        write("measured", table(rows))
    if chosen.json:
        told = [{**asdict(row), "is_met": row.is_met} for row in rows]
        print(json.dumps({"machine": machine(), "measured": told}, indent=2))
    else:
        print(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
