"""Hints: counted beside the question, and with its answer in the log and in memory."""

import pytest

from starlore.errors import NotFound
from starlore.study.answering import answer
from starlore.study.asking import ask
from starlore.study.desk import Desk, Moment
from starlore.study.hinting import hint
from starlore.study.rebuilding import drifts
from starlore.study.records import AnswerRecord
from tests.study.acts import answered, right_option, sent


def test_hints_are_counted_up_to_what_the_question_has(desk: Desk, at: Moment) -> None:
    row = ask(desk, at, "adding.sum", "en")
    shown = [hint(desk, row.id, most=2).hints_shown for _ in range(4)]
    assert shown == [1, 2, 2, 2]
    assert ask(desk, at, "adding.sum", "en").hints_shown == 2


def test_an_answered_question_takes_no_more_hints(desk: Desk, at: Moment) -> None:
    row = answered(desk, at)
    assert hint(desk, row.id, most=2).hints_shown == 0
    with pytest.raises(NotFound):
        hint(desk, "none", most=2)


def test_hints_shown_reach_the_log_and_the_memory(desk: Desk, at: Moment) -> None:
    answered(desk, at, "adding.pair")
    row = ask(desk, at, "adding.sum", "en")
    hint(desk, row.id, most=2)
    answer(desk, at, row.id, sent(desk, at, right_option(row)))
    with desk.store.read() as unit:
        log = [one for one in unit.log(desk.learner) if isinstance(one, AnswerRecord)]
        stars = {star.star: star for star in unit.stars(desk.learner)}
    assert [one.hints_shown for one in log] == [0, 1]
    alone, helped = stars["adding.pair"], stars["adding.sum"]
    assert helped.stability_days < alone.stability_days
    assert helped.right_answers == 1
    assert not drifts(desk.store, desk.learner)
