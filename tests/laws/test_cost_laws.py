"""Laws of cost: what is counted beforehand is what is there, and asking back is exact."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

from starlore.attention.compiled.shape import SHAPES, TILE
from starlore.attention.cost import (
    Line,
    Machine,
    count,
    fit_exponent,
    fit_line,
    from_text,
    longest,
    to_text,
)
from starlore.attention.cost.exponent import Exponent
from starlore.attention.cost.machine import _line
from starlore.attention.cost.units import Units, units_of
from starlore.attention.schemes import (
    Blocks,
    Causal,
    Dilated,
    Full,
    Global,
    Scheme,
    Strided,
    Window,
)
from tests.laws.law import Law
from tests.laws.test_scheme_laws import few, lengths, schemes, some

wide_lengths = st.tuples(st.integers(1, 40), st.integers(1, 80))
growing: st.SearchStrategy[Scheme] = st.one_of(
    *(st.just(scheme) for scheme in (Full(), Causal())),
    st.builds(Window, st.none() | few, st.none() | few),
    st.builds(Dilated, few, some, few),
    st.builds(Blocks, some),
    st.builds(Global, st.sets(st.integers(0, 12)), st.booleans(), st.booleans()),
    st.builds(Strided, some),
)
"""All but Random, which may read fewer keys where a short last block is drawn for a whole one."""
groups, shapes = st.integers(1, 3), st.sampled_from(["generic", "avx2", "avx512"])


def comparisons_are_the_cells_of_the_mask(
    counted: Callable[[Scheme, int, int], int], scheme: Scheme, size: tuple[int, int]
) -> None:
    cells = scheme.at(*size).mask(range(size[0]), range(size[1]))
    assert counted(scheme, *size) == int(cells.sum())


def counted(scheme: Scheme, n_q: int, n_k: int) -> int:
    return count(scheme, n_q, n_k, 3, 5).comparisons


def every_pair(scheme: Scheme, n_q: int, n_k: int) -> int:
    return counted(Full(), n_q, n_k)


def a_longer_text_costs_no_less(
    counted: Callable[[Scheme, int, int], int], scheme: Scheme, n: int
) -> None:
    assert counted(scheme, n, n) <= counted(scheme, n + 1, n + 1)


def whole_blocks_of_four(scheme: Scheme, n_q: int, n_k: int) -> int:
    return counted(scheme, n_q, n_k) if n_q % 4 else 0


def units_are_those_of_the_mask(
    units: Callable[..., Units], scheme: Scheme, size: tuple[int, int], group: int, name: str
) -> None:
    n_q, n_k = size
    shape, settled = SHAPES[name], scheme.at(n_q, n_k)
    mask = np.concatenate([settled.mask(range(n_q), range(n_k))] * group)
    mask = np.pad(mask, [(0, 0), (0, -n_k % TILE)])
    whole = touched = 0
    for row in range(0, len(mask), shape.rows):
        for key in range(0, mask.shape[1], TILE):
            tile = mask[row : row + shape.rows, key : key + TILE]
            parts = tile.reshape(len(tile), shape.units, shape.unit)
            there = np.flatnonzero(parts.any(axis=(0, 2)))
            touched += int(there[-1] - there[0] + 1) if there.size else 0
            whole += int(parts.all(axis=(0, 2)).sum())
    found = units(settled, n_q, n_k, group, shape)
    assert (found.whole, found.masked) == (whole, touched - whole)


def units_of_one_head(settled: Scheme, n_q: int, n_k: int, group: int, shape: Any) -> Units:
    return units_of(settled, n_q, n_k, 1, shape)


def the_longest_fits_and_one_more_does_not(
    find: Callable[[Callable[[int], bool]], int | None], power: int, each: int, budget: int
) -> None:
    def fits(n: int) -> bool:
        return bool(each * n**power <= budget)

    found = find(fits)
    assert found is not None and (found == 0 or fits(found)) and not fits(found + 1)


def by_doubling(fits: Callable[[int], bool]) -> int:
    n = 1
    while fits(2 * n):
        n *= 2
    return n


def no_other_constants_explain_more(
    fit: Callable[..., Line], rows: list[tuple[int, int]], noise: list[int], other: tuple[int, int]
) -> None:
    amounts = [(1, a, b) for a, b in rows]
    seconds = [2 + 3 * a + 5 * b + e / 7 for (_, a, b), e in zip(amounts, noise, strict=False)]
    line = fit(amounts, seconds)

    def left(constants: Sequence[float]) -> float:
        pairs = zip(amounts, seconds, strict=True)
        return float(sum((np.dot(constants, row) / taken - 1) ** 2 for row, taken in pairs))

    assert min(line.constants) >= 0
    assert left(line.constants) <= left((2, *other)) + 1e-9


def by_seconds(amounts: Any, seconds: Any) -> Line:
    found = np.linalg.lstsq(np.array(amounts, float), np.array(seconds), rcond=None)[0]
    return Line(tuple(found.tolist()), (0, 0, 0), 0)


def a_power_is_found(
    fit: Callable[[Any, Any], Exponent], power: int, factor: int, ns: set[int]
) -> None:
    numbers = [factor * n**power for n in ns]
    found = fit(list(ns), numbers)
    assert found.low - 1e-9 <= power <= found.high + 1e-9
    assert found.power == pytest.approx(power, abs=1e-9)


def without_logarithms(ns: Any, numbers: Any) -> Exponent:
    slope = float(np.polyfit(ns, numbers, 1)[0])
    return Exponent(slope, slope, slope)


LINE = Line((1 / 3, 1 / 7e4, 1 / 11e7, 1 / 13e8), (1 / 17, 1 / 19e4, 1 / 23e7, 1 / 29e8), 1 / 31)
MACHINE = Machine("here", {"full": 1 / 37e9}, {"rnn": LINE})


def one_wrong_letter_is_never_trusted(
    read: Callable[[str, str], Machine | None], place: int, letter: str
) -> None:
    text = to_text(MACHINE)
    assert read(text, "here") == MACHINE
    at = place % len(text)
    assert read(text[:at] + letter + text[at + 1 :], "here") in (None, MACHINE)


def without_a_hash(text: str, stamp: str) -> Machine | None:
    try:
        told = json.loads(text)
        lines = {name: _line(name, line) for name, line in told["lines"].items()}
        return Machine(stamp, told["asking"], lines)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


digits = st.sampled_from("0123456789")
rows = st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), min_size=5, max_size=9)
noise = st.lists(st.integers(-9, 9), min_size=9, max_size=9)
others = st.tuples(st.integers(0, 9), st.integers(0, 9))
ns = st.sets(st.integers(1, 10**6), min_size=3, max_size=9)

LAWS: tuple[tuple[Any, Law[Any]], ...] = (
    (counted, Law(comparisons_are_the_cells_of_the_mask, every_pair, (schemes, lengths))),
    (
        counted,
        Law(a_longer_text_costs_no_less, whole_blocks_of_four, (growing, st.integers(0, 40))),
    ),
    (
        units_of,
        Law(
            units_are_those_of_the_mask,
            units_of_one_head,
            (schemes, wide_lengths, groups, shapes),
        ),
    ),
    (
        longest,
        Law(
            the_longest_fits_and_one_more_does_not,
            by_doubling,
            (st.integers(1, 3), st.integers(1, 99), st.integers(0, 10**15)),
        ),
    ),
    (fit_line, Law(no_other_constants_explain_more, by_seconds, (rows, noise, others))),
    (
        fit_exponent,
        Law(a_power_is_found, without_logarithms, (st.integers(0, 3), st.integers(1, 99), ns)),
    ),
    (
        from_text,
        Law(
            one_wrong_letter_is_never_trusted,
            without_a_hash,
            (st.integers(0, 10**6), digits),
            examples=400,
        ),
    ),
)


@pytest.mark.parametrize(("ours", "law"), LAWS, ids=[str(law) for _, law in LAWS])
def test_the_law_holds(ours: Any, law: Law[Any]) -> None:
    law.holds_for(ours)


@pytest.mark.parametrize("law", [law for _, law in LAWS], ids=str)
def test_a_broken_version_fails_it(law: Law[Any]) -> None:
    with pytest.raises(AssertionError):
        law.fails()
