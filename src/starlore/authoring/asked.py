"""Questions held to their laws and to their words, over many seeds."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import chain

from starlore.authoring.markdown import Leads
from starlore.authoring.statistics import Tally
from starlore.authoring.worded import Worded
from starlore.errors import StarloreError
from starlore.lab.links import link_faults, worked_link
from starlore.lab.state import Lab
from starlore.lessons.diagnostics import Diagnostic
from starlore.lessons.fill import fill
from starlore.lessons.model import Lesson
from starlore.lessons.running import line_of, line_raised
from starlore.lessons.stretches import before_the_answer, stretches
from starlore.lessons.unsaid import companions, part_of
from starlore.message import Message
from starlore.questions.author_code import TookTooLong
from starlore.questions.draw import Draw, draw_variant, vary
from starlore.questions.lawbook import mends
from starlore.questions.laws import Breach, Trial
from starlore.questions.model import Question, Variant
from starlore.questions.printing import printed

SEEDS_SHOWN = 5

ATTEMPTS_TO_TELL = 50
"""Draws after which a misconception that never differed is called so."""


def question_faults(
    lesson: Lesson,
    question: Question,
    path: str,
    leads: Mapping[str, Leads],
    seeds: range,
    tally: Tally | None = None,
) -> Iterator[Diagnostic]:
    """All that is wrong with one question; each seed is drawn once.

    Args:
        lesson: it belongs to. path: of the lesson's folder, for diagnostics.
        leads: by language, where links may lead. seeds: which draws to look at.
        tally: counts the draws, if that is wanted.
    """
    where, line = f"{path}/questions.py", line_of(question, f"{path}/questions.py")
    hindrance = _hindrance(question, lesson, where, line, seeds[0])
    if hindrance:
        if tally is not None:
            tally.give_up(hindrance[0].message)
        yield from hindrance
        return
    others, sent = companions(question, lesson.questions), partial(_sent, lesson, question)
    trial = Trial(question, others, sent=sent)
    worded = [
        Worded(lesson, question, text, leads[text.language]) for text in lesson.texts.values()
    ]
    labs = next(iter(leads.values())).labs if leads else {}
    for seed in seeds:
        variant = trial.hold(seed)
        if variant is not None:
            yield from _no_lab(lesson, variant, labs, where, line)
            if tally is not None:
                tally.add(variant)
            yield from chain.from_iterable(one.faults_at(variant) for one in worded)
        elif trial.is_over:
            break
    yield from _broken(question, trial.verdict(), where)
    if not trial.undrawn:
        yield from chain.from_iterable(one.faults_of_all() for one in worded)
    elif tally is not None:
        tally.give_up(trial.undrawn)


def _hindrance(
    question: Question, lesson: Lesson, where: str, line: int, seed: int
) -> tuple[Diagnostic, ...]:
    """Why its draws cannot be looked at, one by one: they take too long, or never differ."""
    try:
        draw_variant(question, seed, companions(question, lesson.questions))
    except TookTooLong as fault:  # no other seed is tried: each could take as long
        at = {"question": question.id, "seed": str(seed)}
        message = Message("check.question.seed", **at, said=fault.message)
        return (Diagnostic(where, line, 1, "L407", message),)
    except StarloreError:
        pass  # told with the law it breaks
    messages = (
        Message("check.question.never-differs", name=name, question=question.id)
        for name in _never_differs(question)
    )
    return tuple(Diagnostic(where, line, 1, "L404", message) for message in messages)


def _no_lab(
    lesson: Lesson, variant: Variant, labs: Mapping[str, Lab], where: str, line: int
) -> Iterator[Diagnostic]:
    """Why the Lab would not show what a draw's working says of it."""
    link = worked_link(lesson.plan.id, variant.working)
    for fault in link_faults(link, labs) if link else ():
        message = Message("check.question.lab", question=variant.question, said=fault.message)
        yield Diagnostic(where, line, 1, "L204", message, Message("check.question.lab-hint"))


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
        at = {"question": question.id, "law": law, "seeds": shown}
        message = Message("check.law.broken", **at, n=len(seeds), said=first.message)
        yield Diagnostic(where, line, 1, "L407", message, mends(law))


def _sent(lesson: Lesson, question: Question, variant: Variant) -> Iterator[str]:
    """What a page in each language says before the answer: stem, words by the field, hints."""
    for text in lesson.texts.values():
        words = text.questions.get(part_of(question))
        if words is not None:
            shown = stretches(before_the_answer(lesson, words, variant), text)
            yield "\n".join(
                fill(one.text, one.values, one.language, one.bank, marks=False) for one in shown
            )


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
