"""Contrasts cost what numbers count that do their own counting, and hold what was foretold."""

import tracemalloc

import numpy as np
import pytest

from starlore.attention.cost import Case, Convolution, HiddenMatrix, RecurrentState, Sizes
from starlore.attention.cost.contrasts import Contrast
from starlore.attention.cost.measuring import call_of
from starlore.errors import BadValue, ShapeError
from tests.attention.cost.counting import counted

CONTRASTS: list[Contrast] = [
    Convolution(1),
    Convolution(5),
    *(RecurrentState(cell) for cell in ("rnn", "gru", "lstm")),
    *(HiddenMatrix(rule) for rule in ("linear", "gated", "delta", "gated_delta")),
]
SIZES = [
    Sizes(0, 0, 3, 5),
    Sizes(1, 1, 4, 4),
    Sizes(7, 7, 3, 5, batch=2),
    Sizes(6, 6, 4, 2, h_q=6, h_kv=2, batch=3),
]


@pytest.mark.parametrize("way", CONTRASTS, ids=str)
@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_a_contrast_costs_what_its_numbers_count(way: Contrast, sizes: Sizes) -> None:
    call = call_of(Case(way, sizes))
    with counted() as tally:
        call()
    cost = way.cost(sizes)
    assert (cost.multiply_adds, cost.exponentials) == (tally["products"], tally["powers"])
    assert cost.comparisons == 0


def test_numbers_that_count_see_a_product_that_the_formula_forgot() -> None:
    call = call_of(Case(HiddenMatrix("delta"), SIZES[2]))
    with counted() as tally:
        call()
    assert HiddenMatrix("linear").cost(SIZES[2]).multiply_adds != tally["products"]


@pytest.mark.parametrize("way", CONTRASTS, ids=str)
def test_a_contrast_holds_the_memory_that_was_foretold(way: Contrast) -> None:
    sizes = Sizes(2000, 2000, 64, 64)
    if isinstance(way, HiddenMatrix):
        sizes = Sizes(5, 5, 512, 256)
    call = call_of(Case(way, sizes))
    result = call()
    given = [value for value in vars(result).values() if isinstance(value, np.ndarray)]
    results = sum(array.nbytes for array in given)
    del result, given
    tracemalloc.start()
    try:
        call()
        peak = tracemalloc.get_traced_memory()[1] - results
    finally:
        tracemalloc.stop()
    assert 0.85 * peak <= way.cost(sizes).extra_bytes <= 1.05 * peak


@pytest.mark.parametrize("way", CONTRASTS, ids=str)
def test_twice_the_places_cost_twice_as_much(way: Contrast) -> None:
    once, twice = way.cost(Sizes(64, 64)), way.cost(Sizes(128, 128))
    assert twice.multiply_adds == 2 * once.multiply_adds
    assert twice.exponentials == 2 * once.exponentials


def test_bytes_are_inputs_and_outputs_once() -> None:
    assert Convolution(3).cost(Sizes(10, 10, d_v=4)).bytes == 4 * (40 + 40 + 12 + 8)
    assert HiddenMatrix("linear").cost(Sizes(10, 10, 4, 4)).bytes == 4 * (4 * 40 + 16)


def test_what_has_no_such_name_or_no_one_length_is_refused() -> None:
    with pytest.raises(BadValue, match="cell must be one of rnn, gru, lstm"):
        RecurrentState("tree")  # type: ignore[arg-type]
    with pytest.raises(BadValue, match="rule must be one of linear"):
        HiddenMatrix("tree")  # type: ignore[arg-type]
    with pytest.raises(ShapeError, match="one length: n_q is 3, n_k is 4"):
        Convolution(2).cost(Sizes(3, 4))
    with pytest.raises(ShapeError, match="width must be 1 or more"):
        Convolution(0)
