"""The laws every question must satisfy; `check_question` names each one that is broken.

    L1  no exception, NaN or infinity; one seed gives one Variant, one text, one hash
    L2  no two choices look alike in any language; there is something to choose from
    L3  the solution is computed from the printed numbers (`read_back`)
    L4  the printed solution is right; the printed answer of each misconception is matched to it
    L5  another draw more, anywhere, changes no value
    L6  every explanation, hint and alternative text renders
    L7  40 different Variants in 400 seeds unless fixed; at most 95 % of the attempts rejected
    L8  the tolerance is usable
    L9  nothing sent before the answer holds the solution (`leaks`)

`lawbook` says what an author does about each. L1 also holds between processes: `digest` gives one
line to compare.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from hashlib import sha256
from itertools import chain, count, islice, repeat
from typing import TypeVar

from starlore.errors import QuestionError, StarloreError
from starlore.questions.codec import to_json, variant_hash
from starlore.questions.draw import Draw, NeverFair, draw_variant, vary
from starlore.questions.grade import grade_numbers, grade_option
from starlore.questions.leaks import leaks
from starlore.questions.model import AsPrinted, Question, Solution, Variant
from starlore.questions.printing import look, numbers_of
from starlore.questions.read_back import LANGUAGES, faults_of_reading, pages, readings
from starlore.questions.window import asked_unit

__all__ = ["Breach", "Words", "check_question", "digest", "leaks", "require"]

FRESH, FRESH_IN = 40, 400
REJECTED_AT_MOST = Fraction(95, 100)
SEEDS_TO_JUDGE_REJECTION = 20
SIGNIFICANT_TO_TYPE = 12
ENOUGH = 20
"""Breaches after which a check stops: the author has plenty to read."""

T = TypeVar("T")

Words = Callable[[Variant], Iterable[str]]
"""Renders all words of a Variant in every language, and raises where it cannot."""


@dataclass(frozen=True)
class Breach:
    """One law that one seed of a question breaks; `cause` is what the author's code raised."""

    law: str
    seed: int
    message: str
    cause: BaseException | None = field(default=None, compare=False, repr=False)


def check_question(
    question: Question,
    seeds: Sequence[int] = range(200),
    words: Words | None = None,
    companions: Sequence[Question] = (),
) -> tuple[Breach, ...]:
    """Hold a question to its laws.

    Args:
        question: the question.
        seeds: 200 in the quick gate, 10,000 for an author.
        words: law L6; left out, L6 is not checked.
        companions: the other questions of its draw group.

    Returns:
        What is broken, in the order found; nothing if the question keeps every law.

    Example:
        >>> from starlore.figures import Figure
        >>> alone = Question("count.square", lambda rng: Variant({}, Figure(4)), fixed=True)
        >>> [(breach.law, breach.message) for breach in check_question(alone, range(1))]
        [('L2', 'it has no misconception: there is nothing to choose from')]
    """
    breaches: list[Breach] = []
    attempts = kept = 0
    for seed in seeds:
        try:
            variant = draw_variant(question, seed, companions)
        except NeverFair as fault:
            return (*breaches, Breach("L2" if fault.alike else "L7", seed, str(fault)))
        except QuestionError as fault:
            breaches.append(Breach("L1", seed, str(fault), fault.__cause__))
        else:
            attempts, kept = attempts + variant.attempt + 1, kept + 1
            breaches += (Breach(law, seed, text) for law, text in _faults(question, variant, words))
        if len(breaches) >= ENOUGH:
            return tuple(breaches)
    if not any(breach.law == "L1" for breach in breaches):
        breaches += _over_all(question, seeds, companions, attempts, kept)
    return tuple(breaches)


def require(question: Question, seeds: Sequence[int] = range(200)) -> None:
    """Raise on the first law a question breaks.

    Raises:
        QuestionError: naming question, law and seed.
    """
    for breach in check_question(question, seeds):
        raise QuestionError(f"{question.id} {breach.law} seed {breach.seed}: {breach.message}")


def digest(question: Question, seeds: Iterable[int]) -> str:
    """One hash over the Variants of many seeds; every process and machine must give the same."""
    hashes = (variant_hash(to_json(draw_variant(question, seed))) for seed in seeds)
    return sha256("".join(hashes).encode()).hexdigest()


def _faults(question: Question, variant: Variant, words: Words | None) -> Iterator[tuple[str, str]]:
    """The laws one Variant breaks, each with a sentence."""
    rng = _streams(Draw, question, variant)
    again = replace(vary(question, rng), order=variant.order)
    if to_json(again) != to_json(variant):
        yield "L1", "the same seed gave another Variant the second time"
        return
    yield from (("L2", fault) for fault in _alike(variant))
    try:
        yield from (("L3", fault) for fault in faults_of_reading(question, variant, rng.drawn))
    except QuestionError as fault:
        yield "L3", str(fault)
    yield from (("L4", fault) for fault in _misjudged(question, variant))
    if again != replace(vary(question, _streams(_Crowded, question, variant)), order=again.order):
        yield "L5", "a draw more changed the value of another"
    if words is not None:
        try:
            _ = list(words(variant))
        except (StarloreError, LookupError, TypeError, ValueError, ArithmeticError) as fault:
            yield "L6", f"{type(fault).__name__}: {fault}"
    yield from (("L8", fault) for fault in _unusable(question, variant))


class _Crowded(Draw):
    """Draws one more number at first, and before each that is asked for."""

    def __init__(self, seed: int, group: str, generator_version: int, attempt: int) -> None:
        super().__init__(seed, group, generator_version, attempt)
        super()._named("one more at first", lambda: next(self._words("one more at first")))

    def _named(self, name: str, make: Callable[[], T]) -> T:
        extra = f"one more before {name}"
        super()._named(extra, lambda: next(self._words(extra)))
        return super()._named(name, make)


def _streams(
    kind: Callable[[int, str, int, int], Draw], question: Question, variant: Variant
) -> Draw:
    return kind(variant.seed, question.group, question.generator_version, variant.attempt)


def _alike(variant: Variant) -> Iterator[str]:
    """L2: options that cannot be told apart on some page."""
    if not variant.order:
        yield "it has no misconception: there is nothing to choose from"
    answers = [variant.solution, *(one.answer for one in variant.misconceptions)]
    for language, *shown in zip(
        LANGUAGES, *(_on_pages(one, variant) for one in answers), strict=False
    ):
        if len(set(shown)) < len(shown):
            yield f"two answers look alike in {language}"


def _on_pages(answer: Solution, variant: Variant) -> Iterable[object]:
    """What each language's page shows of an answer."""
    figures = numbers_of(answer)
    if not figures:
        return repeat(look(answer, variant.given))
    units = tuple(one.unit for one in figures)
    shown = zip(*(pages(one.printed) for one in figures), strict=True)
    return ((numbers, units) for numbers in shown)


def _misjudged(question: Question, variant: Variant) -> Iterator[str]:
    """L4: every printed answer, chosen or typed, must be graded as what it is."""
    answers = [("", variant.solution), *((one.name, one.answer) for one in variant.misconceptions)]
    for place, name in enumerate(variant.order, 1):
        if grade_option(variant, str(place)).misconception != name:
            yield f"option {place} is not graded as {name or 'right'}"
    asked = numbers_of(variant.solution)
    if not question.may_be_typed or not asked:
        return
    for name, answer in answers:
        figures = numbers_of(answer)
        if len(figures) != len(asked):
            continue
        for numbers in set(zip(*(readings(figure.printed) for figure in figures), strict=True)):
            if None in numbers:
                yield f"the printed answer of {name or 'the solution'} cannot be typed"
                continue
            grade = grade_numbers(variant, [number for number in numbers if number is not None])
            if (grade.correct, grade.misconception) != (not name, name):
                yield f"{name or 'the solution'}, typed as printed, is graded {grade.explanation}"


def _unusable(question: Question, variant: Variant) -> Iterator[str]:
    """L8: a tolerance that no learner could derive from what stands by the field."""
    if not question.may_be_typed or not isinstance(variant.rule, AsPrinted):
        return
    for figure in numbers_of(variant.solution):
        if figure.digits is not None and not figure.value:
            yield "a solution of 0 has no significant digits; ask for places"
        if figure.places is None and figure.digits is None:
            significant = len(figure.shown.normalize().as_tuple().digits)
            if asked_unit(figure) or (significant >= SIGNIFICANT_TO_TYPE and figure.value % 1):
                yield f"{figure.printed} asks for no place; give it places or digits"


def _over_all(
    question: Question,
    seeds: Sequence[int],
    companions: Sequence[Question],
    attempts: int,
    kept: int,
) -> Iterator[Breach]:
    """L7, which speaks of all seeds together."""
    first = seeds[0] if seeds else 0
    if kept >= SEEDS_TO_JUDGE_REJECTION and attempts - kept > REJECTED_AT_MOST * attempts:
        yield Breach("L7", first, f"{attempts - kept} of {attempts} attempts were rejected")
    different: set[str] = set()
    for seed in islice(chain(seeds, count(max(seeds, default=-1) + 1)), FRESH_IN):
        variant = draw_variant(question, seed, companions)
        different.add(to_json(replace(variant, seed=0, attempt=0, order=())))
        if len(different) >= FRESH or (question.fixed and len(different) > 1):
            break
    if question.fixed and len(different) > 1:
        yield Breach("L7", first, "it is fixed, but its seeds give different Variants")
    if not question.fixed and len(different) < FRESH:
        yield Breach("L7", first, f"{len(different)} different Variants in {FRESH_IN} seeds")
