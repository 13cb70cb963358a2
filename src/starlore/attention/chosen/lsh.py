"""LSH: keys that random rotations put beside the query."""

import math
from dataclasses import dataclass

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.chosen.choice import Chosen, HeadChoice
from starlore.attention.chosen.heads import Head
from starlore.attention.chosen.scores import rising_keys
from starlore.attention.schemes import Full, Scheme, tiles_of
from starlore.attention.schemes.align import LAST_SEED, whole_number

ROWS_AT_ONCE = 2**12
"""Queries looked at together."""


@dataclass(frozen=True)
class LSH(Chosen):
    """Each query reads the keys of its own bucket and of the one before, in every round.

    A round turns the directions of queries and keys by one random rotation and halves the keys
    at the middle of one turned coordinate after another, until a bucket holds at most `bucket`.

    Args:
        rounds: how many rotations, 1 or more. bucket: most keys of a bucket, 1 or more.
        seed: of the rotations; a whole number from 0 to 2^64 - 1.
        among: who the candidates are.

    Raises:
        ShapeError: if one of them has no such value.
        DtypeError: if `among` is no scheme.

    Cost: at most 2 * rounds * bucket comparisons a query, and rounds * d_k * log2(n_k / bucket)
        products for its buckets. `Choice.found` measures the recall.
    Source: after Kitaev, Kaiser and Levskaya 2020, section 2; buckets of equal size.

    Example:
        >>> keys = [[1.0, 0.0], [0.9, 0.1], [-1.0, 0.0], [-0.9, 0.1]]
        >>> choice = LSH(2, 2, seed=1).choose(keys, keys)
        >>> choice.found(keys, keys), choice.comparisons <= 16
        (1.0, True)
    """

    rounds: int
    bucket: int
    seed: int
    among: Scheme = Full()  # noqa: RUF009 - a frozen value

    def __post_init__(self) -> None:
        self.check_among()
        for name, least in (("rounds", 1), ("bucket", 1)):
            whole_number(getattr(self, name), f"LSH: {name}", least)
        whole_number(self.seed, "LSH: seed", 0, LAST_SEED)

    def of_head(self, head: Head, among: Scheme, scale: float, spread: float) -> HeadChoice:
        n_q, n_k = len(head.q), len(head.k)
        if not n_k:
            return HeadChoice(np.zeros((n_q, 0), dtype=np.int64), 0)
        rng = np.random.default_rng(self.seed)
        tables = []
        for _ in range(self.rounds):
            levels = max(0, math.ceil(math.log2(n_k / self.bucket)))
            turn = _rotation(rng, head.q.shape[1], levels)
            asking = _directions(head.q if scale >= 0 else -head.q) @ turn
            buckets, of_query = _halve(_directions(head.k) @ turn, asking)
            tables.append((buckets, of_query))
        chosen = []
        for rows in tiles_of(n_q, ROWS_AT_ONCE):
            here = np.concatenate([_read(*table, rows) for table in tables], axis=1)
            chosen.append(allowed_only(here, among, rows))
        keys = stacked(chosen, n_q)
        return HeadChoice(keys, int((keys >= 0).sum()))


def allowed_only(keys: Array, among: Scheme, rows: range) -> Array:
    """These keys without the ones their query may not read, rising."""
    if not isinstance(among, Full):
        i = np.arange(rows.start, rows.stop, dtype=np.int64)[:, None]
        keys = np.where((keys >= 0) & among.allows(i, np.maximum(keys, 0)), keys, -1)
    return rising_keys(keys)


def stacked(parts: list[Array], n_q: int) -> Array:
    """The keys of runs of queries in one array, filled up with -1."""
    width = max((part.shape[1] for part in parts), default=0)
    keys = np.full((n_q, width), -1, dtype=np.int64)
    at = 0
    for part in parts:
        keys[at : at + len(part), : part.shape[1]] = part
        at += len(part)
    return keys


def _rotation(rng: np.random.Generator, d_k: int, levels: int) -> Array:
    """`levels` coordinates of random rotations, each used up before the next is drawn."""
    turns = [np.zeros((d_k, 0))]
    while d_k and sum(turn.shape[1] for turn in turns) < levels:
        turns.append(np.linalg.qr(rng.standard_normal((d_k, d_k)))[0])
    turned: Array = np.concatenate(turns, axis=1)[:, :levels]
    return turned if d_k else np.zeros((0, levels))


def _directions(vectors: Array) -> Array:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.where(lengths > 0, vectors / np.where(lengths > 0, lengths, 1.0), 0.0)


def _halve(keys: Array, asking: Array) -> tuple[Array, Array]:
    """Halve keys along one coordinate after another: the buckets, and each query's own."""
    groups = [np.arange(len(keys), dtype=np.int64)]
    of_query = np.zeros(len(asking), dtype=np.int64)
    for along, sought in zip(keys.T, asking.T, strict=True):
        edges = np.zeros(len(groups))
        halves = []
        for at, group in enumerate(groups):
            order = group[np.argsort(along[group], kind="stable")]
            middle = len(order) // 2
            low, high = along[order[max(0, middle - 1)]], along[order[min(middle, len(order) - 1)]]
            edges[at] = (low + high) / 2
            halves += [order[:middle], order[middle:]]
        of_query = 2 * of_query + (sought >= edges[of_query])
        groups = halves
    width = max(map(len, groups))
    buckets = np.full((len(groups), width), -1, dtype=np.int64)
    for at, group in enumerate(groups):
        buckets[at, : len(group)] = group
    return buckets, of_query


def _read(buckets: Array, of_query: Array, rows: range) -> Array:
    """The keys of each query's bucket and of the one before."""
    own = of_query[rows.start : rows.stop]
    before = np.where((own > 0)[:, None], buckets[np.maximum(0, own - 1)], -1)
    return np.concatenate([buckets[own], before], axis=1)
