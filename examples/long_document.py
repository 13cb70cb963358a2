# ruff: noqa: T201
"""Attend over a document too long for a table of scores, read the head, and share the work out.

python examples/long_document.py              # 32,768 places
python examples/long_document.py 131072       # as long as a book; minutes on a laptop
"""

import sys

import numpy as np

from starlore.attention import Causal, Read, Window, attend, attend_part, merge
from starlore.attention.progress import watching


def main(n: int) -> None:
    """Attend exactly, then through a window, then in two parts, and compare."""
    q, k, v = np.random.default_rng(0).standard_normal((3, n, 64), dtype=np.float32)

    # Exact: every place reads all places up to itself. No table of n * n scores is ever made.
    with watching(show):
        exact = attend(q, k, v, Causal())
    table = 4 * n * n / 2**20
    held = exact.counters.extra_bytes / 2**20
    print(f"exact: {exact.counters.comparisons:,} comparisons, {held:.1f} MB")
    print(f"a table of the scores would take {table:,.0f} MB")

    # A window of 256 keys: n times 256 comparisons instead of n * n / 2; what the head reads,
    # its top scorers and how widely it looks, comes in the same pass.
    near = attend(q, k, v, Causal() & Window(255), read=Read(top=4, entropy=True))
    saved = exact.counters.comparisons / near.counters.comparisons
    print(f"window: {near.counters.comparisons:,} comparisons, {saved:.1f} times fewer")
    assert near.reading is not None and near.reading.entropy is not None
    wide = float(np.exp(near.reading.entropy[-n // 2 :]).mean())
    print(f"a place in the second half reads as widely as {wide:.0f} equal keys would")

    # Keys in two halves, as two machines might hold them, give the same as all at once. In the
    # second half key 0 is key n / 2 of the document: align says so.
    half = n // 2
    first = attend_part(q, k[:half], v[:half], Causal(0))
    second = attend_part(q, k[half:], v[half:], Causal(-half))
    apart = float(np.abs(merge([first, second]).output - exact.output).max())
    print(f"two halves, merged, differ from the whole by less than 1e-5: {apart < 1e-5}")


def show(share: float) -> None:
    """Tell how far it is, on a terminal."""
    if sys.stderr.isatty():
        print(f"\r{share:5.0%}", end="\r", file=sys.stderr)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 32_768)
