"""Schemes to test with: every kind, and joins of them, each with lengths it accepts."""

import numpy as np

from starlore.attention.schemes import (
    Blocks,
    Causal,
    Dilated,
    Documents,
    Full,
    Global,
    Random,
    Scheme,
    Strided,
    Where,
    Window,
)

TABLE = [[True, False, True], [False, False, False], [True, True, True]]


def is_even(i: np.ndarray, j: np.ndarray) -> np.ndarray:
    """A predicate with a name, so that its scheme's repr reads back."""
    return np.asarray((i + j) % 2 == 0)


LEAVES: list[Scheme] = [
    Full(),
    Causal("end"),
    Causal(-3),
    Window(2, align="start"),
    Window(1, 2, "end"),
    Window(None, 1, -1),
    Window(0, None, "end"),
    Window(100, 100, "start"),
    Dilated(2, 3, 1, "end"),
    Dilated(3, 1, align=2),
    Dilated(0, 5, align="start"),
    Strided(1, "start"),
    Strided(4, "end"),
    Strided(3, -2),
    Blocks(4, align="start"),
    Blocks(3, align="end"),
    Blocks(1, align=2),
    Blocks(17, TABLE, "start"),
    Blocks(12, TABLE, "end"),
    Global([0, 3, 4, 9], align="start"),
    Global(range(3), asks=False, align="end"),
    Global([5], is_asked=False, align=-1),
    Global([], align=0),
    Global([1], False, False, 0),
    Random(2, 3, seed=7, align="start"),
    Random(1, 4, seed=1, align="end"),
    Random(50, 2, seed=0, align="start"),
    Random(0, 2, seed=0, align="start"),
    Where(is_even, "even"),
]
"""Every kind that takes any lengths."""

JOINED: list[Scheme] = [
    Causal("end") & Window(3, 3, "end"),
    Causal("start") & (Window(2, align="start") | Global(range(2), asks=False, align="start")),
    Strided(3, "end") | Dilated(2, 2, align="end"),
    Dilated(3, 2, 3, "start") & Dilated(3, 3, 3, "start"),
    (Dilated(9, 4, 9, 0) | Dilated(9, 6, 9, 1) | Strided(5, 0)) & Causal(2),
    Random(2, 3, 5, "start") & Causal("start"),
    Random(2, 3, 5, "start") | Window(1, 1, "start") | Global([4], align="start"),
    Blocks(17, TABLE, "start") & Strided(4, "start"),
    Where(is_even, "even") & Causal("end"),
    Full() | Where(is_even, "even"),
    Window(1, 0, "start") | Window(None, 0, 4) & Window(0, None, "end"),
]
"""Joins of them."""

PACKED: list[tuple[Scheme, tuple[int, int]]] = [
    (Documents([0, 0, 0, 1, 1, 1, 1, -1, -1]), (9, 9)),
    (Documents([0, 1, 0, 1, 2, -1, 2, 0]), (8, 8)),
    (Documents([3, 3, 0, -1], [0, 0, 3, 5, 3, -1, 3]), (4, 7)),
    (Documents([], []), (0, 0)),
    (Documents([-1, -1]), (2, 2)),
    (Documents([0, 0, 0, 1, 1, 2, -1]) & Causal(), (7, 7)),
    (Documents([0, 1, 0, 1, 0, 2, 2]) & Strided(2) | Window(1, 1), (7, 7)),
]
"""Documents, with the lengths they are made for."""
