"""What a kernel does is known before it does it: its own counters say the same afterwards."""

from typing import Any

import numpy as np
import pytest

from starlore.attention import Counters
from starlore.attention.compiled.shape import SHAPES
from starlore.attention.cost import Sizes, cost_of, kernel_here, peak_bytes, units, work_of
from starlore.attention.schemes import Scheme, parse_scheme
from tests.attention.kernels import KERNELS, attend, forced

SCHEMES = [
    "full",
    "causal",
    "causal & window(20)",
    "causal & (window(30) | global(0:4, asks=false))",
    "window(3, 9)",
    "window(10) | global([5])",
    "dilated(3, 7)",
    "strided(16)",
    "blocks(50)",
    "random(2, 20, 3)",
    "global([3, 100])",
    "blocks(64, [#.##. .##.# ##... #...# .#.#.])",
    "documents([0*100, 1*150, -1*50])",
]
SIZES = [(1, 1, 1), (97, 1, 1), (300, 1, 1), (64, 6, 2), (97, 3, 3)]
FOLDS = [kernel for kernel in KERNELS if kernel != "dense"]


def run(kernel: str, scheme: Scheme, sizes: Sizes, threads: int = 1) -> Counters:
    rng = np.random.default_rng(0)

    def made(heads: int, n: int, d: int) -> Any:
        array = rng.standard_normal((sizes.batch, heads, n, d), dtype=np.float32)
        return array.astype(sizes.dtype)

    q = made(sizes.h_q, sizes.n_q, sizes.d_k)
    k, v = (made(sizes.h_kv, sizes.n_k, d) for d in (sizes.d_k, sizes.d_v))
    with forced(kernel):
        return attend(q, k, v, scheme, threads=threads).counters


@pytest.mark.parametrize("kernel", FOLDS)
@pytest.mark.parametrize("text", SCHEMES)
@pytest.mark.parametrize(("n", "h_q", "h_kv"), SIZES)
def test_a_kernel_does_what_was_counted(
    kernel: str, text: str, n: int, h_q: int, h_kv: int
) -> None:
    scheme = parse_scheme(text)
    sizes = Sizes(n, n, 24, 20, h_q, h_kv, batch=2)
    try:
        scheme.fits(n, n)
    except ValueError:
        return
    counters, work = run(kernel, scheme, sizes), work_of(scheme, sizes, kernel)
    cost = cost_of(scheme, sizes, kernel)
    assert counters.kernel == work.kernel == kernel
    assert counters.comparisons == cost.comparisons
    assert counters.pairs_scored == work.pairs_scored >= cost.comparisons
    assert counters.tiles_whole + counters.tiles_partial == work.tiles
    assert counters.extra_bytes == work.extra_bytes == cost.extra_bytes
    assert peak_bytes(scheme, sizes, kernel) == cost.bytes + counters.extra_bytes
    assert counters.exponentials >= cost.exponentials
    assert cost.multiply_adds == cost.comparisons * 44


@pytest.mark.parametrize("kernel", FOLDS)
@pytest.mark.parametrize("text", ["causal(end) & window(20, align=end)", "strided(16, end)"])
@pytest.mark.parametrize("sizes", [Sizes(5, 40, 8, 8, 4, 2), Sizes(0, 3), Sizes(3, 0), Sizes(1, 9)])
def test_lengths_may_differ_and_be_nothing(kernel: str, text: str, sizes: Sizes) -> None:
    scheme = parse_scheme(text)
    counters, work = run(kernel, scheme, sizes), work_of(scheme, sizes, kernel)
    assert counters.comparisons == cost_of(scheme, sizes, kernel).comparisons
    assert (counters.pairs_scored, counters.extra_bytes) == (work.pairs_scored, work.extra_bytes)


@pytest.mark.parametrize("kernel", FOLDS)
@pytest.mark.parametrize("n", [1, 50, 300, 2000])
def test_numbers_of_16_bits_are_counted_too(kernel: str, n: int) -> None:
    sizes = Sizes(n, n, 16, 24, 2, 1, dtype="float16")
    for text in ("causal", "strided(16)"):
        scheme = parse_scheme(text)
        counters, cost = run(kernel, scheme, sizes), cost_of(scheme, sizes, kernel)
        assert counters.extra_bytes == cost.extra_bytes
        assert cost.bytes == 2 * (2 * n * 40 + n * 40)


@pytest.mark.parametrize("kernel", FOLDS)
def test_a_text_too_long_to_be_packed_at_once_is_counted_too(kernel: str) -> None:
    scheme, sizes = parse_scheme("causal & window(20)"), Sizes(17_000, 17_000, 64, 64)
    counters, work = run(kernel, scheme, sizes), work_of(scheme, sizes, kernel)
    assert counters.comparisons == cost_of(scheme, sizes, kernel).comparisons
    assert counters.extra_bytes == work.extra_bytes
    assert work.pairs_scored == pytest.approx(counters.pairs_scored, rel=0.02)


@pytest.mark.parametrize("kernel", FOLDS)
def test_more_threads_hold_at_most_what_was_foretold(kernel: str) -> None:
    scheme, sizes = parse_scheme("causal"), Sizes(700, 700, 16, 16)
    counters = run(kernel, scheme, sizes, threads=2)
    assert counters.extra_bytes <= work_of(scheme, sizes, kernel, threads=2).extra_bytes


def test_where_not_every_group_is_looked_at_the_count_is_near() -> None:
    for text in ("strided(64)", "dilated(16, 8)"):
        scheme, sizes = parse_scheme(text), Sizes(3000, 3000, 8, 8)
        for kernel in FOLDS:
            scored = run(kernel, scheme, sizes).pairs_scored
            assert work_of(scheme, sizes, kernel).pairs_scored == pytest.approx(scored, rel=0.02)


def test_the_kernel_is_the_one_that_attend_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    q = np.ones((4, 8), np.float32)
    assert kernel_here("float32") == attend(q, q, q).counters.kernel
    assert kernel_here("float64") == "numpy"
    monkeypatch.setenv("STARLORE_KERNEL", "numpy")
    assert kernel_here("float32") == "numpy"


@pytest.mark.parametrize(
    "text",
    [
        "full",
        "causal",
        "causal & window(255)",
        "causal & (window(255) | global(0:4, asks=false))",
        "blocks(128)",
    ],
)
def test_blocks_at_even_distances_stand_for_all(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    settled, shape = parse_scheme(text).at(30_050, 30_050), SHAPES["avx512"]
    every = units.units_of(settled, 30_050, 30_050, 1, shape)
    assert units.spans_in(settled, 30_050, 30_050) == every.spans
    monkeypatch.setattr(units, "GROUPS", 100)
    some = units.units_of(settled, 30_050, 30_050, 1, shape)
    assert some.whole == pytest.approx(every.whole, rel=0.01)
    assert some.masked == pytest.approx(every.masked, rel=0.05)
