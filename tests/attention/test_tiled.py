"""The kernel in NumPy: precision, memory, counters, and bits that do not depend on company."""

import tracemalloc
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from starlore.attention import (
    Alibi,
    Causal,
    Full,
    Read,
    Scheme,
    attend,
    attend_part,
    explain,
    tiled,
)
from starlore.attention.arrays import Array
from starlore.attention.inputs import check
from starlore.attention.schemes import Documents, Kind, Window
from starlore.attention.scoring import KEYS
from starlore.errors import DtypeError, ScoreOverflowError, ShapeError


@pytest.fixture(autouse=True)
def numpy_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test here runs the kernel in NumPy."""
    monkeypatch.setenv("STARLORE_KERNEL", "numpy")


def random(*shape: int, seed: int = 0) -> Array:
    """Normal numbers, the same each time."""
    return np.random.default_rng(seed).normal(size=shape)


def error(made: Array, right: Array, v: Array) -> float:
    """The largest error, in units of the largest value."""
    gaps = np.abs(made.astype(np.float64) - right)
    return float(gaps.max() / np.abs(v.astype(np.float64)).max())


@pytest.mark.parametrize(("times", "limit"), [(1, 5e-7), (4, 7e-6), (16, 3e-5)])
def test_float32_errs_no_more_than_its_products_do(times: int, limit: float) -> None:
    q, k, v = (
        random(1, n, 64, seed=s).astype(np.float32) for n, s in ((64, 0), (2048, 1), (2048, 2))
    )
    q *= times
    right = explain(q, k, v).output
    assert error(attend(q, k, v).output, right, v) <= limit


def test_float64_errs_in_the_last_digits() -> None:
    q, k, v = random(1, 64, 64), random(1, 2048, 64, seed=1), random(1, 2048, 64, seed=2)
    assert error(attend(q, k, v).output, explain(q, k, v).output, v) <= 1e-14


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
def test_sixteen_bits_err_little_more_than_rounding_the_exact_answer(dtype: Any) -> None:
    q, k, v = (random(1, n, 64, seed=s).astype(dtype) for n, s in ((64, 0), (2048, 1), (2048, 2)))
    right = explain(q, k, v).output
    rounding = error(right.astype(dtype), right, v)
    assert error(attend(q, k, v).output, right, v) <= 1.5 * rounding
    assert attend(q, k, v).output.dtype == dtype and attend(q, k, v).lse.dtype == np.float32


@pytest.mark.parametrize("group", [1, 3, 4, 300])
@pytest.mark.parametrize("scheme", [Full(), Causal("end"), Window(40, 7, "end")])
def test_ragged_tiles_and_groups_equal_the_reference(scheme: Scheme, group: int) -> None:
    n_q, n_k = (267, 514) if group < 300 else (3, 5)
    q, k, v = random(2 * group, n_q, 5), random(2, n_k, 5, seed=1), random(2, n_k, 3, seed=2)
    mask = random(n_q, n_k, seed=3) < 1
    bias = random(2 * group, 1, n_k, seed=4)
    made = attend(q, k, v, scheme, mask=mask, bias=bias, softcap=2.0)
    right = explain(q, k, v, scheme, mask=mask, bias=bias, softcap=2.0)
    np.testing.assert_allclose(made.output, right.output, rtol=0, atol=1e-13)
    np.testing.assert_allclose(made.lse, right.lse, rtol=0, atol=1e-13)
    assert made.counters.kernel == "numpy"
    assert made.counters.comparisons == np.count_nonzero(right.allowed)
    assert made.counters.pairs_scored >= made.counters.comparisons
    assert made.counters.exponentials == made.counters.pairs_scored + made.counters.rescales


@pytest.mark.parametrize("shape", [(1, 1, 1, 70), (2, 1, 1, 70), (1, 3, 1, 70), (1, 1, 60, 70),
                                   (2, 3, 60, 70), (70,), (60, 70), (3, 60, 70)])  # fmt: skip
@pytest.mark.parametrize("way", ["mask", "bias"])
def test_masks_and_biases_broadcast_as_their_copies_do(shape: tuple[int, ...], way: str) -> None:
    q, k, v = random(2, 3, 60, 4), random(2, 3, 70, 4, seed=1), random(2, 3, 70, 4, seed=2)
    table: Array = random(*shape, seed=3)
    given = {way: table < 0.5 if way == "mask" else table}
    copied = {way: np.broadcast_to(given[way], (2, 3, 60, 70)).copy()}
    made, right = attend(q, k, v, **given), attend(q, k, v, **copied)  # type: ignore[arg-type]
    assert np.array_equal(made.output, right.output) and np.array_equal(made.lse, right.lse)
    assert made.counters.comparisons == right.counters.comparisons


def test_threads_batch_and_how_a_mask_is_written_change_no_bit() -> None:
    q, k, v = (random(2, 4, 600, 7, seed=s) for s in range(3))
    whole = attend(q, k, v, Causal(), threads=1)
    ways = [
        attend(q, k, v, Causal(), threads=2),
        attend(q, k, v, mask=np.tri(600, dtype=bool)),
        attend(q, k, v, bias=np.where(np.tri(600, dtype=bool), 0, -np.inf)),
        attend(q, k, v, Causal(), mask=np.ones((600, 600), dtype=bool)),
    ]
    for way in ways:
        assert np.array_equal(way.output, whole.output) and np.array_equal(way.lse, whole.lse)
    item = attend(q[1:], k[1:], v[1:], Causal())
    first = attend(q[:, :, :70], k[:, :, :70], v[:, :, :70], Causal())
    assert np.array_equal(item.output, whole.output[1:])
    assert np.array_equal(first.output, whole.output[:, :, :70])
    last = attend(q[:, :, 599:], k, v, Causal("end"))
    np.testing.assert_allclose(last.output, whole.output[:, :, 599:], rtol=0, atol=1e-14)


def test_memory_does_not_grow_with_the_square_and_the_counter_tells_the_truth() -> None:
    q, k, v = (random(1, 4096, 8, seed=s).astype(np.float32) for s in range(3))
    attend(q[:, :10], k[:, :10], v[:, :10])
    tracemalloc.start()
    made = attend(q, k, v, Causal(), threads=1)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    results = made.output.nbytes + made.lse.nbytes
    assert peak - results <= made.counters.extra_bytes + 2**20
    assert made.counters.extra_bytes <= 4 * 2**20


def test_the_bias_of_a_distance_is_made_by_tiles() -> None:
    q, k, v = random(4, 300, 5), random(2, 700, 5, seed=1), random(2, 700, 5, seed=2)
    slopes = [0.5, 0.25, 0.125, 0.0625]
    made = Alibi(slopes, "end")
    table = made.tile(range(4), range(300), range(700), 300, 700)
    by_tile, by_table = attend(q, k, v, bias=made), attend(q, k, v, bias=table)
    assert np.array_equal(by_tile.output, by_table.output)
    np.testing.assert_allclose(by_tile.output, explain(q, k, v, bias=made).output, atol=1e-13)
    by_function = attend(q, k, v, bias=lambda i, j: -0.5 * np.abs(i + 400 - j))
    whole = attend(q, k, v, bias=Alibi(0.5, "end"))
    assert np.array_equal(by_function.output, whole.output)


def test_a_bias_without_a_meaning_is_refused() -> None:
    q = random(2, 3, 4)
    with pytest.raises(ShapeError, match="a slope for each query head: 3 for 2"):
        attend(q, q, q, bias=Alibi([1.0, 2.0, 3.0]))
    with pytest.raises(ShapeError, match="one number for each query and key"):
        attend(q, q, q, bias=lambda i, j: np.zeros(7))
    with pytest.raises(DtypeError, match="goes to mask="):
        attend(q, q, q, bias=lambda i, j: i >= j)
    with pytest.raises(ShapeError, match="slopes must be one finite number"):
        Alibi(float("inf"))


def test_only_readers_of_what_is_not_finite_lose_their_row() -> None:
    q, k, v = (random(1, 600, 4, seed=s) for s in range(3))
    clean = attend(q, k, v, Causal())
    k[0, 530, 1], v[0, 555, 2], v[0, 20, 0] = np.nan, np.inf, -np.inf
    dirty = attend(q, k, v, Causal())
    assert np.array_equal(dirty.output[0, :20], clean.output[0, :20])
    assert np.array_equal(dirty.output[0, 20:530, 1:], clean.output[0, 20:530, 1:])
    assert (dirty.output[0, 20:530, 0] == -np.inf).all()
    assert np.isnan(dirty.lse[0, 530:]).all() and np.array_equal(
        dirty.lse[0, :530], clean.lse[0, :530]
    )


def test_a_score_that_overflows_is_named_by_its_row() -> None:
    q, k, v = (random(2, 3, 300, 4, seed=s).astype(np.float32) for s in range(3))
    q[1, 2, 280] = 3e38
    with pytest.raises(ScoreOverflowError, match=r"batch \(1,\), head 2, row 280"):
        attend(q, k, v)
    with pytest.raises(ScoreOverflowError, match=r"batch \(0,\), head 0, row 0 .* -inf"):
        attend(q[:1], k[:1], v[:1], bias=np.full(300, -1e300))


def test_values_near_the_limit_blend_to_values_near_the_limit() -> None:
    v = np.full((700, 2), 3e38, dtype=np.float32)
    v[::2, 1] = -3e38
    made = attend(np.zeros((1, 1), "f4"), np.zeros((700, 1), "f4"), v)
    np.testing.assert_allclose(made.output[0], [3e38, 0], rtol=5e-6, atol=1e33)


def test_documents_and_padding_are_never_left_unwritten(monkeypatch: pytest.MonkeyPatch) -> None:
    def filled(shape: Any, dtype: Any = float) -> Array:
        return np.full(shape, np.nan, dtype)

    q = random(12, 3).astype(np.float32)
    ids = [0, 0, 0, 1, 1, 1, 1, -1, -1, -1, -1, -1]
    monkeypatch.setattr(np, "empty", filled)
    made = attend(q, q, q, Documents(ids))
    assert not made.output[7:].any() and (made.lse[7:] == -np.inf).all()
    assert np.isfinite(made.output).all()


def test_reading_leaves_the_output_as_it_was() -> None:
    q, k, v = (random(2, 30, 4, seed=s).astype(np.float32) for s in range(3))
    plain, read = attend(q, k, v, Causal()), attend(q, k, v, Causal(), read=Read(top=2))
    assert np.array_equal(plain.output, read.output) and np.array_equal(plain.lse, read.lse)
    assert read.reading is not None and plain.reading is None


def test_a_part_is_rounded_to_no_less_than_float32() -> None:
    q = random(2, 30, 4).astype(np.float16)
    part, whole = attend_part(q, q, q, Causal()), attend(q, q, q, Causal())
    assert np.array_equal(np.asarray(part.output).astype(np.float16), whole.output)


def test_tiles_that_nobody_reads_are_not_asked_for_one_by_one() -> None:
    asked: list[range] = []

    def kind(length: int, rows: range, keys: range) -> Kind:
        asked.append(keys)
        return (Causal() & Window(255)).at(length, length).tile(rows, keys)

    n = 2**20
    found = list(tiled.read_tiles(kind, n, range(n - 256, n)))
    assert [keys for keys, _ in found] == [range(n - 512, n)]
    assert len(asked) < n // KEYS // 16


def test_kinds_of_tiles_are_not_kept_for_ever() -> None:
    q = np.zeros((4, 1))
    kind = tiled.kind_of(check(q, q, q, Causal(), None, None, None, None, None))
    for start in range(2 * tiled.KINDS_KEPT):
        kind(4, range(1), range(start, start + 1))
    assert kind.cache_info().currsize == tiled.KINDS_KEPT  # type: ignore[attr-defined]
