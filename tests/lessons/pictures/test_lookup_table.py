"""The lookup table against the trio's published numbers, its bounds, and what a change moves."""

import pytest

from starlore.errors import LessonError, Refused
from starlore.lessons.pictures.lookup_table import (
    LookupInputs,
    LookupTable,
    address_of,
    lookup_table,
    read_inputs,
    start_inputs,
    what_moved,
)
from tests.told import told

TRIO = start_inputs(
    {
        "q": [[2, 1], [1, 2], [1, 1]],
        "k": [[1, 1], [1, -1], [-1, 2]],
        "v": [[10, 0], [0, 10], [5, 5]],
    }
)

ROWS = [
    ("3 1 0", "0.84379 0.11420 0.04201", "0.99", "8.648 1.352", (0,)),
    ("3 -1 3", "0.49546 0.00907 0.49546", "1.01", "7.432 2.568", (0, 2)),
    ("2 0 1", "0.66524 0.09003 0.24473", "1.00", "7.876 2.124", (0,)),
]


def moved_by(**query: str) -> tuple[LookupTable, LookupTable]:
    before = lookup_table(TRIO)
    return before, lookup_table(
        read_inputs({n.replace("_", "."): t for n, t in query.items()}, TRIO)
    )


@pytest.mark.parametrize(("place", "row"), list(enumerate(ROWS)))
def test_the_trio_has_the_numbers_of_the_curriculum(
    place: int, row: tuple[str, str, str, str, tuple[int, ...]]
) -> None:
    made = lookup_table(TRIO).rows[place]
    shown = [
        " ".join(figure.printed for figure in figures)
        for figures in (made.scores, made.weights_long, (made.printed_sum,), made.output_long)
    ]
    assert (*shown, made.tops) == row


def test_powers_and_their_total_are_those_of_the_reading() -> None:
    row = lookup_table(TRIO).rows[0]
    assert [power.printed for power in row.powers] == ["20.09", "2.72", "1.00"]
    assert row.total.printed == "23.80"


def test_a_value_moves_no_weight() -> None:
    moved = what_moved(*moved_by(v_0_0="4"))
    assert (moved.scores, moved.weights, moved.sentence) == (
        frozenset(),
        frozenset(),
        "value-moved",
    )
    assert moved.outputs == {0, 1, 2}


def test_a_key_moves_one_column_of_scores_and_whole_rows_of_weights() -> None:
    moved = what_moved(*moved_by(k_1_0="3"))
    assert moved.scores == {(0, 1), (1, 1), (2, 1)}
    assert moved.weights == {(i, j) for i in range(3) for j in range(3)}
    assert moved.sentence == "key-moved"


def test_a_query_moves_one_row() -> None:
    moved = what_moved(*moved_by(q_2_0="3"))
    assert {i for i, _ in moved.scores | moved.weights} == {2} == set(moved.outputs)
    assert moved.sentence == "query-moved"


def test_several_and_nothing_are_said_so() -> None:
    assert what_moved(*moved_by(q_0_0="1", v_0_0="1")).sentence == "several-moved"
    assert what_moved(*moved_by()).sentence == "nothing-moved"


def test_an_address_gives_the_same_inputs_again() -> None:
    changed = read_inputs({"k": "1,1;0.125,-1;-1,2", "q.0.1": "−0.5"}, TRIO)
    assert read_inputs(address_of(changed), TRIO) == changed


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"q.0.0": "100"}, "number 1 of query 1 must lie between -99 and 99"),
        ({"q.0.0": "1e999999999"}, "number 1 of query 1 must lie between -99 and 99"),
        ({"v.2.1": "nan"}, "number 2 of value 3 must lie"),
        ({"k.1.0": "1.2345"}, "number 1 of key 2 may have 3 decimals"),
        ({"q.0.0": "many"}, "must be a number such as"),
        ({"q": "1,2"}, "q must be numbers in the shape"),
        ({"q": "99,99;1,1;1,1", "k": "99,99;1,1;1,1"}, "Query 1 and key 1 score 19602"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(query: dict[str, str], said: str) -> None:
    with told(Refused, said):
        read_inputs(query, TRIO)


@pytest.mark.parametrize("places", [0, 9])
def test_a_table_has_one_to_eight_places(places: int) -> None:
    rows = [[1]] * places
    with pytest.raises((Refused, LessonError)):
        start_inputs({"q": rows, "k": rows, "v": rows, "signs": ["a"] * places})


def test_the_largest_table_within_bounds_is_computed() -> None:
    rows = [[8.5, -8.5, 0.125, 8]] * 8
    inputs = start_inputs({"q": rows, "k": rows, "v": rows, "signs": list("abcdefgh")})
    assert isinstance(inputs, LookupInputs)
    assert {weight.printed for weight in lookup_table(inputs).rows[7].weights} == {"0.12"}


@pytest.mark.parametrize("text", ["1e999999999", "1e-999999999", "9" * 500, "0." + "5" * 39])
def test_a_number_beyond_all_bounds_is_refused_before_it_is_counted_with(text: str) -> None:
    for query in ({"q.1.1": text}, {"v": f"{text},0;0,10;5,5"}):
        with pytest.raises(Refused):
            read_inputs(query, TRIO)


def test_a_zero_of_any_size_is_zero() -> None:
    assert address_of(read_inputs({"q.0.0": "0e999999"}, TRIO))["q"] == "0,1;1,2;1,1"
