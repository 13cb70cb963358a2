"""Gradients by machine code: beside float64 loops of tiles, small steps, and bit by bit."""

from typing import Any

import numpy as np
import pytest

from starlore.attention import Alibi, Causal, Full, Gradients, Scheme, attend, attend_backward
from starlore.attention.arrays import Array
from starlore.attention.compiled.backward import waves
from starlore.attention.schemes import Global, Strided, Window
from tests.attention.kernels import forced

BIAS = np.random.default_rng(9).normal(size=(4, 430, 600))
MASK = np.random.default_rng(8).random((4, 430, 600)) < 0.4


@pytest.fixture(autouse=True)
def compiled() -> Any:
    """Every float32 call goes to machine code, or is refused."""
    with forced(""):
        yield


def drawn(h_q: int, h_kv: int, n_q: int, n_k: int, d_k: int, d_v: int) -> list[Array]:
    """grad_output, q, k, v in float64, of numbers that float32 has."""
    rng = np.random.default_rng(h_q + n_q + n_k + d_k)
    shapes = ((h_q, n_q, d_v), (h_q, n_q, d_k), (h_kv, n_k, d_k), (h_kv, n_k, d_v))
    return [rng.normal(size=shape).astype(np.float32).astype(np.float64) for shape in shapes]


def gradients(dtype: Any, arrays: list[Array], scheme: Scheme, **given: Any) -> Gradients:
    """attend, then attend_backward, in a dtype."""
    moved, q, k, v = (array.astype(dtype) for array in arrays)
    threads = given.pop("threads", None)
    slope = given.pop("grad_lse", None)
    made = attend(q, k, v, scheme, **given)
    return attend_backward(moved, q, k, v, made, scheme, **given, grad_lse=slope, threads=threads)


def same(one: Gradients, two: Gradients) -> bool:
    """True if two gradients are equal, bit for bit."""
    pairs = [(one.q, two.q), (one.k, two.k), (one.v, two.v)]
    if one.bias is not None and two.bias is not None:
        pairs.append((one.bias, two.bias))
    return all(np.array_equal(a, b, equal_nan=True) for a, b in pairs)


def near(found: Gradients, right: Gradients, limit: float = 5e-6) -> None:
    """Hold each gradient to the right one, relative to its largest number."""
    for name in ("q", "k", "v", "bias"):
        exact = getattr(right, name)
        if exact is None or not exact.size:
            continue
        error = np.abs(getattr(found, name).astype(np.float64) - exact).max()
        assert error <= limit * np.abs(exact).max(), name


@pytest.mark.parametrize(
    ("scheme", "given"),
    [
        (Full(), {}),
        (Full(), {"scale": -0.3}),
        (Causal("end"), {}),
        (Causal("start"), {"softcap": 1.5}),
        (Window(70, 3, "start"), {}),
        (Causal("end") & (Window(40, align="end") | Global(range(4), asks=False, align="end")), {}),
        (Strided(7, "end"), {"softcap": 2.0}),
        (Full(), {"mask": MASK}),
        (Full(), {"bias": BIAS, "softcap": 1.5}),
        (Causal("end"), {"mask": MASK, "bias": BIAS[0], "scale": 0.4}),
        (Causal("end"), {"mask": MASK[0], "bias": BIAS[:, :1]}),
        (Causal("end"), {"bias": Alibi([0.5, 0.25, 0.1, 0.05], "end")}),
    ],
    ids=str,
)
@pytest.mark.parametrize("widths", [(16, 32), (33, 7)])
def test_gradients_are_near_those_in_float64(
    scheme: Scheme, given: dict[str, Any], widths: tuple[int, int]
) -> None:
    arrays = drawn(4, 2, 430, 600, *widths)
    slope = np.random.default_rng(7).normal(size=(4, 430))
    right = gradients(np.float64, arrays, scheme, grad_lse=slope, **given)
    found = gradients(np.float32, arrays, scheme, grad_lse=slope, **given)
    near(found, right)
    assert same(found, gradients(np.float32, arrays, scheme, grad_lse=slope, threads=1, **given))


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_16_bit_numbers_are_summed_in_float32_and_rounded_once(dtype: str) -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")
    kind = np.dtype(getattr(ml_dtypes, dtype, dtype))
    arrays = [x.astype(kind).astype(np.float64) for x in drawn(2, 1, 130, 130, 32, 16)]
    found = gradients(kind, arrays, Causal())
    assert found.q.dtype == found.k.dtype == found.v.dtype == kind
    near(found, gradients(np.float64, arrays, Causal()), 2e-3 if dtype == "float16" else 1.6e-2)


def test_gradients_are_what_small_steps_gain() -> None:
    arrays = drawn(2, 1, 5, 6, 3, 4)
    found = gradients(np.float32, arrays, Causal("end"), softcap=2.0)
    moved, *given = arrays
    for at, name in enumerate("qkv"):
        step = np.random.default_rng(at).normal(size=given[at].shape) * 1e-5
        ends = []
        for sign in (1, -1):
            stepped = [x + sign * step if i == at else x for i, x in enumerate(given)]
            q, k, v = stepped
            ends.append((attend(q, k, v, Causal("end"), softcap=2.0).output * moved).sum())
        gained = (ends[0] - ends[1]) / 2
        assert abs(gained - (step * getattr(found, name)).sum()) < 1e-10


@pytest.mark.parametrize("poison", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("widths", [(16, 16), (3, 5)])
def test_what_nobody_reads_changes_no_bit(poison: float, widths: tuple[int, int]) -> None:
    arrays = drawn(2, 2, 64, 100, *widths)
    mask = np.ones((64, 100), dtype=bool)
    mask[:, 41] = False
    clean = gradients(np.float32, arrays, Full(), mask=mask)
    arrays[2][:, 41], arrays[3][:, 41] = poison, poison
    dirty = gradients(np.float32, arrays, Full(), mask=mask)
    assert same(clean, dirty)
    assert not dirty.k[:, 41].any() and not dirty.v[:, 41].any()


@pytest.mark.parametrize("which", [0, 1, 2, 3], ids=["grad_output", "q", "k", "v"])
@pytest.mark.parametrize("poison", [np.nan, np.inf])
def test_only_readers_of_what_is_not_finite_lose_their_gradient(which: int, poison: float) -> None:
    arrays = drawn(1, 1, 60, 60, 16, 16)
    clean = gradients(np.float32, arrays, Causal())
    arrays[which][0, 40, 2] = poison
    dirty = gradients(np.float32, arrays, Causal())
    is_key = which > 1
    assert np.array_equal(dirty.q[:, :40], clean.q[:, :40])
    spared = slice(41, None)
    if is_key:
        assert not np.isfinite(dirty.q[:, 40:]).all()
    else:
        assert np.array_equal(dirty.q[:, spared], clean.q[:, spared])
        assert np.array_equal(dirty.k[:, spared], clean.k[:, spared])
        assert np.array_equal(dirty.v[:, spared], clean.v[:, spared])
        lost = dirty.v if which == 0 else dirty.k
        assert not np.isfinite(lost[:, :41]).all()


def test_rows_and_keys_without_a_partner_have_the_gradient_0() -> None:
    arrays = drawn(2, 2, 70, 90, 16, 16)
    mask = np.ones((70, 90), dtype=bool)
    mask[5], mask[:, 66] = False, False
    found = gradients(np.float32, arrays, Full(), mask=mask, bias=BIAS[0, :70, :90])
    assert found.bias is not None
    assert not found.q[:, 5].any() and not found.k[:, 66].any() and not found.v[:, 66].any()
    assert not found.bias[5].any() and not found.bias[:, 66].any()


@pytest.mark.parametrize("sizes", [(0, 4, 3, 5), (4, 0, 3, 5), (4, 5, 0, 3), (4, 5, 3, 0)])
def test_sizes_of_zero_are_sizes(sizes: tuple[int, int, int, int]) -> None:
    arrays = drawn(2, 1, *sizes)
    near(gradients(np.float32, arrays, Full()), gradients(np.float64, arrays, Full()))


def test_neither_batch_nor_threads_change_a_bit() -> None:
    moved, q, k, v = (
        np.stack([x, x[::-1], 2 * x]).astype(np.float32) for x in drawn(2, 2, 900, 1100, 16, 16)
    )
    lengths = [1100, 700, 40]
    made = attend(q, k, v, key_lengths=lengths)
    both = [
        attend_backward(moved, q, k, v, made, key_lengths=lengths, threads=threads)
        for threads in (1, 2)
    ]
    assert same(*both)
    assert not both[0].k[2, :, 40:].any()
    for at, length in enumerate(lengths):
        alone = attend(q[at], k[at], v[at], key_lengths=length)
        found = attend_backward(moved[at], q[at], k[at], v[at], alone, key_lengths=length)
        for name in ("q", "k", "v"):
            assert np.array_equal(getattr(found, name), getattr(both[0], name)[at])


def test_waves_in_which_nothing_is_read_are_passed_by_one_thread_as_by_more() -> None:
    arrays, scheme = drawn(1, 1, 2000, 2000, 8, 8), Causal() & Window(63)
    one, more = (gradients(np.float32, arrays, scheme, threads=threads) for threads in (1, 2))
    assert same(one, more)


def test_strides_change_no_bit_and_nothing_is_written_to() -> None:
    arrays = [x.astype(np.float32) for x in drawn(2, 2, 96, 128, 16, 16)]
    moved, q, k, v = arrays
    made = attend(q, k, v)
    found = attend_backward(moved, q, k, v, made)
    kept = [x.copy() for x in arrays]
    turned = [np.ascontiguousarray(x.swapaxes(1, 2)).swapaxes(1, 2) for x in arrays]
    moved, q, k, v = turned
    assert same(found, attend_backward(moved, q, k, v, made))
    assert all(np.array_equal(a, b) for a, b in zip(arrays, kept, strict=True))


@pytest.mark.parametrize(("rows", "keys"), [(1, 1), (700, 600), (3000, 200), (100, 5000), (0, 9)])
def test_waves_visit_every_pair_once_and_never_two_of_one_row_or_key(rows: int, keys: int) -> None:
    seen = np.zeros((rows, keys), dtype=np.int64)
    for wave in waves(rows, keys):
        for r, j in wave:
            seen[r.start : r.stop, j.start : j.stop] += 1
        assert len({r.start for r, _ in wave}) == len({j.start for _, j in wave}) == len(wave)
    assert (seen == 1).all()


@pytest.mark.parametrize("shape", ["avx2", "generic"])
def test_narrower_kernels_give_the_same_to_rounding(
    shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrays = drawn(4, 2, 100, 130, 24, 17)
    right = gradients(np.float64, arrays, Causal("end"), softcap=2.0, bias=BIAS[:, :100, :130])
    monkeypatch.setenv("STARLORE_SHAPE", shape)
    near(gradients(np.float32, arrays, Causal("end"), softcap=2.0, bias=BIAS[:, :100, :130]), right)
