"""A contract anyone can run: the answers of a scheme played against each other."""

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from starlore.attention.arguments import must_be, several, shown
from starlore.attention.arrays import Array
from starlore.attention.schemes.align import whole_number
from starlore.attention.schemes.base import Scheme, tiles_of
from starlore.errors import ShapeError

LENGTHS = ((0, 0), (1, 1), (4, 4), (17, 17), (5, 2), (2, 5), (3, 0), (0, 3), (9, 8), (16, 33))
"""Queries and keys a scheme is laid on unless others are named."""

SIZES = (1, 2, 3, 7, 64)
"""Sizes of the tiles it is then cut into."""

ENOUGH = 10
"""Faults after which no more are looked for."""


def check_scheme(
    scheme: Scheme,
    lengths: Sequence[tuple[int, int]] = LENGTHS,
    sizes: Sequence[int] = SIZES,
) -> tuple[str, ...]:
    """Hold a scheme to its contract: tile, mask, count and reaches say what `allows` says.

    Args:
        scheme: any scheme, yours included.
        lengths: pairs of n_q and n_k. Those the scheme refuses with a ShapeError, as one without
            an alignment refuses unequal ones, are passed over; it must accept at least one.
        sizes: sides of the tiles, 1 or more; each in queries, with the next one in keys.

    Returns:
        What is broken, a sentence each; nothing if the scheme keeps its contract.

    Cost: O(n_q * n_k) for each pair of lengths and each size.

    Example:
        >>> from starlore.attention import Causal
        >>> class Wrong(Causal):
        ...     def tile(self, rows, keys):
        ...         return "whole"
        >>> print(*check_scheme(Wrong(), [(2, 2)], [1]))
        2 queries, 2 keys: the tile of queries 0-0 and keys 1-1 is called whole, 0 of 1 are read
    """
    must_be(scheme, Scheme, "scheme", "a Scheme, as Causal()")
    sides = [
        whole_number(size, "a size of a tile", 1)
        for size in several(sizes, "sizes", "whole numbers, as (1, 7)")
    ]
    faults: list[str] = []
    accepted = 0
    for n_q, n_k in _lengths(lengths):
        try:
            settled = scheme.at(n_q, n_k)
        except ShapeError:
            continue
        accepted += 1
        where = f"{n_q} queries, {n_k} keys"
        for fault in _faults(scheme, settled, n_q, n_k, sides):
            faults.append(f"{where}: {fault}")
            if len(faults) >= ENOUGH:
                return tuple(faults)
    if not accepted:
        faults.append(f"it accepts none of the lengths {list(lengths)}")
    return tuple(faults)


def _lengths(lengths: object) -> Iterator[tuple[int, int]]:
    """Pairs of n_q and n_k, each of them checked."""
    wanted = "pairs of n_q and n_k, as [(2, 5)]"
    for pair in several(lengths, "lengths", wanted):
        both = several(pair, "lengths", wanted)
        if len(both) != 2:
            raise ShapeError(f"lengths must be {wanted}: one is {shown(pair)}")
        yield whole_number(both[0], "n_q", 0), whole_number(both[1], "n_k", 0)


def _faults(
    scheme: Scheme, settled: Scheme, n_q: int, n_k: int, sizes: Sequence[int]
) -> Iterator[str]:
    rows, keys = range(n_q), range(n_k)
    whole = settled.mask(rows, keys)
    if whole.shape != (n_q, n_k) or whole.dtype != np.bool_:
        yield f"the mask is {whole.dtype} of shape {whole.shape}"
        return
    pairs = settled.allows(np.arange(n_q)[:, None], np.arange(n_k)[None, :])
    if not np.array_equal(np.broadcast_to(pairs, whole.shape), whole):
        yield "allows and the mask differ"
    if not np.array_equal(settled.mask(rows, keys), whole):
        yield "the mask differs from one call to the next"
    for name, count in (
        ("unsettled", scheme.count(n_q, n_k)),
        ("settled", settled.count(n_q, n_k)),
    ):
        if count != int(whole.sum()):
            yield f"{name}, it counts {count} comparisons, the mask has {int(whole.sum())}"
    for tall, wide in zip(sizes, [*sizes[1:], *sizes[:1]], strict=True):
        for queries, part in product(tiles_of(n_q, tall), tiles_of(n_k, wide)):
            yield from _tile_faults(settled, whole, queries, part)


def _tile_faults(settled: Scheme, whole: Array, rows: range, keys: range) -> Iterator[str]:
    here = f"the tile of queries {rows[0]}-{rows[-1]} and keys {keys[0]}-{keys[-1]}"
    cells = whole[rows.start : rows.stop, keys.start : keys.stop]
    if not np.array_equal(settled.mask(rows, keys), cells):
        yield f"{here} has another mask than the whole"
    kind, read = settled.tile(rows, keys), int(cells.sum())
    if kind not in ("whole", "partial", "skipped"):
        yield f"{here} is called {kind!r}"
    if (kind == "whole" and read < cells.size) or (kind == "skipped" and read):
        yield f"{here} is called {kind}, {read} of {cells.size} are read"
    if not np.array_equal(settled.counts(rows, keys), cells.sum(axis=1)):
        yield f"{here} has reaches that count other keys than the mask"
