"""A written lesson as tests look at it: its questions with numbers of their choice, its words."""

import importlib.util
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starlore.lessons.fill import fill
from starlore.lessons.load import load_course
from starlore.lessons.model import Prose
from starlore.lessons.scope import answered_scope, hint_scope, open_scope, reading_scope
from starlore.questions import Figure, Question, Text
from starlore.questions.draw import Draw, FixedDraw, draw_variant, unfairness, vary
from starlore.questions.model import Solution, Variant

COURSE = Path(__file__).parents[2] / "courses" / "reading-the-past"


class Written:
    """One lesson of the course."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.lesson = load_course(COURSE).lessons[slug]
        self.text = self.lesson.text("en")
        made = _module(slug, "questions").QUESTIONS
        self.questions: dict[str, Question] = {one.id.partition(".")[2]: one for one in made}

    def variant(self, star: str, values: Mapping[str, object]) -> Variant:
        """A question with these numbers drawn."""
        return self.questions[star].vary(FixedDraw(values))

    def answers(self, star: str, values: Mapping[str, object]) -> tuple[str, ...]:
        """The solution, then each foreseen wrong answer, as printed."""
        variant = self.variant(star, values)
        assert variant.accept
        return (_said(variant.solution), *(_said(one.answer) for one in variant.misconceptions))

    def accepted(self, star: str, seeds: int = 400) -> float:
        """The share of draws that can be asked."""
        question = self.questions[star]
        tried = [vary(question, Draw(seed, question.group)) for seed in range(seeds)]
        return sum(not unfairness(question, one) for one in tried) / seeds

    def reading(self) -> str:
        """The prose of reading and closing as an English page prints it, in one line."""
        pieces = (*self.text.read.pieces, *self.text.closing.pieces)
        scope = reading_scope(self.lesson)
        prose = (piece.text for piece in pieces if isinstance(piece, Prose))
        return " ".join(" ".join(fill(one, scope, "en", marks=False) for one in prose).split())

    def fill_question(self, star: str, seed: int) -> tuple[set[str], set[str], set[str]]:
        """Fill all words of a question; the names of its wrong ways, as drawn and as written."""
        words, variant = self.text.questions[star], draw_variant(self.questions[star], seed)
        for passage in (words.stem, words.answer, *words.options.values()):
            self._fill(passage, open_scope(self.lesson, variant))
        for passage in words.hints:
            self._fill(passage, hint_scope(self.lesson, variant))
        later = (words.worked, words.general, *words.wrong.values(), *words.headlines.values())
        for passage in later:
            self._fill(passage, answered_scope(self.lesson, variant, variant.solution))
        return {one.name for one in variant.misconceptions}, set(words.wrong), set(words.headlines)

    def _fill(self, passage: Any, scope: Mapping[str, object]) -> None:
        for piece in passage.pieces:
            for field in ("text", "alt", "caption"):
                fill(getattr(piece, field, ""), scope, "en", self.text.sentences)

    def typed_by_hand(self) -> list[str]:
        """Lines below the head that hold a digit outside values, exponents and names of hints."""
        source = (COURSE / self.slug / "lesson.md").read_text(encoding="utf-8")
        body = source.split("---\n", 2)[2]
        prose = re.sub(r"\{\{.*?\}\}|^## hint \d$|\^\d|_\d", "", body, flags=re.MULTILINE)
        return [line for line in prose.splitlines() if re.search(r"\d", line)]


def _module(slug: str, name: str) -> Any:
    path = COURSE / slug / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"{slug}_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _said(answer: Solution) -> str:
    if isinstance(answer, Figure):
        return answer.printed
    if isinstance(answer, Text):
        return answer.name
    assert isinstance(answer, tuple)
    return f"({', '.join(part.printed for part in answer)})"
