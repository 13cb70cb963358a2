"""Laws of the FSRS core: ranges, ratings, waiting, difficulty, and how recall fades."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import strategies as st

from starlore.memory.fsrs import Memory, Rating, first_memory, interval_days, next_memory, recall
from tests.laws.law import Law


class Core(NamedTuple):
    """The four formulas, as any implementation of them gives them."""

    first: Callable[[Rating], Memory]
    step: Callable[[Memory, Rating, float], Memory]
    recall: Callable[[float, float], float]
    interval: Callable[[float, float], float]


OURS = Core(first_memory, next_memory, recall, interval_days)
GOOD, AGAIN = Rating.GOOD, Rating.AGAIN
ROUNDING = 1 + 1e-12

stabilities = st.one_of(st.floats(0.001, 1), st.floats(1, 100), st.floats(100, 36_500))
difficulties = st.floats(1, 10)
memories = st.builds(Memory, stabilities, difficulties)
waits = st.one_of(st.integers(1, 100), st.integers(1, 40_000))


def memory_stays_in_its_ranges(core: Core, memory: Memory, days: int) -> None:
    for rating in Rating:
        for s, d in (core.first(rating), core.step(memory, rating, days)):
            assert 0.001 <= s <= 36_500
            assert 1 <= d <= 10


def difficulty_without_its_clamp(memory: Memory, rating: Rating, days: float) -> Memory:
    moved = 3.0194 * (rating - 3) * (10 - memory.difficulty) / 9
    return next_memory(memory, rating, days)._replace(difficulty=memory.difficulty - moved)


def a_wrong_answer_never_raises_stability_nor_a_right_one_lowers_it(
    core: Core, memory: Memory, days: int
) -> None:
    s, d = zip(*(core.step(memory, rating, days) for rating in Rating), strict=True)
    assert s[0] <= memory.stability_days <= s[1] <= s[2] <= s[3]
    assert list(d) == sorted(d, reverse=True)


def forgetting_without_its_cap(memory: Memory, rating: Rating, days: float) -> Memory:
    after, (s, d) = next_memory(memory, rating, days), memory
    left = 1.4835 * d**-0.0614 * ((s + 1) ** 0.2629 - 1) * 5.2 ** (1 - recall(days, s))
    return after._replace(stability_days=left) if rating is AGAIN else after


def the_longer_the_wait_the_more_an_answer_leaves(
    core: Core, memory: Memory, days: int, more: int
) -> None:
    for rating in Rating:
        early, late = (core.step(memory, rating, t).stability_days for t in (days, days + more))
        assert early <= late * ROUNDING


def early_practice_paid_best(memory: Memory, rating: Rating, days: float) -> Memory:
    return next_memory(memory, rating, 100_000 / days)


def what_is_harder_grows_less(core: Core, memory: Memory, days: int, other: float) -> None:
    easy, hard = sorted((memory.difficulty, other))
    grown = [core.step(memory._replace(difficulty=d), GOOD, days) for d in (easy, hard)]
    assert grown[0].stability_days * ROUNDING >= grown[1].stability_days
    assert grown[0].difficulty <= grown[1].difficulty * ROUNDING


def difficulty_the_wrong_way_round(memory: Memory, rating: Rating, days: float) -> Memory:
    return next_memory(memory._replace(difficulty=11 - memory.difficulty), rating, days)


def recall_falls_with_the_days_and_is_nine_tenths_at_stability(
    core: Core, stability: float, days: float, more: float
) -> None:
    assert core.recall(0, stability) == 1
    assert 0 < core.recall(days + more, stability) <= core.recall(days, stability) <= 1
    assert core.recall(stability, stability) == pytest.approx(0.9, abs=1e-12)


def recall_with_the_factor_of_another_curve(days: float, stability: float) -> float:
    return float((1 + 19 / 81 * days / stability) ** -0.1542)


def an_interval_ends_where_recall_is_what_is_desired(
    core: Core, stability: float, desired: float
) -> None:
    days = core.interval(stability, desired)
    assert core.recall(days, stability) == pytest.approx(desired, abs=1e-12)


LAWS = (
    Law(
        memory_stays_in_its_ranges,
        OURS._replace(step=difficulty_without_its_clamp),
        (memories, st.integers(0, 40_000)),
    ),
    Law(
        a_wrong_answer_never_raises_stability_nor_a_right_one_lowers_it,
        OURS._replace(step=forgetting_without_its_cap),
        (memories, st.integers(0, 40_000)),
    ),
    Law(
        the_longer_the_wait_the_more_an_answer_leaves,
        OURS._replace(step=early_practice_paid_best),
        (memories, waits, st.integers(0, 400)),
    ),
    Law(
        what_is_harder_grows_less,
        OURS._replace(step=difficulty_the_wrong_way_round),
        (memories, waits, difficulties),
    ),
    Law(
        recall_falls_with_the_days_and_is_nine_tenths_at_stability,
        OURS._replace(recall=recall_with_the_factor_of_another_curve),
        (stabilities, st.floats(0, 40_000), st.floats(0.001, 1000)),
    ),
    Law(
        an_interval_ends_where_recall_is_what_is_desired,
        OURS._replace(interval=lambda stability, _desired: stability),
        (stabilities, st.floats(0.70, 0.97)),
    ),
)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_the_law_holds(law: Law[Core]) -> None:
    law.holds_for(OURS)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_a_broken_version_fails_it(law: Law[Core]) -> None:
    with pytest.raises(AssertionError):
        law.fails()
