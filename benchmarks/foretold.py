"""What `starlore cost` foretells beside what it took: seconds of calls, and the powers of n.

Run `python -m benchmarks.foretold --write` with OMP_NUM_THREADS=1 and OPENBLAS_NUM_THREADS=1 on a
machine that does nothing else. The calls that constants are fitted to and the calls that are
foretold take turns, so that both see the same machine; told are medians of the thread's own time.
"""

import argparse
import time
from collections.abc import Mapping
from statistics import median

from benchmarks.written import write
from starlore.attention.cost import (
    Case,
    family_of,
    fit_exponent,
    fit_line,
    measure,
    parse_way,
    square,
)
from starlore.attention.cost.amounts import amounts_of
from starlore.attention.cost.measuring import ask, cases_of

LENGTHS = tuple(2**power for power in range(8, 16))
LONGEST_S = 3.0
"""What is foretold to take longer is not done."""

WAYS = (
    *("full", "causal", "window(255, 255)", "causal & window(255)", "causal & window(31)"),
    *("causal & (window(255) | global(0:4, asks=false))", "strided(64)", "topk(16)"),
    *("convolution(4)", "rnn", "gru", "lstm", "linear", "gated", "delta"),
)
STEEP = LENGTHS[3:]
"""Lengths a power of n is fitted to: what does not grow with n weighs little there."""


def main() -> int:
    """Measure, print the table, and put it into the README on demand."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.foretold", description=__doc__)
    parser.add_argument("--write", action="store_true", help="also put the table into the README")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--way", action="append", help="a way to read; default: all")
    chosen = parser.parse_args()
    shown = " | ".join(f"{n:,}" for n in LENGTHS)
    lines = [f"| way | {shown} | power of n |", f"| --- {'| ---: ' * len(LENGTHS)}| ---: |"]
    asking = ask(time.thread_time)
    families: dict[str, list[str]] = {}
    for text in chosen.way or WAYS:
        families.setdefault(family_of(square(parse_way(text), 64)) or "", []).append(text)
    for family, texts in families.items():
        lines += _lines(family, texts, asking, chosen.rounds)
    told = "\n".join(lines)
    print(told)
    if chosen.write:
        write("foretold", told, "one of ")
    return 0


def _lines(family: str, texts: list[str], asking: Mapping[str, float], rounds: int) -> list[str]:
    """A line for each way of one family."""
    known = cases_of(family)
    first = measure(known, time.thread_time, 1)
    rough = fit_line([amounts_of(case, asking) for case in known], [min(one) for one in first])
    asked = {text: [square(parse_way(text), n) for n in LENGTHS] for text in texts}
    done: list[tuple[str, Case]] = [
        (text, case)
        for text, cases in asked.items()
        for case in cases
        if rough.at(amounts_of(case, asking)) < LONGEST_S
    ]
    times = measure([*known, *(case for _, case in done)], time.thread_time, rounds)
    middle = [median(one) for one in times]
    line = fit_line([amounts_of(case, asking) for case in known], middle[: len(known)])
    rows = []
    for text in texts:
        taken = {
            case.sizes.n_q: (line.at(amounts_of(case, asking)), seconds)
            for (name, case), seconds in zip(done, middle[len(known) :], strict=True)
            if name == text
        }
        cells = [f"{taken[n][0] / taken[n][1] - 1:+.0%}" if n in taken else "" for n in LENGTHS]
        steep = [n for n in STEEP if n in taken]
        power = fit_exponent(steep, [taken[n][1] for n in steep])
        told = f"{power.power:.2f} ({power.low:.2f} to {power.high:.2f})"
        rows.append(f"| {text.replace('|', chr(92) + '|')} | {' | '.join(cells)} | {told} |")
    return rows


if __name__ == "__main__":
    raise SystemExit(main())
