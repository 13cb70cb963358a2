"""The k best keys by scoring every candidate."""

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.chosen.choice import HeadChoice
from starlore.attention.chosen.heads import Head
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
from starlore.attention.schemes import Scheme, tiles_of


def scan(head: Head, among: Scheme, scale: float, count: int) -> HeadChoice:
    """Keep the `count` best of every query's candidates; the weight left out is exact."""
    n_q, n_k = len(head.q), len(head.k)
    kept = min(count, n_k)
    keys = np.full((n_q, kept), -1, dtype=np.int64)
    lost = np.zeros(n_q)
    unsure = doubt(head.q, longest(head.k), scale)
    for rows in tiles_of(n_q, max(1, CELLS // max(1, n_k))) if n_k else []:
        here = slice(rows.start, rows.stop)
        scores = (head.q[here] @ head.k.T) * scale
        if among.tile(rows, range(n_k)) != "whole":
            scores[~among.mask(rows, range(n_k))] = -np.inf
        keys[here] = _best(head, among, rows, scores, scale, kept, unsure[here])
        lost[here] = _left_out(scores, keys[here], unsure[here])
    return HeadChoice(rising_keys(keys), among.count(n_q, n_k), lost)


def _best(
    head: Head, among: Scheme, rows: range, quick: Array, scale: float, kept: int, unsure: Array
) -> Array:
    """The best keys of some queries, sought by quick scores and certain by exact ones."""
    width = min(kept + SPARE, quick.shape[1])
    sought = np.argpartition(-quick, width - 1, axis=1)[:, :width].astype(np.int64)
    found = np.take_along_axis(quick, sought, axis=1)
    sought = np.where(found == -np.inf, -1, sought)
    exact = pair_scores(head.q[rows.start : rows.stop], head.k, sought, scale)
    best, named = best_of(exact, sought, kept)
    if width < quick.shape[1]:
        beyond = found.min(axis=1)
        open_rows = np.flatnonzero((beyond > -np.inf) & (beyond + unsure >= best[:, -1]))
        if open_rows.size:
            there = open_rows + rows.start
            named[open_rows] = scan_exactly(head.q, head.k, there, among, scale, kept)[1]
    return named


def _left_out(scores: Array, named: Array, unsure: Array) -> Array:
    """The share of weight of the candidates that were not kept, rounded up."""
    largest = scores.max(axis=1, initial=-np.inf)
    powers = np.exp(scores - np.where(largest == -np.inf, 0.0, largest)[:, None])
    at = np.where(named < 0, 0, named)
    kept = np.where(named < 0, 0.0, np.take_along_axis(powers, at, axis=1)).sum(axis=1)
    for column in np.where(named < 0, -1, named).T:
        there = np.flatnonzero(column >= 0)
        powers[there, column[there]] = 0.0
    rest = powers.sum(axis=1)
    total = np.where(rest + kept == 0, 1.0, rest + kept)
    widened = np.expm1(np.minimum(2 * unsure, WIDEST)) + scores.shape[1] * np.finfo(np.float64).eps
    share: Array = np.minimum(1.0, rest / total * (1 + widened))
    return share
