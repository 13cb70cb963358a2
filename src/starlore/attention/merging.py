"""Put attention over some keys and attention over others together, as if it had been one.

Each part knows the log-sum of its scores, so it knows its share of the whole:

    lse    = log(sum of e^lse of the parts)
    output = sum of e^(lse of the part - lse) * output of the part

The fold runs in the order given, in float64, and rounds once. It takes parts and never bare
log-sums, so that a log-sum in another base cannot slip in.
"""

from collections.abc import Iterable

import numpy as np

from starlore.attention.arguments import several
from starlore.attention.arrays import Array, as_floats
from starlore.attention.results import Attention, Part, add_up
from starlore.errors import DtypeError, ShapeError


def merge(parts: Iterable[Part | Attention]) -> Attention:
    """Merge attention over disjoint keys into attention over all of them.

    Args:
        parts: at least one, over keys that no two of them share. What is smaller broadcasts: a
            learned sink per query head is `Part(0, lse=sinks)` with sinks shaped `(h_q, 1)`.

    Returns:
        Output in the widest dtype of the parts' arrays, lse in float32, or float64 for float64;
        no reading; counters added up.

    Raises:
        ShapeError: if there is no part, or parts do not broadcast to one shape.
        DtypeError: if something else than a part came.

    Cost: O(parts * n_q * d_v) time.

    Example:
        >>> whole = merge([Part([[1.0]], [0.0]), Part([[2.0]], [0.0])])
        >>> whole.output.tolist(), whole.lse.round(6).tolist()
        ([[1.5]], [0.693147])
    """
    each = _parts(parts)
    if not each:
        raise ShapeError("merge needs at least one part: there is none")
    outputs = [as_floats(part.output, "output") for part in each]
    sums = [as_floats(part.lse, "lse") for part in each]
    dtype = _widest(outputs)
    shape = _shape(outputs, sums)
    lse = np.full(shape[:-1], -np.inf)
    output = np.zeros(shape)
    with np.errstate(invalid="ignore", over="ignore", under="ignore"):
        for one, found in zip(outputs, sums, strict=True):
            added = np.broadcast_to(found.astype(np.float64), shape[:-1])
            merged = np.logaddexp(lse, added)
            output = _weighted(output, lse, merged) + _weighted(one, added, merged)
            lse = merged
        rounded = output.astype(dtype)
    kernel = next((p.counters.kernel for p in each if p.counters.kernel != "none"), "none")
    wide = np.dtype(np.float64 if dtype == np.float64 else np.float32)
    return Attention(rounded, lse.astype(wide), None, add_up(kernel, (p.counters for p in each)))


def _parts(parts: object) -> list[Part | Attention]:
    """The parts, each of them one."""
    each = several(parts, "parts", "what attend and attend_part give, as [one, other]")
    found: list[Part | Attention] = []
    for part in each:
        if not isinstance(part, Part | Attention):
            raise DtypeError(
                "merge takes what attend and attend_part give, so that every lse is natural: "
                f"one is a {type(part).__name__}"
            )
        found.append(part)
    return found


def _weighted(output: Array, lse: Array, merged: Array) -> Array:
    """A part's output by its share of the whole; 0, whatever it holds, where it read nothing."""
    share = np.where(lse == -np.inf, 0.0, np.exp(lse - merged))[..., None]
    return np.where(share == 0, 0.0, share * output.astype(np.float64))


def _widest(outputs: list[Array]) -> np.dtype[np.generic]:
    """The widest dtype of the arrays; single numbers adopt the others'."""
    arrays = [output.dtype for output in outputs if output.ndim] or [np.dtype(np.float64)]
    return np.result_type(*arrays)


def _shape(outputs: list[Array], sums: list[Array]) -> tuple[int, ...]:
    """The shape of the whole output."""
    try:
        rows = np.broadcast_shapes(*(o.shape[:-1] for o in outputs), *(s.shape for s in sums))
        width = np.broadcast_shapes(*(o.shape[-1:] for o in outputs))
    except ValueError:
        shapes = [(output.shape, found.shape) for output, found in zip(outputs, sums, strict=True)]
        raise ShapeError(
            "parts must broadcast to one output [*heads, n_q, d_v] and one lse [*heads, n_q], "
            f"a sink per query head as (h_q, 1): outputs and lses are {shapes}"
        ) from None
    return (*rows, *(width or (1,)))
