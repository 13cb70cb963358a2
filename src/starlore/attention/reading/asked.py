"""What to read from a head, and what was read."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from starlore.attention.arguments import must_be, several, shown
from starlore.attention.arrays import Array, Numbers
from starlore.attention.reading.habits import HABITS, TOKEN_HABITS
from starlore.attention.schemes import Align, check_align
from starlore.attention.schemes.align import whole_number
from starlore.errors import ShapeError


@dataclass(frozen=True, eq=False)
class Read:
    """What to read while attending.

    Args:
        top: how many of the highest scoring keys to name, 0 or more.
        entropy: whether to measure how spread the weights are.
        distance: whether to measure how far back or ahead a query looks.
        sinks: weigh the first so many keys; 0 does not.
        columns: whether to add up the weight each key gets from all queries; a second pass.
        windows: weigh what lies less than so many places away, for each of these.
        patterns: habits to weigh: previous, next, first, self, duplicate, induction.
        tokens: what stands at each key, `[*batch, n_k]`; duplicate and induction need it.
        influence: how many of the keys that move the output most to name; a second pass.
        align: where queries and keys meet, if the scheme does not say; as in `Causal`.

    Raises:
        ShapeError: if a number is below 0, a pattern is no habit or lacks tokens, or `align` has
            no meaning.
        DtypeError: if what is to be said by True or False is not.
    """

    top: int = 4
    entropy: bool = True
    distance: bool = True
    sinks: int = 0
    columns: bool = False
    windows: tuple[int, ...] = ()
    patterns: tuple[str, ...] = ()
    tokens: Int[Array, "*batch n_k"] | Numbers | None = None
    influence: int = 0
    align: Align = None

    def __post_init__(self) -> None:
        for name in ("top", "sinks", "influence"):
            object.__setattr__(self, name, whole_number(getattr(self, name), name, 0))
        for name in ("entropy", "distance", "columns"):
            must_be(getattr(self, name), bool | np.bool_, name, "True or False")
        given = several(self.windows, "windows", "whole numbers, as (128,)")
        windows = tuple(whole_number(window, "a window", 0) for window in given)
        object.__setattr__(self, "windows", windows)
        patterns = several(self.patterns, "patterns", 'names, as a tuple: ("first",)')
        object.__setattr__(self, "patterns", patterns)
        for pattern in patterns:
            if not isinstance(pattern, str) or pattern not in HABITS:
                raise ShapeError(f"a pattern must be one of {', '.join(HABITS)}: {shown(pattern)}")
            if pattern in TOKEN_HABITS and self.tokens is None:
                raise ShapeError(f"the pattern {pattern} needs tokens, one for each key")
        check_align(self.align)

    @property
    def needs_places(self) -> bool:
        """Whether something is asked that depends on where a query stands among the keys."""
        return self.distance or bool(self.windows) or any(p != "first" for p in self.patterns)

    @property
    def needs_tokens(self) -> bool:
        """Whether something is asked that depends on what stands at the keys."""
        return any(pattern in TOKEN_HABITS for pattern in self.patterns)


@dataclass(frozen=True, eq=False)
class Reading:
    """What was read, per query; None where it was not asked for.

    Args:
        top_keys: int64, the highest scoring keys, highest first, ties to the lowest; -1 past them.
        top_weights: their weights, in [0, 1]; 0 past them.
        ties: how many keys share the largest score; 1 is a clear winner, 0 an empty row.
        entropy: in nats, at least 0.
        distance: in places, at least 0.
        sink_weight: the weight on the first `sinks` keys.
        window_weight: for each window w, the weight less than w places away.
        column_weight: per key, the weight it gets from all queries together.
        patterns: for each habit asked for, the weight on the keys that fit it.
        influence_keys: int64, the keys that move the output most, most first; -1 past them.
        influence: p * |v - output|, how much the output moves per unit of their score.
    """

    top_keys: Int[Array, "*heads n_q top"] | None
    top_weights: Float[Array, "*heads n_q top"] | None
    ties: Int[Array, "*heads n_q"]
    entropy: Float[Array, "*heads n_q"] | None
    distance: Float[Array, "*heads n_q"] | None
    sink_weight: Float[Array, "*heads n_q"] | None = None
    window_weight: Float[Array, "*heads n_q windows"] | None = None
    column_weight: Float[Array, "*heads n_k"] | None = None
    patterns: Mapping[str, Float[Array, "*heads n_q"]] | None = None
    influence_keys: Int[Array, "*heads n_q influence"] | None = None
    influence: Float[Array, "*heads n_q influence"] | None = None

    @property
    def effective_keys(self) -> Float[Array, "*heads n_q"] | None:
        """e^entropy: the number of equally weighted keys that would be as spread; 0 if none."""
        if self.entropy is None:
            return None
        keys: Array = np.where(self.ties > 0, np.exp(self.entropy), 0)
        return keys

    @property
    def nbytes(self) -> int:
        """How much memory it takes."""
        arrays = [*vars(self).values(), *(self.patterns or {}).values()]
        return sum(array.nbytes for array in arrays if isinstance(array, np.ndarray))


def blank(read: Read, outer: tuple[int, ...], n_q: int, n_k: int, dtype: object) -> Reading:
    """A reading of nothing, to be written to: what a query that reads nothing reads.

    Args:
        outer: batch and query heads.
        dtype: of the floating readings.

    Example:
        >>> blank(Read(top=2), (), 1, 5, float).top_keys.tolist()
        [[-1, -1]]
    """
    rows = (*outer, n_q)

    def floats(is_asked: object, *more: int) -> Array | None:
        return np.zeros((*rows, *more), dtype=dtype) if is_asked else None  # type: ignore[call-overload]

    def keys(count: int) -> Array | None:
        return np.full((*rows, count), -1, dtype=np.int64) if count else None

    return Reading(
        top_keys=keys(read.top),
        top_weights=floats(read.top, read.top),
        ties=np.zeros(rows, dtype=np.int64),
        entropy=floats(read.entropy),
        distance=floats(read.distance),
        sink_weight=floats(read.sinks),
        window_weight=floats(read.windows, len(read.windows)),
        column_weight=np.zeros((*outer, n_k), dtype=dtype) if read.columns else None,  # type: ignore[call-overload]
        patterns={name: np.zeros(rows, dtype) for name in read.patterns}  # type: ignore[call-overload]
        if read.patterns
        else None,
        influence_keys=keys(read.influence),
        influence=floats(read.influence, read.influence),
    )


def first_head(reading: Reading) -> Reading:
    """The reading of a single head, without its axis of heads."""
    found: dict[str, object] = {}
    for name, value in vars(reading).items():
        found[name] = value[0] if isinstance(value, np.ndarray) else value
    if reading.patterns is not None:
        found["patterns"] = {name: array[0] for name, array in reading.patterns.items()}
    return Reading(**found)  # type: ignore[arg-type]
