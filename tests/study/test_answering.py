"""An answer is taken once, whatever happens around it."""

import threading
from dataclasses import replace

import pytest

from starlore.errors import Conflict, NotFound, Refused
from starlore.memory.stars import Star
from starlore.questions.codec import from_json
from starlore.study.answering import AskedBack, Sent, Taken, answer
from starlore.study.asking import ask
from starlore.study.desk import Desk, Moment
from starlore.study.rebuilding import drifts
from starlore.study.records import AnswerRecord
from tests.study.acts import answered, later, right_option, sent, wrong_option
from tests.told import told


def star_of(desk: Desk, name: str = "adding.sum") -> Star | None:
    with desk.store.read() as unit:
        return next((star for star in unit.stars(desk.learner) if star.star == name), None)


def answers_in(desk: Desk) -> list[AnswerRecord]:
    with desk.store.read() as unit:
        return [row for row in unit.log(desk.learner) if isinstance(row, AnswerRecord)]


def test_a_right_answer_lights_the_star(desk: Desk, at: Moment) -> None:
    row = answered(desk, at)
    star = star_of(desk)
    assert row.status == "answered"
    assert star is not None
    assert star.right_answers == 1
    assert not star.is_ember
    assert not drifts(desk.store, desk.learner)


def test_a_wrong_answer_makes_an_ember_and_names_its_misconception(desk: Desk, at: Moment) -> None:
    row = ask(desk, at, "adding.sum", "en")
    outcome = answer(desk, at, row.id, sent(desk, at, wrong_option(row, "multiplies")))
    assert isinstance(outcome, Taken)
    with desk.store.read() as unit:
        grading = unit.grading_of(desk.learner, outcome.variant.answer)
    assert grading is not None
    assert (grading.correct, grading.misconception) == (False, "multiplies")
    star = star_of(desk)
    assert star is not None
    assert star.is_ember


def test_c08_the_same_answer_twice_is_one_answer(desk: Desk, at: Moment) -> None:
    row = ask(desk, at, "adding.sum", "en")
    once = sent(desk, at, right_option(row))
    first, again = answer(desk, at, row.id, once), answer(desk, later(at, ms=5), row.id, once)
    assert isinstance(first, Taken)
    assert isinstance(again, Taken)
    assert not first.again
    assert again.again
    assert first.variant == again.variant
    assert len(answers_in(desk)) == 1


def test_c08_a_second_tab_gets_the_first_ones_result(desk: Desk, at: Moment) -> None:
    row = ask(desk, at, "adding.sum", "en")
    answer(desk, at, row.id, sent(desk, at, right_option(row)))
    other = answer(desk, later(at, ms=9), row.id, sent(desk, later(at, ms=9), wrong_option(row)))
    assert isinstance(other, Taken)
    assert other.again
    assert len(answers_in(desk)) == 1
    star = star_of(desk)
    assert star is not None
    assert star.answers_counted == 1


def test_c08_twenty_threads_with_one_form_write_one_answer(desk: Desk, at: Moment) -> None:
    row = ask(desk, at, "adding.sum", "en")
    texts = [right_option(row), wrong_option(row)]
    forms = [sent(desk, at, texts[place % 2]) for place in range(20)]
    threads = [threading.Thread(target=answer, args=(desk, at, row.id, form)) for form in forms]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers_in(desk)) == 1
    assert not drifts(desk.store, desk.learner)


def test_one_id_with_other_content_is_a_conflict_and_changes_nothing(
    desk: Desk, at: Moment
) -> None:
    row = ask(desk, at, "adding.sum", "en")
    form = sent(desk, at, right_option(row))
    answer(desk, at, row.id, form)
    before = answers_in(desk)
    with pytest.raises(Conflict):
        answer(desk, at, row.id, replace(form, text=wrong_option(row)))
    assert answers_in(desk) == before


def test_a_foreign_or_garbled_answer_is_refused_and_leaves_no_trace(desk: Desk, at: Moment) -> None:
    row = ask(desk, at, "adding.sum", "en")
    with pytest.raises(NotFound):
        answer(desk, at, "no-such-question", sent(desk, at, "1"))
    with told(Refused, "7"):
        answer(desk, at, row.id, sent(desk, at, "7"))
    with told(Refused, "UUID"):
        answer(desk, at, row.id, Sent("garbled", "1"))
    assert isinstance(answer(desk, at, row.id, sent(desk, at, " ")), AskedBack)
    assert answers_in(desk) == []


def test_an_answer_that_comes_too_late_is_refused(desk: Desk, at: Moment) -> None:
    row = ask(desk, at, "adding.sum", "en")
    with told(Refused, "too long"):
        answer(desk, later(at, days=31), row.id, sent(desk, at, right_option(row)))
    assert answers_in(desk) == []


def test_numbers_are_typed_from_the_third_right_answer_on(desk: Desk, at: Moment) -> None:
    forms = []
    for day in range(4):
        now = later(at, days=day)
        forms.append(ask(desk, now, "adding.sum", "en").form)
        answered(desk, now)
    assert forms == ["choice", "choice", "choice", "typed"]
    assert not drifts(desk.store, desk.learner)


def typed_row(desk: Desk, at: Moment) -> tuple[Moment, str, int]:
    """A typed question, the moment it is asked at, and its solution."""
    for day in range(3):
        answered(desk, later(at, days=day))
    now = later(at, days=9)
    row = ask(desk, now, "adding.sum", "en")
    return now, row.id, int(str(from_json(row.variant_json).solution))


def test_a_typed_number_counts_at_once_where_it_is_its_own_echo(desk: Desk, at: Moment) -> None:
    now, id_, solution = typed_row(desk, at)
    outcome = answer(desk, now, id_, sent(desk, now, str(solution)))
    assert isinstance(outcome, Taken)
    assert answers_in(desk)[-1].raw_answer == str(solution)


def test_a_typed_number_that_reads_otherwise_is_asked_back_first(desk: Desk, at: Moment) -> None:
    now, id_, solution = typed_row(desk, at)
    text = f"= {solution}.0"
    back = answer(desk, now, id_, sent(desk, now, text))
    assert isinstance(back, AskedBack)
    assert back.reading is not None
    assert len(answers_in(desk)) == 3
    sure = sent(desk, now, text, confirmed=back.reading.echo)
    assert isinstance(answer(desk, now, id_, sure), Taken)


def test_an_unreadable_text_costs_nothing(desk: Desk, at: Moment) -> None:
    now, id_, _ = typed_row(desk, at)
    back = answer(desk, now, id_, sent(desk, now, "1 2"))
    assert isinstance(back, AskedBack)
    assert back.refusal is not None
    assert len(answers_in(desk)) == 3


def test_not_yet_show_me_is_not_known(desk: Desk, at: Moment) -> None:
    row = ask(desk, at, "adding.sum", "en")
    answer(desk, at, row.id, sent(desk, at, "", gave_up=True))
    star = star_of(desk)
    assert star is not None
    assert star.is_ember
    assert answers_in(desk)[0].gave_up


def test_c17_an_open_variant_is_graded_by_its_own_snapshot(desk: Desk, at: Moment) -> None:
    row = ask(desk, at, "adding.sum", "en")
    lesson = desk.course().lessons["adding"]
    changed = replace(lesson, questions={}, content_hash="another release")
    released = replace(desk, course=lambda: replace(desk.course(), lessons={"adding": changed}))
    outcome = answer(released, at, row.id, sent(desk, at, right_option(row)))
    assert isinstance(outcome, Taken)
    with desk.store.read() as unit:
        grading = unit.grading_of(desk.learner, outcome.variant.answer)
        files = unit.content(row.content_hash)
    assert grading is not None
    assert grading.correct
    assert grading.content_hash == lesson.content_hash
    assert files == lesson.files


def test_c06_a_clock_that_runs_back_loses_nothing(desk: Desk, at: Moment) -> None:
    answered(desk, at)
    before = star_of(desk)
    row = ask(desk, later(at, ms=60_000), "adding.sum", "en")
    early = sent(desk, at, right_option(row), made_at_ms=1_577_836_800_000, sent_at_ms=None)
    answer(desk, later(at, ms=60_000), row.id, early)
    first, second = answers_in(desk)
    assert second.stamp.corrected_at_ms >= first.stamp.corrected_at_ms
    assert second.stamp.clock_flag
    after = star_of(desk)
    assert before is not None
    assert after is not None
    assert after.due_day == before.due_day
    assert not drifts(desk.store, desk.learner)


def test_a_zone_from_the_browser_holds_from_then_on(desk: Desk, at: Moment) -> None:
    row = ask(desk, at, "adding.sum", "en")
    answer(desk, at, row.id, sent(desk, at, right_option(row), zone="Asia/Tehran"))
    assert desk.preferences().zone == "Asia/Tehran"
    assert answers_in(desk)[0].zone == "Asia/Tehran"
    assert answers_in(desk)[0].offset_min == 210
