"""The k best keys by opening pages, the most promising first, until no other can matter.

A page is opened while its bound may beat the k-th best score so far; what is left unopened then
holds none of the k best, ties included. With an allowed loss it may end sooner: the weight of
all that was skipped is at most U / (kept + U), where U sums e^score of the keys looked at and not
kept, and count * e^bound of the pages never opened.
"""

from dataclasses import dataclass

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.chosen.choice import HeadChoice
from starlore.attention.chosen.heads import Head
from starlore.attention.chosen.pages import Pages, cut
from starlore.attention.chosen.scores import (
    CELLS,
    SPARE,
    WIDEST,
    best_of,
    doubt,
    longest,
    pair_scores,
    rising_keys,
    scan_exactly,
)
from starlore.attention.schemes import Full, Scheme, tiles_of

EPS = float(np.finfo(np.float64).eps)


@dataclass(frozen=True)
class _Asked:
    """What some queries look for, and where.

    Args:
        head, among, pages: whose keys, which of them may be taken, and how they lie in pages.
        rows: the queries. scale: what products are multiplied by.
        kept: keys to keep of each. unsure: of each query, how far rounding may move a score.
        tolerance: share of the weight that may be lost.
    """

    head: Head
    among: Scheme
    pages: Pages
    rows: range
    scale: float
    kept: int
    unsure: Array
    tolerance: float

    @property
    def q(self) -> Array:
        """The queries themselves."""
        return self.head.q[self.rows.start : self.rows.stop]


@dataclass
class _Search:
    """The search of some queries, all at the same number of pages.

    Args:
        order: pages of each query, most promising first; bounds: theirs, falling.
        tail: for each number of pages opened, what the others may weigh at most, against
            e^(first bound).
        scores, keys: the best so far, in any order.
        total: what all keys looked at weigh, against e^(first bound).
        opened: pages opened by each query.
    """

    order: Array
    bounds: Array
    tail: Array
    scores: Array
    keys: Array
    total: Array
    opened: Array


def open_pages(
    head: Head, among: Scheme, scale: float, count: int, page: int, tolerance: float
) -> HeadChoice:
    """Keep the `count` best candidates, or enough to lose at most `tolerance` of the weight."""
    n_q, n_k = len(head.q), len(head.k)
    kept = min(count, n_k)
    pages = cut(head.k, page, among)
    keys = np.full((n_q, kept), -1, dtype=np.int64)
    lost, opened = np.zeros(n_q), np.zeros(n_q, dtype=np.int64)
    unsure = doubt(head.q, longest(head.k), scale)
    comparisons = 0
    for rows in tiles_of(n_q, max(1, CELLS // len(pages.sizes))) if n_k else []:
        here = slice(rows.start, rows.stop)
        asked = _Asked(head, among, pages, rows, scale, kept, unsure[here], tolerance)
        search, bounds_taken = _begin(asked)
        _run(asked, search)
        comparisons += bounds_taken + _opened_keys(search, pages)
        named, share, again = _end(asked, search)
        keys[here], lost[here], opened[here] = named, share, search.opened
        comparisons += again
    return HeadChoice(rising_keys(keys), comparisons, lost, opened)


def _begin(asked: _Asked) -> tuple[_Search, int]:
    """Bound every page that holds a candidate, and put the pages in order."""
    q, n_k = asked.q, len(asked.head.k)
    counts = asked.pages.candidates(asked.among, asked.rows)
    bounds = np.where(counts > 0, asked.pages.bounds(q, asked.scale), -np.inf)
    order = np.argsort(-bounds, axis=1, kind="stable")
    bounds = np.take_along_axis(bounds, order, axis=1)
    first = np.where(bounds[:, 0] == -np.inf, 0.0, bounds[:, 0])
    weights = np.take_along_axis(counts, order, axis=1) * np.exp(bounds - first[:, None])
    tail = np.zeros((len(q), bounds.shape[1] + 1))
    tail[:, :-1] = np.cumsum(weights[:, ::-1], axis=1)[:, ::-1]
    tail[:, :-1] += np.where(bounds > -np.inf, n_k * 1e-300, 0.0)  # powers that underflow
    tail *= 1 + (bounds.shape[1] + 8) * EPS
    width = min(asked.kept + SPARE, n_k)
    return _Search(
        order,
        bounds,
        tail,
        np.full((len(q), width), -np.inf),
        np.full((len(q), width), -1, dtype=np.int64),
        np.zeros(len(q)),
        np.zeros(len(q), dtype=np.int64),
    ), int((counts > 0).sum())


def _run(asked: _Asked, search: _Search) -> None:
    """Open pages until no query needs another; a few at once where many were opened before."""
    active = np.flatnonzero(search.bounds[:, 0] > -np.inf)
    at = 0
    while active.size:
        for turn in range(at, min(at + max(1, at // 8), search.order.shape[1])):
            there = active[search.bounds[active, turn] > -np.inf]
            if there.size:
                _open(asked, search, there, search.order[there, turn])
            at = turn + 1
        if at == search.order.shape[1]:
            return
        best = np.partition(search.scores[active], -asked.kept, axis=1)[:, -asked.kept :]
        needed = search.bounds[active, at] >= best.min(axis=1) - asked.unsure[active]
        needed &= search.bounds[active, at] > -np.inf
        if asked.tolerance > 0:
            needed &= _share(search, active, best) > asked.tolerance
        active = active[needed]


def _open(asked: _Asked, search: _Search, there: Array, which: Array) -> None:
    """Look into one page for each of these queries; queries at one page look together."""
    head, among, pages = asked.head, asked.among, asked.pages
    width = int(pages.sizes.max())
    scores = np.full((len(there), width), -np.inf)
    keys = np.full((len(there), width), -1, dtype=np.int64)
    order = np.argsort(which, kind="stable")
    edges = np.flatnonzero(np.diff(which[order])) + 1
    for group in np.split(order, edges):
        named = pages.keys(int(which[group[0]]))
        asking = there[group] + asked.rows.start
        here = (head.q[asking] @ head.k[named].T) * asked.scale
        if not isinstance(among, Full):
            here[~among.allows(asking[:, None], named[None, :])] = -np.inf
        scores[group, : len(named)] = here
        keys[group, : len(named)] = named
    first = search.bounds[there, 0]
    search.total[there] += np.exp(scores - first[:, None]).sum(axis=1)
    search.opened[there] += 1
    scores = np.concatenate([search.scores[there], scores], axis=1)
    keys = np.concatenate([search.keys[there], keys], axis=1)
    width = search.scores.shape[1]
    best = np.argpartition(-scores, width - 1, axis=1)[:, :width]
    search.scores[there] = np.take_along_axis(scores, best, axis=1)
    search.keys[there] = np.take_along_axis(keys, best, axis=1)


def _share(search: _Search, which: Array, best: Array) -> Array:
    """The share of weight that is skipped at most, if `best` are the scores kept."""
    first = np.where(search.bounds[which, 0] == -np.inf, 0.0, search.bounds[which, 0])
    kept = np.exp(best - first[:, None]).sum(axis=1) * (1 - best.shape[1] * EPS)
    total = search.total[which] * (1 + search.keys.shape[1] * search.order.shape[1] * EPS)
    skipped = np.maximum(0.0, total - kept) + search.tail[which, search.opened[which]]
    everything = kept + skipped
    return np.where(everything == 0, 0.0, skipped / np.where(everything == 0, 1.0, everything))


def _opened_keys(search: _Search, pages: Pages) -> int:
    """Keys scored: those of the pages that were opened."""
    turn = np.arange(search.order.shape[1])[None, :]
    return int(pages.sizes[search.order][turn < search.opened[:, None]].sum())


def _end(asked: _Asked, search: _Search) -> tuple[Array, Array, int]:
    """The keys kept by exact score, the share lost at most, and comparisons made once more.

    Where rounding could have hidden a key, and no tolerance excuses it, all are scored exactly.
    """
    head, rows, unsure = asked.head, asked.rows, asked.unsure
    candidates = np.where(search.scores == -np.inf, -1, search.keys)
    exact = pair_scores(asked.q, head.k, candidates, asked.scale)
    best, named = best_of(exact, candidates, asked.kept)
    every = np.arange(len(rows))
    share = np.minimum(
        1.0, _share(search, every, best) * (1 + np.expm1(np.minimum(2 * unsure, WIDEST)))
    )
    beyond = search.scores.min(axis=1)
    is_open = (beyond > -np.inf) & (beyond + unsure >= best[:, -1])
    is_open &= search.keys.shape[1] < len(head.k)
    if asked.tolerance > 0:
        is_open &= share > asked.tolerance
    again = np.flatnonzero(is_open)
    if not again.size:
        return named, share, 0
    best[again], named[again] = scan_exactly(
        head.q, head.k, again + rows.start, asked.among, asked.scale, asked.kept
    )
    share[again] = np.minimum(1.0, _share(search, again, best[again]) * (1 + 1e-6))
    return named, share, len(again) * len(head.k)
