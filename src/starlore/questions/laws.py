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
    L10 a Variant takes few draws; they are counted, for a clock would say another thing each time

`lawbook` says what an author does about each. L1 also holds between processes: `digest` gives one
line to compare.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from hashlib import sha256
from itertools import count, repeat
from typing import TypeVar

from starlore.errors import QuestionError, StarloreError
from starlore.message import Message
from starlore.questions.author_code import told_of
from starlore.questions.codec import to_json, variant_hash
from starlore.questions.draw import SOLUTION, Draw, NeverFair, draw_variant, vary
from starlore.questions.grade import grade_numbers, grade_option
from starlore.questions.leaks import leaks, printed_alike
from starlore.questions.model import AsPrinted, Between, Question, Solution, Variant
from starlore.questions.printing import look, numbers_of
from starlore.questions.read_back import LANGUAGES, faults_of_reading, pages, readings
from starlore.questions.window import asked_unit

__all__ = ["Breach", "Trial", "Words", "check_question", "digest"]

FRESH, FRESH_IN = 40, 400
REJECTED_AT_MOST = Fraction(95, 100)
SEEDS_TO_JUDGE = 20
"""Draws before what may happen by chance counts as the question's habit."""

WORDS_A_SEED = 4_000
"""Random words that one Variant may take over all its attempts: some 20 ms."""

SIGNIFICANT_TO_TYPE = 12
ENOUGH = 20
"""Breaches after which a check stops: the author has plenty to read."""

CANNOT_SAY = (StarloreError, LookupError, TypeError, ValueError, ArithmeticError)
"""What is raised where words cannot be filled."""

T = TypeVar("T")

Words = Callable[[Variant], Iterable[str]]
"""Renders all words of a Variant in every language, and raises where it cannot."""


@dataclass(frozen=True)
class Breach:
    """One law that one seed of a question breaks; `cause` is what the author's code raised."""

    law: str
    seed: int
    message: Message
    cause: BaseException | None = field(default=None, compare=False, repr=False)


def check_question(
    question: Question,
    seeds: Sequence[int] = range(200),
    words: Words | None = None,
    companions: Sequence[Question] = (),
    sent: Words | None = None,
) -> tuple[Breach, ...]:
    """Hold a question to its laws.

    Args:
        question: the question.
        seeds: 200 in the quick gate, 10,000 for an author.
        words: law L6; left out, L6 is not checked.
        companions: the other questions of its draw group.
        sent: law L9 of the words that are sent before the answer; left out, only of what is given.

    Returns:
        What is broken, in the order found; nothing if the question keeps every law.

    Example:
        >>> from starlore.figures import Figure
        >>> alone = Question("count.square", lambda rng: Variant({}, Figure(4)), fixed=True)
        >>> [(breach.law, breach.message.id) for breach in check_question(alone, range(1))]
        [('L2', 'check.law.no-choice')]
    """
    trial = Trial(question, companions, words, sent)
    for seed in seeds:
        trial.hold(seed)
        if trial.is_over:
            break
    return trial.verdict()


class Trial:
    """A question before its laws: seed by seed, then over all the seeds together.

    Whoever needs the Variants for more than the laws takes them from `hold`, so that each is drawn
    once. The arguments are those of `check_question`.

    Attributes:
        is_over: the author has plenty to read; other seeds are drawn, and held to nothing.
        undrawn: why the first seed that gave no Variant gave none; None while all gave one.

    Example:
        >>> from starlore.figures import Figure
        >>> trial = Trial(Question("count.square", lambda rng: Variant({}, Figure(4)), fixed=True))
        >>> trial.hold(7).solution.printed, [breach.law for breach in trial.verdict()]
        ('4', ['L2'])
    """

    def __init__(
        self,
        question: Question,
        companions: Sequence[Question] = (),
        words: Words | None = None,
        sent: Words | None = None,
    ) -> None:
        self._question, self._companions = question, companions
        self._words, self._sent = words, sent
        self.is_over = False
        self.undrawn: Message | None = None
        self._breaches: list[Breach] = []
        self._telling: Counter[Message] = Counter()
        self._seeds: list[int] = []
        self._different: set[str] = set()
        self._attempts = self._kept = 0

    def hold(self, seed: int) -> Variant | None:
        """The seed's Variant, held to the laws; None where it has none: a breach says why."""
        try:
            variant = draw_variant(self._question, seed, self._companions)
        except QuestionError as fault:
            self.undrawn = self.undrawn or fault.message
            if not self.is_over:
                self._add([_undrawn(seed, fault)])
                self.is_over |= isinstance(fault, NeverFair)
            return None
        if not self.is_over:
            self._seeds.append(seed)
            self._attempts, self._kept = self._attempts + variant.attempt + 1, self._kept + 1
            self._see(variant)
            self._telling.update(_telling(variant, self._sent))
            faults = _faults(self._question, variant, self._words)
            self._add([Breach(law, seed, text) for law, text in faults])
        return variant

    def verdict(self) -> tuple[Breach, ...]:
        """What is broken, in the order found."""
        if self.is_over:
            return tuple(self._breaches)
        kept = self._kept
        habits = [
            said
            for said, times in self._telling.items()
            if kept >= SEEDS_TO_JUDGE and 2 * times > kept
        ]
        found = [*self._breaches, *(Breach("L9", self._first, said) for said in habits)]
        if not any(breach.law == "L1" for breach in found):
            found += self._over_all()
        return tuple(found)

    @property
    def _first(self) -> int:
        return self._seeds[0] if self._seeds else 0

    def _add(self, found: list[Breach]) -> None:
        self._breaches += found
        self.is_over |= len(self._breaches) >= ENOUGH

    def _see(self, variant: Variant) -> None:
        """Remember what a Variant asks, as long as law L7 has not seen enough."""
        if len(self._seeds) <= FRESH_IN and not self._has_seen_enough:
            self._different.add(to_json(replace(variant, seed=0, attempt=0, order=())))

    @property
    def _has_seen_enough(self) -> bool:
        return len(self._different) >= (2 if self._question.fixed else FRESH)

    def _over_all(self) -> Iterator[Breach]:
        """L7, which speaks of all seeds together, and of more where few were held."""
        refused = self._attempts - self._kept
        if self._kept >= SEEDS_TO_JUDGE and refused > REJECTED_AT_MOST * self._attempts:
            said = Message("check.law.refused", refused=refused, attempts=self._attempts)
            yield Breach("L7", self._first, said)
        for seed in count(max(self._seeds, default=-1) + 1):
            if len(self._seeds) >= FRESH_IN or self._has_seen_enough:
                break
            self._seeds.append(seed)
            self._see(draw_variant(self._question, seed, self._companions))
        if self._question.fixed and len(self._different) > 1:
            yield Breach("L7", self._first, Message("check.law.not-fixed"))
        if not self._question.fixed and len(self._different) < FRESH:
            said = Message("check.law.few", n=len(self._different), seeds=FRESH_IN)
            yield Breach("L7", self._first, said)


def digest(question: Question, seeds: Iterable[int]) -> str:
    """One hash over the Variants of many seeds; every process and machine must give the same."""
    hashes = (variant_hash(to_json(draw_variant(question, seed))) for seed in seeds)
    return sha256("".join(hashes).encode()).hexdigest()


def _undrawn(seed: int, fault: QuestionError) -> Breach:
    """The law a seed breaks that gives no Variant."""
    if isinstance(fault, NeverFair):
        return Breach("L2" if fault.alike else "L7", seed, fault.message)
    return Breach("L1", seed, fault.message, fault.__cause__)


def _faults(
    question: Question, variant: Variant, words: Words | None
) -> Iterator[tuple[str, Message]]:
    """The laws one Variant breaks, each with how it does."""
    rng = _streams(Draw, question, variant)
    again = replace(vary(question, rng), order=variant.order)
    if to_json(again) != to_json(variant):
        yield "L1", Message("check.law.other-variant")
        return
    if rng.taken * (variant.attempt + 1) > WORDS_A_SEED:
        took = {"words": rng.taken, "attempts": variant.attempt + 1}
        yield "L10", Message("check.law.many-words", **took)
    yield from (("L2", fault) for fault in _alike(variant))
    try:
        yield from (("L3", fault) for fault in faults_of_reading(question, variant, rng.drawn))
    except QuestionError as fault:
        yield "L3", fault.message
    yield from (("L4", fault) for fault in _misjudged(question, variant))
    if again != replace(vary(question, _streams(_Crowded, question, variant)), order=again.order):
        yield "L5", Message("check.law.draw-more")
    if words is not None:
        try:
            _ = list(words(variant))
        except CANNOT_SAY as fault:
            yield "L6", Message("check.law.words", said=told_of(fault))
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


def _alike(variant: Variant) -> Iterator[Message]:
    """L2: options that cannot be told apart on some page."""
    if not variant.order:
        yield Message("check.law.no-choice")
    answers = [variant.solution, *(one.answer for one in variant.misconceptions)]
    for language, *shown in zip(
        LANGUAGES, *(_on_pages(one, variant) for one in answers), strict=False
    ):
        if len(set(shown)) < len(shown):
            yield Message("check.law.look-alike", language=language)


def _on_pages(answer: Solution, variant: Variant) -> Iterable[object]:
    """What each language's page shows of an answer."""
    figures = numbers_of(answer)
    if not figures:
        return repeat(look(answer, variant.given))
    units = tuple(one.unit for one in figures)
    shown = (
        tuple(zip(numbers, units, strict=True))
        for numbers in zip(*(pages(one.printed) for one in figures), strict=True)
    )
    return (tuple(sorted(parts)) for parts in shown) if variant.in_any_order else shown


def _misjudged(question: Question, variant: Variant) -> Iterator[Message]:
    """L4: every printed answer, chosen or typed, must be graded as what it is."""
    answers = [("", variant.solution), *((one.name, one.answer) for one in variant.misconceptions)]
    for place, name in enumerate(variant.order, 1):
        if grade_option(variant, str(place)).misconception != name:
            as_ = name or Message("check.answer.right")
            yield Message("check.law.option", place=place, name=as_)
    asked = numbers_of(variant.solution)
    if not question.may_be_typed or not asked:
        return
    for name, answer in answers:
        figures = numbers_of(answer)
        if len(figures) != len(asked):
            continue
        for numbers in set(zip(*(readings(figure.printed) for figure in figures), strict=True)):
            if None in numbers:
                yield Message("check.law.untypable", name=name or SOLUTION)
                continue
            grade = grade_numbers(variant, [number for number in numbers if number is not None])
            if (grade.correct, grade.misconception) != (not name, name):
                graded = grade.explanation
                yield Message("check.law.misjudged", name=name or SOLUTION, graded=graded)


def _unusable(question: Question, variant: Variant) -> Iterator[Message]:
    """L8: a tolerance that no learner could derive from what stands by the field."""
    if isinstance(variant.rule, Between):
        asked = numbers_of(variant.solution)
        low, high = variant.rule.ends
        if len(asked) != 1:
            yield Message("check.law.interval-of-one")
        elif not low <= Fraction(asked[0].value) <= high:
            yield Message("check.law.interval", number=asked[0].printed)
    if not question.may_be_typed or not isinstance(variant.rule, AsPrinted):
        return
    for figure in numbers_of(variant.solution):
        if figure.digits is not None and not figure.value:
            yield Message("check.law.zero")
        if figure.places is None and figure.digits is None:
            significant = len(figure.shown.normalize().as_tuple().digits)
            if asked_unit(figure) or (significant >= SIGNIFICANT_TO_TYPE and figure.value % 1):
                yield Message("check.law.no-place", number=figure.printed)


def _telling(variant: Variant, sent: Words | None) -> Iterator[Message]:
    """L9: what gives this Variant away. Once it may be chance; in most draws it is a habit."""
    for name, value in variant.given.items():
        if printed_alike(value, variant.solution):
            yield Message("check.law.given", name=name)
    if sent is not None:
        try:
            if any(leaks(variant, text) for text in sent(variant)):
                yield Message("check.law.sent")
        except CANNOT_SAY:
            return  # words that cannot be filled break L6
