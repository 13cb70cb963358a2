"""Take back and bring back, by id, to the byte."""

from starlore.memory.stars import checksum
from starlore.study.desk import Desk, Moment
from starlore.study.rebuilding import drifts
from starlore.study.setting import change_settings, undo_setting
from starlore.study.undoing import redo, undo
from tests.study.acts import answered, later


def checksums(desk: Desk) -> dict[str, str]:
    with desk.store.read() as unit:
        return {star.star: checksum(star) for star in unit.stars(desk.learner)}


def test_c09_undo_voids_the_last_answer_then_the_one_before_and_redo_brings_back(
    desk: Desk, at: Moment
) -> None:
    empty = checksums(desk)
    x = answered(desk, at, "adding.sum")
    after_x = checksums(desk)
    y = answered(desk, later(at, ms=60_000), "adding.pair")
    after_y = checksums(desk)
    change_settings(desk, later(at, ms=70_000).now_ms, {"theme": "night"})
    now = later(at, ms=80_000)
    first = undo(desk, now)
    assert first is not None
    assert first.answer == y.answer
    assert checksums(desk) == after_x
    second = undo(desk, now)
    assert second is not None
    assert second.answer == x.answer
    assert checksums(desk) == empty
    back = redo(desk, now)
    assert back is not None
    assert back.answer == x.answer
    assert checksums(desk) == after_x
    redo(desk, now)
    assert checksums(desk) == after_y
    assert redo(desk, now) is None
    assert not drifts(desk.store, desk.learner)


def test_nothing_to_take_back_is_no_error(desk: Desk, at: Moment) -> None:
    assert undo(desk, at) is None
    assert redo(desk, at) is None


def test_a_setting_has_its_own_undo(desk: Desk, at: Moment) -> None:
    answered(desk, at)
    change_settings(desk, at.now_ms + 5, {"desired_retention": 0.8, "name": "Ada"})
    assert undo_setting(desk, at.now_ms + 6) == "name"
    assert undo_setting(desk, at.now_ms + 7) == "desired_retention"
    assert undo_setting(desk, at.now_ms + 8) is None
    assert desk.preferences().desired_retention == 0.9
    assert len(checksums(desk)) == 1
