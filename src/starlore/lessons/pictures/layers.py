"""Layers of windows: what a stack of them makes of a row, and what one output can have heard of.

Each layer lays the same window over every place of the layer before; what lies beyond the ends
counts as nothing. A layer's gap sets the weights of its window further apart.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from starlore.errors import LessonError, Worded
from starlore.figures import Figure
from starlore.lessons.pictures.data import count_of, figures_of, map_of, rows_of, short
from starlore.lessons.pictures.dials import Dial, stand

MOST_PLACES, MOST_LAYERS, MOST_GROWTH = 16, 4, 2


@dataclass(frozen=True)
class Layer:
    """A row of the stack: the inputs, or what a layer puts out.

    Attributes:
        numbers: one for each place. used: places that the chosen output has heard of.
        gap: from one weight to the next, 0 for the inputs. reach: of the stack down to here.
    """

    numbers: tuple[Figure, ...]
    used: frozenset[int]
    gap: int
    reach: int


@dataclass(frozen=True)
class Layers:
    """The inputs and the layers under them.

    Attributes:
        windows: by rising odd width. weights: those of the window in use.
        rows: the inputs, then each layer. growth: a layer's gap by the gap of the one before.
        place: of the chosen output in the last layer, from 0.
    """

    windows: tuple[tuple[Figure, ...], ...]
    weights: tuple[Figure, ...]
    rows: tuple[Layer, ...]
    growth: int
    place: int

    @property
    def half(self) -> int:
        """How far the window reaches to each side, with a gap of one."""
        return len(self.weights) // 2

    @property
    def dials(self) -> tuple[Dial, ...]:
        """Width, layers, growth of the gap, place of the output."""
        widths = (len(self.windows[0]), len(self.windows[-1]), 2)
        return (
            _dial("width", len(self.weights), *widths),
            _dial("layers", len(self.rows) - 1, 1, MOST_LAYERS),
            _dial("gap", self.growth, 1, MOST_GROWTH),
            replace(_dial("place", self.place + 1, 1, len(self.rows[0].numbers)), is_place=True),
        )

    def turned(self, at: Mapping[str, Decimal]) -> "Layers":
        """The same inputs under another stack; what lies between two steps is cut down to one."""
        width, layers, growth, place = (int(stand(dial, at).at) for dial in self.dials)
        weights = self.windows[(width - len(self.windows[0])) // 2]
        return _stack(self.windows, weights, self.rows[0].numbers, (layers, growth, place - 1))


def layers(data: object) -> Layers:
    """Layers of a map with `inputs` and `windows`, lists of weights by rising odd width.

    `layers` (1), `place` (1, from 1) and `gap` (1, or 2 where each layer doubles it) say where the
    dials stand; the first window is in use.
    """
    named = map_of(data, "layers", ("inputs", "windows"))
    inputs = figures_of(named["inputs"], "layers")
    windows = rows_of(named["windows"], "layers: windows")
    widths = [len(window) for window in windows]
    if widths[0] % 2 == 0 or widths != list(range(widths[0], widths[-1] + 1, 2)):
        raise LessonError("check.picture.layers.windows", got=str(widths))
    deep, growth, place = (
        count_of(named.get(n, 1), "layers", 1) for n in ("layers", "gap", "place")
    )
    if deep > MOST_LAYERS or growth > MOST_GROWTH or not place <= len(inputs) <= MOST_PLACES:
        most = {"layers": MOST_LAYERS, "growth": MOST_GROWTH, "inputs": MOST_PLACES}
        raise LessonError("check.picture.layers.bounds", **most, got=f"{deep}, {growth}, {place}")
    return _stack(windows, windows[0], inputs, (deep, growth, place - 1))


def _stack(
    windows: tuple[tuple[Figure, ...], ...],
    weights: tuple[Figure, ...],
    inputs: tuple[Figure, ...],
    stack: tuple[int, int, int],
) -> Layers:
    deep, growth, place = stack
    gaps = [growth**layer for layer in range(deep)]
    half, exact = len(weights) // 2, [Fraction(weight.value) for weight in weights]
    numbers = [[Fraction(figure.value) for figure in inputs]]
    used = [frozenset({place})]
    for gap, back in zip(gaps, reversed(gaps), strict=True):
        hops = [gap * step for step in range(-half, half + 1)]
        numbers.append([_output(numbers[-1], exact, hops, at) for at in range(len(inputs))])
        seen = {at + back * step for at in used[0] for step in range(-half, half + 1)}
        used.insert(0, frozenset(seen) & frozenset(range(len(inputs))))
    rows = tuple(
        Layer(tuple(map(short, row)), heard, gap, half * sum(gaps[:at]))
        for at, (row, heard, gap) in enumerate(zip(numbers, used, [0, *gaps], strict=True))
    )
    return Layers(windows, weights, rows, growth, place)


def _output(
    row: Sequence[Fraction], weights: Sequence[Fraction], hops: Iterable[int], at: int
) -> Fraction:
    """Weights times what they lie on, added."""
    pairs = zip(weights, hops, strict=True)
    inside = (w * row[at + hop] for w, hop in pairs if 0 <= at + hop < len(row))
    return sum(inside, Fraction(0))


def _dial(name: str, at: int, least: int, most: int, step: int = 1) -> Dial:
    word = Worded(f"picture.dial.{name}")
    return Dial(name, word, Decimal(at), Decimal(least), Decimal(most), Decimal(step))
