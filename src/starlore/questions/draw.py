"""draw_variant: draw until the numbers ask something, then fix all there is to a Variant.

Numbers are fair when the author accepts them, no two answers look alike as printed, and no typed
number is right and foreseen as wrong at once, or foreseen in two ways (case C26). Else they are
drawn anew, with the next attempt.
"""

from collections.abc import Sequence
from dataclasses import replace

from starlore.errors import QuestionError
from starlore.questions.author_code import DRAW_SECONDS, OutOfTime, said_of, within
from starlore.questions.model import (
    AsPrinted,
    Exact,
    Question,
    Rule,
    Solution,
    Variant,
    Within,
)
from starlore.questions.plain import plain_answer, plain_map, plain_misconceptions
from starlore.questions.printing import look, numbers_of
from starlore.questions.streams import Draw, FixedDraw
from starlore.questions.window import window

__all__ = ["ATTEMPTS", "Draw", "FixedDraw", "NeverFair", "draw_variant", "options", "vary"]

ATTEMPTS = 1000
"""Draws after which it is the author's error."""

WRONG_OPTIONS = 3
"""Misconceptions shown beside the solution where one chooses."""


class NeverFair(QuestionError):
    """A question none of whose draws can be asked. `alike`: its answers are the reason."""

    def __init__(self, message: str, alike: bool) -> None:
        super().__init__(message)
        self.alike = alike


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
    reason = ""
    for attempt in range(ATTEMPTS):
        rng = _streams(question, seed, attempt)
        variant = vary(question, rng)
        reason = unfairness(question, variant)
        if not reason and all(_is_fair(other, seed, attempt) for other in companions):
            return replace(variant, order=_order(variant, rng))
    raise NeverFair(
        f"{question.id} seed {seed}: none of {ATTEMPTS} draws can be asked; "
        f"the last: {reason or 'a companion of its draw group refuses it'}",
        alike=reason not in ("", NOT_ACCEPTED),
    )


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
            solution=plain_answer(raw.solution, given, "the solution"),
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
        )
    except OutOfTime:
        raise
    except BaseException as fault:  # whatever an author's code raises is the author's error
        where = f"{question.id} seed {rng.seed} attempt {rng.attempt}"
        raise QuestionError(f"{where}: {said_of(fault)}") from fault


def _rule(rule: object) -> Rule:
    """A rule of grading; an author may have put something else in its place."""
    if not isinstance(rule, AsPrinted | Within | Exact):
        raise QuestionError(f"rule is AsPrinted, Within or Exact, not {rule!r}")
    return rule


NOT_ACCEPTED = "its author does not accept it"


def unfairness(question: Question, variant: Variant) -> str:
    """Why these numbers cannot be asked; "" if they can."""
    if not variant.accept:
        return NOT_ACCEPTED
    seen: dict[object, str] = {look(variant.solution, variant.given): "the solution"}
    for one in variant.misconceptions:
        alike = seen.setdefault(look(one.answer, variant.given), one.name)
        if alike != one.name:
            return f"{one.name} looks like {alike}"
    return _meeting(variant) if question.may_be_typed else ""


def _meeting(variant: Variant) -> str:
    """Which two typed answers could be taken for each other; "" if none."""
    answers = [("the solution", numbers_of(variant.solution))] + [
        (one.name, numbers_of(one.answer)) for one in variant.misconceptions
    ]
    windows = [
        (name, figures, [window(figure, variant.rule) for figure in figures])
        for name, figures in answers
        if figures
    ]
    for place, (name, figures, mine) in enumerate(windows):
        for earlier, (other, _, theirs) in enumerate(windows[:place]):
            if len(mine) != len(theirs):
                continue
            pairs = list(zip(mine, theirs, figures, strict=True))
            meets_solution = earlier == 0 and other == "the solution"
            if meets_solution and all(a.meets(b) for a, b, _ in pairs):
                return f"a number could be {other} and {name}"
            if all(figure.shown in b for _, b, figure in pairs):
                return f"{name} would be taken for {other}"
    return ""


def _streams(question: Question, seed: int, attempt: int) -> Draw:
    return Draw(seed, question.group, question.generator_version, attempt)


def _is_fair(question: Question, seed: int, attempt: int) -> bool:
    return not unfairness(question, vary(question, _streams(question, seed, attempt)))


def _order(variant: Variant, rng: Draw) -> tuple[str, ...]:
    """The solution "" and the first misconceptions, shuffled; nothing where none is foreseen."""
    wrong = [one.name for one in variant.misconceptions[:WRONG_OPTIONS]]
    return rng.shuffle("order", ["", *wrong]) if wrong else ()
