"""Three ways on one input: what a window, a state and attention leave of every place.

Each input is marked: as its value stands a one in a column of its own. All three ways are linear
in the values, so what comes out in a column is exactly how much of that place is left. The same
places, written on to eight, go through the engine's convolution, its gated state and attention.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

import numpy as np

from starlore.attention import explain
from starlore.attention.arrays import Array
from starlore.attention.contrast import convolve_causal, run_linear
from starlore.figures import Figure
from starlore.lab.state import ALL_PLACES, Cell, Lab, mask_of, widened
from starlore.lessons.pictures.lookup_table import LookupInputs, Vectors

WAYS = ("window", "state", "attention")
LIFT = Decimal(10)
"""What a second past adds to its first value; half of it where that one is large already."""

Way = Callable[[Array], Array]
"""From values, a row for each place, to outputs, a row for each place."""


@dataclass(frozen=True)
class Left:
    """One way.

    Attributes:
        name: one of WAYS. shares: row asks, column is asked: what is left, exactly.
        output: what the asker gets. other: what it gets of the second past; () without one.
    """

    name: str
    shares: tuple[tuple[float, ...], ...]
    output: tuple[Figure, ...]
    other: tuple[Figure, ...] = ()


@dataclass(frozen=True)
class ThreeWays:
    """The same places, read in three ways.

    Attributes:
        names: of the places. asker: who asks, from 0. window, keep: as set.
        sees: first and last place within the asker's window, from 0.
        values, second: of the past and of a second one; () without one.
        ways: in the order of WAYS.
        state_size, kept: numbers that a state carries, and that attention keeps.
    """

    names: tuple[str, ...]
    asker: int
    window: int
    keep: Figure
    sees: Cell
    values: Vectors
    second: Vectors
    ways: tuple[Left, ...]
    state_size: int
    kept: int


def three_ways(lab: Lab) -> ThreeWays:
    """Read the places of a Lab, written on to eight, in three ways."""
    places = written_on(lab.inputs)
    second = second_past(places.v, lab.keep) if lab.second and lab.asker else ()
    marks = np.eye(ALL_PLACES)
    ways = []
    for name, way in zip(WAYS, _ways(lab, places), strict=True):
        shares = way(marks)
        outputs = [way(np.array(v, dtype=np.float64))[lab.asker] for v in (places.v, second) if v]
        if name == "state":  # as the lesson on states has it, a new input fills what is not kept
            outputs = [(1 - float(lab.keep)) * output for output in outputs]
        shown = [tuple(Figure(x, places=2) for x in output.tolist()) for output in outputs]
        ways.append(
            Left(
                name,
                tuple(map(tuple, shares.tolist())),
                *shown,
            )
        )
    half = lab.window // 2
    _, width, value_width = lab.shape
    return ThreeWays(
        names=places.signs,
        asker=lab.asker,
        window=lab.window,
        keep=Figure(lab.keep),
        sees=(max(0, lab.asker - half), min(ALL_PLACES - 1, lab.asker + half)),
        values=places.v,
        second=second,
        ways=tuple(ways),
        state_size=value_width,
        kept=ALL_PLACES * (width + value_width),
    )


def left_of(share: float) -> Figure:
    """What is left of a place, as it is shown.

    Example:
        >>> left_of(1 / 3).printed
        '0.333'
    """
    return Figure(share, places=3)


def written_on(inputs: LookupInputs) -> LookupInputs:
    """The same places again and again, up to eight; each keeps its name."""
    shape = ALL_PLACES, len(inputs.q[0]), len(inputs.v[0])
    names = tuple(inputs.signs[i % len(inputs.signs)] for i in range(ALL_PLACES))
    return replace(widened(inputs, shape), signs=names)


def second_past(values: Vectors, keep: Decimal) -> Vectors:
    """Another past that ends in the same state, exactly, from its second place on.

    The first value is lifted; the second is lowered by as much as the state keeps of that.

    Example:
        >>> ten, nought = (Decimal(10),), (Decimal(0),)
        >>> second_past((ten, nought, ten), Decimal("0.5"))
        ((Decimal('20'),), (Decimal('-5.0'),), (Decimal('10'),))
    """
    first, second, *others = values
    lift = LIFT if first[0] <= 50 else -LIFT
    return (
        (first[0] + lift, *first[1:]),
        (second[0] - keep * lift, *second[1:]),
        *others,
    )


def state_at(values: Vectors, keep: Decimal, asker: int) -> tuple[Fraction, ...]:
    """The state after a place, exactly: at each step it keeps a share, the new value fills it."""
    kept, state = Fraction(keep), [Fraction(0)] * len(values[0])
    for value in values[: asker + 1]:
        state = [kept * a + (1 - kept) * Fraction(b) for a, b in zip(state, value, strict=True)]
    return tuple(state)


def _ways(lab: Lab, places: LookupInputs) -> Sequence[Way]:
    """Window, state and attention, each as a function of the values alone."""
    half = lab.window // 2

    def window(values: Array) -> Array:
        """Centred on the asker; beyond the ends counts as nothing."""
        padded = np.concatenate([values, np.zeros((half, values.shape[1]))]).T[None]
        kernel = np.full((values.shape[1], lab.window), 1 / lab.window)
        slid: Array = convolve_causal(padded, kernel).output[0].T[half:]
        return slid

    def state(values: Array) -> Array:
        ones = np.ones((1, ALL_PLACES, 1))
        decay = np.full((1, ALL_PLACES), math.log(float(lab.keep)))
        read = run_linear(ones, ones, values[None], rule="gated", decay=decay, scale=1)
        carried: Array = read.output[0]
        return carried

    def attention(values: Array) -> Array:
        q, k = (np.array(part, dtype=np.float64) for part in (places.q, places.k))
        mask = mask_of(replace(lab, inputs=places))
        output: Array = explain(q, k, values, mask=mask, scale=1 / float(lab.temperature)).output
        return output

    return window, state, attention
