"""The goals of attention: speed beside peers, memory of long inputs, the first call.

Run `python -m benchmarks.attention --write` on a machine that does nothing else; it puts what it
measured between the marks of the README. Memory is the high-water mark of a process of its own
during the call, less what it held before and the results; Linux tells it.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

from benchmarks.measured import Measured, table
from benchmarks.written import write
from starlore.attention.peers import CASES, calls_of, measure, peak_of
from starlore.cli.bench import as_text

LONG = ((131_072, "causal"), (1_000_000, "causal & window(255)"))

CHILD = """
import json, sys, time
from pathlib import Path
import numpy as np
from starlore.attention import attend, parse_scheme

def held(name):
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * int(next(line for line in lines if line.startswith(name)).split()[1])

n, scheme, threads = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
q, k, v = (np.ones((n, 64), np.float32) * (np.arange(64, dtype=np.float32) / 64) for _ in "qkv")
attend(q[:256], k[:256], v[:256], threads=threads)
Path("/proc/self/clear_refs").write_text("5")  # the high-water mark starts again from here
before, start = held("VmRSS"), time.perf_counter()
found = attend(q, k, v, parse_scheme(scheme), threads=threads)
seconds = time.perf_counter() - start
high = held("VmHWM") - before - found.output.nbytes - found.lse.nbytes
print(json.dumps({"seconds": seconds, "told": found.counters.extra_bytes, "high": high}))
"""
"""Attends, and says what that took beside inputs and results."""

FIRST = """
import time
import numpy as np
from starlore.attention import attend
x = np.ones((64, 64), np.float32)
start = time.perf_counter()
attend(x, x, x)
print(time.perf_counter() - start)
"""


def main() -> int:
    """Measure all. Exit code 0 even where a goal is missed: the table says so."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.attention", description=__doc__)
    parser.add_argument("--write", action="store_true", help="also put the tables into the README")
    parser.add_argument("--against", default="torch,onnxruntime,flex,numpy")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--part", choices=["all", "speed", "long"], default="all")
    chosen = parser.parse_args()
    parts = []
    if chosen.part != "long":
        parts.append(f"```text\n{speed(chosen.against, chosen.threads, chosen.rounds)}\n```")
    if chosen.part != "speed":
        parts.append(table([*long_inputs(chosen.threads), *first_calls()]))
    told = "\n\n".join(parts)
    if chosen.write:
        write("attention", told)
    print(told)
    return 0


def speed(against: str, threads: int, rounds: int) -> str:
    """The table that `starlore bench attention` prints."""
    clock = time.thread_time if threads == 1 else time.perf_counter
    told = []
    for case in (case.widened(threads) for case in CASES):
        calls = calls_of(case, against.split(","), threads)
        peak = peak_of(case.dtype, threads, clock)
        told.append(measure(case, calls, peak, clock, rounds, threads))
    return as_text(told, rounds)


def long_inputs(threads: int) -> list[Measured]:
    """Memory and seconds of the long inputs, each in a process of its own."""
    rows, limit = [], 32 + 4 * threads
    for n, scheme in LONG:
        found = json.loads(_child(CHILD, str(n), scheme, str(threads)))
        name = f"{scheme}, {n:,} places, d 64, {threads} thread" + "s" * (threads > 1)
        rows += [
            Measured(f"{name}: memory told", found["told"] / 2**20, "MB", limit, places=1),
            Measured(f"{name}: high-water mark", found["high"] / 2**20, "MB", limit, places=1),
            Measured(f"{name}: time", found["seconds"], "s", places=1),
        ]
    return rows


def first_calls() -> list[Measured]:
    """Seconds of the first call of a process, with and without machine code on the disk."""
    with tempfile.TemporaryDirectory() as kernels:
        new, kept = (float(_child(FIRST, kernels=kernels)) for _ in range(2))
    return [
        Measured("first call, compiling", new, "s", 10, places=2),
        Measured("first call, compiled before", kept, "s", 1, places=2),
    ]


def _child(program: str, *arguments: str, kernels: str = "") -> str:
    environ = {**os.environ, **({"STARLORE_KERNELS": kernels} if kernels else {})}
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env=environ,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
