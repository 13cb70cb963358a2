"""The course speaks every language of the interface, whole."""

import re

import pytest

from starlore.language import languages
from tests.real_course import real_course

LESSONS = sorted(real_course().lessons)
ARABIC = re.compile(r"[\u0600-\u06ff]")
SLOT = re.compile(r"\{\{.*?\}\}|\$.*?\$|\]\(.*?\)", re.DOTALL)


@pytest.mark.parametrize("tag", languages())
def test_every_lesson_has_its_words_in_every_language(tag: str) -> None:
    assert [slug for slug in LESSONS if tag not in real_course().lessons[slug].texts] == []


@pytest.mark.parametrize("tag", languages())
def test_the_course_has_its_titles_in_every_language(tag: str) -> None:
    words = real_course().words_by[tag]
    assert set(words.titles) == set(real_course().nodes) == set(words.asks)


@pytest.mark.parametrize("slug", LESSONS)
def test_persian_lessons_hold_no_english_words(slug: str) -> None:
    lesson = real_course().lessons[slug]
    source = lesson.files["lesson.fa.md"].decode("utf-8").partition("\n---\n")[2]
    prose = [
        SLOT.sub("", line)
        for line in source.split("\n")
        if not re.match(r"(?:kind|id|data|axis):|##? |```", line)
    ]
    words = re.sub(r"^(?:alt|caption):", "", "\n".join(prose), flags=re.MULTILINE)
    assert set(re.findall(r"[A-Za-z]{3,}", words)) <= {"log"}
    assert sum(bool(ARABIC.search(line)) for line in prose) > 50


@pytest.mark.parametrize("slug", LESSONS)
def test_the_sentences_of_a_bank_have_words_that_differ(slug: str) -> None:
    for text in real_course().lessons[slug].texts.values():
        for sentence in text.sentences:
            assert len(set(sentence)) == len(sentence), sentence
