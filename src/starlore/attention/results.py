"""What attention gives back: the output, its log-sum, what was read, and what it took."""

from collections.abc import Iterable
from dataclasses import dataclass, fields

from jaxtyping import Float

from starlore.attention.arrays import Array, Numbers
from starlore.attention.reading import Reading


@dataclass(frozen=True)
class Counters:
    """What a call did, added up over batch and heads.

    Args:
        kernel: what computed it: "dense" is the float64 reference, "numpy" folds tiles with NumPy.
        comparisons: query-key pairs that were allowed, whatever the kernel.
        pairs_scored: those, and the pairs of partial tiles scored in vain.
        tiles_whole, tiles_partial, tiles_skipped: tiles read whole, in part, not at all.
        exponentials: powers of e taken.
        rescales: times a running sum was scaled to a new largest score.
        bytes_read: of queries, keys and values, as often as they were read.
        extra_bytes: the most memory held at once beyond inputs and results.
    """

    kernel: str
    comparisons: int = 0
    pairs_scored: int = 0
    tiles_whole: int = 0
    tiles_partial: int = 0
    tiles_skipped: int = 0
    exponentials: int = 0
    rescales: int = 0
    bytes_read: int = 0
    extra_bytes: int = 0


@dataclass(frozen=True)
class Attention:
    """What `attend` gives.

    Args:
        output: the blended values, in the dtype of the inputs.
        lse: natural log of the sum of e^score over the keys read; -inf where none was.
        reading: what was asked by `read`, else None.
        counters: what it took.
    """

    output: Float[Array, "*heads n_q d_v"]
    lse: Float[Array, "*heads n_q"]
    reading: Reading | None
    counters: Counters


@dataclass(frozen=True)
class Part:
    """Attention over some of the keys, to be merged with attention over the others.

    A score that takes weight and gives no value, a learned sink, is a part as well:
    `Part(0, lse=sinks)` with one score per query head, shaped `(h_q, 1)`.

    Args:
        output: the values blended, never rounded below float32; or what broadcasts to it.
        lse: natural log of the sum of e^score over the keys of this part.
        counters: what it took.
    """

    output: Float[Array, "*heads n_q d_v"] | Numbers | float
    lse: Float[Array, "*heads n_q"] | Numbers | float
    counters: Counters = Counters("none")


def add_up(kernel: str, counters: Iterable[Counters]) -> Counters:
    """Add counters; of the memory held at once, which does not add up, keep the most.

    Example:
        >>> add_up("numpy", [Counters("numpy", 3), Counters("numpy", 4)]).comparisons
        7
    """
    each = list(counters)
    names = [field.name for field in fields(Counters)[1:-1]]
    sums = {name: sum(getattr(one, name) for one in each) for name in names}
    return Counters(kernel, **sums, extra_bytes=max((one.extra_bytes for one in each), default=0))
