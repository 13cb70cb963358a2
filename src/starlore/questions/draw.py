"""draw_variant: draw until the numbers ask something, then fix all there is to a Variant.

Numbers are fair when the author accepts them, no two answers look alike as printed, and no typed
number is right and foreseen as wrong at once, or foreseen in two ways (case C26). Else they are
drawn anew, with the next attempt.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from starlore.errors import QuestionError
from starlore.figures import Figure
from starlore.message import Message
from starlore.questions.author_code import DRAW_SECONDS, OutOfTime, told_of, within
from starlore.questions.model import (
    AsPrinted,
    Between,
    Exact,
    Question,
    Rule,
    Solution,
    Variant,
    Within,
)
from starlore.questions.pairing import paired
from starlore.questions.plain import plain_answer, plain_map, plain_misconceptions
from starlore.questions.printing import look, numbers_of
from starlore.questions.streams import Draw, FixedDraw
from starlore.questions.window import Window, rule_of_wrong, window

__all__ = ["ATTEMPTS", "Draw", "FixedDraw", "NeverFair", "draw_variant", "options", "vary"]

T = TypeVar("T")

ATTEMPTS = 1000
"""Draws after which it is the author's error."""

WRONG_OPTIONS = 3
"""Misconceptions shown beside the solution where one chooses."""


class NeverFair(QuestionError):
    """A question none of whose draws can be asked. `alike`: its answers are the reason."""

    def __init__(self, question: str, seed: int, reason: Message) -> None:
        tried = {"question": question, "seed": str(seed)}
        super().__init__("check.draw.never", **tried, attempts=ATTEMPTS, reason=reason)
        self.alike = reason not in (COMPANION, NOT_ACCEPTED)


def draw_variant(question: Question, seed: int, companions: Sequence[Question] = ()) -> Variant:
    """The Variant of a question under a seed, on every machine the same.

    Args:
        question: what to ask.
        seed: 64 bits; keep it, and the Variant can be drawn again.
        companions: the other questions of its draw group; an attempt counts only when all of
            them accept it, so that all show the same numbers.

    Raises:
        NeverFair: if no attempt gives numbers that can be asked.
        TookTooLong: if drawing does not end in its time.
        QuestionError: if `vary` raises, or gives what no Variant may hold.

    Example:
        >>> def longer(rng):
        ...     n = rng.integer("n", 3, 12)
        ...     return Variant({"n": n}, Figure(n * n), (Misconception("linear", Figure(2 * n)),))
        >>> from starlore.figures import Figure
        >>> from starlore.questions.model import Misconception
        >>> variant = draw_variant(Question("attention.count-comparisons", longer), seed=7)
        >>> variant.given, variant.solution.printed, variant.order
        ({'n': 7}, '49', ('', 'linear'))
    """
    return within(DRAW_SECONDS, lambda: _drawn(question, seed, companions))


def _drawn(question: Question, seed: int, companions: Sequence[Question]) -> Variant:
    """The first attempt that can be asked, its options in order."""
    reason: Message | None = None
    for attempt in range(ATTEMPTS):
        rng = _streams(question, seed, attempt)
        variant = vary(question, rng)
        reason = unfairness(question, variant)
        if not reason and all(_is_fair(other, seed, attempt) for other in companions):
            return replace(variant, order=_order(variant, rng))
    raise NeverFair(question.id, seed, reason or COMPANION)


def options(variant: Variant) -> tuple[Solution, ...]:
    """The answers to choose from, in the order shown.

    Example:
        >>> from starlore.figures import Figure
        >>> from starlore.questions.model import Misconception
        >>> linear = Misconception("linear", Figure(14))
        >>> variant = Variant({}, Figure(49), (linear,), order=("linear", ""))
        >>> [one.printed for one in options(variant)]
        ['14', '49']
    """
    return tuple(variant.answer_named(name) for name in variant.order)


def vary(question: Question, rng: Draw) -> Variant:
    """One attempt, fair or not, its values plain and its origin set; no order yet.

    Raises:
        QuestionError: if `vary` raises, or gives what no Variant may hold.
    """
    return within(DRAW_SECONDS, lambda: _varied(question, rng))


def _varied(question: Question, rng: Draw) -> Variant:
    """What the author's `vary` gives, held to what a Variant may hold."""
    try:
        raw = question.vary(rng)
        given = plain_map(raw.given, "given")
        return replace(
            raw,
            given=given,
            solution=plain_answer(raw.solution, given, "solution"),
            misconceptions=plain_misconceptions(raw.misconceptions, given),
            working=plain_map(raw.working, "working"),
            accept=bool(raw.accept),
            rule=question.rule if raw.rule == AsPrinted() else _rule(raw.rule),
            question=question.id,
            star=question.star_id,
            seed=rng.seed,
            attempt=rng.attempt,
            generator_version=question.generator_version,
            units=dict(question.units),
            in_any_order=question.in_any_order,
        )
    except OutOfTime:
        raise
    except BaseException as fault:  # whatever an author's code raises is the author's error
        tried = {"question": question.id, "seed": str(rng.seed), "attempt": str(rng.attempt)}
        raise QuestionError("check.draw.raised", **tried, said=told_of(fault)) from fault


def _rule(rule: object) -> Rule:
    """A rule of grading; an author may have put something else in its place."""
    if not isinstance(rule, AsPrinted | Within | Between | Exact):
        raise QuestionError("check.rule.none", got=repr(rule))
    return rule


NOT_ACCEPTED = Message("check.draw.not-accepted")
COMPANION = Message("check.draw.companion")
SOLUTION = Message("check.answer.solution")
"""What is said of the solution where answers go by their names."""


def unfairness(question: Question, variant: Variant) -> Message | None:
    """Why these numbers cannot be asked; None if they can."""
    if not variant.accept:
        return NOT_ACCEPTED
    seen: dict[object, str | Message] = {_look(variant.solution, variant): SOLUTION}
    for one in variant.misconceptions:
        alike = seen.setdefault(_look(one.answer, variant), one.name)
        if alike != one.name:
            return Message("check.draw.alike", one=one.name, other=alike)
    return _meeting(variant) if question.may_be_typed else None


def _look(answer: Solution, variant: Variant) -> object:
    """What tells an answer apart for a reader: of a list in any order, its parts and no order."""
    seen = look(answer, variant.given)
    return frozenset(Counter(seen).items()) if variant.in_any_order else seen


def _meeting(variant: Variant) -> Message | None:
    """Which two typed answers could be taken for each other; None if none."""
    wrong = rule_of_wrong(variant.rule)
    answers: list[tuple[str | Message, tuple[Figure, ...], Rule]]
    answers = [(SOLUTION, numbers_of(variant.solution), variant.rule)]
    answers += [(one.name, numbers_of(one.answer), wrong) for one in variant.misconceptions]
    windows = [
        (name, [figure.shown for figure in figures], [window(figure, rule) for figure in figures])
        for name, figures, rule in answers
        if figures
    ]
    for place, (name, shown, mine) in enumerate(windows):
        for other, _, theirs in windows[:place]:
            if len(mine) != len(theirs):
                continue
            if other is SOLUTION and _all_fit(mine, theirs, Window.meets, variant):
                return Message("check.draw.both", one=other, other=name)
            if _all_fit(shown, theirs, lambda number, within: number in within, variant):
                return Message("check.draw.taken", one=name, other=other)
    return None


def _all_fit(
    ones: Sequence[T], others: Sequence[Window], fits: Callable[[T, Window], bool], variant: Variant
) -> bool:
    """Whether each fits the other at its place, or where no order is asked at some place."""
    if variant.in_any_order:
        return all(paired(ones, others, fits))
    return all(map(fits, ones, others))


def _streams(question: Question, seed: int, attempt: int) -> Draw:
    return Draw(seed, question.group, question.generator_version, attempt)


def _is_fair(question: Question, seed: int, attempt: int) -> bool:
    return not unfairness(question, vary(question, _streams(question, seed, attempt)))


def _order(variant: Variant, rng: Draw) -> tuple[str, ...]:
    """The solution "" and the first misconceptions, shuffled; nothing where none is foreseen."""
    wrong = [one.name for one in variant.misconceptions[:WRONG_OPTIONS]]
    return rng.shuffle("order", ["", *wrong]) if wrong else ()
