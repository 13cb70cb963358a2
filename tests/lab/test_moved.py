"""What moved: a value no weight, a key one column of scores, a query one row."""

import pytest

from starlore.lab.moved import compared
from starlore.lab.state import table_of
from starlore.lessons.pictures.lookup_table import Moved
from tests.lab.labs import START, lab_at


def moved(**query: str) -> Moved:
    lab = lab_at(**query)
    return compared(lab, START, table_of(lab))


def test_nothing_changed_is_nothing_moved() -> None:
    assert moved().what == moved(places="6", width="3").what == "nothing"


def test_a_value_moves_no_weight() -> None:
    found = moved(**{"v.0.0": "3"})
    assert (found.what, found.scores, found.weights) == ("value", frozenset(), frozenset())
    assert found.outputs == {0, 1, 2}


def test_a_key_moves_one_column_of_scores_and_whole_rows_of_weights() -> None:
    found = moved(**{"k.1.0": "3"})
    assert found.what == "key"
    assert found.scores == {(0, 1), (1, 1), (2, 1)}
    assert len(found.weights) == 9


def test_a_query_moves_one_row() -> None:
    found = moved(**{"q.2.0": "3"})
    assert found.what == "query"
    assert {i for i, _ in found.scores} == {i for i, _ in found.weights} == {2}


@pytest.mark.parametrize(
    ("query", "what"),
    [
        ({"temperature": "2"}, "temperature"),
        ({"scheme": "causal"}, "readers"),
        ({"hide": "1.1"}, "readers"),
        ({"scheme": "causal", "temperature": "2"}, "several"),
        ({"scheme": "causal", "v.0.0": "3"}, "several"),
    ],
)
def test_settings_move_weights_and_no_score(query: dict[str, str], what: str) -> None:
    found = moved(**query)
    assert found.what == what
    assert not found.scores and found.weights
