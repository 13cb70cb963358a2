"""Break it: one misconception carried out on the whole table, beside the truth.

share-of-total shares scores out without e; wrong-axis takes softmax down each column; keys-blended
blends keys where values belong; mask-with-zero gives a masked cell the score 0 instead of -inf.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

import numpy as np

from starlore.attention import blend, softmax
from starlore.attention.arrays import Array
from starlore.figures import Figure, figures
from starlore.lab.state import Cell, Lab, mask_of, table_of
from starlore.lessons.pictures.lookup_table import LookupTable, Vectors

LARGE = 10_000
"""From here on a broken number is shown by four digits and a power of ten."""

APART = 2e-5
"""Numbers further apart than this never print alike to five decimals."""


@dataclass(frozen=True)
class Side:
    """One way to do it.

    Attributes:
        weights, sums, outputs: by asker, as they are shown; None where nothing comes out, because
            a row's scores add to 0 and were to be divided by that.
        shares: the exact weights. blended: the vectors they blend. exact: the blends.
    """

    weights: tuple[tuple[Figure, ...] | None, ...]
    sums: tuple[Figure | None, ...]
    outputs: tuple[tuple[Figure, ...] | None, ...]
    shares: tuple[tuple[float, ...] | None, ...]
    blended: Vectors
    exact: tuple[tuple[float, ...] | None, ...]


@dataclass(frozen=True)
class Broken:
    """Truth and damage.

    Attributes:
        name: of the misconception; "" where nothing is broken, and both sides are the truth.
        lab: what both sides are computed from. lends_mask: it masks what is later, because the
            state itself masks nothing, and without a mask this mistake has nothing to spoil.
        weights: cells that differ, as printed to five decimals. outputs: askers whose blend does.
    """

    name: str
    lab: Lab
    lends_mask: bool
    truth: Side
    damage: Side
    weights: frozenset[Cell]
    outputs: frozenset[int]


def broken(lab: Lab, table: LookupTable) -> Broken:
    """Carry out the misconception that the state names; `table` is the state's own."""
    lends = lab.broken == "mask-with-zero" and bool(mask_of(lab).all())
    if lends:
        lab = replace(lab, scheme="causal")
        table = table_of(lab)
    truth = true_side(table)
    damage = WRONG_WAYS[lab.broken](lab, table) if lab.broken else truth
    n = range(lab.n)
    cells = {(i, j) for i in n for j in n if _differ(truth.shares, damage.shares, i, j)}
    outputs = {i for i in n if not _is_same(truth.exact[i], damage.exact[i])}
    return Broken(lab.broken, lab, lends, truth, damage, frozenset(cells), frozenset(outputs))


def true_side(table: LookupTable) -> Side:
    """The engine's own weights and blends."""
    weights = np.array([row.shares for row in table.rows])
    return _side(weights, table.inputs.v)


def share_of_total(lab: Lab, table: LookupTable) -> Side:
    """Each score divided by the sum of its row's scores, exactly; nothing where that is 0."""
    rows: list[list[float]] = []
    for row in table.rows:
        scores = [
            Fraction(score.value) if may else Fraction(0)
            for score, may in zip(row.scores, row.reads, strict=True)
        ]
        total = sum(scores, Fraction(0))
        rows.append([float(score / total) if total else math.nan for score in scores])
    return _side(np.array(rows), lab.inputs.v)


def wrong_axis(lab: Lab, table: LookupTable) -> Side:
    """Softmax down each column, so that columns add to one and rows need not."""
    columns = softmax(_scores(lab, table).T, mask_of(lab).T)
    return _side(columns.T, lab.inputs.v)


def keys_blended(lab: Lab, table: LookupTable) -> Side:
    """The right weights, laid on keys instead of values."""
    return _side(np.array([row.shares for row in table.rows]), lab.inputs.k)


def mask_with_zero(lab: Lab, table: LookupTable) -> Side:
    """A masked cell keeps a score of 0, whose power of e is 1."""
    scores = np.where(mask_of(lab), _scores(lab, table), 0.0)
    return _side(softmax(scores), lab.inputs.v)


WRONG_WAYS: Mapping[str, Callable[[Lab, LookupTable], Side]] = {
    "share-of-total": share_of_total,
    "wrong-axis": wrong_axis,
    "keys-blended": keys_blended,
    "mask-with-zero": mask_with_zero,
}


def _scores(lab: Lab, table: LookupTable) -> Array:
    scores = np.array([[score.as_float() for score in row.scores] for row in table.rows])
    divided: Array = scores / float(lab.temperature)
    return divided


def _side(weights: Array, vectors: Vectors) -> Side:
    """Weights and what they blend; a row that is no number gives nothing."""
    is_there = [bool(np.isfinite(row).all()) for row in weights]
    filled = np.where(np.isfinite(weights), weights, 0.0)
    outputs = blend(filled, np.array(vectors, dtype=np.float64)).tolist()
    rows = list(zip(is_there, filled.tolist(), outputs, strict=True))
    return Side(
        weights=tuple(_shown(row) if there else None for there, row, _ in rows),
        sums=tuple(_short(math.fsum(row)) if there else None for there, row, _ in rows),
        outputs=tuple(_shown(output) if there else None for there, _, output in rows),
        shares=tuple(tuple(row) if there else None for there, row, _ in rows),
        blended=vectors,
        exact=tuple(tuple(output) if there else None for there, _, output in rows),
    )


def _shown(numbers: Sequence[float]) -> tuple[Figure, ...]:
    return tuple(_short(number) for number in numbers)


def _short(number: float) -> Figure:
    """Two decimals, or four digits where it is large."""
    return Figure(number, digits=4) if abs(number) >= LARGE else Figure(number, places=2)


def _differ(
    truth: tuple[tuple[float, ...] | None, ...],
    damage: tuple[tuple[float, ...] | None, ...],
    i: int,
    j: int,
) -> bool:
    one, other = truth[i], damage[i]
    return not _is_same(None if one is None else (one[j],), None if other is None else (other[j],))


def _is_same(one: tuple[float, ...] | None, other: tuple[float, ...] | None) -> bool:
    """Equal as printed to five decimals; vectors of two widths are not."""
    if one is None or other is None:
        return one is other
    if one == other:
        return True
    if len(one) != len(other) or any(abs(a - b) > APART for a, b in zip(one, other, strict=True)):
        return False
    return figures_long(one) == figures_long(other)


def figures_long(numbers: Sequence[float]) -> tuple[Decimal, ...]:
    """Numbers as they print to five decimals."""
    return tuple(figure.shown for figure in figures(numbers, places=5))
