"""An author's code that fails or hangs at some seeds costs a seed, then a question, then a star."""

from collections.abc import Callable
from dataclasses import replace
from itertools import islice

import pytest

from starlore.errors import NotFound, Unready
from starlore.figures import Figure
from starlore.questions import Draw, Misconception, Question, Variant
from starlore.questions.codec import from_json
from starlore.study import drawing
from starlore.study.answering import answer
from starlore.study.asking import ask
from starlore.study.desk import Desk, Moment
from starlore.study.drawing import TRIES, drawn, seeds_from
from starlore.study.first_light import answer_first, first_id, first_variant
from starlore.study.sitting import begin, proceed, sitting
from tests.study.acts import answered, later, right_option, sent

Vary = Callable[[Draw], Variant]


def sound(rng: Draw) -> Variant:
    """A question that can be drawn at every seed."""
    n = rng.integer("n", 1, 100)
    return Variant({"a": n, "b": 1}, Figure(n), (Misconception("multiplies", Figure(n + 1)),))


def raising(rng: Draw) -> Variant:
    """One that can be drawn at none."""
    raise ZeroDivisionError("no\nsuch number")


def hanging(rng: Draw) -> Variant:
    """One that never ends."""
    while True:
        pass


def at_even(broken: Vary) -> Vary:
    """One that is broken at even seeds."""
    return lambda rng: broken(rng) if rng.seed % 2 == 0 else sound(rng)


def with_varies(desk: Desk, **varies: Vary) -> Desk:
    """The sample course whose questions draw so."""
    course = desk.course()
    lesson = course.lessons["adding"]
    asked = dict(lesson.questions)
    for name, vary in varies.items():
        asked[f"adding.{name}"] = replace(asked[f"adding.{name}"], vary=vary)
    changed = replace(lesson, questions=asked)
    return replace(desk, course=lambda: replace(course, lessons={"adding": changed}))


def seeded(desk: Desk, *seeds: int) -> Desk:
    """A desk whose first seeds are these."""
    waiting = list(seeds)
    then = desk.bits
    return replace(
        desk, bits=lambda count: waiting.pop(0) if count == 64 and waiting else then(count)
    )


def odd_after_even() -> tuple[int, str]:
    """An even seed and a salt after which an odd seed comes."""
    for salt in map(str, range(100)):
        if list(islice(seeds_from(2, salt), 2))[1] % 2:
            return 2, salt
    raise AssertionError


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What stands in the log."""
    return [record.getMessage() for record in caplog.records]


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits does not wait long here."""
    monkeypatch.setattr(drawing, "SECONDS", 0.5)


def test_seeds_follow_from_the_first_and_the_salt_and_from_nothing_else() -> None:
    for seed, salt in ((1, "a"), (1, "b"), (2, "a")):
        first = list(islice(seeds_from(seed, salt), 5))
        assert first == list(islice(seeds_from(seed, salt), 5))
        assert first[0] == seed
        assert len(set(first)) == 5
    assert list(islice(seeds_from(1, "a"), 2)) != list(islice(seeds_from(1, "b"), 2))


@pytest.mark.parametrize("broken", [raising, hanging])
def test_a_seed_at_which_a_question_fails_gives_way_to_the_next(
    broken: Vary, desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    lesson = with_varies(desk, sum=at_even(broken)).course().lessons["adding"]
    seed, salt = odd_after_even()
    question, variant = drawn(lesson, lesson.asks("adding.sum"), "adding.sum", seed, salt)
    assert question.id == "adding.sum"
    assert variant.seed == list(islice(seeds_from(seed, salt), 2))[1]
    (line,) = told(caplog)
    assert line.startswith("lesson adding: adding.sum cannot be drawn at seed 2: ")
    assert "\n" not in line
    assert caplog.records[0].exc_info is None


def test_a_question_that_fails_at_all_seeds_gives_way_to_another_of_its_star(
    desk: Desk, at: Moment, caplog: pytest.LogCaptureFixture
) -> None:
    course = desk.course()
    lesson = course.lessons["adding"]
    broken = replace(lesson.questions["adding.sum"], vary=raising)
    other = Question("adding.other", sound, star="adding.sum")
    both = replace(lesson, questions={"adding.sum": broken, "adding.other": other})
    desk = replace(desk, course=lambda: replace(course, lessons={"adding": both}))
    for turn in range(3):
        row = ask(desk, later(at, ms=turn), "adding.sum", "en", "review", str(turn))
        assert row.question == "adding.other"
    assert len(told(caplog)) <= 3  # once for each time it was tried


@pytest.mark.parametrize("broken", [raising, hanging])
def test_a_star_that_cannot_be_drawn_is_told_and_nothing_is_written(
    broken: Vary, desk: Desk, at: Moment, caplog: pytest.LogCaptureFixture
) -> None:
    desk = with_varies(desk, sum=broken)
    before = list(desk.store.export(desk.learner))
    with pytest.raises(Unready, match=r"adding\.sum"):
        ask(desk, at, "adding.sum", "en")
    assert list(desk.store.export(desk.learner)) == before
    assert len(told(caplog)) == 1
    with desk.store.read() as unit:
        assert unit.recent_seeds(desk.learner, "adding.sum") == ()
    assert ask(desk, at, "adding.pair", "en").star == "adding.pair"


def test_what_is_tried_is_counted(desk: Desk) -> None:
    tried: list[int] = []

    def counted(rng: Draw) -> Variant:
        tried.append(rng.seed)
        raise ValueError

    lesson = with_varies(desk, sum=counted).course().lessons["adding"]
    with pytest.raises(Unready):
        drawn(lesson, lesson.asks("adding.sum"), "adding.sum", 5, "salt")
    assert tried == list(islice(seeds_from(5, "salt"), TRIES))


def test_nobody_waits_for_the_database_while_an_author_s_code_runs(desk: Desk, at: Moment) -> None:
    seen: list[int] = []

    def writing(rng: Draw) -> Variant:
        with desk.store.write() as unit:
            seen.append(unit.count_answers(desk.learner))
        return sound(rng)

    assert ask(with_varies(desk, sum=writing), at, "adding.sum", "en").star == "adding.sum"
    assert begin(with_varies(desk, pair=writing, which=writing), at, "en") is not None
    assert seen


def test_a_sitting_passes_over_a_star_that_cannot_be_drawn(
    desk: Desk, at: Moment, caplog: pytest.LogCaptureFixture
) -> None:
    desk = with_varies(desk, sum=raising)
    row = begin(desk, at, "en", "adding")
    assert row is not None
    assert row.star == "adding.pair"
    assert [line.split(" cannot")[0] for line in told(caplog)] == ["lesson adding: adding.sum"]


def test_a_sitting_with_nothing_else_to_ask_says_so_and_keeps_what_was_answered(
    desk: Desk, at: Moment
) -> None:
    desk = with_varies(desk, which=raising)
    for star in ("adding.sum", "adding.pair"):
        answered(desk, at, star)
    with pytest.raises(Unready, match=r"adding\.which"):
        begin(desk, later(at, ms=1), "en")
    row = begin(with_varies(desk, which=sound), later(at, ms=2), "en")
    assert row is not None
    assert row.star == "adding.which"
    with desk.store.read() as unit:
        assert unit.count_answers(desk.learner) == 2


def test_a_course_that_cannot_be_drawn_at_all_ends_the_search(desk: Desk, at: Moment) -> None:
    desk = with_varies(desk, sum=raising, pair=raising, which=raising)
    for lesson in ("", "adding"):
        with pytest.raises(Unready):
            begin(desk, at, "en", lesson)


def test_a_sitting_that_moved_on_meanwhile_shows_what_is_on_screen(desk: Desk, at: Moment) -> None:
    first = begin(desk, at, "en", "adding")
    assert first is not None
    other: list[str] = []

    def meanwhile(rng: Draw) -> Variant:
        if not other:
            other.append("begun")
            row = proceed(plain, at, sitting(plain, first.sitting), "en")
            assert row is not None
            other.append(row.id)
        return sound(rng)

    plain, desk = desk, with_varies(desk, pair=meanwhile)
    answer(desk, at, first.id, sent(desk, at, right_option(first)))
    row = proceed(desk, at, sitting(desk, first.sitting), "en")
    assert row is not None
    assert row.id == other[1]
    assert len(sitting(desk, first.sitting).shown) == 2


def test_the_first_question_takes_another_seed_too(desk: Desk, at: Moment) -> None:
    usual = first_variant(desk, at, "en")
    assert usual is not None
    bad = from_json(usual.variant_json).seed

    def once(rng: Draw) -> Variant:
        return raising(rng) if rng.seed == bad else sound(rng)

    broken = with_varies(desk, first=once)
    row = first_variant(broken, at, "en")
    assert row is not None
    assert row.id == usual.id
    assert from_json(row.variant_json).seed == list(islice(seeds_from(bad, row.id), 2))[1]
    again = first_variant(broken, later(at, ms=9), "en")
    assert again is not None
    assert again.variant_json == row.variant_json
    answer_first(broken, at, "en", row.id, sent(broken, at, right_option(row)))
    with desk.store.read() as unit:
        assert unit.count_answers(desk.learner) == 1


def test_a_first_question_that_cannot_be_drawn_is_told(desk: Desk, at: Moment) -> None:
    broken = with_varies(desk, first=raising)
    with pytest.raises(Unready):
        first_variant(broken, at, "en")
    with pytest.raises(Unready):
        answer_first(broken, at, "en", first_id(broken), sent(broken, at, "1"))
    with pytest.raises(NotFound):
        answer_first(broken, at, "en", "another", sent(broken, at, "1"))
