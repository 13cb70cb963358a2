"""Pages: keys in small groups, each with a bound on the score any of its keys can have.

Of a page only each coordinate's least and greatest number are kept. No key of it can score above
sum over c of max(q_c * least_c, q_c * greatest_c). So that pages are narrow whatever the order of
the keys, keys that lie together share a page (k-means, from keys at even distances: no chance);
where places decide who is a candidate, that is done within runs of neighbouring keys.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int

from starlore.attention.arrays import Array
from starlore.attention.chosen.centres import gather
from starlore.attention.chosen.scores import doubt
from starlore.attention.schemes import Full, Scheme

PAGES_PER_RUN = 64
"""Pages of one run of neighbouring keys."""

ROUNDS = 4
"""How often keys move to their nearest centre."""


@dataclass(frozen=True)
class Pages:
    """Keys in pages.

    Args:
        order: the keys, page after page. starts: where each page begins in it, and the end.
        least, greatest: of each coordinate of the keys of a page.
        runs: the run of neighbouring keys that each page was cut from.
    """

    order: Int[Array, "n_k"]
    starts: Int[Array, "pages+1"]
    least: Float[Array, "pages d_k"]
    greatest: Float[Array, "pages d_k"]
    runs: tuple[range, ...]

    @property
    def sizes(self) -> Int[Array, "pages"]:
        """Keys of each page."""
        sizes: Array = np.diff(self.starts)
        return sizes

    def keys(self, page: int) -> Int[Array, "size"]:
        """The keys of one page."""
        return self.order[self.starts[page] : self.starts[page + 1]]

    def bounds(self, q: Float[Array, "m d_k"], scale: float) -> Float[Array, "m pages"]:
        """What no score of a query with a key of the page exceeds, rounding included.

        Widened outward by the rounding of both, the bound's 2 d_k products and a score's d_k.
        """
        turned = q if scale >= 0 else -q
        bounds = np.maximum(turned, 0) @ self.greatest.T + np.minimum(turned, 0) @ self.least.T
        bounds *= abs(scale)
        corners = np.linalg.norm(np.maximum(np.abs(self.least), np.abs(self.greatest)), axis=1)
        one = doubt(q, 1.0, scale)
        bounds += 2 * one[:, None] * np.maximum(corners, 1.0)[None, :]
        widened: Array = bounds
        return widened

    def candidates(self, among: Scheme, rows: range) -> Int[Array, "m pages"]:
        """How many keys of each page each query may read, or more; 0 is exact for its run."""
        counts = np.broadcast_to(self.sizes, (len(rows), len(self.sizes)))
        if isinstance(among, Full):
            return counts
        of_run = {run: among.counts(rows, run) for run in set(self.runs)}
        read = np.stack([of_run[run] for run in self.runs], axis=1) if self.runs else counts
        fewer: Array = np.minimum(counts, read)
        return fewer


def cut(k: Float[Array, "n_k d_k"], page: int, among: Scheme) -> Pages:
    """Cut keys into pages of at most `page`.

    Example:
        >>> pages = cut(np.array([[0.0], [9.0], [1.0], [8.0]]), 2, Full())
        >>> pages.order.tolist(), pages.least.tolist(), pages.greatest.tolist()
        ([0, 2, 1, 3], [[0.0], [8.0]], [[1.0], [9.0]])
    """
    length = max(1, len(k)) if isinstance(among, Full) else page * PAGES_PER_RUN
    groups: list[Array] = []
    runs: list[range] = []
    for start in range(0, len(k), length):
        run = range(start, min(start + length, len(k)))
        here = _gathered(k, np.arange(run.start, run.stop, dtype=np.int64), page)
        groups += here
        runs += [run] * len(here)
    empty = np.zeros((0, k.shape[1]))
    return Pages(
        np.concatenate([np.zeros(0, dtype=np.int64), *groups]),
        np.cumsum([0, *map(len, groups)]),
        np.stack([k[group].min(axis=0) for group in groups]) if groups else empty,
        np.stack([k[group].max(axis=0) for group in groups]) if groups else empty,
        tuple(runs),
    )


def _gathered(k: Array, keys: Array, page: int) -> list[Array]:
    """Keys that lie together, in groups of at most `page`."""
    if len(keys) <= page:
        return [keys]
    here = k[keys]
    _, of_key = gather(here, np.arange(0, len(keys), page), ROUNDS)
    order = np.argsort(of_key, kind="stable")
    edges = np.flatnonzero(np.diff(of_key[order])) + 1
    groups: list[Array] = []
    for group in np.split(keys[order], edges):
        groups += _parted(k, group, page)
    return groups


def _parted(k: Array, keys: Array, page: int) -> list[Array]:
    """Keys parted in two, around two centres far apart, until none is above `page`."""
    if len(keys) <= page:
        return [keys]
    here = k[keys]
    far = int(((here - here.mean(axis=0)) ** 2).sum(axis=1).argmax())
    other = int(((here - here[far]) ** 2).sum(axis=1).argmax())
    _, of_key = gather(here, np.array([far, other]), ROUNDS)
    one, two = keys[of_key == 0], keys[of_key == 1]
    if not len(one) or not len(two):
        middle = -(-len(keys) // page) // 2 * page
        one, two = keys[:middle], keys[middle:]
    return [*_parted(k, one, page), *_parted(k, two, page)]
