"""Take in an exported log, and make the stars of it."""

from collections.abc import Iterable

from starlore.study.desk import Desk
from starlore.study.rebuilding import rebuild_all


def import_log(desk: Desk, lines: Iterable[str], now_ms: int) -> str:
    """Take in an export; rows already here are skipped. Returns the learner's id.

    Raises:
        Refused: naming the line; nothing is changed.
    """
    learner = desk.store.import_lines(lines, now_ms)
    rebuild_all(desk.store, learner)
    return learner
