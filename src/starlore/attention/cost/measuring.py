"""Measuring a machine: known calls in turns, and the constants that explain what they took.

The calls of a family take turns, A B C A B C, so that what disturbs the machine disturbs them all
alike; of each the middle time counts. The numbers in them are made up; how long a call takes does
not depend on them.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.attend import attend
from starlore.attention.blas import one_thread
from starlore.attention.chosen import TopK, blend_chosen
from starlore.attention.chosen.choice import Chosen
from starlore.attention.contrast import RecurrentParams, convolve_causal, run_linear, run_recurrent
from starlore.attention.cost.amounts import Case, amounts_of, square
from starlore.attention.cost.contrasts import (
    CELLS,
    Contrast,
    Convolution,
    HiddenMatrix,
    RecurrentState,
)
from starlore.attention.cost.count import Way
from starlore.attention.cost.fit import fit_line
from starlore.attention.cost.machine import Machine
from starlore.attention.cost.sizes import Sizes
from starlore.attention.cost.ways import WAYS, parse_way
from starlore.attention.cost.work import kernel_here
from starlore.attention.schemes import Causal, Scheme

Clock: TypeAlias = Callable[[], float]
"""Seconds since whenever."""

PLAIN = ("full", "causal", "causal & window(255)", "causal & window(31)")
FAR = (2**14, 2**15)
"""Lengths whose numbers come from memory, of schemes that leave the processor little else to do."""

SPANS, TABLES = "causal & (window(255) | global(0:4, asks=false))", "strided(64)"
ASKED = (
    *("full", "causal", "window(255)", "dilated(3, 5)", "blocks(64)", "global(0:4)"),
    *("strided(64)", "random(4, 64, 1)"),
)
"""A scheme of each kind, to see how long it takes to be asked."""

ROUNDS, TURN_SECONDS, MOST_OFTEN = 7, 0.01, 5
"""Turns; how long a call goes on in one turn, and how often it is done at most."""


def cases_of(family: str) -> list[Case]:
    """The calls a family's constants are fitted to: short and long, narrow and wide."""
    if family in ("compiled", "numpy"):
        return _attention(family)
    if family == "topk":
        sizes = ((128, 16, 8), (256, 64, 16), (512, 16, 64), (1024, 64, 8), (2048, 16, 16))
        cases = [square(TopK(k), n, d) for n, d, k in sizes]
        return cases + [square(TopK(8, Causal()), n, 16) for n in (128, 512, 1536)]
    if family == "convolution":
        grid = [(256, 16), (1024, 16), (512, 64), (2048, 64), (8192, 64), (1024, 128)]
        grid += [(FAR[0], 64), (FAR[1], 64)]
        return [square(Convolution(w), n, d) for w in (2, 4, 8) for n, d in grid]
    grid = [(64, 16), (256, 16), (64, 64), (512, 64), (128, 32), (64, 128), (256, 128)]
    return [square(WAYS[family](), n, d) for n, d in grid]


def _attention(family: str) -> list[Case]:
    longest = 8192 if family == "compiled" else 2048
    cases = [
        square(parse_way(text), n, 64)
        for text in PLAIN
        for n in (128, 256, 512, 1024, 2048, 4096)
        if n <= longest
    ]
    cases += [
        square(parse_way(text), n, d)
        for text in ("full", "causal & window(255)")
        for n, d in ((256, 16), (2048, 16), (256, 128), (1024, 128))
    ]
    cases += [square(parse_way(SPANS), n, 64) for n in (256, 1024, 2048)]
    cases += [square(parse_way(TABLES), n, 64) for n in (256, 512, 1024)]
    if family == "compiled":
        cases += [square(parse_way(text), longest, 64) for text in PLAIN[:3]]
        cases += [square(parse_way(text), n, 64) for text in PLAIN[2:] for n in FAR]
        return cases
    return [replace(one, sizes=replace(one.sizes, dtype=_numpy_dtype())) for one in cases]


def _numpy_dtype() -> str:
    """A dtype that the NumPy kernel is taken for on this machine."""
    return "float32" if kernel_here("float32") == "numpy" else "float64"


def measure(
    cases: Iterable[Case],
    clock: Clock,
    rounds: int = ROUNDS,
    threads: int = 1,
    seen: Callable[[float], None] | None = None,
) -> list[list[float]]:
    """Let calls take turns, and give the times of each.

    Args:
        clock: seconds; of the thread itself where there is only one.
        rounds: turns of each, after one that does not count; a short call is done more than once
            in a turn.
        seen: gets the share that is done.
    """
    calls = [call_of(case, threads) for case in cases]
    times: list[list[float]] = [[] for _ in calls]
    with one_thread() if threads == 1 else nullcontext():
        often = [_often(call, clock) for call in calls]
        for turn in range(rounds):
            for at, call in enumerate(calls):
                times[at] += [_timed(call, clock) for _ in range(often[at])]
                if seen is not None:
                    seen((turn * len(calls) + at + 1) / (rounds * len(calls)))
    return times


def _timed(call: Callable[[], Any], clock: Clock) -> float:
    start = clock()
    call()
    return max(clock() - start, 1e-9)


def _often(call: Callable[[], Any], clock: Clock) -> int:
    """How often a call is done in one turn: a short one more often, for it is disturbed more."""
    call()
    return max(1, min(MOST_OFTEN, int(TURN_SECONDS / _timed(call, clock))))


def learn(
    machine: Machine,
    family: str,
    clock: Clock,
    threads: int = 1,
    seen: Callable[[float], None] | None = None,
) -> Machine:
    """The machine with the constants of one family measured anew."""
    asking = machine.asking or ask(clock)
    cases = cases_of(family)
    seconds = [float(np.median(times)) for times in measure(cases, clock, ROUNDS, threads, seen)]
    line = fit_line([amounts_of(case, asking) for case in cases], seconds)
    return Machine(machine.stamp, asking, {**machine.lines, family: line})


def ask(clock: Clock, rounds: int = ROUNDS) -> Mapping[str, float]:
    """Of each kind of scheme, the seconds that one pair takes to be asked of it."""
    rows, keys = range(4096, 4192), range(3840, 4352)
    found = {}
    for text in ASKED:
        scheme = parse_way(text)
        assert isinstance(scheme, Scheme)
        settled, taken = scheme.at(8192, 8192), []
        for _ in range(rounds):
            start = clock()
            settled.mask(rows, keys)
            taken.append(max(clock() - start, 1e-9))
        found[type(scheme).__name__.lower()] = float(np.median(taken)) / (len(rows) * len(keys))
    return found


def call_of(case: Case, threads: int = 1) -> Callable[[], Any]:
    """What does a call once, on numbers made up for it."""
    rng, sizes, way = np.random.default_rng(0), case.sizes, case.way

    def made(*shape: int) -> Array:
        numbers = rng.standard_normal(shape, dtype=np.float32)
        return numbers.astype(_dtype(sizes.dtype), copy=False)

    if isinstance(way, Contrast):
        return _contrast_call(way, sizes, made)
    q = made(sizes.batch, sizes.h_q, sizes.n_q, sizes.d_k)
    k = made(sizes.batch, sizes.h_kv, sizes.n_k, sizes.d_k)
    v = made(sizes.batch, sizes.h_kv, sizes.n_k, sizes.d_v)
    if isinstance(way, Chosen):
        return lambda: blend_chosen(q, k, v, way.choose(q, k))
    return lambda: attend(q, k, v, way, threads=threads)


def _contrast_call(way: Way, sizes: Sizes, made: Callable[..., Array]) -> Callable[[], Any]:
    d, h, n = sizes.h_q * sizes.d_k, sizes.h_q * sizes.d_v, sizes.length
    if isinstance(way, Convolution):
        x, kernel = made(sizes.batch, h, n), made(h, way.width)
        return lambda: convolve_causal(x, kernel)
    if isinstance(way, RecurrentState):
        cell, rows = way.cell, CELLS[way.cell][0] * h
        x = made(sizes.batch, n, d)
        params = RecurrentParams(input=made(1, rows, d) / d, hidden=made(1, rows, h) / h)
        return lambda: run_recurrent(x, params, cell=cell)
    assert isinstance(way, HiddenMatrix)
    rule = way.rule
    q = made(sizes.batch, sizes.h_q, n, sizes.d_k)
    k, v = (made(sizes.batch, sizes.h_kv, n, width) for width in (sizes.d_k, sizes.d_v))
    told = made(sizes.batch, sizes.h_kv, n)
    k = (k / np.sqrt(max(1, sizes.d_k))).astype(k.dtype)
    decay = -abs(told) if "gated" in rule else None
    beta = (abs(told) / (1 + abs(told))).astype(told.dtype) if "delta" in rule else None
    return lambda: run_linear(q, k, v, rule=rule, decay=decay, beta=beta)


def _dtype(name: str) -> Any:
    if name != "bfloat16":
        return np.dtype(name)
    from ml_dtypes import bfloat16

    return bfloat16
