"""Sheets: drawn alike everywhere, opened as they were printed, entered once."""

from dataclasses import replace
from decimal import Decimal

import pytest

from starlore.errors import NotFound, Refused
from starlore.figures import Figure
from starlore.lessons.model import Course
from starlore.memory.stars import Star
from starlore.questions import Draw, Variant
from starlore.questions.codec import to_json
from starlore.study import sheets
from starlore.study.answering import AskedBack, Sent, Taken
from starlore.study.desk import Desk, Moment
from starlore.study.records import AnswerRecord, SheetRow
from starlore.study.sheet_code import Code
from starlore.study.sheets import (
    SEEDS,
    Asked,
    Sheet,
    draw_sheet,
    enter,
    keep_sheet,
    meant,
    open_sheet,
    sheet_rows,
)
from starlore.study.stamping import new_id
from tests.real_course import real_course

LESSONS = tuple(real_course().lessons)


def solution_of(asked: Asked) -> str:
    """What a learner writes who copies the answer side."""
    if asked.form == "choice":
        return str(asked.variant.order.index("") + 1)
    solution = asked.variant.solution
    figures = solution if isinstance(solution, tuple) else (solution,)
    return ", ".join(figure.printed for figure in figures if isinstance(figure, Figure))


def wrong_of(asked: Asked) -> str:
    """An answer that is none of the right ones."""
    if asked.form == "choice":
        return str(len(asked.variant.order) - asked.variant.order.index(""))
    solution = asked.variant.solution
    count = len(solution) if isinstance(solution, tuple) else 1
    return ", ".join(["123456789"] * count)


def sent_all(desk: Desk, at: Moment, sheet: Sheet) -> dict[int, Sent]:
    """Every answer of the answer side."""
    return {
        place: Sent(new_id(at.now_ms, desk.bits), solution_of(asked))
        for place, asked in enumerate(sheet.asked)
    }


def stars(desk: Desk) -> dict[str, Star]:
    with desk.store.read() as unit:
        return {star.star: star for star in unit.stars(desk.learner)}


def answers(desk: Desk) -> list[AnswerRecord]:
    with desk.store.read() as unit:
        return [row for row in unit.log(desk.learner) if isinstance(row, AnswerRecord)]


def changed(course: Course, slug: str, question: str) -> Course:
    """The course once a question of a lesson draws other numbers."""
    lesson = course.lessons[slug]
    old = lesson.questions[question]

    def vary(rng: Draw) -> Variant:
        variant = old.vary(rng)
        solution = variant.solution
        assert isinstance(solution, Figure)
        return replace(variant, solution=Figure(Decimal(solution.shown) + 1000))

    questions = {**lesson.questions, question: replace(old, vary=vary, generator_version=2)}
    return replace(course, lessons={**course.lessons, slug: replace(lesson, questions=questions)})


@pytest.mark.parametrize("slug", LESSONS)
def test_every_lesson_has_a_sheet_of_all_its_stars(slug: str) -> None:
    lesson = real_course().lessons[slug]
    sheet = draw_sheet(lesson, 7)
    assert [asked.variant.star for asked in sheet.asked] == list(lesson.stars)
    assert sheet.by_hand


def test_a_seed_is_one_sheet_and_another_seed_another() -> None:
    lesson = real_course().lessons["lookup"]
    sheets = [draw_sheet(lesson, seed) for seed in range(40)]
    assert sheets == [draw_sheet(lesson, seed) for seed in range(40)]
    assert len({sheet.code for sheet in sheets}) == 40
    assert len({to_json(asked.variant) for one in sheets for asked in one.asked}) == 320


def test_the_same_seed_is_another_code_in_another_lesson() -> None:
    course = real_course()
    assert len({draw_sheet(lesson, 7).code for lesson in course.lessons.values()}) == 7


@pytest.mark.parametrize("seed", [-1, SEEDS])
def test_a_seed_that_no_code_can_hold_is_refused(seed: int) -> None:
    with pytest.raises(Refused):
        draw_sheet(real_course().lessons["dot"], seed)


def test_a_lesson_without_anything_to_do_off_screen_has_no_sheet(desk: Desk) -> None:
    with pytest.raises(NotFound):
        draw_sheet(desk.course().lessons["adding"], 1)


def test_a_code_opens_the_very_numbers_kept_or_not(seven: Desk, at: Moment) -> None:
    sheet = draw_sheet(seven.course().lessons["lookup"], 99)
    assert open_sheet(seven, sheet.code.printed) == sheet
    keep_sheet(seven, at, sheet, seven.course().lessons["lookup"])
    assert open_sheet(seven, sheet.code.printed.lower().replace("-", " ")) == sheet


def test_an_old_code_opens_what_it_was_printed_with(seven: Desk, at: Moment) -> None:
    before = draw_sheet(seven.course().lessons["lookup"], 5)
    keep_sheet(seven, at, before, seven.course().lessons["lookup"])
    now = changed(seven.course(), "lookup", "lookup.what-is-carried")
    later = replace(seven, course=lambda: now)
    after = draw_sheet(now.lessons["lookup"], 5)
    assert after.code != before.code
    assert open_sheet(later, before.code.printed) == before
    assert open_sheet(later, after.code.printed) == after


def test_a_code_that_nobody_printed_here_and_nothing_makes_is_told(seven: Desk) -> None:
    before = draw_sheet(seven.course().lessons["lookup"], 5)
    now = changed(seven.course(), "lookup", "lookup.what-is-carried")
    with pytest.raises(NotFound) as fault:
        open_sheet(replace(seven, course=lambda: now), before.code.printed)
    assert fault.value.message_id == "fault.sheet.unknown"


def test_a_mistyped_code_is_refused_with_what_was_meant(seven: Desk, at: Moment) -> None:
    sheet = draw_sheet(seven.course().lessons["dot"], 4321)
    keep_sheet(seven, at, sheet, seven.course().lessons["dot"])
    letters = sheet.code.letters
    for wrong in (letters[:-1] + "0ZX"[letters[-1] == "0"], letters[1] + letters[0] + letters[2:]):
        if wrong == letters:
            continue
        with pytest.raises(Refused):
            open_sheet(seven, wrong)
        assert meant(seven, wrong) == (sheet.code,)


def test_a_kept_sheet_that_cannot_be_read_is_told(seven: Desk) -> None:
    code = Code(1, 2)
    with seven.store.write() as unit:
        unit.keep_sheet(SheetRow(code.letters, "lookup", "0", '{"asked": [1]}', 0))
    with pytest.raises(NotFound) as fault:
        open_sheet(seven, code.letters)
    assert fault.value.message_id == "fault.sheet.damaged"


def test_a_sheet_printed_again_stays_as_it_was(seven: Desk, at: Moment) -> None:
    lesson = seven.course().lessons["dot"]
    sheet = draw_sheet(lesson, 3)
    keep_sheet(seven, at, sheet, lesson)
    keep_sheet(seven, replace(at, now_ms=at.now_ms + 5), sheet, lesson)
    with seven.store.read() as unit:
        row = unit.sheet(sheet.code.letters)
    assert row is not None
    assert row.kept_at_ms == at.now_ms


@pytest.mark.parametrize("slug", LESSONS)
def test_the_answer_side_is_right_and_lights_the_same_stars(
    slug: str, seven: Desk, at: Moment
) -> None:
    lesson = seven.course().lessons[slug]
    for seed in (0, 1, 77, SEEDS - 1):
        sheet = draw_sheet(lesson, seed)
        came = enter(seven, at, sheet, sent_all(seven, at, sheet), "en")
        assert all(isinstance(one, Taken) for one in came.values()), came
    lit = stars(seven)
    assert lit.keys() >= set(lesson.stars)
    assert all(lit[star].right_answers == 4 and not lit[star].is_ember for star in lesson.stars)
    assert {row.mode for row in answers(seven)} == {"paper"}


def test_what_is_entered_is_graded_as_the_variant_that_was_printed(seven: Desk, at: Moment) -> None:
    lesson = seven.course().lessons["lookup"]
    sheet = draw_sheet(lesson, 12)
    enter(seven, at, sheet, sent_all(seven, at, sheet), "en")
    for record, asked in zip(answers(seven), sheet.asked, strict=True):
        assert record.variant_json == to_json(asked.variant)
        assert record.form == asked.form


def test_one_answer_that_is_refused_leaves_the_whole_sheet_open(seven: Desk, at: Moment) -> None:
    sheet = draw_sheet(seven.course().lessons["lookup"], 5)
    sound = sent_all(seven, at, sheet)
    chosen = next(place for place, asked in enumerate(sheet.asked) if asked.form == "choice")
    last = len(sheet.asked) - 1
    faults = (
        (chosen, replace(sound[chosen], text="9")),
        (last, replace(sound[last], id="abc")),
        (last, replace(sound[last], id="")),
    )
    for place, fault in faults:
        sent = {**sound, place: fault}
        with pytest.raises(Refused):
            enter(seven, at, sheet, sent, "en")
        assert answers(seven) == []
    enter(seven, at, sheet, sound, "en")
    assert len(answers(seven)) == len(sheet.asked)


def test_a_sheet_entered_twice_counts_once(seven: Desk, at: Moment) -> None:
    sheet = draw_sheet(seven.course().lessons["lookup"], 12)
    enter(seven, at, sheet, sent_all(seven, at, sheet), "en")
    log = list(seven.store.export(seven.learner))
    again = enter(seven, at, sheet, sent_all(seven, at, sheet), "en")
    assert all(isinstance(one, Taken) and one.again for one in again.values())
    assert list(seven.store.export(seven.learner)) == log
    rows = sheet_rows(seven, at, sheet, "en")
    assert {row.status for row in rows} == {"answered"}


def test_of_two_who_enter_one_sheet_at_once_the_later_is_told_so(
    seven: Desk, at: Moment, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = draw_sheet(seven.course().lessons["lookup"], 12)
    seen_open = sheet_rows(seven, at, sheet, "en")  # both look before either enters
    monkeypatch.setattr(sheets, "sheet_rows", lambda *_: seen_open)
    first, second = (enter(seven, at, sheet, sent_all(seven, at, sheet), "en") for _ in range(2))
    assert all(isinstance(one, Taken) and not one.again for one in first.values())
    assert all(isinstance(one, Taken) and one.again for one in second.values())
    assert len(answers(seven)) == len(sheet.asked)


def test_a_wrong_answer_makes_an_ember_and_what_is_left_out_waits(seven: Desk, at: Moment) -> None:
    sheet = draw_sheet(seven.course().lessons["lookup"], 12)
    one = {6: Sent(new_id(at.now_ms, seven.bits), wrong_of(sheet.asked[6]))}
    enter(seven, at, sheet, one, "en")
    assert stars(seven).keys() == {"lookup.count-the-comparisons"}
    assert stars(seven)["lookup.count-the-comparisons"].is_ember
    statuses = [row.status for row in sheet_rows(seven, at, sheet, "en")]
    assert statuses == ["open"] * 6 + ["answered", "open"]


def test_what_cannot_be_surely_read_is_asked_back_and_leaves_nothing(
    seven: Desk, at: Moment
) -> None:
    sheet = draw_sheet(seven.course().lessons["lookup"], 12)
    log = list(seven.store.export(seven.learner))
    sent = {1: Sent(new_id(at.now_ms, seven.bits), "about a quarter")}
    came = enter(seven, at, sheet, sent, "en")
    assert isinstance(came[1], AskedBack)
    assert list(seven.store.export(seven.learner)) == log


def test_an_old_sheet_is_entered_and_explained_in_its_own_words(seven: Desk, at: Moment) -> None:
    before = draw_sheet(seven.course().lessons["lookup"], 5)
    keep_sheet(seven, at, before, seven.course().lessons["lookup"])
    now = changed(seven.course(), "lookup", "lookup.what-is-carried")
    later = replace(seven, course=lambda: now)
    came = enter(later, at, before, sent_all(later, at, before), "en")
    assert all(isinstance(one, Taken) for one in came.values())
    assert all(star.right_answers == 1 for star in stars(later).values())


def test_opening_a_sheet_writes_nothing(seven: Desk, at: Moment) -> None:
    sheet = draw_sheet(seven.course().lessons["dot"], 3)
    open_sheet(seven, sheet.code.printed)
    sheet_rows(seven, at, sheet, "en")
    with seven.store.read() as unit:
        assert unit.sheet(sheet.code.letters) is None
        assert unit.content(sheet.content_hash) is None
        assert unit.variant(seven.learner, sheet_rows(seven, at, sheet, "en")[0].id) is None
