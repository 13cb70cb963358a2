"""The lookup table: queries, keys and values, and all that attention makes of them.

Its inputs can be changed by a learner, so they are bounded and read from text; every number that
comes out is the engine's.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

import numpy as np
from jaxtyping import Bool

from starlore.attention import explain
from starlore.attention.arrays import Array
from starlore.errors import LessonError, Refused, Worded
from starlore.figures import Figure, figures, printed_sum
from starlore.lessons.pictures.data import figures_of, list_of, map_of
from starlore.lessons.pictures.dials import read_number, turnable

MOST_PLACES, MOST_WIDTH, MOST = 8, 4, 99
LONGEST_ADDRESS = 600
MOST_SCORE = 300
"""e to it is still a number; beyond it no page could show the powers."""

SIGNS = ("sun", "moon", "comet")
NAMES = {"q": "query", "k": "key", "v": "value"}

Vector = tuple[Decimal, ...]
Vectors = tuple[Vector, ...]


@dataclass(frozen=True)
class LookupInputs:
    """One vector of each kind per place; keys and queries of one width."""

    signs: tuple[str, ...]
    q: Vectors
    k: Vectors
    v: Vectors


@dataclass(frozen=True)
class LookupRow:
    """One asker's row, from scores to output.

    Attributes:
        scores, powers, weights, weights_long: one per key; powers are e to the score.
        total: of the powers. printed_sum: of the weights' printed digits.
        tops: the places with the highest score, ties included.
        output: the blend. shares: the exact weights, as places in a picture.
        reads: whether the asker may read each key; where not, power and weight are 0.
    """

    scores: tuple[Figure, ...]
    powers: tuple[Figure, ...]
    total: Figure
    weights: tuple[Figure, ...]
    weights_long: tuple[Figure, ...]
    printed_sum: Figure
    tops: tuple[int, ...]
    output: tuple[Figure, ...]
    output_long: tuple[Figure, ...]
    shares: tuple[float, ...]
    reads: tuple[bool, ...]


@dataclass(frozen=True)
class LookupTable:
    """The table: its inputs and a row per asker.

    Attributes:
        begun: the table as the lesson has it; None where this is that one.
    """

    inputs: LookupInputs
    rows: tuple[LookupRow, ...]
    begun: "LookupTable | None" = field(default=None, compare=False, repr=False)

    @cached_property
    def moved(self) -> "Moved":
        """What was moved since the table began."""
        return what_moved(self.begun or self, self)

    @property
    def field_names(self) -> tuple[str, ...]:
        """What an address may say: a whole kind, or one number of one vector."""
        cells = (
            f"{name}.{i}.{j}"
            for name in NAMES
            for i, vector in enumerate(getattr(self.inputs, name))
            for j in range(len(vector))
        )
        return (*NAMES, *cells)

    def read(self, query: Mapping[str, str]) -> "LookupTable":
        """The table that an address asks for.

        Raises:
            Refused: naming the number that does not fit, and what would do.
        """
        changed = lookup_table(read_inputs(query, self.inputs))
        return replace(changed, begun=self.begun or self)


@dataclass(frozen=True)
class Moved:
    """What a change moved.

    Attributes:
        scores, weights: the cells (asker, asked). outputs: the askers.
        what: "value", "key", "query", "several" or "nothing".
    """

    scores: frozenset[tuple[int, int]]
    weights: frozenset[tuple[int, int]]
    outputs: frozenset[int]
    what: str

    @property
    def sentence(self) -> str:
        """The id of the sentence that says what was changed, such as "key-moved"."""
        return f"{self.what}-moved"


def start_inputs(data: object) -> LookupInputs:
    """The inputs a lesson begins with: a map with `q`, `k`, `v` and, if wanted, `signs`."""
    named = map_of(data, "lookup-table", ("q", "k", "v"))
    q, k, v = (_vectors(named[name], name) for name in NAMES)
    signs = list_of(named.get("signs", SIGNS[: len(q)]), "lookup-table: signs", "names")
    return checked(LookupInputs(tuple(str(sign) for sign in signs), q, k, v))


def read_inputs(query: Mapping[str, str], start: LookupInputs) -> LookupInputs:
    """The inputs an address asks for; what it does not name stays as at the start.

    An address says a whole kind at once, `q=2,1;1,2;1,1`, or one number, `q.0.1=-0.5`, as a form
    sends it; a single number goes before its kind.

    Raises:
        Refused: naming the number, and what would do.

    Example:
        >>> start = start_inputs({"q": [[2], [1]], "k": [[1], [0]], "v": [[9], [0]]})
        >>> read_inputs({"q": "3;1", "v.1.0": "-0.5"}, start).v
        ((Decimal('9'),), (Decimal('-0.5'),))
    """
    kinds = {name: _listed(query.get(name, ""), name, getattr(start, name)) for name in NAMES}
    q, k, v = (
        tuple(
            tuple(
                _cell(query.get(f"{name}.{i}.{j}"), cell, name, i, j)
                for j, cell in enumerate(vector)
            )
            for i, vector in enumerate(kinds[name])
        )
        for name in NAMES
    )
    return checked(LookupInputs(start.signs, q, k, v))


def address_of(inputs: LookupInputs) -> Mapping[str, str]:
    """The fields of an address that gives these inputs again.

    Example:
        >>> address_of(start_inputs({"q": [[2, 1]], "k": [[1, -0.5]], "v": [[9]]}))
        {'q': '2,1', 'k': '1,-0.5', 'v': '9'}
    """
    return {
        name: ";".join(",".join(format(x, "f") for x in vector) for vector in getattr(inputs, name))
        for name in NAMES
    }


def checked(inputs: LookupInputs) -> LookupInputs:
    """The same inputs, if they fit each other and the bounds.

    Raises:
        Refused: in one sentence.
    """
    n = len(inputs.signs)
    if not 1 <= n <= MOST_PLACES or {len(inputs.q), len(inputs.k), len(inputs.v)} != {n}:
        raise Refused(
            "fault.table.places",
            most=MOST_PLACES,
            signs=n,
            queries=len(inputs.q),
            keys=len(inputs.k),
            values=len(inputs.v),
        )
    widths = {len(vector) for vector in (*inputs.q, *inputs.k)}
    if len(widths) != 1 or not 1 <= widths.pop() <= MOST_WIDTH:
        raise Refused("fault.table.width", most=MOST_WIDTH)
    outputs = {len(vector) for vector in inputs.v}
    if len(outputs) != 1 or not 1 <= outputs.pop() <= MOST_WIDTH:
        raise Refused("fault.table.value-width", most=MOST_WIDTH)
    _refuse_high(inputs)
    return inputs


def lookup_table(
    inputs: LookupInputs,
    mask: Bool[Array, "n n"] | None = None,
    temperature: Decimal = Decimal(1),
) -> LookupTable:
    """Compute the table with the engine; scores are not scaled here (that is another lesson).

    Args:
        inputs: queries, keys and values.
        mask: True where the row may read the column; None: everywhere.
        temperature: what scores are divided by before they are stretched.
    """
    q, k, v = (np.array(part, dtype=np.float64) for part in (inputs.q, inputs.k, inputs.v))
    steps = explain(q, k, v, mask=mask, scale=1 / float(temperature))
    parts = (steps.products, steps.weights, steps.output, steps.allowed)
    rows = zip(*(part.tolist() for part in parts), [float(temperature)] * len(q), strict=True)
    return LookupTable(inputs, tuple(_row(*row) for row in rows))


def _row(
    scores: list[float],
    weights: list[float],
    output: list[float],
    reads: list[bool],
    temperature: float,
) -> LookupRow:
    """One asker's row, each number as it is shown."""
    shown = figures(scores)
    powers = [
        math.exp(score.as_float() / temperature) if may else 0.0
        for score, may in zip(shown, reads, strict=True)
    ]
    read = [j for j, may in enumerate(reads) if may]
    short = figures(weights, places=2)
    highest = max((Fraction(shown[j].value) for j in read), default=None)
    return LookupRow(
        scores=shown,
        powers=tuple(_power(power) for power in powers),
        total=_power(math.fsum(powers)),
        weights=short,
        weights_long=figures(weights, places=5),
        printed_sum=printed_sum(short),
        tops=tuple(j for j in read if Fraction(shown[j].value) == highest),
        output=figures(output, places=2),
        output_long=figures(output, places=3),
        shares=tuple(weights),
        reads=tuple(reads),
    )


def what_moved(before: LookupTable, after: LookupTable) -> Moved:
    """Compare two tables of one size, cell by cell, as they print to five digits."""
    n = range(len(before.rows))
    cells = [(i, j) for i in n for j in n]
    pairs = list(zip(before.rows, after.rows, strict=True))
    scores = {c for c in cells if pairs[c[0]][0].scores[c[1]] != pairs[c[0]][1].scores[c[1]]}
    weights = {
        c for c in cells if pairs[c[0]][0].weights_long[c[1]] != pairs[c[0]][1].weights_long[c[1]]
    }
    outputs = {i for i in n if pairs[i][0].output_long != pairs[i][1].output_long}
    changed = [
        name for name in NAMES if getattr(before.inputs, name) != getattr(after.inputs, name)
    ]
    what = "nothing" if not changed else NAMES[changed[0]] if len(changed) == 1 else "several"
    return Moved(frozenset(scores), frozenset(weights), frozenset(outputs), what)


def _power(power: float) -> Figure:
    """A power of e as it is shown: two decimals, or four digits where it is large."""
    return Figure(power, digits=4) if power >= 10_000 else Figure(power, places=2)


def _refuse_high(inputs: LookupInputs) -> None:
    """Scores whose power of e is beyond every number a page could show."""
    for i, q in enumerate(inputs.q):
        for j, k in enumerate(inputs.k):
            score = sum((a * b for a, b in zip(q, k, strict=True)), Decimal(0))
            if abs(score) > MOST_SCORE:
                raise Refused(
                    "fault.table.score",
                    query=i + 1,
                    key=j + 1,
                    score=f"{score.normalize():f}",
                    most=MOST_SCORE,
                )


def _listed(text: str, name: str, start: Vectors) -> Vectors:
    """One kind as an address says it: vectors joined by ";", their numbers by ","."""
    if not text.strip():
        return start
    vectors = [part.split(",") for part in text[:LONGEST_ADDRESS].split(";")]
    if [len(vector) for vector in vectors] != [len(vector) for vector in start]:
        shape = "; ".join(",".join("0" * len(vector)) for vector in start)
        raise Refused("fault.table.shape", name=name, shape=shape, text=text[:40])
    return tuple(
        tuple(_cell(cell, Decimal(0), name, i, j) for j, cell in enumerate(vector))
        for i, vector in enumerate(vectors)
    )


def _vectors(data: object, name: str) -> Vectors:
    """Vectors of a lesson; a number alone is a vector of one."""
    what = f"lookup-table: {name}"
    rows = list_of(data, what, "vectors")
    return tuple(
        tuple(_start(one, what) for one in figures_of(row if _is_list(row) else (row,), what))
        for row in rows
    )


def _is_list(row: object) -> bool:
    return isinstance(row, Sequence) and not isinstance(row, str)


def _start(figure: Figure, what: str) -> Decimal:
    number = turnable(figure, what).shown
    if abs(number) > MOST:
        ends = {"least": str(-MOST), "most": str(MOST)}
        raise LessonError("check.picture.lookup-table", what=what, **ends, got=str(number))
    return number


def _cell(text: str | None, kept: Decimal, name: str, i: int, j: int) -> Decimal:
    """One number of a vector."""
    where = Worded("fault.table.where", number=j + 1, kind=name, place=i + 1)
    return read_number(text, kept, where, Decimal(-MOST), Decimal(MOST))
