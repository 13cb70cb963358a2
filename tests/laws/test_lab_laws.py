"""Laws of the Lab: an address carries the whole state; the table is the engine's; sums are kept."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import pytest

from starlore.attention import explain
from starlore.errors import Worded
from starlore.lab.address import read_lab, write_lab
from starlore.lab.breaks import WRONG_WAYS, Side, share_of_total
from starlore.lab.state import Lab, mask_of, table_of
from starlore.lessons.pictures.lookup_table import LookupTable, lookup_table
from tests.lab.labs import START, broken, labs
from tests.laws.law import Law

Read = Callable[[Mapping[str, str], Lab], tuple[Lab, tuple[Worded, ...]]]


def an_address_gives_the_state_again(read: Read, lab: Lab) -> None:
    assert read(write_lab(lab, START), START) == (lab, ())


def reads_no_mask(query: Mapping[str, str], start: Lab) -> tuple[Lab, tuple[Worded, ...]]:
    """Forgets what is masked cell by cell."""
    return read_lab({name: text for name, text in query.items() if name != "hide"}, start)


def the_table_is_what_explain_says(table: Callable[[Lab], LookupTable], lab: Lab) -> None:
    q, k, v = (np.array(part, dtype=float) for part in (lab.inputs.q, lab.inputs.k, lab.inputs.v))
    steps = explain(q, k, v, mask=mask_of(lab), scale=1 / float(lab.temperature))
    for i, row in enumerate(table(lab).rows):
        assert list(row.shares) == steps.weights[i].tolist()
        scores = [float(score.value) for score in row.scores]
        assert np.allclose(scores, steps.products[i])
        total = sum(float(power.value) for power in row.powers)
        assert np.isclose(total, float(row.total.value))


def forgets_the_temperature(lab: Lab) -> LookupTable:
    return lookup_table(lab.inputs, mask_of(lab))


def shares_without_e_add_to_one_or_are_not_there(
    way: Callable[[Lab, LookupTable], Side], lab: Lab
) -> None:
    side = way(lab, table_of(lab))
    for shares in side.shares:
        assert shares is None or np.isclose(sum(shares), 1, atol=1e-6)


LAWS: list[Law[object]] = [
    Law(an_address_gives_the_state_again, reads_no_mask, (labs(),), 60),
    Law(the_table_is_what_explain_says, forgets_the_temperature, (labs(),), 40),
    Law(shares_without_e_add_to_one_or_are_not_there, WRONG_WAYS["wrong-axis"], (labs(),), 40),
]
OURS: list[object] = [read_lab, table_of, share_of_total]


@pytest.mark.parametrize(("law", "ours"), list(zip(LAWS, OURS, strict=True)), ids=map(str, LAWS))
def test_the_lab_keeps_the_law(law: Law[object], ours: object) -> None:
    law.holds_for(ours)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_a_broken_version_fails_the_law(law: Law[object]) -> None:
    with pytest.raises(AssertionError):
        law.fails()


def test_every_state_can_be_broken_in_every_way() -> None:
    def every_way(ours: Callable[[Lab], object], lab: Lab) -> None:
        for name in WRONG_WAYS:
            ours(replace(lab, broken=name))

    def breaks_down(lab: Lab) -> object:
        raise AssertionError

    Law(every_way, breaks_down, (labs(),), 25).holds_for(broken)
