"""Bounds, loads, easy days and ties of due days."""

from collections import Counter
from datetime import date, timedelta
from hashlib import sha256
from itertools import pairwise

from starlore.memory.due import Load, choose_due_day, fuzz_bounds

TODAY = date(2026, 5, 1)  # a Friday
PINNED = [54, 48, 47, 47, 49, 50, 47, 48]


def test_bounds_are_as_published() -> None:
    wanted = {1: (1, 1), 2: (2, 2), 3: (2, 4), 10: (8, 12), 50: (46, 54), 100: (93, 107)}
    assert {days: fuzz_bounds(days, 36_500) for days in wanted} == wanted


def test_bounds_hold_the_interval_and_the_maximum_and_never_shrink() -> None:
    bounds = [fuzz_bounds(days, 400) for days in range(1, 401)]
    for days, (low, high) in enumerate(bounds, 1):
        assert 1 <= low <= days <= high <= 400
    assert all(a[0] <= b[0] and a[1] <= b[1] for a, b in pairwise(bounds))


def chosen(load: Load, seed: int = 0, easy: tuple[float, ...] = (1.0,) * 7) -> int:
    day = choose_due_day(TODAY, 10, 10, load, f"attention.s{seed}", seed, "ada", easy)
    return (day - TODAY).days


def test_ten_thousand_seeds_stay_within_the_longest_interval_c36() -> None:
    load, seen = Load(), set()
    for seed in range(10_000):
        days = chosen(load, seed, (1, 1, 0.5, 1, 1, 0, 0))
        load.add("attention", TODAY + timedelta(days=days))
        seen.add(days)
    assert seen <= set(range(8, 11))


def test_a_load_counts_as_a_plain_list_of_stars_would() -> None:
    load, due = Load(), list[tuple[str, date]]()
    for number in range(300):
        lesson, days = f"lesson-{number % 3}", (number * 7_919) % 5_000 - 2_500
        due.append((lesson, TODAY + timedelta(days=days)))
        load.add(*due[-1])
        if number % 4 == 3:
            load.remove(*due.pop(number % len(due)))
        for first in (TODAY - timedelta(days=2_600), due[-1][1], TODAY + timedelta(days=2_400)):
            days_there = [first + timedelta(days=more) for more in range(200)]
            total = Counter(day for _, day in due)
            own = Counter(day for name, day in due if name == "lesson-1")
            start = first.toordinal()
            assert load.between(start, start + 199, "lesson-1") == [
                total[day] + own[day] for day in days_there
            ]


def test_the_lightest_evening_wins_and_the_own_lesson_counts_double() -> None:
    load = Load()
    for days in (8, 9):
        load.add("recurrence", TODAY + timedelta(days=days))
        load.add("recurrence", TODAY + timedelta(days=days))
    load.add("attention", TODAY + timedelta(days=10))
    load.add("recurrence", TODAY + timedelta(days=10))
    assert load.on(TODAY + timedelta(days=10), "attention") == 3
    assert chosen(load) in (8, 9)


def test_an_easy_day_takes_stars_only_by_its_share() -> None:
    friday_to_sunday_off = (1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
    assert {chosen(Load(), seed, friday_to_sunday_off) for seed in range(50)} == {10}  # a Monday
    all_off = (0.0,) * 7
    assert chosen(Load(), 1, all_off) in (8, 9, 10)
    half_saturday, load = (1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 1.0), Load()
    for seed in range(100):
        load.add("attention", TODAY + timedelta(days=chosen(load, seed, half_saturday)))
    evenings = [int(load.on(TODAY + timedelta(days=days))) for days in (8, 9, 10)]
    assert evenings == [20, 40, 40]


def test_equal_days_are_told_apart_evenly_and_always_alike() -> None:
    picks = [chosen(Load(), seed) for seed in range(900)]
    assert picks == [chosen(Load(), seed) for seed in range(900)]
    assert all(250 < picks.count(days) < 350 for days in (8, 9, 10))


def test_what_is_removed_weighs_nothing() -> None:
    load = Load()
    load.add("attention", TODAY)
    load.remove("attention", TODAY)
    assert load.on(TODAY, "attention") == 0


def test_days_that_tie_are_told_apart_by_sha_256_as_written_down() -> None:
    days = [
        (choose_due_day(TODAY, 50, 365, Load(), star, count, learner) - TODAY).days
        for star in ("attention.top-weight", "lookup.three-shares")
        for count in (3, 4)
        for learner in ("ada", "eve")
    ]
    assert days == PINNED


def test_the_pinned_choice_is_the_hash_of_learner_star_and_answers() -> None:
    text = "starlore-fuzz-1|ada|attention.top-weight|3"
    word = int.from_bytes(sha256(text.encode()).digest()[:8], "big")
    low, high = fuzz_bounds(50, 365)
    assert PINNED[0] == low + word % (high - low + 1)
