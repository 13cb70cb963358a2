"""A lesson's files as its tests use them: its modules, its answers and its reading as text."""

import importlib.util
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from starlore.lessons.fill import fill
from starlore.lessons.model import Lesson, Passage, Prose
from starlore.lessons.scope import answered_scope, hint_scope, open_scope, reading_scope
from starlore.questions import Figure, Place, Question, Text
from starlore.questions.draw import Draw, draw_variant, unfairness, vary
from starlore.questions.model import Solution

COURSE = Path(__file__).parents[2] / "courses" / "reading-the-past"


def module(slug: str, name: str) -> ModuleType:
    """`numbers` or `questions` of a lesson, run afresh."""
    spec = importlib.util.spec_from_file_location(f"{slug}_{name}", COURSE / slug / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def said(answer: Solution) -> str:
    """An answer as it prints; one in words by its name."""
    assert not isinstance(answer, Place)
    if isinstance(answer, Text):
        return answer.name
    if isinstance(answer, Figure):
        return answer.printed
    return f"({', '.join(part.printed for part in answer)})"


def reading(lesson: Lesson) -> str:
    """The prose of reading and closing as an English page prints it, in one line."""
    text, scope = lesson.text("en"), reading_scope(lesson)
    pieces = (*text.read.pieces, *text.closing.pieces)
    prose = (piece.text for piece in pieces if isinstance(piece, Prose))
    return " ".join(" ".join(fill(part, scope, "en", marks=False) for part in prose).split())


def fill_all(lesson: Lesson, question: Question, seed: int) -> None:
    """Fill every word of a question from what is known by then; raise where one lacks."""
    words = lesson.text("en").questions[question.id.partition(".")[2]]
    variant = draw_variant(question, seed)
    bank = lesson.text("en").sentences
    for passage in (words.stem, words.answer, *words.options.values()):
        _fill(passage, open_scope(lesson, variant), bank)
    for passage in words.hints:
        _fill(passage, hint_scope(lesson, variant), bank)
    for passage in (words.worked, words.general, *words.wrong.values(), *words.headlines.values()):
        _fill(passage, answered_scope(lesson, variant, variant.solution), bank)
    assert {one.name for one in variant.misconceptions} == set(words.wrong) == set(words.headlines)


def accepted(question: Question, seeds: int = 400) -> float:
    """The share of first draws that are worth asking about."""
    tried = [vary(question, Draw(seed, question.group)) for seed in range(seeds)]
    return sum(not unfairness(question, variant) for variant in tried) / seeds


def _fill(passage: Passage, scope: Mapping[str, object], bank: tuple[tuple[str, ...], ...]) -> None:
    for piece in passage.pieces:
        for field in ("text", "alt", "caption"):
            fill(getattr(piece, field, ""), scope, "en", bank)
