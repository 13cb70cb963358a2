"""Attention over more keys than one machine holds: keys shared out over workers, parts merged.

Each worker attends to its own keys, which stay with it, and sends back a `Part`: an output and a
log-sum. `merge` puts the parts together. All moving of data is dask's, which comes with
`pip install "starlore[cluster]"`; this module imports nothing of it and works with any client
that has `scatter`, `submit`, `gather` and `scheduler_info`, as `dask.distributed.Client` has.

To share out keys is to look at a scheme through a window: `Shard(scheme, first)` is the scheme as
it lies on the keys from `first` on, counted from 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from jaxtyping import Float

from starlore.attention.alibi import Alibi
from starlore.attention.arrays import Array, Numbers, as_claims, as_floats
from starlore.attention.attend import attend_part
from starlore.attention.inputs import Bias, check
from starlore.attention.merging import merge
from starlore.attention.results import Attention, Part
from starlore.attention.schemes import Full, Kind, Reach, Scheme, offset
from starlore.errors import ShapeError


@dataclass(frozen=True, eq=False, repr=False)
class Shard(Scheme):
    """A settled scheme, as it lies on the keys from `first` on, counted from 0.

    Example:
        >>> from starlore.attention import Causal
        >>> print(Shard(Causal().at(4, 4), 2).plan(4, 2))
        causal(0), from key 2: 4 queries, 2 keys, 3 of 8 comparisons
        ..
        ..
        #.
        ##
    """

    scheme: Scheme
    first: int

    def allows(self, i: Array, j: Array) -> Array:
        return self.scheme.allows(i, j + self.first)

    def mask(self, rows: range, keys: range) -> Array:
        return self.scheme.mask(rows, self._whole(keys))

    def tile(self, rows: range, keys: range) -> Kind:
        return self.scheme.tile(rows, self._whole(keys))

    def reaches(self, rows: range, keys: range) -> list[Reach] | None:
        reaches = self.scheme.reaches(rows, self._whole(keys))
        if reaches is None:
            return None
        return [Reach(r.low - self.first, r.high - self.first, r.step) for r in reaches]

    def _whole(self, keys: range) -> range:
        return range(keys.start + self.first, keys.stop + self.first)

    def __str__(self) -> str:
        return f"{self.scheme}, from key {self.first}"


def attend_sharded(
    client: Any,
    q: Float[Array, "*heads n_q d_k"] | Numbers,
    k: Float[Array, "*heads n_k d_k"] | Numbers,
    v: Float[Array, "*heads n_k d_v"] | Numbers,
    scheme: Scheme = Full(),  # noqa: B008 - a frozen value
    *,
    shards: int | None = None,
    mask: Numbers | None = None,
    bias: Bias | None = None,
    scale: float | None = None,
    softcap: float | None = None,
    key_lengths: Numbers | int | None = None,
    threads: int | None = None,
) -> Attention:
    """Attend with the keys and values shared out over the workers of a cluster.

    Args:
        client: a `dask.distributed.Client`.
        q, k, v, scheme, mask, bias, scale, softcap, key_lengths: as for `attend`; the scheme is
            one that lengths decide, not one that chooses by the data.
        shards: into how many runs of neighbouring keys; None for one per worker.
        threads: cores that each shard may use.

    Returns:
        What `attend` gives, to rounding; the order of the shards decides the order of the sum.
        Its dtype is that of the parts: float32 for 16-bit inputs.

    Raises:
        ShapeError: if there is no worker, or fewer shards than one.
        ShapeError, AlignmentError, DtypeError, ScoreOverflowError: as `attend`.
    """
    inputs = check(q, k, v, scheme, mask, bias, scale, softcap, key_lengths)
    if inputs.choice is not None or len(inputs.settled) > 1:
        raise ShapeError(
            "keys can be shared out if their lengths alone decide who reads whom, and all batch "
            f"items have one length: {scheme!r}, lengths {sorted(inputs.settled)}"
        )
    workers = sorted(client.scheduler_info(n_workers=-1)["workers"])
    count = len(workers) if shards is None else shards
    if not workers or count < 1:
        raise ShapeError(f"there must be a worker and a shard: {len(workers)} and {count}")
    (length, settled), *_ = inputs.settled.items() or [(0, Full())]
    queries, keys, values = (as_floats(x, name) for x, name in ((q, "q"), (k, "k"), (v, "v")))
    claims = None if mask is None else as_claims(mask)
    asked = client.scatter(queries, broadcast=True, hash=False)
    parts = []
    for at, run in enumerate(_runs(length, count)):
        worker = [workers[at % len(workers)]]
        here = slice(run.start, run.stop)
        own = client.scatter((keys[..., here, :], values[..., here, :]), workers=worker, hash=False)
        parts.append(
            client.submit(
                _attend_shard,
                asked,
                own,
                Shard(settled, run.start),
                workers=worker,
                pure=False,
                mask=None if claims is None else claims[..., here],
                bias=_shard_bias(bias, run.start, here, inputs.q.shape[-2], length),
                scale=inputs.scale,
                softcap=softcap,
                threads=threads,
            )
        )
    gathered: Sequence[Part] = client.gather(parts)
    return merge(gathered)


def _attend_shard(q: Array, own: tuple[Array, Array], scheme: Shard, **settings: Any) -> Part:
    """What a worker does: attend to its own keys."""
    return attend_part(q, *own, scheme, **settings)


def _runs(length: int, count: int) -> list[range]:
    """Cut the keys into runs whose sizes differ by one at most; none is empty but an only one.

    Example:
        >>> _runs(5, 2), _runs(1, 3), _runs(0, 2)
        ([range(0, 3), range(3, 5)], [range(0, 1)], [range(0, 0)])
    """
    count = max(1, min(count, length))
    edges = [-(-length * at // count) for at in range(count + 1)]
    return [range(start, stop) for start, stop in pairwise(edges)]


def _shard_bias(bias: Bias | None, first: int, here: slice, n_q: int, length: int) -> Bias | None:
    """The bias of the keys from `first` on, counted from 0."""
    if bias is None:
        return None
    if isinstance(bias, Alibi):
        return Alibi(bias.slopes, align=offset(bias.align, n_q, length) - first)
    if callable(bias):
        return ShardBias(bias, first)
    return np.asarray(as_floats(bias, "bias"))[..., here]


@dataclass(frozen=True)
class ShardBias:
    """A bias made by a function, asked for the keys from `first` on, counted from 0."""

    bias: Any
    first: int

    def __call__(self, i: Array, j: Array) -> Array:
        biased: Array = self.bias(i, j + self.first)
        return biased
