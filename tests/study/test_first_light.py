"""The very first question: it writes nothing until it is answered, and then everything."""

import pytest

from starlore.errors import NotFound
from starlore.questions.codec import from_json
from starlore.study.answering import Taken
from starlore.study.desk import Desk, Moment
from starlore.study.first_light import answer_first, first_question, first_variant
from tests.study.acts import later, right_option, sent, without


def test_looking_writes_nothing_and_shows_the_same_order_again(desk: Desk, at: Moment) -> None:
    row, again = first_variant(desk, at, "en"), first_variant(desk, later(at, ms=9), "en")
    assert row is not None
    assert again is not None
    assert (row.id, row.variant_json) == (again.id, again.variant_json)
    assert from_json(row.variant_json).given["a"] is not None
    with desk.store.read() as unit:
        assert unit.variant(desk.learner, row.id) is None
        assert unit.content(row.content_hash) is None


def test_its_answer_keeps_the_variant_and_the_lesson_it_came_from(desk: Desk, at: Moment) -> None:
    row = first_variant(desk, at, "en")
    assert row is not None
    outcome = answer_first(desk, at, "en", row.id, sent(desk, at, right_option(row)))
    assert isinstance(outcome, Taken)
    with desk.store.read() as unit:
        assert unit.variant(desk.learner, row.id) == outcome.variant
        assert unit.content(row.content_hash) == desk.course().lessons["adding"].files
        (star,) = unit.stars(desk.learner)
    assert (star.star, star.right_answers) == ("adding.sum", 1)
    kept = first_variant(desk, at, "en")
    assert kept == outcome.variant


def test_each_learner_has_a_first_question_of_their_own(desk: Desk, at: Moment) -> None:
    row = first_variant(desk, at, "en")
    assert row is not None
    assert row.id[14] == "8"
    another = row.id[:-1] + ("1" if row.id.endswith("0") else "0")
    with pytest.raises(NotFound):
        answer_first(desk, at, "en", another, sent(desk, at, "1"))


def test_a_course_without_one_has_none(desk: Desk, wide: Desk, at: Moment) -> None:
    assert first_question(wide) is None
    assert first_variant(without(desk, "adding.first"), at, "en") is None
    with pytest.raises(NotFound):
        answer_first(wide, at, "en", "none", sent(wide, at, "1"))
