"""One mistake made again and again: counted up to the answer that is looked at, and no further."""

from starlore.study.answering import Taken, answer
from starlore.study.asking import ask
from starlore.study.desk import Desk, Moment
from starlore.study.misses import Misses, misses_until
from starlore.study.records import VariantRow
from starlore.study.undoing import redo, undo
from tests.study.acts import answered, later, sent, wrong_option


def misses_of(desk: Desk, row: VariantRow) -> Misses:
    """What is told of the answer that closed a question."""
    with desk.store.read() as unit:
        return misses_until(unit, desk.learner, row.star, unit.grading_of(desk.learner, row.answer))


def missed(desk: Desk, at: Moment, star: str = "adding.sum") -> VariantRow:
    """A star missed by multiplying."""
    row = ask(desk, at, star, "en")
    outcome = answer(desk, at, row.id, sent(desk, at, wrong_option(row, "multiplies")))
    assert isinstance(outcome, Taken)
    return outcome.variant


def test_misses_of_a_star_and_of_all_stars_are_counted_apart(desk: Desk, at: Moment) -> None:
    stars = ("adding.sum", "adding.pair", "adding.sum", "adding.sum", "adding.sum")
    rows = [missed(desk, later(at, ms=n * 1_000), star) for n, star in enumerate(stars)]
    counts = [misses_of(desk, row) for row in rows]
    assert [(one.of_star, one.in_all) for one in counts] == [(1, 1), (1, 2), (2, 3), (3, 4), (4, 5)]
    assert [one.breaks_are_shown for one in counts] == [False, False, True, True, True]
    assert [one.lesson_is_at_fault for one in counts] == [False, False, False, False, True]


def test_a_right_answer_has_missed_nothing_and_resets_nothing(desk: Desk, at: Moment) -> None:
    missed(desk, at)
    right = answered(desk, later(at, ms=1_000))
    again = missed(desk, later(at, ms=2_000))
    assert misses_of(desk, right) == Misses(0, 0)
    assert misses_of(desk, again) == Misses(2, 2)


def test_an_answer_that_was_taken_back_is_no_miss(desk: Desk, at: Moment) -> None:
    missed(desk, at)
    row = missed(desk, later(at, ms=1_000))
    undo(desk, later(at, ms=2_000))
    assert misses_of(desk, row) == Misses(0, 0)
    third = missed(desk, later(at, ms=3_000))
    assert misses_of(desk, third) == Misses(2, 2)
    undo(desk, later(at, ms=4_000))
    redo(desk, later(at, ms=5_000))
    assert misses_of(desk, third) == Misses(2, 2)
