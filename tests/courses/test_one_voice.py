"""The seven lessons speak as one: titles, names of other lessons, answer lines, banned words."""

import re
from collections.abc import Mapping

import pytest

from tests.real_course import COURSE, real_course

SOURCES = {
    path.parent.name: path.read_text(encoding="utf-8") for path in COURSE.glob("*/lesson.md")
}
ON_THE_MAP = real_course().words("en").titles

NAMED = re.compile(r"\b[Ll]esson (?:\[\*([^*]+)\*\]\(lesson:([\w-]+)\)|\*([^*]+)\*)")
LOOSE = re.compile(r"\b(?:lessons? (?:about|on) \w+|(?:later|earlier|next|other) lessons?)\b")
QUESTION = re.compile(r"^# .+?(?=^# |\Z)", re.MULTILINE | re.DOTALL)
ANSWER = re.compile(r"^## answer\n\n(.+)$", re.MULTILINE)
BANNED = re.compile(
    r"\b(?:tokens?|attends?|attending|focus\w*|importan\w+|relevan\w+|probabilit\w+|"
    r"(?:to|on) the (?:left|right))\b",
    re.IGNORECASE,
)


def badly_named(source: str, titles: Mapping[str, str]) -> list[str]:
    """Where a lesson speaks of another one otherwise than by its title on the map, as a link."""
    named = NAMED.findall(source)
    wrong = [title or bare for title, slug, bare in named if bare or titles.get(slug) != title]
    return wrong + LOOSE.findall(source)


def odd_answer_lines(source: str) -> list[str]:
    """Answer lines of choices in words that are not "one line"."""
    worded = (part for part in QUESTION.findall(source) if "\n## option " in part)
    lines = (line for part in worded for line in ANSWER.findall(part))
    return [line for line in lines if not line.startswith("one line")]


def misnamed(heads: Mapping[str, str], titles: Mapping[str, str]) -> list[str]:
    """Lessons whose own title is not the one on the map."""
    return [slug for slug, title in heads.items() if titles[slug] != title]


@pytest.mark.parametrize("slug", sorted(SOURCES))
def test_a_lesson_speaks_like_the_others(slug: str) -> None:
    source = SOURCES[slug]
    assert badly_named(source, ON_THE_MAP) == []
    assert odd_answer_lines(source) == []
    assert BANNED.findall(source) == []


def test_a_lesson_has_the_title_that_the_map_shows() -> None:
    lessons = real_course().lessons
    heads = {slug: lesson.text("en").title for slug, lesson in lessons.items()}
    assert misnamed(heads, ON_THE_MAP) == []


def test_a_lesson_that_speaks_otherwise_is_found() -> None:
    on_the_map = {"softmax": "Softmax", "dot": "The dot product"}
    assert badly_named("The lesson *Softmax* and a later lesson.", on_the_map) == [
        "Softmax",
        "later lesson",
    ]
    assert badly_named("the lesson [*Softmax*](lesson:softmax) and", on_the_map) == []
    assert badly_named("the lesson [*Softmax*](lesson:dot)", on_the_map) == ["Softmax"]
    asked = "# Why {#why}\n\nWhy?\n\n## answer\n\none reason\n\n## option right\n\nSo.\n"
    assert odd_answer_lines(asked) == ["one reason"]
    assert odd_answer_lines(asked.replace("one reason", "one line")) == []
    assert misnamed({"dot": "Dots"}, {"dot": "The dot product"}) == ["dot"]
    assert BANNED.findall("It attends to the tokens on the left.") != []
