"""Ids and clocks of log rows: a UUIDv7 is made, and the time that orders the log is fixed."""

import re

from starlore.errors import Refused
from starlore.study.desk import Bits, Desk
from starlore.study.port import Unit
from starlore.study.records import Stamp

SKEW_MS = 5 * 60_000
"""How far a client's clock may be off before its times are shifted."""

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def new_id(now_ms: int, bits: Bits) -> str:
    """Make a UUIDv7: 48 bits of time, then chance, so that ids sort by when they were made.

    Example:
        >>> new_id(1_700_000_000_000, lambda n: 0)
        '018bcfe5-6800-7000-8000-000000000000'
    """
    number = (now_ms & (1 << 48) - 1) << 80 | 7 << 76 | bits(12) << 64 | 2 << 62 | bits(62)
    text = f"{number:032x}"
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def uuid_of(digest: bytes) -> str:
    """The first 16 bytes of a digest as a UUIDv8, the version for one's own making.

    Example:
        >>> uuid_of(bytes(16))
        '00000000-0000-8000-8000-000000000000'
    """
    number = int.from_bytes(digest[:16], "big")
    number = number & ~(0xF << 76) | 8 << 76
    number = number & ~(0x3 << 62) | 2 << 62
    text = f"{number:032x}"
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def checked_id(text: str) -> str:
    """Give an id as it may stand in the log.

    Raises:
        Refused: if it is no UUID in lower case.
    """
    if not _UUID.fullmatch(text):
        raise Refused("fault.question.id", example=new_id(0, lambda n: 0), text=text[:60])
    return text


def stamp(
    desk: Desk,
    unit: Unit,
    now_ms: int,
    id_: str = "",
    made_at_ms: int | None = None,
    sent_at_ms: int | None = None,
) -> Stamp:
    """The stamp of the learner's next log row.

    The client's time counts, but never later than its own sending; if its clock was more than five
    minutes off when the row was sent, the difference is added; and it never lies before the
    device's last row. All corrections are flagged, and the client's own times are kept.
    """
    head = unit.head(desk.learner, desk.device)
    sent = now_ms if sent_at_ms is None else sent_at_ms
    made = sent if made_at_ms is None else made_at_ms
    corrected = min(made, sent)
    if abs(now_ms - sent) > SKEW_MS:
        corrected += now_ms - sent
    flag = "skewed" if corrected != made else ""
    if corrected < head.own_corrected_at_ms:
        corrected, flag = head.own_corrected_at_ms, "held"
    return Stamp(
        id_ or new_id(now_ms, desk.bits),
        desk.learner,
        desk.device,
        head.own_seq + 1,
        made,
        sent,
        now_ms,
        corrected,
        flag,
    )
