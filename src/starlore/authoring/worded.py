"""The words of a question held against its draws: each slot filled, none missing, none unused."""

from collections.abc import Iterable, Iterator

from starlore.authoring.markdown import Leads
from starlore.authoring.pictured import figure_faults
from starlore.authoring.prose import prose_faults
from starlore.lessons.diagnostics import Diagnostic
from starlore.lessons.fill import with_words
from starlore.lessons.model import Lesson, LessonText, QuestionText
from starlore.lessons.showable import at_seed, fill_fault, undrawable
from starlore.lessons.stretches import asking, figures_in, stretches
from starlore.lessons.unsaid import part_of, unsaid
from starlore.message import Message
from starlore.questions.model import Question, Text, Variant


class Worded:
    """What the draws of a question make of its words in one language, draw after draw.

    Args:
        lesson, question: whose words. text: the language's. leads: where its links may lead.
    """

    def __init__(self, lesson: Lesson, question: Question, text: LessonText, leads: Leads) -> None:
        self._lesson, self._question, self._text, self._leads = lesson, question, text, leads
        self._words = text.questions.get(part_of(question))
        self._misconceptions: set[str] = set()
        self._options: set[str] = set()
        self._told: set[tuple[Message, int, int]] = set()
        self._is_begun = False

    def faults_at(self, variant: Variant) -> Iterator[Diagnostic]:
        """What one draw shows, and none before it showed at that place."""
        if self._words is not None:
            yield from self._new(self._said(self._words, variant))
            yield from self._new(unsaid(self._question, variant, self._words, self._text.path))

    def faults_of_all(self) -> Iterator[Diagnostic]:
        """Hints that are not there, and words that no draw used."""
        if self._words is None:
            return
        path, words, id_ = self._text.path, self._words, self._question.id
        if not words.hints:
            message = Message("check.words.no-hint", question=id_)
            hint = Message("check.hint.write", code="## hint 1")
            yield Diagnostic(path, words.line, 1, "L402", message, hint)
        for kind, named, used in (
            ("wrong", words.wrong, self._misconceptions),
            ("headline", words.headlines, self._misconceptions),
            ("option", words.options, self._options),
        ):
            for name in sorted(named.keys() - used):
                line = words.lines.get(f"{kind} {name}", words.line)
                message = Message("check.words.unused", question=id_, heading=f"## {kind} {name}")
                yield Diagnostic(path, line, 1, "L405", message)

    def _said(self, words: QuestionText, variant: Variant) -> Iterator[Diagnostic]:
        """All about the first draw and the first of a misconception; then what cannot be filled."""
        answers = (variant.solution, *(m.answer for m in variant.misconceptions))
        fresh = {m.name for m in variant.misconceptions} - self._misconceptions
        self._misconceptions |= fresh
        self._options |= {answer.name for answer in answers if isinstance(answer, Text)}
        scoped, text = asking(self._lesson, words, variant), self._text
        if fresh or not self._is_begun:
            self._is_begun = True
            for stretch in stretches(scoped, text):
                yield from prose_faults(stretch, self._leads)
            yield from figure_faults(scoped, text)
            return
        for stretch in stretches(scoped, text):
            fault = fill_fault(stretch)
            if fault is not None:
                yield at_seed(fault, variant.seed)
        for block, values in figures_in(scoped):
            reason = undrawable(block, with_words(values, text.sentences))
            if reason:
                fault = Diagnostic(text.path, block.line, 1, "L408", reason)
                yield at_seed(fault, variant.seed)

    def _new(self, faults: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """What was not told at that place before; at another seed it is the same fault."""
        for fault in faults:
            place = (_without_seed(fault.message), fault.line, fault.column)
            if place not in self._told:
                self._told.add(place)
                yield fault


def _without_seed(message: Message) -> Message:
    """What a message says of every seed."""
    said = dict(message.values).get("said")
    is_at_seed = message.id == "check.question.at-seed"
    return said if is_at_seed and isinstance(said, Message) else message
