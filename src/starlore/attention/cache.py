"""Keys and values kept for the queries to come: what a reader of growing text holds on to.

A cache is a frozen value: `extend` gives a new version and leaves the old one as it was. Versions
that grew from each other share their memory, for what is written once never changes: a version is
a number of places in a buffer, and the next one writes behind it. Only where two versions grow
from one, or the buffer is full, is anything copied; buffers double, so a text of n places costs
O(n) in all.
"""

from dataclasses import dataclass, field
from threading import Lock

import numpy as np
from jaxtyping import Bool, Float

from starlore.attention.arguments import must_be, several, shown
from starlore.attention.arrays import FLOATS, Array, Numbers, as_floats
from starlore.attention.attend import attend
from starlore.attention.chosen import Chosen
from starlore.attention.inputs import Bias
from starlore.attention.plan import Plan
from starlore.attention.reading import Read
from starlore.attention.results import Attention
from starlore.attention.schemes import Causal, Scheme
from starlore.attention.schemes.align import whole_number
from starlore.errors import DtypeError, ShapeError

PAGE = 512
"""Places of the smallest buffer: one tile of keys."""


@dataclass
class Buffer:
    """Memory that several versions share. Places below `filled` never change.

    Args:
        k, v: `[*batch, h_kv, room, d]`.
        filled: places written so far, by the longest version.
    """

    k: Array
    v: Array
    filled: int = 0
    lock: Lock = field(default_factory=Lock)


@dataclass(frozen=True, eq=False)
class Cache:
    """Keys and values seen so far; starts empty.

    Args:
        h_kv: key heads. d_k, d_v: widths of keys and values.
        dtype: of keys and values.
        batch: the batch shape.
        n_k: places held; `extend` counts them.

    Raises:
        ShapeError: if a size is no whole number of 0 or more.
        DtypeError: if keys of this dtype have no meaning here.

    Example:
        >>> extend(Cache(1, 2, 3, "float32"), np.ones((1, 4, 2), "f4"), np.ones((1, 4, 3), "f4"))
        Cache(h_kv=1, d_k=2, d_v=3, dtype=dtype('float32'), batch=(), n_k=4)
    """

    h_kv: int
    d_k: int
    d_v: int
    dtype: str | np.dtype[np.generic]
    batch: tuple[int, ...] = ()
    n_k: int = 0
    _buffer: Buffer | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        for name in ("h_kv", "d_k", "d_v", "n_k"):
            number = whole_number(getattr(self, name), f"Cache: {name}", 0)
            object.__setattr__(self, name, number)
        sizes = several(self.batch, "Cache: batch", "whole numbers, as (2,)")
        batch = tuple(whole_number(size, "Cache: a size of the batch", 0) for size in sizes)
        object.__setattr__(self, "batch", batch)
        object.__setattr__(self, "dtype", _dtype(self.dtype))
        if self._buffer is None:
            object.__setattr__(self, "_buffer", self._new(0))

    @property
    def k(self) -> Float[Array, "*batch h_kv n_k d_k"]:
        """The keys, looked at where they lie; read-only."""
        return _frozen(self.buffer.k[..., : self.n_k, :])

    @property
    def v(self) -> Float[Array, "*batch h_kv n_k d_v"]:
        """The values, looked at where they lie; read-only."""
        return _frozen(self.buffer.v[..., : self.n_k, :])

    @property
    def buffer(self) -> Buffer:
        """The memory this version shares with those it grew from."""
        assert self._buffer is not None  # made with the first version
        return self._buffer

    def _new(self, room: int) -> Buffer:
        """A buffer of so many places, whole pages of them."""
        pages = -(-room // PAGE) * PAGE
        k = np.empty((*self.batch, self.h_kv, pages, self.d_k), dtype=self.dtype)
        return Buffer(k, np.empty((*self.batch, self.h_kv, pages, self.d_v), dtype=self.dtype))


def _dtype(given: object) -> np.dtype[np.generic]:
    """The dtype of a cache."""
    try:
        dtype = np.dtype(given)  # type: ignore[call-overload]
    except (TypeError, ValueError):
        dtype = None
    if given is None or dtype is None or dtype.name not in FLOATS:
        raise DtypeError(f"a cache must be of dtype {', '.join(FLOATS)}: it is {shown(given)}")
    return dtype  # type: ignore[no-any-return]


def extend(
    cache: Cache,
    k: Float[Array, "*batch h_kv n_k d_k"] | Numbers,
    v: Float[Array, "*batch h_kv n_k d_v"] | Numbers,
) -> Cache:
    """Give the next version of a cache, with these keys and values behind its own.

    Args:
        cache: stays as it is, and may be extended again otherwise.
        k, v: one or more places; of the cache's shape and dtype.

    Raises:
        ShapeError: if they do not fit the cache.
        DtypeError: if their dtype is not the cache's.

    Cost: O(places added), counted over a growing text.

    Example:
        >>> one = extend(Cache(1, 1, 1, "float64"), np.ones((1, 2, 1)), np.ones((1, 2, 1)))
        >>> two = extend(one, np.zeros((1, 1, 1)), np.zeros((1, 1, 1)))
        >>> one.n_k, two.n_k, np.shares_memory(one.k, two.k)
        (2, 3, True)
    """
    must_be(cache, Cache, "cache", "a Cache")
    keys, values = as_floats(k, "k"), as_floats(v, "v")
    _check_fit(cache, keys, values)
    start, stop = cache.n_k, cache.n_k + keys.shape[-2]
    buffer = cache.buffer
    with buffer.lock:
        if buffer.filled != start or stop > buffer.k.shape[-2]:
            grown = cache._new(max(stop, 2 * start))
            grown.k[..., :start, :], grown.v[..., :start, :] = cache.k, cache.v
            buffer = grown
        buffer.k[..., start:stop, :], buffer.v[..., start:stop, :] = keys, values
        buffer.filled = stop
    return Cache(cache.h_kv, cache.d_k, cache.d_v, cache.dtype, cache.batch, stop, buffer)


def attend_cached(
    q: Float[Array, "*batch h_q n_q d_k"] | Numbers,
    cache: Cache,
    scheme: Scheme | Plan | Chosen = Causal("end"),  # noqa: B008 - a frozen value
    *,
    mask: Bool[Array, "..."] | Numbers | None = None,
    bias: Float[Array, "..."] | Bias | None = None,
    scale: float | None = None,
    softcap: float | None = None,
    key_lengths: Numbers | int | None = None,
    read: Read | None = None,
    threads: int | None = None,
) -> Attention:
    """Attend to all that a cache holds: the same bits as `attend` on the whole keys.

    Args:
        q: queries `[*batch, h_q, n_q, d_k]`, of the cache's dtype and batch shape.
        cache: its keys and values are looked at where they lie.
        scheme: by default the last query stands beside the last key.
        mask, bias, scale, softcap, key_lengths, read, threads: as for `attend`.

    Raises:
        ShapeError, AlignmentError, DtypeError, ScoreOverflowError: as `attend`.

    Example:
        >>> cache = extend(Cache(1, 1, 1, "float64"), np.zeros((1, 2, 1)), np.ones((1, 2, 1)))
        >>> attend_cached(np.zeros((1, 1, 1)), cache).output.tolist()
        [[[1.0]]]
    """
    must_be(cache, Cache, "cache", "a Cache")
    return attend(
        q,
        cache.k,
        cache.v,
        scheme,
        mask=mask,
        bias=bias,
        scale=scale,
        softcap=softcap,
        key_lengths=key_lengths,
        read=read,
        threads=threads,
    )


def _check_fit(cache: Cache, k: Array, v: Array) -> None:
    head = (*cache.batch, cache.h_kv)
    places = k.shape[-2] if k.ndim > 1 else 0
    wanted = ((*head, places, cache.d_k), (*head, places, cache.d_v))
    if (k.shape, v.shape) != wanted:
        raise ShapeError(
            f"k and v must fit the cache, [*{head}, n, {cache.d_k}] and [*{head}, n, {cache.d_v}]: "
            f"k is {k.shape}, v is {v.shape}"
        )
    if not k.dtype == v.dtype == cache.dtype:
        raise DtypeError(f"the cache holds {cache.dtype}: k is {k.dtype}, v is {v.dtype}")


def _frozen(array: Array) -> Array:
    view = array.view()
    view.flags.writeable = False
    return view
