"""Questions held to their laws and to their words, over many seeds."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from starlore.authoring.pictured import figure_faults
from starlore.authoring.prose import prose_faults
from starlore.errors import StarloreError
from starlore.lessons.fill import with_words
from starlore.lessons.model import Diagnostic, Lesson, LessonText, QuestionText
from starlore.lessons.running import line_of, line_raised
from starlore.lessons.showable import fill_fault, undrawable
from starlore.lessons.stretches import asking, figures_in, stretches
from starlore.lessons.unsaid import companions, part_of, unsaid
from starlore.questions.author_code import TookTooLong
from starlore.questions.draw import Draw, draw_variant, vary
from starlore.questions.lawbook import LAWS
from starlore.questions.laws import Breach, check_question
from starlore.questions.model import Question, Text, Variant
from starlore.questions.printing import printed

SEEDS_SHOWN = 5
ATTEMPTS_TO_TELL = 50
"""Draws after which a misconception that never differed is called so."""


@dataclass
class Used:
    """Names that the draws of a question used, and the places of what was told already."""

    misconceptions: set[str] = field(default_factory=set)
    options: set[str] = field(default_factory=set)
    told: set[tuple[str, int, int]] = field(default_factory=set)


def question_faults(
    lesson: Lesson, question: Question, path: str, folder: Path, seeds: range
) -> Iterator[Diagnostic]:
    """All that is wrong with one question.

    Args:
        lesson: it belongs to. path: of the lesson's folder, for diagnostics.
        folder: the same on disk. seeds: which draws to look at.
    """
    where, line = f"{path}/questions.py", line_of(question, f"{path}/questions.py")
    others = companions(question, lesson.questions)
    try:
        draw_variant(question, seeds[0], others)
    except TookTooLong as fault:  # no other seed is tried: each could take as long
        yield Diagnostic(where, line, 1, "L407", f"{question.id} seed {seeds[0]}: {fault}")
        return
    except StarloreError:
        pass  # told below, with the law it breaks
    same = _never_differs(question)
    for name in same:
        message = f"{name} of {question.id} never differs from the solution"
        yield Diagnostic(where, line, 1, "L404", message, "mend its formula or drop it")
    if same:
        return
    yield from _broken(question, check_question(question, seeds, companions=others), where)
    used = {text.language: Used() for text in lesson.texts.values()}
    for seed in seeds:
        try:
            variant = draw_variant(question, seed, others)
        except StarloreError:
            return
        for text in lesson.texts.values():
            words = text.questions.get(part_of(question))
            if words is not None:
                is_first = seed == seeds[0]
                yield from _said(
                    lesson, text, words, variant, folder, used[text.language], is_first
                )
                yield from _new(unsaid(question, variant, words, text.path), used[text.language])
    for text in lesson.texts.values():
        yield from _wording(question, text, used[text.language])


def _broken(question: Question, breaches: Iterable[Breach], where: str) -> Iterator[Diagnostic]:
    """Each law that is broken, once: the first seeds that show it, and what to do."""
    by_law: dict[str, list[Breach]] = {}
    for breach in breaches:
        by_law.setdefault(breach.law, []).append(breach)
    for law, found in by_law.items():
        seeds = sorted({breach.seed for breach in found})
        shown = ", ".join(map(str, seeds[:SEEDS_SHOWN])) + " ..." * (len(seeds) > SEEDS_SHOWN)
        first = min(found, key=lambda breach: breach.seed)
        line = line_raised(first.cause, where) or line_of(question, where)
        noun = "seed" if len(seeds) == 1 else "seeds"
        message = f"{question.id} breaks law {law} at {noun} {shown}: {first.message}"
        yield Diagnostic(where, line, 1, "L407", message, LAWS[law].remedy)


def _said(
    lesson: Lesson,
    text: LessonText,
    words: QuestionText,
    variant: Variant,
    folder: Path,
    used: Used,
    is_first: bool,
) -> Iterator[Diagnostic]:
    """The words of one Variant: everything at the first seed, later only what cannot be filled."""
    answers = (variant.solution, *(m.answer for m in variant.misconceptions))
    fresh = {m.name for m in variant.misconceptions} - used.misconceptions
    used.misconceptions |= fresh
    used.options |= {answer.name for answer in answers if isinstance(answer, Text)}
    scoped = asking(lesson, words, variant)
    if is_first or fresh:
        found = [
            fault
            for stretch in stretches(scoped, text)
            for fault in prose_faults(stretch, anchors_of(text), folder)
        ]
        yield from _new((*found, *figure_faults(scoped, text)), used)
        return
    for stretch in stretches(scoped, text):
        fault = fill_fault(stretch)
        if fault is not None:
            yield from _new([_at_seed(fault, variant.seed)], used)
    for block, values in figures_in(scoped):
        reason = undrawable(block, with_words(values, text.sentences))
        if reason:
            fault = Diagnostic(text.path, block.line, 1, "L408", reason)
            yield from _new([_at_seed(fault, variant.seed)], used)


def _at_seed(fault: Diagnostic, seed: int) -> Diagnostic:
    """The same fault as one that only some draws show."""
    message = f"{fault.message}, at seed {seed}"
    return Diagnostic(fault.path, fault.line, fault.column, "L408", message, fault.hint)


def _new(faults: Iterable[Diagnostic], used: Used) -> Iterator[Diagnostic]:
    """What was not told at that place before; at another seed it is the same fault."""
    for fault in faults:
        place = (fault.message.partition(", at seed")[0], fault.line, fault.column)
        if place not in used.told:
            used.told.add(place)
            yield fault


def _wording(question: Question, text: LessonText, used: Used) -> Iterator[Diagnostic]:
    """Words nobody uses, hints that are not there."""
    words = text.questions.get(part_of(question))
    if words is None:
        return
    if not words.hints:
        message = f"{question.id} has no hint"
        yield Diagnostic(text.path, words.line, 1, "L402", message, "write ## hint 1")
    unused = [("wrong", name) for name in words.wrong if name not in used.misconceptions]
    unused += [("headline", name) for name in words.headlines if name not in used.misconceptions]
    unused += [("option", name) for name in words.options if name not in used.options]
    for kind, name in unused:
        line = words.lines.get(f"{kind} {name}", words.line)
        message = f"no draw of {question.id} uses ## {kind} {name}"
        yield Diagnostic(text.path, line, 1, "L405", message, "mend the name or drop it")


def anchors_of(text: LessonText) -> frozenset[str]:
    """The ids that a link inside the lesson may name."""
    passages = [*text.parts.values(), *(words.stem for words in text.questions.values())]
    pictures = {block.id for passage in passages for block in passage.pictures if block.id}
    return frozenset({*text.parts, *text.questions, *pictures})


def _never_differs(question: Question) -> tuple[str, ...]:
    """Misconceptions that, in many draws, always print the solution."""
    seen: dict[str, bool] = {}
    for attempt in range(ATTEMPTS_TO_TELL):
        rng = Draw(0, question.group, question.generator_version, attempt)
        try:
            variant = vary(question, rng)
        except StarloreError:
            return ()
        right = printed(variant.solution)
        for misconception in variant.misconceptions:
            differs = printed(misconception.answer) != right
            seen[misconception.name] = seen.get(misconception.name, False) or differs
    return tuple(name for name, differs in seen.items() if not differs)
