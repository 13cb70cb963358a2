"""Laws of taking back: on a real database, to the byte, as far back as there are answers."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from starlore.study.desk import Desk, Moment
from starlore.study.rebuilding import drifts
from starlore.study.records import VoidRecord
from starlore.study.stamping import stamp
from starlore.study.undoing import TakenBack, redo, undo
from tests.laws.desks import Acts, a_desk, acts, sums
from tests.laws.law import Law
from tests.study.acts import answered, later
from tests.study.conftest import START_MS


class TakingBack(NamedTuple):
    """Take back the last answer; bring back the one taken back last."""

    undo: Callable[[Desk, Moment], TakenBack | None]
    redo: Callable[[Desk, Moment], TakenBack | None]


OURS = TakingBack(undo, redo)


def every_undo_gives_the_sky_before_and_every_redo_the_sky_after(
    way: TakingBack, acts: Acts
) -> None:
    with a_desk() as desk:
        now, skies = Moment(START_MS, "UTC"), [sums(desk)]
        for star, right, days in acts:
            now = later(now, days, 60_000)
            answered(desk, now, star, right)
            skies.append(sums(desk))
        for sky in reversed(skies[:-1]):
            assert way.undo(desk, now) is not None
            assert sums(desk) == sky
        assert way.undo(desk, now) is None
        for sky in skies[1:]:
            assert way.redo(desk, now) is not None
            assert sums(desk) == sky
        assert way.redo(desk, now) is None
        assert not drifts(desk.store, desk.learner)


def undo_that_leaves_the_stars(desk: Desk, at: Moment) -> TakenBack | None:
    with desk.store.write() as unit:
        id_ = unit.last_live(desk.learner, "answer")
        if id_ is None:
            return None
        unit.append(VoidRecord(stamp(desk, unit, at.now_ms), "answer", id_))
        return TakenBack(id_, "", "")


def redo_that_answers_but_does_nothing(_desk: Desk, _at: Moment) -> TakenBack | None:
    return TakenBack("", "", "")


LAWS = (
    Law(
        every_undo_gives_the_sky_before_and_every_redo_the_sky_after,
        OURS._replace(undo=undo_that_leaves_the_stars),
        (acts,),
        examples=8,
    ),
    Law(
        every_undo_gives_the_sky_before_and_every_redo_the_sky_after,
        OURS._replace(redo=redo_that_answers_but_does_nothing),
        (acts,),
        examples=8,
    ),
)


@pytest.mark.parametrize("law", LAWS[:1], ids=str)
def test_the_law_holds(law: Law[TakingBack]) -> None:
    law.holds_for(OURS)


@pytest.mark.parametrize("law", LAWS, ids=["undo", "redo"])
def test_a_broken_version_fails_it(law: Law[TakingBack]) -> None:
    with pytest.raises(AssertionError):
        law.fails()
