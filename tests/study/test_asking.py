"""Asking: fresh numbers, questions in turn, and the same Variant until it is answered."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from starlore.errors import NotFound
from starlore.figures import Figure
from starlore.questions import Draw, Misconception, Question, Variant
from starlore.questions.codec import from_json
from starlore.study.asking import KEPT_OPEN_MS, ask, fresh_seed, in_turn, lesson_with
from starlore.study.desk import Desk, Moment
from tests.study.acts import answered, later, without


@dataclass
class Told:
    """Chance that gives what it is told to, and then goes on as before."""

    first: list[int]
    then: Callable[[int], int]

    def __call__(self, count: int) -> int:
        if count == 64 and self.first:
            return self.first.pop(0)
        return self.then(count)


def seeds(desk: Desk, star: str = "adding.sum") -> tuple[int, ...]:
    with desk.store.read() as unit:
        return unit.recent_seeds(desk.learner, star)


def test_a_seed_of_the_last_twenty_is_not_drawn_again(desk: Desk, at: Moment) -> None:
    for turn in range(21):
        answered(desk, later(at, ms=turn))
    recent = seeds(desk)
    assert len(set(recent)) == 20
    bits = Told([*recent, 77], desk.bits)
    assert fresh_seed(replace(desk, bits=bits), recent) == 77
    other = Told([recent[0]], desk.bits)
    assert fresh_seed(replace(desk, bits=other), seeds(desk, "adding.pair")) == recent[0]


def test_asking_twice_shows_the_same_variant(desk: Desk, at: Moment) -> None:
    row = ask(desk, at, "adding.sum", "en")
    assert ask(desk, later(at, days=1), "adding.sum", "en") == row
    assert row.expires_at_ms == at.now_ms + KEPT_OPEN_MS
    assert ask(desk, later(at, days=31), "adding.sum", "en").id != row.id


def test_each_mode_and_sitting_has_an_open_variant_of_its_own(desk: Desk, at: Moment) -> None:
    alone = ask(desk, at, "adding.sum", "en")
    sat = ask(desk, later(at, ms=1), "adding.sum", "en", "review", "a sitting")
    assert alone.id != sat.id
    assert ask(desk, later(at, ms=2), "adding.sum", "en") == alone
    assert ask(desk, later(at, ms=3), "adding.sum", "en", "review", "a sitting") == sat
    assert ask(desk, later(at, ms=4), "adding.sum", "en", "review", "another").id != sat.id


def shared(rng: Draw) -> Variant:
    """A question that takes every number."""
    n = rng.integer("n", 1, 100)
    return Variant({"n": n}, Figure(n), (Misconception("more", Figure(n + 1)),))


def picky(rng: Draw) -> Variant:
    """One that takes few of them."""
    n = rng.integer("n", 1, 100)
    return Variant({"n": n}, Figure(2 * n), (Misconception("more", Figure(n)),), accept=n < 10)


def regrouped(desk: Desk) -> Desk:
    """The sample course, two of whose questions share their draws."""
    course = desk.course()
    lesson = course.lessons["adding"]
    pair = {
        "adding.sum": Question("adding.sum", shared, draw_group="adding.group"),
        "adding.pair": Question("adding.pair", picky, draw_group="adding.group"),
    }
    changed = replace(lesson, questions={**lesson.questions, **pair})
    return replace(desk, course=lambda: replace(course, lessons={"adding": changed}))


def test_an_attempt_counts_only_when_the_whole_draw_group_takes_it(desk: Desk, at: Moment) -> None:
    desk = regrouped(desk)
    for turn in range(6):
        row = ask(desk, later(at, ms=turn), "adding.sum", "en", "review", str(turn))
        variant = from_json(row.variant_json)
        n = variant.given["n"]
        assert isinstance(n, int)
        assert n < 10


def test_questions_of_one_star_take_turns(desk: Desk, at: Moment) -> None:
    course = desk.course()
    lesson = course.lessons["adding"]
    asked = {
        name: replace(lesson.questions["adding.sum"], id=f"adding.{name}", star="adding.sum")
        for name in ("a", "b", "c")
    }
    first = lesson.questions["adding.first"]
    three = replace(lesson, questions={q.id: q for q in (*asked.values(), first)})
    turns: list[str] = []
    for _ in range(7):
        turns.insert(0, in_turn(three, "adding.sum", tuple(turns))[0].id)
    assert turns[::-1] == [f"adding.{name}" for name in "abcabca"]


def test_the_turns_are_taken_from_what_was_asked(desk: Desk, at: Moment) -> None:
    course = desk.course()
    lesson = course.lessons["adding"]
    more = replace(lesson.questions["adding.sum"], id="adding.more", star="adding.sum")
    two = replace(lesson, questions={**lesson.questions, more.id: more})
    both = replace(desk, course=lambda: replace(course, lessons={"adding": two}))
    rows = [ask(both, later(at, ms=n), "adding.sum", "en", "review", str(n)) for n in range(4)]
    assert [row.question for row in rows] == ["adding.sum", "adding.more"] * 2


def test_the_very_first_question_is_not_asked_again(desk: Desk, at: Moment) -> None:
    for turn in range(5):
        row = ask(desk, later(at, ms=turn), "adding.sum", "en", "review", str(turn))
        assert row.question == "adding.sum"


def test_a_star_that_nothing_asks_for_is_not_found(desk: Desk, at: Moment) -> None:
    for star in ("adding.none", "none.sum", "adding", ""):
        with pytest.raises(NotFound):
            ask(desk, at, star, "en")
    gone = without(desk, "adding.sum")
    with pytest.raises(NotFound):
        lesson_with(gone.course(), "adding.sum")
    assert gone.course().lessons["adding"].questions["adding.first"].star_id == "adding.sum"


def test_what_was_asked_keeps_the_files_it_was_drawn_from(desk: Desk, at: Moment) -> None:
    row = ask(desk, at, "adding.sum", "en")
    with desk.store.read() as unit:
        assert unit.content(row.content_hash) == desk.course().lessons["adding"].files
