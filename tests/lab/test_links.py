"""Links from lessons into a Lab: taken apart, and refused where the Lab would not show them."""

from collections.abc import Mapping

import pytest

from starlore.figures import Figure
from starlore.lab.links import PARTS, LabAddress, link_faults, read_link, worked_link
from starlore.language import Catalogue
from tests.lab.labs import START

LABS = {"lookup": START}


def told(address: str, labs: Mapping[str, object] = LABS) -> list[str]:
    """What is wrong with an address, in words."""
    say = Catalogue.load("en").tell
    return [say(fault) for fault in link_faults(read_link(address), labs)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "address",
    [
        "lab:lookup",
        "lab:lookup#cost",
        "lab:lookup?q=2,1;1,2;1,1&k.1.0=-0.5",
        "lab:lookup?break=mask-with-zero&row=2#break",
        "lab:lookup?places=8&scheme=window&reach=2#inputs",
        "lab:lookup?hide=0.2;1.2&hide.2.0=on&second=1&keep=0.5&asker=3&window=5#ways",
    ],
)
def test_a_state_that_the_lab_shows_may_be_linked(address: str) -> None:
    assert told(address) == []


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("lab:", "no lesson “” has a Lab; lessons that have one: lookup."),
        ("lab:dot", "no lesson “dot” has a Lab"),
        ("lab:lookup?brake=wrong-axis", "no field “brake”; did you mean “break”?"),
        ("lab:lookup?xyzzy=1", "no field “xyzzy”."),
        ("lab:lookup?q.1=2", "no field “q.1”."),
        ("lab:lookup?row=1&row=2", "“row” stands twice."),
        ("lab:lookup#broken", "no part “broken”; its parts are inputs, table, break"),
        ("lab:lookup?break=wrong", "one of share-of-total, wrong-axis"),
        ("lab:lookup?row=9", "must lie between 1 and 8"),
        ("lab:lookup?window=4", "odd width"),
        ("lab:lookup?q=a,b", "must be a number such as 2"),
        ("lab:lookup?hide=9", "masked cell is written like 0.2"),
        ("lab:lookup?q.0.0=99&k.0.0=99", "no page could show its power of e"),
        ("lab:lookup?keep=xxxxxxxx", "must be a number such as 2"),
    ],
)
def test_what_the_lab_would_refuse_is_refused_in_its_words(address: str, sentence: str) -> None:
    assert any(sentence in one for one in told(address)), told(address)


def test_every_fault_of_a_link_is_told() -> None:
    assert len(told("lab:lookup?row=9&window=4&nonsense=1#nowhere")) == 4


def test_a_working_says_the_same_as_a_link() -> None:
    working = {"lab": {"keep": Figure(0.5), "row": 2, "part": "ways"}}
    assert worked_link("lookup", working) == read_link("lab:lookup?keep=0.5&row=2#ways")
    assert worked_link("lookup", {"lab": {"row": "2"}}) == read_link("lab:lookup?row=2#table")
    assert worked_link("lookup", {}) is worked_link("lookup", {"lab": "no map"}) is None


def test_an_address_is_taken_apart_whatever_it_holds() -> None:
    assert read_link("lab:a?b#c?d#e") == LabAddress("a", (("b", ""),), "c?d#e")
    assert PARTS[0] == "inputs"
