"""Take back, and bring back: both are rows of the log, and both leave the stars as they were."""

from dataclasses import dataclass

from starlore.study.desk import Desk, Moment
from starlore.study.rebuilding import rebuild
from starlore.study.records import AnswerRecord, VoidRecord
from starlore.study.stamping import stamp


@dataclass(frozen=True)
class TakenBack:
    """Which answer was taken back or brought back, and the Variant it was given to."""

    answer: str
    variant: str
    star: str


def undo(desk: Desk, at: Moment) -> TakenBack | None:
    """Void the last live answer; again voids the one before. None when there is none left."""
    with desk.store.write() as unit:
        id_ = unit.last_live(desk.learner, "answer")
        if id_ is None:
            return None
        unit.append(VoidRecord(stamp(desk, unit, at.now_ms), "answer", id_))
        rebuild(desk, unit)
        return _named(unit.answer(desk.learner, id_))


def redo(desk: Desk, at: Moment) -> TakenBack | None:
    """Bring back the answer that was taken back last: void all live voids of it."""
    with desk.store.write() as unit:
        target = unit.last_voided(desk.learner, "answer")
        if target is None:
            return None
        for void in unit.live_void_of(desk.learner, target):
            unit.append(VoidRecord(stamp(desk, unit, at.now_ms), "void", void))
        rebuild(desk, unit)
        return _named(unit.answer(desk.learner, target))


def _named(record: AnswerRecord | None) -> TakenBack | None:
    if record is None:
        return None
    return TakenBack(record.stamp.id, record.variant, record.star)
