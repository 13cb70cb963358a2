"""Clusters: keys gathered around centres, each query reading around one."""

from dataclasses import dataclass

import numpy as np

from starlore.attention.chosen.centres import gather, largest
from starlore.attention.chosen.choice import Chosen, HeadChoice
from starlore.attention.chosen.heads import Head
from starlore.attention.chosen.lsh import allowed_only, stacked
from starlore.attention.chosen.scores import CELLS
from starlore.attention.schemes import Full, Scheme, tiles_of
from starlore.attention.schemes.align import LAST_SEED, whole_number


@dataclass(frozen=True)
class Clusters(Chosen):
    """Each query reads the keys gathered around the centre it scores highest (k-means).

    Args:
        count: how many centres, 1 or more; no more than there are keys.
        seed: of the keys the centres start from; a whole number from 0 to 2^64 - 1.
        rounds: how often keys go to the nearest centre and centres to the mean of their keys.
        among: who the candidates are.

    Raises:
        ShapeError: if one of them has no such value.
        DtypeError: if `among` is no scheme.

    Cost: the queries times the keys of each cluster, n * n / count if they are even, and n * count
        products to find each query's centre; finding the centres takes rounds * n_k * count more,
        which are not counted. Memory: n times the largest cluster. `Choice.found` measures recall.
    Source: Lloyd 1982; Roy et al. 2021 for its use here.

    Example:
        >>> keys = [[1.0], [1.1], [-1.0]]
        >>> Clusters(2, seed=0).choose([[1.0], [-1.0]], keys).keys.tolist()
        [[0, 1], [2, -1]]
    """

    count: int
    seed: int
    rounds: int = 10
    among: Scheme = Full()  # noqa: RUF009 - a frozen value

    def __post_init__(self) -> None:
        self.check_among()
        for name, least in (("count", 1), ("rounds", 0)):
            whole_number(getattr(self, name), f"Clusters: {name}", least)
        whole_number(self.seed, "Clusters: seed", 0, LAST_SEED)

    def of_head(self, head: Head, among: Scheme, scale: float, spread: float) -> HeadChoice:
        n_q, n_k = len(head.q), len(head.k)
        if not n_k:
            return HeadChoice(np.zeros((n_q, 0), dtype=np.int64), 0)
        rng = np.random.default_rng(self.seed)
        first = np.sort(rng.choice(n_k, size=min(self.count, n_k), replace=False))
        centres, of_key = gather(head.k, first, self.rounds)
        of_query = largest(head.q if scale >= 0 else -head.q, centres, np.zeros(len(centres)))
        members = np.argsort(of_key, kind="stable")
        ends = np.cumsum(np.bincount(of_key, minlength=len(centres)))
        starts = ends - np.bincount(of_key, minlength=len(centres))
        width = int((ends - starts).max())
        chosen = []
        for rows in tiles_of(n_q, max(1, CELLS // width)):
            own = of_query[rows.start : rows.stop]
            at = starts[own][:, None] + np.arange(width)
            keys = np.where(at < ends[own][:, None], members[np.minimum(at, n_k - 1)], -1)
            chosen.append(allowed_only(keys, among, rows))
        keys = stacked(chosen, n_q)
        return HeadChoice(keys, int((keys >= 0).sum()) + n_q * len(centres))
