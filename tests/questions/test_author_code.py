"""An author's code: whatever it raises is its author's, and it never takes longer than it may."""

from threading import Event, get_ident

import pytest

from starlore.errors import QuestionError
from starlore.questions import Draw, Variant
from starlore.questions.author_code import PATIENCE, TookTooLong, said_of, within
from starlore.questions.draw import draw_variant, vary
from tests.questions.samples import question

SOON = 0.05


class Odd(BaseException):
    """No Exception."""


class Mute(Exception):
    """Does not say what it is about."""

    def __str__(self) -> str:
        raise Odd


def forever() -> None:
    while True:
        pass


def test_an_endless_loop_is_ended_and_told_with_its_line() -> None:
    with pytest.raises(TookTooLong, match=r"within 0\.05 seconds") as told:
        within(SOON, forever)
    assert (__file__, forever.__code__.co_firstlineno) in [
        (path, line - place) for path, line in told.value.places for place in (1, 2)
    ]


def test_code_that_waits_is_left_behind() -> None:
    with pytest.raises(TookTooLong):
        within(SOON, Event().wait)


def test_work_that_hardly_ran_is_waited_for() -> None:
    """Waiting stands for a machine that does so much else that the work gets no turn."""
    patient = SOON * PATIENCE / 3
    assert within(SOON, lambda: Event().wait(patient)) is False
    with pytest.raises(TookTooLong):
        within(SOON, lambda: Event().wait(SOON * PATIENCE * 20))


def test_work_after_one_that_was_ended_is_not_touched_by_it() -> None:
    for _ in range(5):
        with pytest.raises(TookTooLong):
            within(SOON, forever)
        assert [within(60, lambda: sum(range(1000))) for _ in range(50)] == [499500] * 50


def test_one_thread_does_one_work_after_another() -> None:
    within(60, get_ident)
    assert len({within(60, get_ident) for _ in range(20)} | {get_ident()}) == 2


def test_work_within_work_has_the_time_of_the_outer_one() -> None:
    with pytest.raises(TookTooLong, match=r"0\.05"):
        within(SOON, lambda: within(60, forever))


@pytest.mark.parametrize("kind", [Odd, KeyboardInterrupt, SystemExit, GeneratorExit, Mute])
def test_whatever_a_question_raises_is_the_author_s_error(kind: type[BaseException]) -> None:
    def bad(rng: Draw) -> Variant:
        raise kind

    with pytest.raises(QuestionError, match=kind.__name__):
        draw_variant(question(bad), 3)
    with pytest.raises(QuestionError, match=kind.__name__):
        vary(question(bad), Draw(3, "q"))


def test_what_an_exception_says_is_one_short_line() -> None:
    assert said_of(Mute()) == "Mute"
    assert len(said_of(ValueError("a\n" * 10_000))) < 400
