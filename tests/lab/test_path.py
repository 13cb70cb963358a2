"""The output's path: pulls laid end to end."""

import pytest

from starlore.lab.breaks import true_side
from starlore.lab.path import path_of
from starlore.lab.state import table_of
from tests.lab.labs import START, broken, lab_at


def test_the_path_of_the_first_row_is_the_lessons_sum() -> None:
    steps = path_of(true_side(table_of(START)), 0)
    ends = [[figure.printed for figure in step.end] for step in steps]
    assert ends == [["8.44", "0.00"], ["8.44", "1.14"], ["8.65", "1.35"]]
    assert [step.weight.printed for step in steps] == ["0.84", "0.11", "0.04"]
    assert [figure.printed for figure in steps[1].value] == ["0", "10"]


@pytest.mark.parametrize("name", ["", "share-of-total", "wrong-axis", "keys-blended"])
def test_a_path_ends_at_the_output(name: str) -> None:
    found = broken(lab_at(**{"break": name}))
    for row in range(3):
        assert path_of(found.damage, row)[-1].at == found.damage.exact[row]


def test_a_row_without_an_output_has_no_path() -> None:
    found = broken(lab_at(q="1;1", k="2;-2", **{"break": "share-of-total"}))
    assert path_of(found.damage, 0) == ()
