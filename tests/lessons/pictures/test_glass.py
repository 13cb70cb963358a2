"""A glass: the state step by step, what is left of each input, another past of the same end."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from starlore.errors import LessonError, Refused
from starlore.figures import Figure
from starlore.lessons.pictures import is_live, turned
from starlore.lessons.pictures.glass import Glass, glass

HALF = Decimal("0.5")
KEEPS = st.integers(1, 19).map(lambda twentieths: Decimal(twentieths) / 20)
INPUTS = st.lists(st.integers(0, 8), min_size=2, max_size=5)


def printed(figures: tuple[Figure, ...]) -> list[str]:
    return [figure.printed for figure in figures]


@pytest.mark.parametrize(
    ("inputs", "states"),
    [
        ([8, 0, 0], ["4", "2", "1"]),
        ([0, 4, 0], ["0", "2", "1"]),
        ([0, 0, 2], ["0", "0", "1"]),
        ([8, 0, 0, 4, 2], ["4", "2", "1", "2.5", "2.25"]),
    ],
)
def test_three_pasts_end_in_one_state(inputs: list[int], states: list[str]) -> None:
    assert printed(glass({"keep": HALF, "inputs": inputs}).states) == states


def test_shares_are_exact_and_another_past_is_the_last_input_alone() -> None:
    made = glass({"keep": HALF, "inputs": [8, 0, 0]})
    assert printed(made.shares) == ["0.125", "0.25", "0.5"]
    assert printed(made.other) == ["0", "0", "2"]
    assert printed(glass({"keep": HALF, "inputs": [0, 0, 2]}).other) == ["8", "0", "0"]
    assert glass({"keep": HALF, "inputs": [0, 0]}).other == ()


@settings(derandomize=True, max_examples=60, deadline=None, database=None)
@given(KEEPS, INPUTS)
def test_the_parts_are_the_last_state_and_the_other_past_ends_in_it(
    keep: Decimal, inputs: list[int]
) -> None:
    made = glass({"keep": keep, "inputs": inputs})
    end = Fraction(made.states[-1].value)
    assert sum(Fraction(part.value) for part in made.parts) == end
    kept, state = Fraction(keep), Fraction(0)
    for figure in made.other:
        state = kept * state + (1 - kept) * Fraction(figure.value)
    assert state == end
    assert printed(made.other) != printed(made.inputs)


def test_a_turned_glass_is_filled_anew() -> None:
    made = turned(glass({"keep": HALF, "inputs": [8, 0]}), {"keep": "0.75", "input.1": "4"})
    assert isinstance(made, Glass)
    assert printed(made.states) == ["2", "2.5"]
    assert is_live(made)
    for query in ({"keep": "1"}, {"input.0": "9"}, {"input.1": "-1"}):
        with pytest.raises(Refused):
            turned(made, query)


@pytest.mark.parametrize(
    "data",
    [
        {"keep": HALF, "inputs": [1]},
        {"keep": HALF, "inputs": [1] * 6},
        {"keep": HALF, "inputs": [9, 1]},
        {"keep": HALF, "inputs": [-1, 1]},
        {"keep": 1, "inputs": [1, 1]},
        {"keep": 0, "inputs": [1, 1]},
    ],
)
def test_a_glass_that_cannot_be_filled_is_refused(data: object) -> None:
    with pytest.raises(LessonError, match="glass"):
        glass(data)
