"""What a question is: pure Python that draws numbers, knows what is right, and foresees wrong ways.

A `Question` draws a `Variant`: given numbers, one solution, and misconceptions that each compute
their own wrong answer. The words (stem, hints, explanations) stand in the lesson file; here stand
only values. The same draws give the same Variant on every machine.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import TYPE_CHECKING

from starlore.errors import QuestionError
from starlore.figures import Figure
from starlore.message import Message

if TYPE_CHECKING:
    from starlore.questions.streams import Draw

Scalar = bool | int | float | str | Decimal | Fraction | Figure

Value = Scalar | tuple["Value", ...] | Mapping[str, "Value"]
"""What a Variant may hold: exact numbers, figures, text, lists of these, and maps by name."""


@dataclass(frozen=True)
class Place:
    """One of several places in a list the question shows, counted from 0.

    The words at the places come from the given list named `among`, so every language has its own.
    """

    index: int
    among: str


@dataclass(frozen=True)
class Text:
    """An answer in words; the words stand in the lesson file under `## option <name>`."""

    name: str


Solution = Figure | tuple[Figure, ...] | Place | Text


@dataclass(frozen=True)
class Misconception:
    """A foreseen wrong method: its name, and the answer that it computes from the same numbers."""

    name: str
    answer: Solution


@dataclass(frozen=True)
class AsPrinted:
    """Right within half a unit of the last printed place, before or after rounding (union rule)."""


@dataclass(frozen=True)
class Within:
    """Right within `abs` of the solution, ends included; `abs` is decimal text such as "0.006".

    Raises:
        QuestionError: if `abs` is not the text of a decimal above zero.

    Example:
        >>> Within("0.2").width
        Fraction(1, 5)
    """

    abs: str

    def __post_init__(self) -> None:
        try:
            usable = isinstance(self.abs, str) and Decimal(self.abs).is_finite() and self.width > 0
        except InvalidOperation:
            usable = False
        if not usable:
            raise QuestionError("check.rule.within", got=repr(self.abs))

    @property
    def width(self) -> Fraction:
        """How far from the solution is still right, exactly."""
        return Fraction(Decimal(self.abs))


@dataclass(frozen=True)
class Between:
    """Right from `low` to `high`, ends included, whatever the solution's digits.

    It judges a single number's solution; misconceptions are foreseen as printed.

    Args:
        low, high: decimal texts, such as Between("3.5", "4").

    Raises:
        QuestionError: if they are no texts of decimals, or `high` lies below `low`.

    Example:
        >>> Between("3.5", "4").ends
        (Fraction(7, 2), Fraction(4, 1))
    """

    low: str
    high: str

    def __post_init__(self) -> None:
        try:
            texts = isinstance(self.low, str) and isinstance(self.high, str)
            usable = texts and self.ends[0] <= self.ends[1]
        except (ArithmeticError, ValueError):
            usable = False
        if not usable:
            raise QuestionError("check.rule.between", got=f"{self.low!r}, {self.high!r}")

    @property
    def ends(self) -> tuple[Fraction, Fraction]:
        """The least and the greatest number that is right, exactly."""
        return Fraction(Decimal(self.low)), Fraction(Decimal(self.high))


@dataclass(frozen=True)
class Exact:
    """Right only when equal."""


Rule = AsPrinted | Within | Between | Exact


@dataclass(frozen=True)
class Variant:
    """One question with its numbers drawn.

    Attributes:
        given: what the learner is shown; names equal the names of the draws.
        solution: what is right.
        misconceptions: foreseen wrong answers, in the order they are tried on a typed answer.
        working: numbers for hints and explanations; never sent before they are asked for.
        accept: False asks for other numbers.
        question, star, seed, attempt, generator_version: where it came from; set by `draw_variant`.
        order: names of the options in the order shown; "" is the solution. Empty where there is
            nothing to choose from.
        units: units a typed answer may carry; a number is multiplied by the factor of its unit.
        in_any_order: a list's parts may be given in any order.
    """

    given: Mapping[str, Value]
    solution: Solution
    misconceptions: tuple[Misconception, ...] = ()
    working: Mapping[str, Value] = field(default_factory=dict)
    accept: bool = True
    rule: Rule = AsPrinted()
    question: str = ""
    star: str = ""
    seed: int = 0
    attempt: int = 0
    generator_version: int = 1
    order: tuple[str, ...] = ()
    units: Mapping[str, Fraction] = field(default_factory=dict)
    in_any_order: bool = False

    def answer_named(self, name: str) -> Solution:
        """The answer behind an option: "" is the solution, else a misconception's.

        Raises:
            QuestionError: if no misconception has that name.

        Example:
            >>> variant = Variant({}, Figure(4), (Misconception("doubled", Figure(8)),))
            >>> variant.answer_named("").printed, variant.answer_named("doubled").printed
            ('4', '8')
        """
        if name == "":
            return self.solution
        for misconception in self.misconceptions:
            if misconception.name == name:
                return misconception.answer
        asked = self.question or Message("check.question.this")
        raise QuestionError("check.question.no-misconception", question=asked, name=name)


@dataclass(frozen=True)
class Question:
    """One kind of question, asked with fresh numbers every time.

    Attributes:
        id: stable for ever, "lesson.name"; never derived from path, order or wording.
        vary: draws a Variant from named streams; pure.
        star: the star it feeds; its own id unless several questions share one star.
        generator_version: counts up when `vary` may give other numbers for a seed.
        rule: which typed numbers are right.
        may_be_typed: figures can be typed from the third right answer on; places and texts never.
        fixed: it has only one Variant.
        first_only: asked once, as the very first question, and not rotated in later.
        draw_group: questions with one group show the same numbers under one seed.
        seconds: how long it is expected to take; orders a sitting easy, hard, easy.
        units: closed list of units a typed answer may carry; a number times the factor of its
            unit is the number in the solution's unit. With "%" among them per cent are asked: 84 %
            is 84 then, and .84 elsewhere.
        in_any_order: a list's parts may be given in any order; else the order counts.
    """

    id: str
    vary: Callable[["Draw"], Variant]
    star: str = ""
    generator_version: int = 1
    rule: Rule = AsPrinted()
    may_be_typed: bool = True
    fixed: bool = False
    first_only: bool = False
    draw_group: str = ""
    seconds: int = 45
    units: Mapping[str, Fraction] = field(default_factory=dict)
    in_any_order: bool = False

    @property
    def star_id(self) -> str:
        """The star this question feeds."""
        return self.star or self.id

    @property
    def group(self) -> str:
        """What its draws are seeded by, beside the seed itself."""
        return self.draw_group or self.id
