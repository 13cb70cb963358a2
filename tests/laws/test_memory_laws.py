"""Laws of memory: days, bounds, and one fold however the log is cut."""

from collections.abc import Callable
from datetime import date, timedelta
from itertools import pairwise
from zoneinfo import available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from starlore.memory.fsrs import Memory, Rating, first_memory, next_memory, recall
from starlore.memory.spread import Load, choose_due_day, fuzz_bounds
from starlore.memory.stars import (
    Answered,
    Entry,
    SettingChanged,
    Sky,
    Star,
    StarActed,
    checksum,
    fold,
)
from starlore.memory.study_day import DAY_MS, elapsed_days, is_zone, study_day

lawful = settings(derandomize=True, deadline=None, max_examples=150, database=None)

ZONES = sorted(zone for zone in available_timezones() if is_zone(zone))
FROM_MS, TO_MS = 631_152_000_000, 2_240_524_800_000  # the years 1990 to 2040
STARS = ("attention.top-weight", "attention.share", "recurrence.hidden")

instants = st.integers(FROM_MS, TO_MS)
zones = st.sampled_from(ZONES)


@st.composite
def logs(draw: st.DrawFn) -> list[Entry]:
    """Logs in order of time: answers on up to three stars, flights, settings, acts."""
    at_ms, entries = 1_777_636_800_000, list[Entry]()
    for number in range(draw(st.integers(1, 25))):
        at_ms += draw(st.sampled_from((0, 60_000, 30_000_000, DAY_MS, 9 * DAY_MS, 70 * DAY_MS)))
        day = study_day(at_ms, draw(st.sampled_from(("Asia/Tehran", "Pacific/Honolulu"))))
        star = draw(st.sampled_from(STARS))
        kind = draw(st.integers(0, 9))
        if kind == 0:
            entries.append(SettingChanged(at_ms, *draw(st.sampled_from(SETTINGS))))
        elif kind == 1:
            action = draw(st.sampled_from(("suspend", "resume", "bury", "manual_due")))
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


SETTINGS: tuple[tuple[str, object], ...] = (
    ("desired_retention", 0.8),
    ("max_interval_days", 30),
    ("easy_days", [1, 1, 1, 1, 1, 0.5, 0]),
    ("theme", "night"),
)

Resume = Callable[[Sky], Sky]


def take_up(sky: Sky) -> Sky:
    """The sky again, from what a store keeps of it: its stars and settings, in another order."""
    return Sky.resume(reversed(sky.stars.values()), sky.settings, sky.learner)


def folded_in_parts(log: list[Entry], resume: Resume = take_up) -> dict[str, str]:
    """Checksums after a fold that is stopped and taken up after every entry."""
    sky = Sky("ada")
    for entry in log:
        sky = resume(sky)
        sky.advance(entry)
    return sums(sky.stars)


def sums(stars: dict[str, Star]) -> dict[str, str]:
    return {name: checksum(star) for name, star in stars.items()}


@lawful
@given(logs())
def test_folding_on_from_stored_stars_is_a_rebuild_bit_for_bit(log: list[Entry]) -> None:
    assert folded_in_parts(log) == sums(fold(log, "ada").stars)


def test_a_fold_that_forgets_the_settings_breaks_that_law() -> None:
    log: list[Entry] = [
        SettingChanged(0, "max_interval_days", 1),
        right_on(0),
        right_on(1),
        right_on(9),
    ]
    whole = sums(fold(log, "ada").stars)
    assert folded_in_parts(log) == whole
    forgetful = folded_in_parts(log, lambda sky: Sky.resume(sky.stars.values(), {}, sky.learner))
    assert forgetful != whole


def right_on(day: int, star: str = STARS[0]) -> Answered:
    study = date(2026, 5, 1) + timedelta(days=day)
    return Answered(
        f"{star}{day}", day * DAY_MS, study, star, True, False, 0, "typed", 0, 1
    )  # fmt: skip


@lawful
@given(logs())
def test_every_star_stays_in_its_ranges(log: list[Entry]) -> None:
    sky, lapses = Sky("ada"), dict[str, int]()
    for entry in log:
        star = sky.advance(entry)
        if star is None:
            continue
        assert 0.001 <= star.stability_days <= 36_500 and 1 <= star.difficulty <= 10
        assert star.stability_days >= star.floor_days
        assert (star.stability_days * 2**20).is_integer()
        assert (star.difficulty * 2**20).is_integer()
        assert star.due_day > star.last_study_day
        assert 0 <= star.right_answers <= star.answers_counted
        assert star.lapses - lapses.get(star.star, 0) in (0, 1)
        lapses[star.star] = star.lapses


@lawful
@given(logs())
def test_the_load_is_the_stars_by_due_day(log: list[Entry]) -> None:
    sky = fold(log, "ada")
    counted = [star.due_day for star in sky.stars.values() if star.status != "suspended"]
    for day in {star.due_day for star in sky.stars.values()}:
        assert sky.load.on(day) == counted.count(day)


@lawful
@given(logs())
def test_a_star_needs_only_its_own_answers_for_its_memory(log: list[Entry]) -> None:
    whole = fold(log, "ada").stars
    for name in whole:
        alone = fold([e for e in log if getattr(e, "star", name) == name], "ada").stars[name]
        assert alone[1:3] == whole[name][1:3]
        assert alone[5:] == whole[name][5:]


Elapsed = Callable[[int, date, int, date], int]


def breaks_the_clock(elapsed: Elapsed, a_ms: int, a_zone: str, b_ms: int, b_zone: str) -> bool:
    """Whether days are negative, or not the e or e + 1 that the clock allows."""
    days = elapsed(a_ms, study_day(a_ms, a_zone), b_ms, study_day(b_ms, b_zone))
    whole = max(0, b_ms - a_ms) // DAY_MS
    return not (days >= 0 and whole <= days <= whole + 1 and (b_ms > a_ms or days == 0))


@settings(lawful, max_examples=1500)
@given(instants, zones, st.integers(-DAY_MS, 40 * DAY_MS), zones)
def test_elapsed_days_are_never_negative_nor_off_by_more_than_one(
    a_ms: int, a_zone: str, passed_ms: int, b_zone: str
) -> None:
    assert not breaks_the_clock(elapsed_days, a_ms, a_zone, a_ms + passed_ms, b_zone)


@pytest.mark.parametrize(("a_zone", "b_zone"), [("Pacific/Auckland", "Pacific/Honolulu")])
def test_the_plain_difference_of_dates_breaks_that_law(a_zone: str, b_zone: str) -> None:
    a_ms = 1_785_531_600_000  # Auckland, 1 August 2026, 09:00
    plain: Elapsed = lambda _a, a_day, _b, b_day: (b_day - a_day).days  # noqa: E731
    assert breaks_the_clock(plain, a_ms, a_zone, a_ms + 9 * 3_600_000, b_zone)


@settings(lawful, max_examples=1500)
@given(instants, zones, st.integers(0, 23), st.integers(0, 3 * 3_600_000))
def test_a_study_day_is_the_local_date_or_the_one_before(
    at_ms: int, zone: str, rollover: int, later_ms: int
) -> None:
    midnight, day = study_day(at_ms, zone, 0), study_day(at_ms, zone, rollover)
    assert (midnight - day).days in (0, 1)
    if zone == "UTC":
        assert study_day(at_ms + later_ms, zone, rollover) >= day


def test_every_zone_gives_every_hour_a_study_day() -> None:
    for place, zone in enumerate(ZONES):
        at_ms = FROM_MS + place * 2_600_000_000 % (TO_MS - FROM_MS)
        utc = study_day(at_ms, "UTC", 0)
        assert abs((study_day(at_ms, zone) - utc).days) <= 1, zone


@lawful
@given(
    st.integers(1, 36_500),
    st.integers(1, 36_500),
    st.lists(st.integers(1, 400), max_size=30),
    st.tuples(*[st.sampled_from((0.0, 0.3, 1.0))] * 7),
    st.integers(0, 999),
)
def test_no_due_day_leaves_its_bounds(
    interval: int, max_days: int, others: list[int], easy_days: tuple[float, ...], seed: int
) -> None:
    interval = min(interval, max_days)
    today, load = date(2026, 5, 1), Load()
    for days in others:
        load.add("attention", today + timedelta(days=days))
    low, high = fuzz_bounds(interval, max_days)
    assert not breaks_the_bounds(fuzz_bounds, interval, max_days)
    due = choose_due_day(today, interval, max_days, load, STARS[0], seed, "ada", easy_days)
    assert low <= (due - today).days <= high


def breaks_the_bounds(
    bounds: Callable[[int, int], tuple[int, int]], interval: int, max_days: int
) -> bool:
    """Whether the bounds leave 1 to the longest interval, or leave the interval out."""
    low, high = bounds(interval, max_days)
    return not 1 <= low <= interval <= high <= max_days


def test_a_fuzz_that_ignores_the_longest_interval_breaks_that_law() -> None:
    assert breaks_the_bounds(lambda days, _most: fuzz_bounds(days, 36_500), 50, 50)


memories = st.builds(
    Memory, st.floats(0.001, 36_500, allow_nan=False), st.floats(1, 10, allow_nan=False)
)
Step = Callable[[Memory, Rating, float], Memory]


def breaks_the_order(step: Step, memory: Memory, days: int) -> bool:
    """Whether a better rating ever leaves less stability or more difficulty, or Again more."""
    steps = [step(memory, rating, days) for rating in Rating]
    s = [each.stability_days for each in steps]
    d = [each.difficulty for each in steps]
    return not (
        s[0] <= memory.stability_days <= s[1] <= s[2] <= s[3] and d == sorted(d, reverse=True)
    )


@lawful
@given(memories, st.integers(0, 40_000))
def test_a_wrong_answer_never_raises_stability_nor_a_right_one_lowers_it(
    memory: Memory, days: int
) -> None:
    assert not breaks_the_order(next_memory, memory, days)


def test_a_forgetting_without_its_cap_breaks_that_law() -> None:
    def uncapped(memory: Memory, rating: Rating, days: float) -> Memory:
        after = next_memory(memory, rating, days)
        left = 1.4835 * memory.difficulty**-0.0614 * ((memory.stability_days + 1) ** 0.2629 - 1)
        return after._replace(stability_days=left * 5) if rating is Rating.AGAIN else after

    assert breaks_the_order(uncapped, Memory(0.5, 5.0), 30)


@lawful
@given(st.floats(0.001, 36_500), st.floats(0, 40_000), st.floats(0.001, 1000))
def test_recall_falls_with_the_days_and_is_nine_tenths_at_stability(
    stability: float, days: float, more: float
) -> None:
    now, then = recall(days, stability), recall(days + more, stability)
    assert 0 < then <= now <= 1
    assert recall(stability, stability) == pytest.approx(0.9, abs=1e-12)


def plain_fsrs(log: list[Answered]) -> Memory:
    """What the same answers leave by the core alone, unrounded."""
    ratings = [Rating.GOOD if answer.correct else Rating.AGAIN for answer in log]
    memory = first_memory(ratings[0])
    for (before, answer), rating in zip(pairwise(log), ratings[1:], strict=True):
        memory = next_memory(memory, rating, (answer.study_day - before.study_day).days)
    return memory


@lawful
@given(st.lists(st.tuples(st.booleans(), st.integers(1, 60)), min_size=1, max_size=20))
def test_typed_answers_without_hints_one_a_day_are_plain_fsrs(
    history: list[tuple[bool, int]],
) -> None:
    log, day = list[Answered](), 0
    for correct, days in history:
        log.append(right_on(day)._replace(correct=correct))
        day += days
    star = fold(log, "ada").stars[STARS[0]]
    assert (star.stability_days, star.difficulty) == pytest.approx(plain_fsrs(log), rel=1e-4)


def test_a_guess_taken_for_knowledge_breaks_that_law() -> None:
    log = [right_on(day) for day in (0, 3, 20)]
    guessed = [answer._replace(form="choice", option_count=4) for answer in log]
    star = fold(guessed, "ada").stars[STARS[0]]
    assert (star.stability_days, star.difficulty) != pytest.approx(plain_fsrs(log), rel=1e-4)


@lawful
@given(st.integers(2, 12), st.integers(1, 90))
def test_a_right_choice_counts_less_than_a_typed_one_and_more_options_count_more(
    options: int, days: int
) -> None:
    def grown(form: str, count: int) -> float:
        second = right_on(days)._replace(form=form, option_count=count)
        return fold([right_on(0), second], "ada").stars[STARS[0]].stability_days

    assert grown("choice", options) <= grown("choice", options + 1) <= grown("typed", 0)
