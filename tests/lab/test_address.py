"""Addresses: read without ever failing, what does not fit is told and stays as it was."""

from collections.abc import Mapping
from decimal import Decimal

import pytest

from starlore.lab.address import read_lab, write_lab
from tests.lab.labs import START, lab_at


def faults_of(**query: str) -> list[str]:
    """The ids of what did not fit."""
    _, faults = read_lab({name.replace("_", "-"): text for name, text in query.items()}, START)
    return [fault.message_id for fault in faults]


def test_an_empty_address_is_the_start_and_the_start_an_empty_address() -> None:
    assert read_lab({}, START) == (START, ())
    assert write_lab(START, START) == {}


def test_a_whole_kind_and_a_single_number_can_be_said_at_once() -> None:
    lab = lab_at(**{"k": "1,1;1,-1;-1,2", "k.2.1": "-0.5", "v": "1,2;3,4;5,6"})
    assert lab.inputs.k[2] == (Decimal(-1), Decimal("-0.5"))
    assert lab.inputs.v == tuple((Decimal(one), Decimal(one + 1)) for one in (1, 3, 5))
    assert write_lab(lab, START) == {"k": "1,1;1,-1;-1,-0.5", "v": "1,2;3,4;5,6"}


def test_lists_alone_say_the_size_of_the_table() -> None:
    assert lab_at(q="1;1;1;1", k="3;1;0;2").shape == (4, 1, 2)
    assert lab_at(v="1,2,3").shape == (1, 2, 3)
    assert lab_at(places="6", width="4", value_width="1").shape == (6, 4, 1)


def test_cells_masked_one_by_one_or_together_are_the_same() -> None:
    together = lab_at(hide="0.2;1.0")
    assert together == lab_at(**{"hide.0.2": "on", "hide.1.0": "on"})
    assert together.hidden == {(0, 2), (1, 0)}
    assert write_lab(together, START) == {"hide": "0.2;1.0"}


def test_a_cell_the_scheme_shuts_is_not_masked_again() -> None:
    assert lab_at(hide="0.2;2.0", scheme="causal").hidden == {(2, 0)}
    assert lab_at(hide="7.7").hidden == frozenset()


def test_the_row_stays_within_a_smaller_table() -> None:
    assert lab_at(places="1").row == 0
    assert lab_at(places="2", row="8").row == 1


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ({"q.0.0": "abc"}, "fault.dial.no-number"),
        ({"q.0.0": "100"}, "fault.dial.range"),
        ({"v.1.1": "0.0001"}, "fault.dial.decimals"),
        ({"places": "9"}, "fault.dial.range"),
        ({"places": "2.5"}, "fault.lab.whole"),
        ({"q": ";".join("1" * 9)}, "fault.dial.range"),
        ({"scheme": "all"}, "fault.lab.choice"),
        ({"break": "it"}, "fault.lab.choice"),
        ({"window": "4"}, "fault.lab.odd"),
        ({"keep": "1"}, "fault.dial.range"),
        ({"temperature": "0"}, "fault.dial.range"),
        ({"hide": "1,1"}, "fault.lab.hide"),
        ({"text": "7"}, "fault.dial.range"),
        ({"text": "1.5"}, "fault.lab.whole"),
        ({"text": "it"}, "fault.dial.no-number"),
    ],
)
def test_what_does_not_fit_is_told_and_stays(query: Mapping[str, str], fault: str) -> None:
    lab, faults = read_lab(query, START)
    assert [one.message_id for one in faults] == [fault]
    if "q" not in query:
        assert lab == START


def test_a_number_that_does_not_fit_leaves_the_others() -> None:
    lab, faults = read_lab({"q.0.0": "x", "q.0.1": "7"}, START)
    assert lab.inputs.q[0] == (Decimal(2), Decimal(7))
    assert len(faults) == 1
