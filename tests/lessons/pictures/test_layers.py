"""Layers of windows: their numbers, how far they reach, and what one output has heard of."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from starlore.errors import LessonError, Refused
from starlore.lessons.pictures import is_live, turned
from starlore.lessons.pictures.layers import Layers, layers

THREE = (Decimal("0.25"), Decimal("0.5"), Decimal("0.25"))
FIVE = tuple(Decimal(tenths) / 10 for tenths in (1, 2, 4, 2, 1))
STACK = {
    "inputs": [0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0],
    "windows": [THREE, FIVE],
    "layers": 2,
    "place": 6,
}


def stack(**query: str) -> Layers:
    made = turned(layers(STACK), query)
    assert isinstance(made, Layers)
    return made


def shown(made: Layers, row: int) -> list[str]:
    return [figure.printed for figure in made.rows[row].numbers]


def test_a_window_spreads_an_eight_over_three_places() -> None:
    assert shown(stack(), 1)[:6] == ["0", "2", "4", "2", "0", "0"]
    assert shown(stack(), 2)[:6] == ["0.5", "2", "3", "2", "0.5", "0"]


def test_two_layers_do_not_reach_three_places_and_three_do() -> None:
    two, three = stack(), stack(layers="3")
    assert sorted(two.rows[0].used) == [3, 4, 5, 6, 7]
    assert 2 in three.rows[0].used
    assert (two.rows[-1].numbers[5].value, three.rows[-1].numbers[5].value) == (
        0,
        Fraction(1, 8),
    )


def test_gaps_that_double_reach_one_two_and_four_further() -> None:
    made = stack(gap="2", layers="3", place="10")
    assert [(row.gap, row.reach) for row in made.rows] == [(0, 0), (1, 1), (2, 3), (4, 7)]
    assert sorted(made.rows[0].used) == list(range(2, 11))
    assert sorted(made.rows[2].used) == [5, 9], "between them lie holes"


def test_a_wider_window_has_its_own_weights_and_a_width_between_two_is_cut_down() -> None:
    assert stack(width="5").half == 2
    assert stack(width="4").weights == stack(width="3").weights
    assert [dial.at for dial in stack(width="5").dials] == [5, 2, 1, 6]


@settings(derandomize=True, max_examples=40, deadline=None, database=None)
@given(
    st.lists(st.integers(-9, 9), min_size=3, max_size=9),
    st.integers(1, 3),
    st.sampled_from((1, 2)),
    st.sampled_from((3, 5)),
    st.data(),
)
def test_only_what_is_lit_can_change_the_output(
    inputs: list[int], deep: int, gap: int, width: int, data: st.DataObject
) -> None:
    place = data.draw(st.integers(1, len(inputs)))
    at = {"width": str(width), "layers": str(deep), "gap": str(gap), "place": str(place)}

    def output(row: list[int]) -> Layers:
        made = turned(layers({"inputs": row, "windows": [THREE, FIVE]}), at)
        assert isinstance(made, Layers)
        return made

    made = output(inputs)
    for changed in range(len(inputs)):
        other = output([*inputs[:changed], inputs[changed] + 1000, *inputs[changed + 1 :]])
        is_moved = other.rows[-1].numbers[place - 1] != made.rows[-1].numbers[place - 1]
        assert is_moved == (changed in made.rows[0].used)


def test_layers_are_live_and_refuse_what_no_dial_reaches() -> None:
    assert is_live(layers(STACK))
    for query in ({"layers": "5"}, {"place": "12"}, {"gap": "0"}, {"width": "7"}):
        with pytest.raises(Refused):
            turned(layers(STACK), query)


@pytest.mark.parametrize(
    "change",
    [
        {"windows": []},
        {"windows": "no"},
        {"windows": [(1, 1)]},
        {"windows": [THREE, THREE]},
        {"windows": [FIVE, THREE]},
        {"inputs": [0] * 17},
        {"place": 12},
        {"layers": 5},
        {"gap": 3},
    ],
)
def test_a_stack_that_cannot_be_laid_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(LessonError, match="layers"):
        layers({**STACK, **change})
