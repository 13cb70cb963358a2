"""Credit on a real database: kept with the answer, folded from the log, taken back, taken along."""

from dataclasses import replace

import pytest

from starlore.errors import BadValue
from starlore.study.answering import answer
from starlore.study.asking import ask
from starlore.study.desk import Desk, Moment
from starlore.study.effects import effect_of
from starlore.study.exchange import import_log
from starlore.study.practised import practised_by, practised_json, practised_of
from starlore.study.rebuilding import drifts
from starlore.study.undoing import redo, undo
from tests.laws.desks import sums
from tests.study.acts import answered, later, right_option, sent

HEAD = "lookup.the-whole-head"
EASIER = ("average.blend", "dot.score", "softmax.top-weight")


def met(seven: Desk, at: Moment) -> Moment:
    """The easier stars are met. Gives a moment five days later."""
    for star in EASIER:
        answered(seven, at, star)
    return later(at, days=5)


def test_the_answer_keeps_what_it_practises(seven: Desk, at: Moment) -> None:
    row = answered(seven, at, HEAD)
    with seven.store.read() as unit:
        record = unit.answer(seven.learner, row.answer)
        (entry,) = unit.entries(seven.learner)
    assert record is not None
    wanted = tuple((star, 0.3) for star in EASIER)
    assert record.practised_json == practised_json(wanted)
    assert practised_of(record.practised_json) == wanted == practised_by(seven.course(), HEAD)
    assert getattr(entry, "practised", None) == wanted


def test_a_right_answer_brightens_what_it_is_made_of_and_says_so(seven: Desk, at: Moment) -> None:
    now = met(seven, at)
    with seven.store.read() as unit:
        before = {star.star: star for star in unit.stars(seven.learner)}
    row = answered(seven, now, HEAD)
    with seven.store.read() as unit:
        after = {star.star: star for star in unit.stars(seven.learner)}
    effect = effect_of(row.effect_json)
    assert effect is not None
    assert effect.also == EASIER
    for star in EASIER:
        assert after[star].stability_days > before[star].stability_days
        assert after[star].due_day >= before[star].due_day
    assert not drifts(seven.store, seven.learner)


def test_a_wrong_answer_brightens_nothing(seven: Desk, at: Moment) -> None:
    now = met(seven, at)
    before = sums(seven)
    effect = effect_of(answered(seven, now, HEAD, right=False).effect_json)
    assert effect is not None
    assert effect.also == ()
    assert {star: sums(seven)[star] for star in EASIER} == before


def test_undo_takes_the_credit_back_and_redo_gives_it_again(seven: Desk, at: Moment) -> None:
    now = met(seven, at)
    before = sums(seven)
    answered(seven, now, HEAD)
    after = sums(seven)
    undo(seven, now)
    assert sums(seven) == before
    redo(seven, now)
    assert sums(seven) == after != before


def test_an_edge_dropped_later_takes_no_credit_away(seven: Desk, at: Moment) -> None:
    now = met(seven, at)
    answered(seven, now, HEAD)
    course = replace(seven.course(), nodes={})
    later_on = replace(seven, course=lambda: course)
    assert course.reach(HEAD) == {}
    assert not drifts(later_on.store, later_on.learner)


def test_export_and_import_carry_it(seven: Desk, at: Moment) -> None:
    now = met(seven, at)
    answered(seven, now, HEAD)
    lines, before = list(seven.store.export(seven.learner)), sums(seven)
    seven.store.erase(seven.learner, now.now_ms)
    learner = import_log(seven, lines, now.now_ms)
    back = replace(seven, learner=learner)
    assert sums(back) == before
    assert list(back.store.export(learner)) == lines


def test_an_export_from_before_there_was_credit_is_taken_in(seven: Desk, at: Moment) -> None:
    met(seven, at)
    lines = list(seven.store.export(seven.learner))
    old = [line.replace(r",\"also\":[]", "").replace(r"\"also\":[],", "") for line in lines]
    assert old != lines
    before = sums(seven)
    seven.store.erase(seven.learner, at.now_ms)
    learner = import_log(seven, old, at.now_ms)
    assert sums(replace(seven, learner=learner)) == before


def test_an_answer_that_arrives_late_is_folded_in_its_place(seven: Desk, at: Moment) -> None:
    now = met(seven, at)
    row = ask(seven, now, HEAD, "en")
    made = sent(seven, now, right_option(row), made_at_ms=now.now_ms, sent_at_ms=now.now_ms)
    answer(seven, later(now, ms=1_000), row.id, made)
    assert not drifts(seven.store, seven.learner)


@pytest.mark.parametrize(
    "text",
    ["{}", "null", "3", "[1]", '["ab"]', '[["a.b",0]]', '[["a.b",1.5]]', '[["a.b",true]]',
     '[["a.b",0.3],["a.b",0.3]]', '[["a.b",NaN]]', "["],
)  # fmt: skip
def test_what_is_no_list_of_stars_with_credits_is_refused(text: str) -> None:
    with pytest.raises(BadValue):
        practised_of(text)
