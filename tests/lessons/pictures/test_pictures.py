"""The other kinds: what each makes of its data, and what it refuses."""

from fractions import Fraction

import pytest

from starlore.errors import LessonError
from starlore.figures import Figure, figures
from starlore.lessons.model import PictureBlock
from starlore.lessons.pictures import PICTURES, picture_of
from starlore.lessons.pictures.columns import columns
from starlore.lessons.pictures.squares import squares
from starlore.lessons.pictures.strip import strip
from starlore.lessons.pictures.ways import ways
from starlore.lessons.pictures.weights_table import WeightsTable, weights_table


def block(kind: str, data: str) -> PictureBlock:
    return PictureBlock(kind, "one", data, "math", "", "", 1)


def test_columns_are_numbers_in_order() -> None:
    assert [figure.printed for figure in columns([3, -1, 0]).scores] == ["3", "-1", "0"]


def test_a_strip_knows_the_sum_of_its_printed_pieces() -> None:
    assert strip(figures([0.8438, 0.1142, 0.042], places=2)).printed_sum.printed == "0.99"


def test_squares_count_the_pairs() -> None:
    made = squares({"small": 4, "large": 8})
    assert (made.small_pairs.printed, made.large_pairs.printed) == ("16", "64")


def test_ways_are_those_of_the_sample() -> None:
    made = ways({"distance": 15, "window": 3, "keep": Figure(0.8)})
    assert (made.reach, made.left.printed, made.places) == (1, "0.035", 16)
    assert made.kept[-1].value == 1
    assert made.kept[0].value == made.left.value


def test_a_weights_table_finds_the_tops_of_its_rows() -> None:
    rows = (figures([0.5, 0.5], places=2), figures([0.9, 0.1], places=2))
    made = weights_table({"words": ["she", "reads"], "rows": rows, "asker": 1})
    assert (made.tops, made.asker) == ((frozenset({0, 1}), frozenset({0})), 1)


def test_a_table_speaks_the_words_in_scope() -> None:
    rows = (figures([0.5, 0.5]), figures([0.9, 0.1]))
    for data in ({"rows": rows}, {"rows": rows, "words": "words"}):
        made = picture_of(block("weights-table", "t"), {"t": data, "words": ("il", "lit")})
        assert isinstance(made, WeightsTable)
        assert made.words == ("il", "lit")


@pytest.mark.parametrize("kind", PICTURES)
@pytest.mark.parametrize("data", [None, "text", [], {}, [True], {"q": 1, "k": 1, "v": 1}])
def test_data_of_the_wrong_shape_is_refused(kind: str, data: object) -> None:
    with pytest.raises(LessonError):
        picture_of(block(kind, "data"), {"data": data})


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("strip", [-1, 2]),
        ("strip", [0, 0]),
        ("squares", {"small": 9, "large": 8}),
        ("squares", {"small": 1.5, "large": 8}),
        ("ways", {"distance": 15, "window": 3, "keep": 1}),
        ("ways", {"distance": 90, "window": 3, "keep": 0.5}),
        ("ways", {"distance": 59, "window": 3, "keep": 1e-300}),
        ("ways", {"distance": 59, "window": 3, "keep": Fraction(1, 3**99)}),
        ("columns", [1] * 201),
        ("number-line", {"points": [0, 10_001]}),
        ("number-line", {"points": [0, 1], "weights": [1]}),
        ("columns", [10**13]),
        ("weights-table", {"words": ["a"], "rows": [[1, 2]]}),
        ("weights-table", {"words": ["a"], "rows": [[1]], "asker": 1}),
    ],
)
def test_numbers_that_make_no_sense_are_refused(kind: str, data: object) -> None:
    with pytest.raises(LessonError):
        PICTURES[kind](data)


def test_an_unknown_kind_or_name_is_refused() -> None:
    with pytest.raises(LessonError, match="no picture of kind"):
        picture_of(block("ribbon", "data"), {"data": [1]})
    with pytest.raises(LessonError, match="no value is named"):
        picture_of(block("strip", "gone"), {"data": [1]})
