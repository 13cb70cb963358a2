"""Comparisons in closed form, against counting, as the published table has them."""

import math

import numpy as np
import pytest

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
    Window,
)


def counted(scheme: Scheme, n_q: int, n_k: int | None = None) -> int:
    """Comparisons, cell by cell; the plan says the same."""
    n_k = n_q if n_k is None else n_k
    plan = scheme.plan(n_q, n_k)
    cells = int(plan.mask().sum())
    assert plan.comparisons == cells
    return cells


@pytest.mark.parametrize("n", [1, 2, 7, 24])
def test_full_causal_and_strided_counts(n: int) -> None:
    assert counted(Full(), n) == n * n
    assert counted(Causal(), n) == n * (n + 1) // 2
    for s in (s for s in range(1, n + 1) if n % s == 0):
        assert counted(Strided(s), n) == s * n - s * (s - 1) // 2 + n * (n // s - 1) // 2


def test_causal_from_the_end() -> None:
    for n_q, n_k in [(1, 4), (3, 7), (5, 5)]:
        assert counted(Causal("end"), n_q, n_k) == n_q * (n_k - n_q) + n_q * (n_q + 1) // 2


@pytest.mark.parametrize("n", [5, 16])
def test_window_and_dilated_counts(n: int) -> None:
    for left in range(n):
        for right in range(n):
            short = left * (left + 1) // 2 + right * (right + 1) // 2
            assert counted(Window(left, right), n) == n * (left + right + 1) - short
        for step in (s for s in range(1, n + 1) if left * s <= n):
            dilated = (left + 1) * n - step * left * (left + 1) // 2
            assert counted(Dilated(left, step), n) == dilated


@pytest.mark.parametrize(("n", "b"), [(12, 4), (12, 1), (12, 12), (20, 5)])
def test_block_counts(n: int, b: int) -> None:
    assert counted(Blocks(b), n) == n * b
    assert counted(Blocks(b) & Causal(), n) == n * (b + 1) // 2
    table = np.arange((n // b) ** 2).reshape(n // b, n // b) % 3 == 0
    assert counted(Blocks(b, table), n) == table.mean() * n * n


@pytest.mark.parametrize("n", [9, 16])
def test_hub_and_sink_counts(n: int) -> None:
    for g in range(n + 1):
        assert counted(Global(range(g)), n) == 2 * g * n - g * g
        for half in (w for w in range(n) if w < n - g):
            both = 2 * g * n - g * g + (n - g) * (2 * half + 1) - half * (half + 1)
            assert counted(Global(range(g)) | Window(half, half), n) == both
    for s in range(n):
        for w in range(1, n - s + 1):
            scheme = Causal() & (Window(w - 1) | Global(range(s), asks=False))
            assert counted(scheme, n) == (s + w) * n - (s + w) * (s + w - 1) // 2


def test_random_and_document_counts() -> None:
    assert counted(Random(2, 4, seed=7), 32) == 32 * 2 * 4
    lengths = [3, 1, 5, 2]
    ids = np.repeat(np.arange(4), lengths)
    assert counted(Documents(ids), 11) == sum(m * m for m in lengths)
    assert counted(Documents(ids) & Causal(), 11) == sum(m * (m + 1) // 2 for m in lengths)


def test_strided_by_the_root_costs_about_one_and_a_half_n_to_the_three_halves() -> None:
    n = 2**20
    assert math.isclose(Strided(2**10).plan(n, n).comparisons, 1.5 * n**1.5, rel_tol=1e-3)


N = 2**20
LARGE = [
    (Causal(), 549_756_338_176),
    (Window(255), N * 256 - 255 * 256 // 2),
    (Window(None, None), N * N),
    (Blocks(2**10), N * 2**10),
    (Global(range(64)), 2 * 64 * N - 64 * 64),
    (Random(8, 64, seed=7), N * 512),
    (Documents(np.repeat(np.arange(2**10), 2**10)), N * 2**10),
    (Documents(np.repeat(np.arange(2**10), 2**10)) & Causal(), N * (2**10 + 1) // 2),
    (
        Global(range(64)) | Window(128, 128),
        2 * 64 * N - 64 * 64 + (N - 64) * 257 - 128 * 129,
    ),
    (
        Causal() & (Window(255) | Global(range(4), asks=False)),
        260 * N - 260 * 259 // 2,
    ),
    (Blocks(2**10) & Causal(), N * (2**10 + 1) // 2),
    (Causal() & Strided(2**10), Strided(2**10).count(N, N)),
]


@pytest.mark.parametrize(
    ("scheme", "comparisons"), LARGE, ids=[str(scheme)[:60] for scheme, _ in LARGE]
)
def test_a_million_places_are_counted_without_looking_at_cells(
    scheme: Scheme, comparisons: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a cell was looked at")

    for leaf in (Causal, Window, Blocks, Global, Random, Documents, Strided):
        monkeypatch.setattr(leaf, "allows", refuse)
    assert scheme.plan(N, N).comparisons == comparisons


def test_counts_beyond_64_bits_are_exact() -> None:
    n = 2**40
    assert Causal().count(n, n) == n * (n + 1) // 2
    assert Window(2**35, 3).count(n, n) == n * (2**35 + 4) - 2**35 * (2**35 + 1) // 2 - 6
    assert Blocks(2**39).count(n, n) == n * 2**39
