"""A lesson's words held to the glossary of their language."""

from dataclasses import replace

import pytest

from starlore.authoring.terms import term_faults
from starlore.lessons.diagnostics import Diagnostic
from starlore.lessons.model import Lesson, LessonText, Passage, Prose
from tests.real_course import real_course
from tests.told import english


def lookup(**parts: str) -> Lesson:
    """The lesson on attention, some parts of its Persian words replaced."""
    lesson = real_course().lessons["lookup"]
    text = lesson.texts["fa"]
    changed = {name: Passage((Prose(words, 7),)) for name, words in parts.items()}
    persian = replace(text, parts={**text.parts, **changed})
    texts: dict[str, LessonText] = {"en": lesson.texts["en"], "fa": persian}
    return replace(lesson, texts=texts)


def found(lesson: Lesson) -> list[tuple[int, str, str]]:
    return [(one.line, one.code, english(one.message)) for one in faults(lesson)]


def faults(lesson: Lesson) -> list[Diagnostic]:
    return list(term_faults(lesson))


def test_the_lessons_keep_to_their_glossaries() -> None:
    for lesson in real_course().lessons.values():
        assert [str(fault) for fault in term_faults(lesson)] == []


def test_a_term_called_otherwise_is_told_with_its_part() -> None:
    closing = "مقدارها را با سهم‌هایی آموخته می‌آمیزد، و توجه نام دارد."
    assert found(lookup(closing=closing)) == [(7, "L614", "closing: weight is “وزن”")]


@pytest.mark.parametrize("word", ["چپ", "غلط", "ارزش"])
def test_a_word_that_is_never_said_is_told_at_its_line(word: str) -> None:
    introduction = f"معنای هر واژه به واژه‌های دیگر بسته است.\n\nدر {word} آن."
    assert found(lookup(introduction=introduction)) == [(9, "L615", f"introduction: “{word}”")]


def test_where_a_link_leads_is_no_word() -> None:
    lesson = lookup()
    linked = {
        tag: replace(text, parts={**text.parts, "closing": Passage((Prose(words, 7),))})
        for tag, text, words in (
            ("en", lesson.texts["en"], "[See it](lab:lookup?break=wrong-axis) or <lab:lookup>."),
            ("fa", lesson.texts["fa"], "[ببینید](lab:lookup?break=wrong-axis)"),
        )
    }
    assert found(replace(lesson, texts=linked)) == []


def test_what_is_off_screen_keeps_to_the_glossary_as_well() -> None:
    lesson = lookup()
    text = lesson.texts["fa"]
    assert text.off_screen is not None
    steps = {**text.off_screen.passages, "steps": Passage((Prose("به سمتِ چپ بروید.", 90),))}
    changed = replace(text, off_screen=replace(text.off_screen, passages=steps))
    told = found(replace(lesson, texts={"en": lesson.texts["en"], "fa": changed}))
    assert (90, "L615", "off-screen: “چپ”") in told
