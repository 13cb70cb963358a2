"""Who studies, on which database, with which courses; and the moment a verb happens."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from starlore.lessons.model import Course
from starlore.memory.study_day import study_day
from starlore.study.port import Store
from starlore.study.preferences import Preferences

Bits = Callable[[int], int]
"""Gives an integer of that many random bits; chance lives at the edge and comes in as this."""


@dataclass(frozen=True)
class Desk:
    """Everything a verb needs beside its moment.

    Attributes:
        store: the database.
        course: gives the course as it is now; a lesson mended on disk is seen within moments.
        learner, device: whose log, written where.
        bits: the source of chance.
        home_zone: the host's time zone, where neither page nor profile names one.
    """

    store: Store
    course: Callable[[], Course]
    learner: str
    device: str
    bits: Bits
    home_zone: str = "UTC"

    def preferences(self) -> Preferences:
        """The learner's settings in force."""
        with self.store.read() as unit:
            return Preferences.of(unit.settings(self.learner), self.home_zone)


@dataclass(frozen=True)
class Moment:
    """One instant as the learner's calendar has it.

    Attributes:
        now_ms: UTC milliseconds.
        zone: IANA name in force.
        rollover_hour: the local hour at which the study day turns.
    """

    now_ms: int
    zone: str
    rollover_hour: int = 4

    @property
    def today(self) -> date:
        """The study day."""
        return study_day(self.now_ms, self.zone, self.rollover_hour)

    @property
    def offset_min(self) -> int:
        """Minutes the local clock is ahead of UTC."""
        there = datetime.fromtimestamp(self.now_ms / 1000, ZoneInfo(self.zone))
        offset = there.utcoffset()
        return 0 if offset is None else round(offset.total_seconds() / 60)


def moment(desk: Desk, now_ms: int) -> Moment:
    """The learner's moment, by the zone and rollover hour of the settings in force."""
    wishes = desk.preferences()
    return Moment(now_ms, wishes.zone, wishes.rollover_hour)
