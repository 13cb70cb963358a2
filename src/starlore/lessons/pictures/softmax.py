"""Softmax step by step: scores, e to each of them, and the shares of their total.

The scores can be turned one by one, lifted together, and divided by a temperature; the weights are
the engine's.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from starlore.attention import softmax as weigh
from starlore.errors import LessonError, Worded
from starlore.figures import Figure
from starlore.lessons.pictures.data import figures_of, short
from starlore.lessons.pictures.dials import Dial, stand, turnable
from starlore.lessons.pictures.strip import Strip, strip

FARTHEST, HIGHEST_LIFT = Decimal(5), Decimal(10)
COLDEST, HOTTEST = Decimal("0.5"), Decimal(4)
STEP = Decimal("0.5")
FEWEST, MOST = 2, 4


@dataclass(frozen=True)
class Softmax:
    """Scores on their way to weights.

    Attributes:
        plain: the scores before all of them are lifted. lift: what is added to each.
        temperature: what each is divided by, before e is raised to it.
        scores: lifted. divided: by the temperature. powers: e to the divided scores.
        total: of the powers. weights: each power's share of it.
        order: the places from the highest score to the lowest.
        gap: of the two highest, once divided. ratio: of their weights.
        times: how many times as large the lift makes every power.
    """

    plain: tuple[Figure, ...]
    lift: Figure
    temperature: Figure
    scores: tuple[Figure, ...]
    divided: tuple[Figure, ...]
    powers: tuple[Figure, ...]
    total: Figure
    weights: Strip
    order: tuple[int, ...]
    gap: Figure
    ratio: Figure
    times: Figure

    @property
    def dials(self) -> tuple[Dial, ...]:
        """A dial for each score, one for all of them together, and the temperature."""
        scores = (
            Dial(
                f"score.{at}",
                Worded("picture.dial.score", which=str(at + 1)),
                score.shown,
                -FARTHEST,
                FARTHEST,
                STEP,
            )
            for at, score in enumerate(self.plain)
        )
        lift, temperature = Worded("picture.dial.lift"), Worded("picture.dial.temperature")
        return (
            *scores,
            Dial("lift", lift, self.lift.shown, Decimal(0), HIGHEST_LIFT),
            Dial("temperature", temperature, self.temperature.shown, COLDEST, HOTTEST, STEP),
        )

    def turned(self, at: Mapping[str, Decimal]) -> "Softmax":
        """The same steps from other scores."""
        *scores, lift, temperature = (Figure(stand(dial, at).at) for dial in self.dials)
        return _softmax(tuple(scores), lift, temperature)


def softmax(data: object) -> Softmax:
    """The steps from a list of two to four scores, at temperature one.

    Raises:
        LessonError: if there are fewer or more, or one lies beyond where its dial goes.
    """
    scores = tuple(turnable(score, "softmax") for score in figures_of(data, "softmax"))
    if not FEWEST <= len(scores) <= MOST or any(
        abs(Fraction(score.value)) > FARTHEST for score in scores
    ):
        ends = {"lowest": str(-FARTHEST), "highest": str(FARTHEST)}
        got = tuple(score.printed for score in scores)
        raise LessonError("check.picture.softmax", fewest=FEWEST, most=MOST, **ends, got=got)
    return _softmax(scores, Figure(0), Figure(1))


def _softmax(plain: tuple[Figure, ...], lift: Figure, temperature: Figure) -> Softmax:
    lifted = [Fraction(score.value) + Fraction(lift.value) for score in plain]
    divided = [score / Fraction(temperature.value) for score in lifted]
    powers = [math.exp(score) for score in divided]
    order = sorted(range(len(lifted)), key=lambda at: -lifted[at])
    gap = divided[order[0]] - divided[order[1]]
    weights: list[float] = weigh([[float(score) for score in divided]])[0].tolist()
    return Softmax(
        plain=plain,
        lift=lift,
        temperature=temperature,
        scores=tuple(Figure(score) for score in lifted),
        divided=tuple(short(score, longest=3) for score in divided),
        powers=tuple(_seen(power) for power in powers),
        total=_seen(sum(powers)),
        weights=strip(tuple(_seen(weight) for weight in weights)),
        order=tuple(order),
        gap=short(gap, longest=3),
        ratio=_about(math.exp(gap)),
        times=_about(math.exp(Fraction(lift.value) / Fraction(temperature.value))),
    )


def _seen(amount: float) -> Figure:
    """An amount above nought with three decimals, or as many digits where these say too little."""
    return Figure(amount, places=3) if 0.01 <= amount < 1000 else Figure(amount, digits=3)


def _about(times: float) -> Figure:
    """How many times: three digits, or the whole number where it has more."""
    return Figure(times, digits=3) if times < 1000 else Figure(times, places=0)
