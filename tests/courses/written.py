"""A written lesson as tests look at it: its questions with numbers of their choice, its words."""

import importlib.util
import re
from collections.abc import Mapping
from types import ModuleType

from starlore.lessons.fill import fill
from starlore.lessons.model import Passage, Prose
from starlore.lessons.scope import answered_scope, hint_scope, open_scope, reading_scope
from starlore.questions import Place, Question, Text
from starlore.questions.draw import Draw, FixedDraw, draw_variant, unfairness, vary
from starlore.questions.model import Solution, Variant
from starlore.questions.printing import printed
from tests.real_course import COURSE, real_course

Sample = tuple[str, Mapping[str, object], str, Mapping[str, str]]
"""A star, what its question draws, what is right then, and what each foreseen wrong way gives."""


class Written:
    """One lesson of the course; its questions go by the names of their stars."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.lesson = real_course().lessons[slug]
        self.text = self.lesson.text("en")
        made = self.module("questions").QUESTIONS
        self.questions: dict[str, Question] = {one.id.removeprefix(f"{slug}."): one for one in made}

    def module(self, name: str) -> ModuleType:
        """`numbers` or `questions`, run afresh."""
        path = COURSE / self.slug / f"{name}.py"
        spec = importlib.util.spec_from_file_location(f"{self.slug}_{name}", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    @property
    def stars(self) -> set[str]:
        """The stars of its figure; every one can be asked."""
        assert self.lesson.stars == self.lesson.plan.star_ids
        return set(self.lesson.plan.stars)

    def variant(self, star: str, values: Mapping[str, object]) -> Variant:
        """A question with these numbers drawn."""
        return self.questions[star].vary(FixedDraw(values))

    def answers(self, star: str, values: Mapping[str, object]) -> tuple[str, dict[str, str]]:
        """The solution as printed, and each foreseen wrong answer by name; they can be asked."""
        variant = self.variant(star, values)
        assert variant.accept
        wrong = {one.name: self._said(one.answer) for one in variant.misconceptions}
        assert len(wrong) == len(variant.misconceptions)
        return self._said(variant.solution), wrong

    def _said(self, answer: Solution) -> str:
        """An answer as printed; a place by its word in the first sentence."""
        if isinstance(answer, Place):
            return self.text.sentences[0][answer.index]
        return printed(answer)

    def accepted(self, star: str, seeds: int = 400) -> float:
        """The share of draws that can be asked."""
        question = self.questions[star]
        tried = [vary(question, Draw(seed, question.group)) for seed in range(seeds)]
        return sum(not unfairness(question, one) for one in tried) / seeds

    def prose(self, passage: Passage, scope: Mapping[str, object]) -> str:
        """The prose of a passage as an English page prints it, in one line."""
        texts = (piece.text for piece in passage.pieces if isinstance(piece, Prose))
        bank = self.text.sentences
        return " ".join(
            " ".join(fill(one, scope, "en", bank, marks=False) for one in texts).split()
        )

    def reading(self) -> str:
        """The prose of reading and closing."""
        scope = reading_scope(self.lesson)
        return f"{self.prose(self.text.read, scope)} {self.prose(self.text.closing, scope)}"

    def option(self, star: str, values: Mapping[str, object], name: str) -> str:
        """An option in words of a question with these numbers drawn."""
        variant = self.variant(star, values)
        assert isinstance(variant.solution, Text)
        scope = open_scope(self.lesson, variant)
        return self.prose(self.text.questions[star].options[name], scope)

    def fill(self, passage: Passage, scope: Mapping[str, object]) -> None:
        """Fill every word of a passage; raise where something lacks."""
        for piece in passage.pieces:
            for field in ("text", "alt", "caption"):
                fill(getattr(piece, field, ""), scope, "en", self.text.sentences)

    def fill_question(self, star: str, seed: int) -> tuple[set[str], set[str], set[str]]:
        """Fill all words of a question; the names of its wrong ways, as drawn and as written."""
        words, variant = self.text.questions[star], draw_variant(self.questions[star], seed)
        for passage in (words.stem, words.answer, *words.options.values()):
            self.fill(passage, open_scope(self.lesson, variant))
        for passage in words.hints:
            self.fill(passage, hint_scope(self.lesson, variant))
        later = (words.worked, words.general, *words.wrong.values(), *words.headlines.values())
        for passage in later:
            self.fill(passage, answered_scope(self.lesson, variant, variant.solution))
        return {one.name for one in variant.misconceptions}, set(words.wrong), set(words.headlines)

    def typed_by_hand(self, besides: str = r"^## hint \d$") -> list[str]:
        """Lines below the head that hold a digit outside values, numbers of lists, states of the
        Lab that links lead to, and what `besides` matches."""
        source = (COURSE / self.slug / "lesson.md").read_text(encoding="utf-8")
        body = source.split("---\n", 2)[2]
        put_in = rf"\{{\{{.*?\}}\}}|\]\(lab:[^)]*\)|{besides}|^\d+\.(?= )"
        prose = re.sub(put_in, "", body, flags=re.MULTILINE)
        return [line for line in prose.splitlines() if re.search(r"\d", line)]
