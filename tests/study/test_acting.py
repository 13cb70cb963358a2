"""Set aside, brought back, taken back: rows of the log, and stars as the fold has them."""

import pytest

from starlore.errors import NotFound
from starlore.memory.stars import Star
from starlore.study import sitting as sittings
from starlore.study.acting import bring_back, set_aside, undo_act
from starlore.study.desk import Desk, Moment
from starlore.study.rebuilding import drifts
from starlore.study.records import StarActionRecord, VoidRecord
from tests.study.acts import answered, later


def star_of(desk: Desk) -> Star:
    with desk.store.read() as unit:
        return next(star for star in unit.stars(desk.learner) if star.star == "adding.one")


def acts_in(desk: Desk) -> list[str]:
    with desk.store.read() as unit:
        kept = [row for row in unit.log(desk.learner) if isinstance(row, StarActionRecord)]
    return [row.action for row in kept]


def test_a_star_set_aside_is_not_asked_for_and_keeps_what_was_learned(
    wide: Desk, at: Moment
) -> None:
    answered(wide, at, "adding.one")
    before, late = star_of(wide), later(at, days=30)
    assert set_aside(wide, late, "adding.one")
    assert star_of(wide) == before._replace(status="suspended")
    row = sittings.begin(wide, late, "en")
    assert row is not None
    assert row.star != "adding.one"
    assert not set_aside(wide, late, "adding.one")
    assert bring_back(wide, later(late, ms=1), "adding.one")
    assert star_of(wide) == before
    assert acts_in(wide) == ["suspend", "resume"]
    assert not drifts(wide.store, wide.learner)


def test_each_act_can_be_taken_back(wide: Desk, at: Moment) -> None:
    answered(wide, at, "adding.one")
    before = star_of(wide)
    set_aside(wide, at, "adding.one")
    bring_back(wide, at, "adding.one")
    assert undo_act(wide, at) == "adding.one"
    assert star_of(wide).status == "suspended"
    assert undo_act(wide, at) == "adding.one"
    assert star_of(wide) == before
    assert undo_act(wide, at) is None
    with wide.store.read() as unit:
        voids = [row for row in unit.log(wide.learner) if isinstance(row, VoidRecord)]
    assert [void.target_table for void in voids] == ["star_action"] * 2
    assert not drifts(wide.store, wide.learner)


def test_a_star_never_answered_cannot_be_set_aside(wide: Desk, at: Moment) -> None:
    for act in (set_aside, bring_back):
        with pytest.raises(NotFound):
            act(wide, at, "adding.one")
    assert acts_in(wide) == []
    assert not bring_back(answered_desk(wide, at), at, "adding.one")


def answered_desk(desk: Desk, at: Moment) -> Desk:
    """The desk after one answer."""
    answered(desk, at, "adding.one")
    return desk
