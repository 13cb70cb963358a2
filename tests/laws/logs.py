"""Drawn logs for the laws of the fold, and short ways to follow a fold through them."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import NamedTuple

from hypothesis import strategies as st

from starlore.memory.stars import Answered, Entry, SettingChanged, Sky, Star, StarActed, checksum
from starlore.memory.study_day import DAY_MS, elapsed_days, study_day
from tests.memory.diary import NOON_MS

STARS = ("attention.top-weight", "attention.share", "recurrence.hidden")
SETTINGS: tuple[tuple[str, object], ...] = (
    ("desired_retention", 0.8),
    ("max_interval_days", 30),
    ("easy_days", [1, 1, 1, 1, 1, 0.5, 0]),
    ("theme", "night"),
)
ACTIONS = ("suspend", "resume", "bury", "manual_due")
PAUSES = (0, 60_000, 30_000_000, DAY_MS, 9 * DAY_MS, 70 * DAY_MS)


@st.composite
def logs(draw: st.DrawFn) -> list[Entry]:
    """Logs in order of time: answers on up to three stars, flights, settings, acts."""
    at_ms, entries = NOON_MS, list[Entry]()
    for number in range(draw(st.integers(1, 25))):
        at_ms += draw(st.sampled_from(PAUSES))
        day = study_day(at_ms, draw(st.sampled_from(("Asia/Tehran", "Pacific/Honolulu"))))
        star = draw(st.sampled_from(STARS))
        kind = draw(st.integers(0, 9))
        if kind == 0:
            entries.append(SettingChanged(at_ms, *draw(st.sampled_from(SETTINGS))))
        elif kind == 1:
            action = draw(st.sampled_from(ACTIONS))
            entries.append(StarActed(at_ms, day, star, action, day + timedelta(days=2)))
        else:
            entries.append(
                Answered(
                    f"a{number}", at_ms, day, star,
                    correct=draw(st.booleans()), gave_up=draw(st.integers(0, 9)) == 0,
                    hints_shown=draw(st.integers(0, 1)),
                    form=draw(st.sampled_from(("typed", "choice"))), option_count=4,
                    try_no=draw(st.sampled_from((1, 1, 1, 2))),
                )
            )  # fmt: skip
    return entries


class Step(NamedTuple):
    """One entry of a log, with its star before and after; None where there is none."""

    entry: Entry
    before: Star | None
    after: Star | None

    @property
    def opens_a_day(self) -> bool:
        """Whether this is the star's first counted answer of a study day."""
        entry, before = self.entry, self.before
        if not isinstance(entry, Answered) or entry.try_no != 1:
            return False
        if before is None:
            return True
        last_ms, last_day = before.last_at_ms, before.last_study_day
        return elapsed_days(last_ms, last_day, entry.at_ms, entry.study_day) > 0


def folded(kind: type[Sky], log: Iterable[Entry]) -> Sky:
    """A whole log folded by one kind of sky."""
    sky = kind("ada")
    for entry in log:
        sky.advance(entry)
    return sky


def steps(kind: type[Sky], log: Iterable[Entry]) -> Iterator[Step]:
    """The same, entry by entry."""
    sky = kind("ada")
    for entry in log:
        before = sky.stars.get(getattr(entry, "star", ""))
        yield Step(entry, before, sky.advance(entry))


def sums(sky: Sky) -> dict[str, str]:
    """The checksum of every star."""
    return {name: checksum(star) for name, star in sky.stars.items()}


def folding_on_from_stored_stars_is_a_rebuild_bit_for_bit(
    kind: type[Sky], log: list[Entry]
) -> None:
    """A law of every kind of fold, with credit and without."""
    sky = kind("ada")
    for entry in log:
        sky = kind.resume(reversed(sky.stars.values()), sky.settings, sky.learner)
        sky.advance(entry)
    assert sums(sky) == sums(folded(kind, log))
