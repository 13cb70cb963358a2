"""The FSRS-6 core against published numbers and against two other implementations."""

from datetime import datetime, timedelta, timezone
from random import Random

import fsrs as py_fsrs
import fsrs_rs_python
import pytest

from starlore.errors import BadValue
from starlore.memory.fsrs import (
    DEFAULT_PARAMS,
    Memory,
    Rating,
    first_memory,
    interval_days,
    next_memory,
    recall,
)

History = list[tuple[int, int]]


def after(history: History) -> Memory:
    """The memory that rating@elapsed_days, one after the other, leave."""
    memory = first_memory(Rating(history[0][0]))
    for rating, elapsed in history[1:]:
        memory = next_memory(memory, Rating(rating), elapsed)
    return memory


def read(text: str) -> History:
    return [(int(part[0]), int(part[2:])) for part in text.split()]


@pytest.mark.parametrize(
    ("rating", "stability", "difficulty"),
    [
        (1, 0.212, 6.4133),
        (2, 1.2931, 5.112171),
        (3, 2.3065, 2.118104),
        (4, 8.2956, 1.0),
    ],
)
def test_a_first_answer_leaves_the_published_memory(
    rating: int, stability: float, difficulty: float
) -> None:
    memory = first_memory(Rating(rating))
    assert memory == pytest.approx((stability, difficulty), abs=1e-6)


@pytest.mark.parametrize(
    ("history", "stability", "difficulty"),
    [
        ("3@0 3@0", 2.306500, 2.111214),
        ("3@0 3@1", 7.315301, 2.111214),
        ("1@0 3@0 3@1 3@3 3@8 3@21", 53.626903, 6.357487),
        (
            "3@0 3@0 3@2 3@11 3@46 3@163 1@498 1@0 3@0 3@2 3@4 3@7 3@12",
            20.770357,
            9.055760,
        ),
    ],
)
def test_a_history_leaves_the_published_memory(
    history: str, stability: float, difficulty: float
) -> None:
    assert after(read(history)) == pytest.approx((stability, difficulty), abs=1e-6)


def test_the_long_history_asks_for_the_published_intervals() -> None:
    history = read("3@0 3@0 3@2 3@11 3@46 3@163 1@498 1@0 3@0 3@2 3@4 3@7 3@12")
    intervals = [
        max(1, round(interval_days(after(history[:end]).stability_days, 0.9)))
        for end in range(1, len(history) + 1)
    ]
    assert intervals == [2, 2, 11, 46, 163, 498, 7, 2, 2, 4, 7, 12, 21]


@pytest.mark.parametrize(
    ("elapsed", "stabilities"),
    [
        (40, (2.622113, 82.060094, 109.936970, 170.984952)),
        (0, (11.140946, 40.0, 40.0, 56.720017)),
    ],
)
def test_one_step_from_forty_days_is_as_published(
    elapsed: int, stabilities: tuple[float, ...]
) -> None:
    steps = [next_memory(Memory(40.0, 5.0), rating, elapsed) for rating in Rating]
    assert [step.stability_days for step in steps] == pytest.approx(stabilities, abs=1e-6)
    difficulties = (8.341762, 6.665995, 4.990228, 3.314461)
    assert [step.difficulty for step in steps] == pytest.approx(difficulties, abs=1e-6)


@pytest.mark.parametrize(
    ("retention", "days"),
    [(0.90, 1.0), (0.80, 3.315960), (0.70, 9.287912), (0.95, 0.402559), (0.97, 0.222768)],
)
def test_intervals_per_day_of_stability_are_as_published(retention: float, days: float) -> None:
    assert interval_days(1.0, retention) == pytest.approx(days, abs=1e-6)
    assert recall(interval_days(123.0, retention), 123.0) == pytest.approx(retention, abs=1e-12)


def random_histories(count: int, rng: Random) -> list[History]:
    """Histories of up to 12 answers; about one in five on the same day as the one before."""
    return [
        [(rng.randint(1, 4), 0)]
        + [
            (rng.randint(1, 4), 0 if rng.random() < 0.2 else int(rng.expovariate(1 / 20)))
            for _ in range(rng.randint(1, 11))
        ]
        for _ in range(count)
    ]


def by_fsrs_rs(history: History) -> tuple[float, float]:
    reviews = [fsrs_rs_python.FSRSReview(rating, elapsed) for rating, elapsed in history]
    engine = fsrs_rs_python.FSRS(list(DEFAULT_PARAMS))
    state = engine.memory_state(fsrs_rs_python.FSRSItem(reviews))
    return state.stability, state.difficulty


def by_py_fsrs(history: History) -> tuple[float, float]:
    scheduler = py_fsrs.Scheduler(DEFAULT_PARAMS, enable_fuzzing=False)
    card = py_fsrs.Card()
    now = datetime(2026, 1, 1, tzinfo=timezone.utc)  # noqa: UP017
    for rating, elapsed in history:
        now += timedelta(days=elapsed)
        card, _ = scheduler.review_card(card, py_fsrs.Rating(rating), now)
    assert card.stability is not None and card.difficulty is not None
    return card.stability, card.difficulty


def test_random_histories_agree_with_fsrs_rs() -> None:
    for history in random_histories(400, Random(7)):
        assert after(history) == pytest.approx(by_fsrs_rs(history), rel=1e-4), history


def test_random_histories_agree_with_py_fsrs() -> None:
    for history in random_histories(400, Random(8)):
        assert after(history) == pytest.approx(by_py_fsrs(history), rel=1e-9), history


def test_one_wrong_param_is_seen_by_the_oracle() -> None:
    broken = (*DEFAULT_PARAMS[:8], DEFAULT_PARAMS[8] * 1.001, *DEFAULT_PARAMS[9:])
    history = read("3@0 3@3 3@9")
    memory = first_memory(Rating.GOOD, broken)
    for rating, elapsed in history[1:]:
        memory = next_memory(memory, Rating(rating), elapsed, broken)
    assert memory != pytest.approx(by_fsrs_rs(history), rel=1e-4)


def test_what_has_no_meaning_is_refused_in_words() -> None:
    with pytest.raises(BadValue, match="21 params, got 19"):
        first_memory(Rating.GOOD, DEFAULT_PARAMS[:19])
    with pytest.raises(BadValue, match="0 or more, got -1"):
        next_memory(Memory(1.0, 5.0), Rating.GOOD, -1)
    with pytest.raises(BadValue, match="between 0 and 1"):
        interval_days(1.0, 1.0)
