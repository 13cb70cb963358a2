"""The study day: which day an instant belongs to for a learner, and the days between two answers.

A study day begins at the rollover hour of the wall clock, so an answer at two in the morning still
belongs to the evening before. It is computed once, stored in the answer, and never computed again.
"""

from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from starlore.errors import Refused

DAY_MS = 86_400_000
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)  # noqa: UP017 - reads as what it is
_MACHINE_BOUND = ("localtime", "posixrules", "Factory")


def study_day(at_ms: int, zone: str, rollover_hour: int = 4) -> date:
    """Give the learner's day of an instant: the local date, or the one before in the small hours.

    Args:
        at_ms: the instant, UTC milliseconds since 1970.
        zone: an IANA name such as "Asia/Tehran".
        rollover_hour: the local hour, 0 to 23, at which a day begins.

    Raises:
        Refused: if the zone is unknown, or the hour or the instant is out of range.

    Example:
        >>> study_day(1_781_123_340_000, "Asia/Tehran")  # 11 June, 23:59 and later
        datetime.date(2026, 6, 10)
    """
    if not 0 <= rollover_hour <= 23:
        raise Refused("fault.setting.hour", value=rollover_hour)
    found = _zone(zone)
    if found is None:
        raise Refused("fault.setting.zone", value=zone[:60])
    try:
        local = (_EPOCH + timedelta(milliseconds=at_ms)).astimezone(found)
        return local.date() - timedelta(days=local.hour < rollover_hour)
    except OverflowError:
        raise Refused("fault.setting.instant", at_ms=str(at_ms)) from None


def elapsed_days(earlier_ms: int, earlier_day: date, later_ms: int, later_day: date) -> int:
    """Count the days between two answers: by study day, held to what the clock allows.

    With e whole days of 24 hours between the two it is e or e + 1, whatever zones, flights and
    clock changes made of the dates; 0 if the later one is not later.

    Example:
        >>> elapsed_days(0, date(2026, 3, 7), 9 * 3_600_000, date(2026, 3, 8))
        1
    """
    passed_ms = later_ms - earlier_ms
    if passed_ms <= 0:
        return 0
    whole = passed_ms // DAY_MS
    days = later_day.toordinal() - earlier_day.toordinal()
    return whole if days < whole else whole + 1 if days > whole + 1 else days


def is_zone(name: str) -> bool:
    """Say whether a name is an IANA time zone, the same on every machine.

    Example:
        >>> is_zone("Europe/Berlin"), is_zone("Atlantis"), is_zone("../etc/passwd")
        (True, False, False)
    """
    return _zone(name) is not None


def _zone(name: str) -> ZoneInfo | None:
    """The zone of that name; names that mean something else on each machine are none."""
    if name in _MACHINE_BOUND or name.startswith(("posix/", "right/")):
        return None
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None
