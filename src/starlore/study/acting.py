"""Set a star aside, bring it back, take the last such act back: each is a row of the log."""

from starlore.errors import NotFound
from starlore.study.desk import Desk, Moment
from starlore.study.port import Unit
from starlore.study.rebuilding import rebuild
from starlore.study.records import StarActionRecord, VoidRecord
from starlore.study.stamping import stamp


def set_aside(desk: Desk, at: Moment, star: str) -> bool:
    """Ask for a star no more until it is brought back; it keeps its light and its memory.

    Returns:
        Whether that changed anything.

    Raises:
        NotFound: if the star was never answered.
    """
    return _act(desk, at, star, "suspend", unless="suspended")


def bring_back(desk: Desk, at: Moment, star: str) -> bool:
    """Let a star that was set aside be asked for again.

    Returns:
        Whether that changed anything.

    Raises:
        NotFound: if the star was never answered.
    """
    return _act(desk, at, star, "resume", unless="active")


def undo_act(desk: Desk, at: Moment) -> str | None:
    """Take back the last act on a star. Gives the star, or None where there is no act left."""
    with desk.store.write() as unit:
        id_ = unit.last_live(desk.learner, "star_action")
        if id_ is None:
            return None
        unit.append(VoidRecord(stamp(desk, unit, at.now_ms), "star_action", id_))
        rebuild(desk, unit)
        record = unit.find_record(desk.learner, id_)
    return record.star if isinstance(record, StarActionRecord) else None


def _act(desk: Desk, at: Moment, star: str, action: str, unless: str) -> bool:
    """Log an act and fold the stars anew, unless the star already is as it should be."""
    with desk.store.write() as unit:
        if _status(unit, desk.learner, star) == unless:
            return False
        unit.append(StarActionRecord(stamp(desk, unit, at.now_ms), star, action))
        rebuild(desk, unit)
    return True


def _status(unit: Unit, learner: str, star: str) -> str:
    known = unit.star(learner, star)
    if known is None:
        raise NotFound("fault.star.none", star=star[:80])
    return known.status
