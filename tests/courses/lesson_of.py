"""What the tests of single lessons share: a lesson as it is served, and its questions."""

import importlib.util
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from starlore.lessons.fill import fill
from starlore.lessons.load import load_course
from starlore.lessons.model import Lesson, Prose
from starlore.lessons.scope import open_scope, reading_scope
from starlore.questions.draw import Draw, FixedDraw, unfairness, vary
from starlore.questions.model import Question, Text, Variant
from starlore.questions.printing import printed

COURSE = Path(__file__).parents[2] / "courses" / "reading-the-past"

Sample = tuple[str, Mapping[str, object], str, Mapping[str, str]]
"""A question's id, what its draws gave, what is right, and what each wrong way gives."""


@cache
def lesson_of(slug: str) -> Lesson:
    """A lesson as the course serves it."""
    return load_course(COURSE).lessons[slug]


@cache
def questions_of(slug: str) -> Mapping[str, Question]:
    """A lesson's questions by id."""
    spec = importlib.util.spec_from_file_location(
        f"{slug}_questions", COURSE / slug / "questions.py"
    )
    assert spec is not None and spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {one.id: one for one in module.QUESTIONS}


def drawn(name: str, values: Mapping[str, object]) -> Variant:
    """A question's Variant, its draws given."""
    return questions_of(name.partition(".")[0])[name].vary(FixedDraw(values))


def holds(sample: Sample) -> bool:
    """Whether a sample's draws are asked, and give just its answers."""
    name, values, solution, wrong = sample
    variant = drawn(name, values)
    assert printed(variant.solution) == solution
    assert {one.name: printed(one.answer) for one in variant.misconceptions} == dict(wrong)
    return variant.accept


def accepted(name: str, draws: int = 300) -> float:
    """Which share of a question's draws can be asked."""
    question = questions_of(name.partition(".")[0])[name]
    tried = (vary(question, Draw(seed, question.group)) for seed in range(draws))
    return sum(not unfairness(question, variant) for variant in tried) / draws


def reading(slug: str) -> str:
    """The prose of reading and closing as an English page prints it, in one line."""
    lesson = lesson_of(slug)
    text, scope = lesson.text("en"), reading_scope(lesson)
    prose = [
        one.text for one in (*text.read.pieces, *text.closing.pieces) if isinstance(one, Prose)
    ]
    return " ".join(" ".join(fill(one, scope, "en", marks=False) for one in prose).split())


def options(name: str, variant: Variant) -> Mapping[str, str]:
    """The options in words of a question, by name, as an English page prints them."""
    slug, _, own = name.partition(".")
    lesson = lesson_of(slug)
    shown = {}
    for option, passage in lesson.text("en").questions[own].options.items():
        assert isinstance(passage.pieces[0], Prose)
        shown[option] = fill(
            passage.pieces[0].text, open_scope(lesson, variant), "en", marks=False
        ).strip()
    assert isinstance(variant.solution, Text)
    return shown
