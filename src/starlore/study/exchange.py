"""Take in an exported log, and make the stars of it: wholly, or not at all."""

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from starlore.errors import Refused
from starlore.study.desk import Desk
from starlore.study.port import Unit
from starlore.study.rebuilding import folded

LONGEST_LINE = 8 << 20
"""Bytes of one line: the words of a lesson, in all its languages, are a tenth of it."""

LARGEST_FILE = 2 << 30
"""Bytes of a file: some million answers."""


def import_log(desk: Desk, lines: Iterable[str], now_ms: int) -> str:
    """Take in an export; rows already here are skipped. Returns the learner's id.

    Raises:
        Refused: naming the line; nothing is changed.
    """

    def rebuild(unit: Unit, learner: str) -> None:
        unit.replace_stars(learner, folded(unit, learner).stars.values())

    return desk.store.import_lines(lines, now_ms, rebuild)


def lines_of(file: BinaryIO) -> Iterator[str]:
    """The lines of an export's file, without their ends; what could not be one is refused early.

    Raises:
        Refused: if it is no UTF-8 text, or a line or the whole has no end in sight.

    Example:
        >>> from io import BytesIO
        >>> list(lines_of(BytesIO(b"one\\ntwo")))
        ['one', 'two']
    """
    came = 0
    while line := file.readline(LONGEST_LINE + 1):
        came += len(line)
        if len(line) > LONGEST_LINE:
            raise Refused("fault.import.long-line", most=LONGEST_LINE)
        if came > LARGEST_FILE:
            raise Refused("fault.import.large", most=LARGEST_FILE)
        try:
            yield line.decode("utf-8").rstrip("\r\n")
        except UnicodeDecodeError:
            raise Refused("fault.import.no-text") from None
