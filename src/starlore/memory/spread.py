"""Spreading due days: near the day memory asks for, on the evening with the least to do.

An interval of three days or more may move a little. Inside its bounds the lightest day wins, and
nothing ever leaves the bounds.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache
from hashlib import sha256

from starlore.memory.star import lesson_of

EVEN_WEEK = (1.0,) * 7
SPARE_DAYS = 400
"""Days by which a load grows at once."""


class Load:
    """How many stars fall due on each day, in all and by lesson.

    The days lie in one list in their order, so that those in reach of a star are a slice of it.
    """

    __slots__ = ("_by_lesson", "_first", "_total")

    def __init__(self, due: Iterable[tuple[str, date]] = ()) -> None:
        """Count stars, each with the day it falls due."""
        self._first = 0
        self._total: list[int] = []
        self._by_lesson: dict[str, dict[int, int]] = {}
        for star, day in due:
            self.add(lesson_of(star), day)

    def add(self, lesson: str, day: date) -> None:
        """Count one more star of a lesson on a day."""
        name = day.toordinal()
        own = self._by_lesson.get(lesson)
        if own is None:
            own = self._by_lesson[lesson] = {}
        own[name] = own.get(name, 0) + 1
        place = name - self._first
        if not 0 <= place < len(self._total):
            place = self._reach(name, name)
        self._total[place] += 1

    def remove(self, lesson: str, day: date) -> None:
        """Count one star of a lesson less on a day; it must have been added."""
        name = day.toordinal()
        own = self._by_lesson[lesson]
        count = own[name]
        if count > 1:
            own[name] = count - 1
        else:
            del own[name]
        self._total[name - self._first] -= 1

    def on(self, day: date, lesson: str = "") -> float:
        """The stars due on a day; those of `lesson` count double.

        Example:
            >>> load = Load()
            >>> load.add("attention", date(2026, 5, 1))
            >>> load.on(date(2026, 5, 1)), load.on(date(2026, 5, 1), "attention")
            (1, 2)
        """
        return self.between(day.toordinal(), day.toordinal(), lesson)[0]

    def between(self, first: int, last: int, lesson: str) -> list[float]:
        """The same for each day of a range of day numbers, both ends included."""
        place, count = first - self._first, last - first + 1
        if place < 0 or place + count > len(self._total):
            place = self._reach(first, last)
        loads: list[float] = self._total[place : place + count]  # type: ignore[assignment]
        own = self._by_lesson.get(lesson)
        if own:
            for day, stars in own.items():
                if first <= day <= last:
                    loads[day - first] += stars
        return loads

    def _reach(self, first: int, last: int) -> int:
        """Let the list reach from one day to another, and tell where the first of them lies."""
        if not self._total:
            self._first = first
        before = self._first - first
        if before > 0:
            self._total[:0] = [0] * (before + SPARE_DAYS)
            self._first = first - SPARE_DAYS
        lacking = last + 1 - self._first - len(self._total)
        if lacking > 0:
            self._total += [0] * (lacking + SPARE_DAYS)
        return first - self._first


@lru_cache(maxsize=4096)
def fuzz_bounds(interval: int, max_days: int) -> tuple[int, int]:
    """Give the least and the greatest interval that may stand in for `interval`.

    Args:
        interval: whole days, from 1 to `max_days`.
        max_days: the learner's longest interval.

    Example:
        >>> [fuzz_bounds(days, 36_500) for days in (2, 3, 10, 50, 100)]
        [(2, 2), (2, 4), (8, 12), (46, 54), (93, 107)]
    """
    if interval < 3:
        return interval, interval
    reach = 1 + 0.15 * (min(interval, 7) - 2.5)
    if interval > 7:
        reach += 0.10 * (min(interval, 20) - 7)
    if interval > 20:
        reach += 0.05 * (interval - 20)
    return max(2, round(interval - reach)), min(max_days, round(interval + reach))


def choose_due_day(
    study_day: date,
    interval: int,
    max_days: int,
    load: Load,
    star: str,
    answers_counted: int,
    learner: str,
    easy_days: Sequence[float] = EVEN_WEEK,
    not_before: date | None = None,
) -> date:
    """Choose the day a star falls due: inside the bounds, the day with the least load.

    Stars of the same lesson count double, so that one evening is not all one lesson. Days that
    tie are told apart by SHA-256, so the choice looks random and is the same everywhere.

    Args:
        study_day: the day of the answer.
        interval: whole days that memory asks for, 1 to `max_days`.
        max_days: the learner's longest interval.
        load: what is due on each day already, without this star.
        star, answers_counted, learner: they decide between equal days.
        easy_days: Monday to Sunday, the share of a usual evening each may take: 1 is usual, .5
            takes half as much, 0 takes a star only if no other day is in reach.
        not_before: days before this one are passed over as long as a later one is in reach.

    Returns:
        A day from tomorrow to `study_day` + `max_days`.

    Example:
        >>> load, today = Load(), date(2026, 5, 1)
        >>> for later in (9, 10, 11, 12, 13):
        ...     load.add("recurrence", date(2026, 5, later))
        >>> load.remove("recurrence", date(2026, 5, 12))
        >>> choose_due_day(today, 10, 365, load, "attention.top-weight", 3, "ada")
        datetime.date(2026, 5, 12)
    """
    today = study_day.toordinal()
    low, high = fuzz_bounds(interval, max_days)
    if not_before is not None:
        low = min(max(low, not_before.toordinal() - today), high)
    first = today + low
    if low == high:
        return date.fromordinal(first)
    loads: list[float] = load.between(first, today + high, lesson_of(star))
    if easy_days is not EVEN_WEEK:
        loads = _stretched(loads, first, easy_days)
    least = min(loads)
    place = loads.index(least)
    ties = loads.count(least)
    if ties > 1:
        text = f"starlore-fuzz-1|{learner}|{star}|{answers_counted}"
        chosen = int.from_bytes(sha256(text.encode()).digest()[:8], "big") % ties
        for _ in range(chosen):
            place = loads.index(least, place + 1)
    return date.fromordinal(first + place)


def _stretched(loads: list[float], first: int, easy_days: Sequence[float]) -> list[float]:
    """The loads as felt on days that may take only a share; days without one come last."""
    felt = []
    for day, load in enumerate(loads, first):
        share = easy_days[(day - 1) % 7]  # day number 1 was a Monday
        felt.append((load + 1) / share if share > 0 else 1e12 + load)
    return felt
