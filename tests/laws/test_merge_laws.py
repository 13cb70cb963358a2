"""Laws of merging: the logs of two devices are one sky, whichever comes first and however often."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from starlore.study.desk import Desk, Moment
from starlore.study.exchange import import_log
from tests.laws.desks import Acts, a_desk, acts, sums
from tests.laws.law import Law
from tests.study.acts import answered, later
from tests.study.conftest import START_MS

Merge = Callable[[Desk, Iterable[str], int], str]
Log = list[str]


def written(desk: Desk, start_ms: int, acts: Acts) -> Log:
    """The whole log after these answers."""
    now = Moment(start_ms, "UTC")
    for star, right, days in acts:
        now = later(now, days, 60_000)
        answered(desk, now, star, right)
    return list(desk.store.export(desk.learner))


def merged(merge: Merge, *logs: Log) -> tuple[set[str], dict[str, str]]:
    """The rows, and the checksums of the stars, on a machine that takes in these logs in turn."""
    with a_desk() as desk:
        for log in logs:
            desk = replace(desk, learner=merge(desk, log, START_MS))
        return set(list(desk.store.export(desk.learner))[1:]), sums(desk)


def two_logs_are_one_sky_in_any_order_and_however_often(
    merge: Merge, before: Acts, here: Acts, there: Acts
) -> None:
    with a_desk() as desk, a_desk() as other:
        common = written(desk, START_MS, before)
        other = replace(other, learner=import_log(other, common, START_MS))
        middle_ms = START_MS + 100 * 86_400_000
        one, two = written(desk, middle_ms, here), written(other, middle_ms + 7, there)
        rows, stars = merged(merge, one, two)
        assert rows == set(one[1:]) | set(two[1:])
        assert (rows, stars) == merged(merge, two, one) == merged(merge, one, two, one, common)
        import_log(desk, two, START_MS)
        assert sums(desk) == stars


def the_side_that_was_here_wins(desk: Desk, log: Iterable[str], now_ms: int) -> str:
    return desk.learner if sums(desk) else import_log(desk, log, now_ms)


def rows_without_their_stars(desk: Desk, log: Iterable[str], now_ms: int) -> str:
    return desk.store.import_lines(log, now_ms)


LAWS: tuple[Law[Merge], ...] = tuple(
    Law(two_logs_are_one_sky_in_any_order_and_however_often, broken, (acts, acts, acts), examples=6)
    for broken in (the_side_that_was_here_wins, rows_without_their_stars)
)


@pytest.mark.parametrize("law", LAWS[:1], ids=str)
def test_the_law_holds(law: Law[Merge]) -> None:
    law.holds_for(import_log)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: str(law.broken.__name__))
def test_a_broken_version_fails_it(law: Law[Merge]) -> None:
    with pytest.raises(AssertionError):
        law.fails()
