"""What schemes cost that choose by the data: scanning, pages, buckets, clusters.

A scan scores every candidate whatever the numbers are, so its counts are exact. The others look
where a good key is likely, and only the numbers decide how often: their counts are bounds, or what
they are where keys fall into clusters of one size.
"""

import math

from starlore.attention.arrays import Array
from starlore.attention.chosen import LSH, Clusters, TopK
from starlore.attention.chosen.choice import Chosen
from starlore.attention.chosen.lsh import ROWS_AT_ONCE
from starlore.attention.chosen.scores import CELLS
from starlore.attention.cost.sizes import Cost, How, Sizes
from starlore.attention.schemes.base import tiles_in
from starlore.errors import DtypeError

TABLES = 3
"""Tables of scores held at once: scores, their negatives, and their order."""

COPIES = 4
"""Arrays of chosen keys held at once, at most: while they are gathered, ordered and joined."""


def chosen_cost(scheme: Chosen, sizes: Sizes) -> Cost:
    """What it costs to choose keys and to blend their values.

    Raises:
        ShapeError, AlignmentError: if the lengths do not fit the candidates' scheme.
        DtypeError: if there is no such way to choose.
    """
    scheme.among.fits(sizes.n_q, sizes.n_k)
    if isinstance(scheme, TopK):
        return _top_k(scheme, sizes)
    if isinstance(scheme, LSH):
        return _lsh(scheme, sizes)
    if isinstance(scheme, Clusters):
        return _clusters(scheme, sizes)
    raise DtypeError(f"what {scheme!r} costs is not known: it is no TopK, LSH or Clusters")


def bucket_width(scheme: LSH, n_k: int) -> int:
    """Keys of the fullest bucket: keys are halved until none has more than `bucket`."""
    return -(-n_k // (1 << _levels(scheme, n_k)))


def _levels(scheme: LSH, n_k: int) -> int:
    return max(0, math.ceil(math.log2(n_k / scheme.bucket))) if n_k else 0


def blended(scheme: Chosen, sizes: Sizes, most: int) -> int:
    """Pairs of one head whose values are blended, if each query keeps at most so many."""
    total = 0
    for counts in _candidates(scheme, sizes):
        total += int(counts.clip(max=most).sum())
    return total


def _candidates(scheme: Chosen, sizes: Sizes) -> list[Array]:
    settled = scheme.among.at(sizes.n_q, sizes.n_k)
    return [settled.counts(rows, range(sizes.n_k)) for rows in tiles_in(range(sizes.n_q), 2**13)]


def _top_k(scheme: TopK, sizes: Sizes) -> Cost:
    heads = sizes.batch * sizes.h_q
    kept = blended(scheme, sizes, scheme.k)
    how: How = "exact"
    if scheme.how == "scan":
        scored = scheme.among.count(sizes.n_q, sizes.n_k)
        bounds = 0
    else:
        scored, how = kept, "at least"
        bounds = sum(
            int((-(-counts // scheme.page)).sum()) for counts in _candidates(scheme, sizes)
        )
    found = bounds + scored
    return Cost(
        comparisons=heads * found,
        multiply_adds=heads * (found * sizes.d_k + kept * (sizes.d_k + sizes.d_v)),
        exponentials=heads * (scored + kept),
        bytes=moved(sizes),
        extra_bytes=chosen_bytes(scheme, sizes),
        how=how,
    )


def _lsh(scheme: LSH, sizes: Sizes) -> Cost:
    heads, width = sizes.batch * sizes.h_q, bucket_width(scheme, sizes.n_k)
    most = min(sizes.n_k, 2 * scheme.rounds * width)
    pairs = blended(scheme, sizes, most)
    levels = _levels(scheme, sizes.n_k)
    turned = scheme.rounds * (sizes.n_q + sizes.n_k) * sizes.d_k * levels
    return Cost(
        comparisons=heads * pairs,
        multiply_adds=heads * (pairs * (sizes.d_k + sizes.d_v) + turned),
        exponentials=heads * pairs,
        bytes=moved(sizes),
        extra_bytes=chosen_bytes(scheme, sizes),
        how="at most",
    )


def _clusters(scheme: Clusters, sizes: Sizes) -> Cost:
    heads, centres = sizes.batch * sizes.h_q, max(1, min(scheme.count, sizes.n_k))
    pairs = -(-scheme.among.count(sizes.n_q, sizes.n_k) // centres)
    asked = sizes.n_q * centres if sizes.n_k else 0
    gathered = (scheme.rounds + 1) * sizes.n_k * centres * sizes.d_k
    return Cost(
        comparisons=heads * (pairs + asked),
        multiply_adds=heads * (pairs * (sizes.d_k + sizes.d_v) + asked * sizes.d_k + gathered),
        exponentials=heads * pairs,
        bytes=moved(sizes),
        extra_bytes=chosen_bytes(scheme, sizes),
        how="even",
    )


def chosen_bytes(scheme: Chosen, sizes: Sizes) -> int:
    """The most memory held at once, about: one head in float64, tables of what is looked at, the
    chosen keys of all heads, and a run of them while it is blended."""
    n_q, n_k = sizes.n_q, max(1, sizes.n_k)
    if isinstance(scheme, TopK):
        kept = min(scheme.k, n_k)
        columns = n_k if scheme.how == "scan" else -(-n_k // scheme.page)
        looked = TABLES * min(n_q, max(1, CELLS // columns)) * columns
    elif isinstance(scheme, LSH):
        width = 2 * scheme.rounds * bucket_width(scheme, n_k)
        kept, levels = min(n_k, width), _levels(scheme, n_k)
        looked = COPIES * min(n_q, ROWS_AT_ONCE) * width
        looked += (n_q + n_k) * (2 * sizes.d_k + (scheme.rounds + 2) * (levels + 2))
    else:
        centres = max(1, min(getattr(scheme, "count", 1), n_k))
        kept = -(-n_k // centres)
        looked = 2 * min(max(n_q, n_k), max(1, CELLS // centres)) * centres + n_k * sizes.d_k
    head = n_q * sizes.d_k + n_k * (sizes.d_k + sizes.d_v)
    rows = min(n_q, max(1, CELLS // kept))
    chosen = sizes.batch * sizes.h_q * n_q * kept
    return 8 * (head + 2 * chosen + max(looked, COPIES * rows * (kept + sizes.d_v)))


def moved(sizes: Sizes) -> int:
    """Bytes of queries, keys, values and outputs, each once: the least that must move."""
    asking = sizes.h_q * sizes.n_q * (sizes.d_k + sizes.d_v)
    asked = sizes.h_kv * sizes.n_k * (sizes.d_k + sizes.d_v)
    return sizes.itemsize * sizes.batch * (asking + asked)
