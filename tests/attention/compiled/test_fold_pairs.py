"""bfloat16 by pairs: near the reference, and the same bits however a row is asked for."""

from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba", reason="the compiled kernel needs numba")
pytest.importorskip("ml_dtypes", reason="bfloat16 needs ml_dtypes")

import ml_dtypes

from starlore.attention import (
    Alibi,
    Causal,
    Dilated,
    Full,
    Global,
    Read,
    Scheme,
    Window,
    attend,
    attend_part,
    merge,
)
from starlore.attention.arrays import Array
from starlore.attention.compiled import tiles
from starlore.attention.compiled.features import features
from starlore.attention.compiled.run import Call, run
from starlore.attention.inputs import check
from starlore.attention.reading import Reading
from starlore.attention.results import Attention
from starlore.errors import ScoreOverflowError

pytestmark = pytest.mark.skipif(not tiles.is_granted(features()), reason="no matrix tiles here")

BRAIN = ml_dtypes.bfloat16


def answer(*given: Any, **settings: Any) -> Attention:
    return attend(*given, **settings)


def part_of(*given: Any) -> Any:
    return attend_part(*given)


def drawn(*shapes: tuple[int, ...], times: float = 1.0) -> list[Array]:
    rng = np.random.default_rng(11)
    first, *others = (rng.standard_normal(shape) for shape in shapes)
    return [x.astype(BRAIN) for x in (first * times, *others)]


def three(n_q: int, n_k: int, d_k: int, d_v: int, times: float = 1.0) -> list[Array]:
    return drawn((1, 2, n_q, d_k), (1, 2, n_k, d_k), (1, 2, n_k, d_v), times=times)


SIZES = [(70, 70, 64, 64), (33, 150, 33, 17), (1, 4200, 64, 80), (200, 300, 128, 1), (3, 9, 0, 4)]
SETTINGS: list[dict[str, Any]] = [
    {},
    {"scheme": Causal("end")},
    {"scheme": Causal("end") & Window(31, align="end")},
    {"scheme": Causal("end") & (Window(20, align="end") | Global(range(2), False, align="end"))},
    {"scheme": Dilated(3, 7, align="end")},
    {"scale": -0.2},
    {"scale": 0.0},
    {"softcap": 0.9},
    {"bias": Alibi(0.3, align="end"), "softcap": 30.0},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_it_agrees_with_the_float64_reference(
    sizes: tuple[int, int, int, int], settings: dict[str, Any]
) -> None:
    q, k, v = three(*sizes)
    settings = dict(settings)
    scheme: Scheme = settings.pop("scheme", Full())
    ours = answer(q, k, v, scheme, **settings)
    exact = answer(*(x.astype(np.float64) for x in (q, k, v)), scheme, **settings)
    most = 2.0**-8 * max(1.0, float(np.abs(v.astype(np.float64)).max()))
    assert ours.output.dtype == BRAIN and ours.counters.kernel == "compiled"
    np.testing.assert_allclose(ours.output.astype(np.float64), exact.output, rtol=0, atol=most)
    np.testing.assert_allclose(ours.lse, exact.lse, rtol=2e-6, atol=4e-6)
    assert ours.counters.comparisons == exact.counters.comparisons
    assert ours.counters.pairs_scored >= ours.counters.comparisons


@pytest.mark.parametrize("times", [1, 4, 16])
def test_the_error_is_little_more_than_that_of_rounding_the_answer(times: int) -> None:
    q, k, v = drawn((1, 192, 64), (1, 2048, 64), (1, 2048, 64), times=times)
    exact = answer(*(x.astype(np.float64) for x in (q, k, v))).output
    rounding = np.abs(exact.astype(BRAIN).astype(np.float64) - exact).max()
    ours = answer(q, k, v).output.astype(np.float64)
    assert np.abs(ours - exact).max() <= 1.5 * rounding


def test_masks_and_biases_agree_with_the_reference() -> None:
    q, k, v = drawn((2, 4, 130, 20), (2, 2, 300, 20), (2, 2, 300, 40))
    rng = np.random.default_rng(1)
    mask = rng.random((2, 1, 130, 300)) < 0.3
    mask[0, 0, 5] = False
    bias = rng.standard_normal((4, 1, 300)).astype(np.float32)
    bias[1, 0, 7:60] = -np.inf
    wide = [x.astype(np.float64) for x in (q, k, v)]
    for given in ({"mask": mask}, {"bias": bias}, {"mask": mask, "bias": bias}):
        every = {**given, "key_lengths": np.array([0, 211])}
        ours = answer(q, k, v, Causal("end"), threads=2, **every)
        exact = answer(*wide, Causal("end"), **every)
        np.testing.assert_allclose(ours.output.astype(float), exact.output, rtol=0, atol=0.02)
        np.testing.assert_allclose(ours.lse, exact.lse, rtol=2e-6, atol=4e-6)


@pytest.mark.parametrize("d", [64, 40])
def test_a_row_has_the_same_bits_in_any_company(d: int) -> None:
    q, k, v = three(300, 300, d, d, times=4.0)
    whole = answer(q, k, v, Causal(), threads=1)
    for i in (0, 31, 32, 63, 64, 100, 299):
        cut = (slice(None), slice(None), slice(i + 1))
        one = answer(q[:, :, i : i + 1], k[cut], v[cut], Causal("end"))
        assert (one.output == whole.output[:, :, i : i + 1]).all()
        assert (one.lse == whole.lse[:, :, i : i + 1]).all()
    others = (
        answer(q, k, v, Causal(), threads=2),
        answer(q, k, v, mask=np.tri(300, dtype=bool)),
        answer(q, k, v, Causal() & Window(None)),
        answer(*(np.tile(x, (3, 1, 1, 1)) for x in (q, k, v)), Causal()),
        answer(*(x[:, ::-1, :].copy()[:, ::-1] for x in (q, k, v)), Causal()),
    )
    for other in others:
        assert (other.output == whole.output).all() and (other.lse == whole.lse).all()


def test_runs_of_keys_are_merged_the_same_way_for_one_row_and_for_many() -> None:
    q, k, v = three(50, 9000, 32, 16, times=3.0)
    whole = answer(q, k, v)
    one = answer(q[:, :, 7:8], k, v)
    assert (one.output == whole.output[:, :, 7:8]).all()
    assert (one.lse == whole.lse[:, :, 7:8]).all()


@pytest.mark.parametrize("threads", [1, 2])
def test_one_row_of_each_head_reads_its_own_keys_as_it_would_alone(threads: int) -> None:
    q, k, v = drawn((3, 4, 1, 40), (3, 4, 4200, 40), (3, 4, 4200, 24), times=3.0)
    lengths = np.array([4200, 0, 77])
    together = answer(q, k, v, key_lengths=lengths, threads=threads)
    assert together.output.dtype == BRAIN
    for b, h in np.ndindex(3, 4):
        cut = (b, slice(h, h + 1), slice(int(lengths[b])))
        alone = answer(q[b, h : h + 1], k[cut], v[cut])
        many = answer(np.repeat(q[b, h : h + 1], 40, axis=1), k[cut], v[cut])
        for other in (alone.output, many.output[:, -1:]):
            assert other.tobytes() == together.output[b, h : h + 1].tobytes()
        assert alone.lse.tobytes() == together.lse[b, h : h + 1].tobytes()


def test_one_row_of_values_that_are_not_finite_is_written_once() -> None:
    q, k, v = three(1, 150, 40, 24)
    clean = answer(q, k, v, key_lengths=140)
    v = v.copy()
    v[0, 1, 145, 3] = np.inf
    assert (answer(q, k, v, key_lengths=140).output == clean.output).all()
    found = answer(q, k, v).output.astype(np.float32)
    assert np.argwhere(~np.isfinite(found)).tolist() == [[0, 1, 0, 3]]
    v[...] = 3e38
    assert (answer(np.zeros_like(q), k, v).output == v[:, :, :1]).all()


@pytest.mark.parametrize("n_q", [1, 130])
@pytest.mark.parametrize("asked", [Read(top=3), Read(top=2, columns=True, influence=2)], ids=str)
def test_what_is_read_is_read_of_the_widened_numbers_and_changes_no_bit(
    n_q: int, asked: Read
) -> None:
    q, k, v = three(n_q, 130, 40, 24, times=3.0)
    v = v.copy()
    v[0, 0, 129, 2] = np.inf
    asked = replace(asked, align="end")
    plain = answer(q, k, v, Causal("end"))
    read = answer(q, k, v, Causal("end"), read=asked)
    wide = answer(*(x.astype(np.float32) for x in (q, k, v)), Causal("end"), read=asked)
    assert read.output.tobytes() == plain.output.tobytes()
    assert read.lse.tobytes() == plain.lse.tobytes()
    assert read.output.astype(np.float32).tobytes() != wide.output.tobytes()
    for field in fields(Reading):
        ours, theirs = (getattr(x.reading, field.name) for x in (read, wide))
        assert (ours is None) == (theirs is None)
        assert ours is None or ours.tobytes() == theirs.tobytes(), field.name


def test_scores_that_rise_from_tile_to_tile_raise_the_shift_and_lose_nothing() -> None:
    q, k, v = three(70, 400, 64, 64)
    k = (k.astype(np.float32) + np.linspace(0, 30, 400)[:, None] / 8).astype(BRAIN)
    q = np.abs(q.astype(np.float32)).astype(BRAIN)
    ours = answer(q, k, v)
    exact = answer(*(x.astype(np.float64) for x in (q, k, v)))
    assert ours.counters.rescales > 2 * 70
    assert np.abs(ours.output.astype(float) - exact.output).max() <= 0.03
    np.testing.assert_allclose(ours.lse, exact.lse, rtol=2e-6)


@pytest.mark.parametrize("n_q", [1, 5, 100])
def test_equal_keys_give_equal_values_exactly(n_q: int) -> None:
    q, k, v = three(n_q, 4300, 64, 16)
    same = np.broadcast_to(k[:, :, :1], k.shape)
    assert (answer(q, same, np.ones_like(v)).output == 1).all()


def test_weights_summed_before_they_are_rounded_would_not() -> None:
    weights = np.exp(np.random.default_rng(2).standard_normal(90)).astype(np.float32)
    rounded = weights.astype(BRAIN).astype(np.float32)
    assert rounded.sum() / weights.sum() != 1 and rounded.sum() / rounded.sum() == 1


def test_what_may_not_be_read_changes_nothing_and_what_may_does() -> None:
    q, k, v = three(70, 70, 64, 64)
    clean = answer(q, k, v, Causal())
    k, v = k.copy(), v.copy()
    k[:, :, 40], v[:, :, 40] = np.nan, np.inf
    odd = answer(q, k, v, Causal())
    assert (odd.output[:, :, :40] == clean.output[:, :, :40]).all()
    assert (odd.lse[:, :, :40] == clean.lse[:, :, :40]).all()
    assert not np.isfinite(odd.output[:, :, 40:].astype(np.float32)).any()


def test_a_value_that_is_infinite_reaches_its_readers_only() -> None:
    q, k, v = three(70, 70, 64, 64)
    v = v.copy()
    v[:, :, 40, 3] = -np.inf
    output = answer(q, k, v, Causal()).output.astype(np.float32)
    assert (output[:, :, 40:, 3] == -np.inf).all()
    assert np.isfinite(np.delete(output, 3, axis=-1)).all()


def test_values_whose_sum_is_past_float32_have_a_mean() -> None:
    q, k, v = three(40, 70, 8, 5)
    v = np.full_like(v, 3e38)
    output = answer(np.zeros_like(q), k, v).output
    assert (output == v[:, :, :40]).all()


def test_a_product_past_float32_is_refused_by_name() -> None:
    q, k, v = three(40, 70, 8, 5)
    q, k = q.copy(), np.zeros_like(k)
    q[0, 1, 7, 0], k[..., 0] = 2e38, 1e30
    with pytest.raises(ScoreOverflowError, match=r"head 1, row 7 "):
        answer(q, k, v)


@pytest.mark.parametrize("d", [64, 30])
def test_views_give_the_bits_of_their_copies(d: int) -> None:
    q, k, v = three(40, 90, d, d)
    turned = [x[:, :, ::-1, ::-1] for x in (q, k, v)]
    copies = [x.copy() for x in turned]
    assert (answer(*turned).output == answer(*copies).output).all()
    doubled = [np.repeat(x, 2, axis=-1)[..., ::2] for x in (q, k, v)]
    assert (answer(*doubled).output == answer(q, k, v).output).all()


def test_parts_keep_float32_until_they_are_merged() -> None:
    q, k, v = three(50, 130, 64, 64)
    parts = [part_of(q, k[:, :, at], v[:, :, at]) for at in (slice(70), slice(70, None))]
    assert all(part.output.dtype == np.float32 for part in parts)
    whole = part_of(q, k, v)
    np.testing.assert_allclose(merge(parts).output, whole.output, rtol=0, atol=0.01)
    assert (answer(q, k, v).output == whole.output.astype(BRAIN)).all()


def test_the_widened_kernel_is_taken_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    q, k, v = three(40, 90, 64, 64)
    narrow = part_of(q, k, v)
    monkeypatch.setenv("STARLORE_SHAPE", "avx512")
    wide = part_of(q, k, v)
    assert (narrow.output != wide.output).any()
    np.testing.assert_allclose(narrow.output, wide.output, rtol=0, atol=0.01)
    np.testing.assert_allclose(narrow.lse, wide.lse, rtol=2e-6)


def test_keys_too_many_to_be_packed_at_once_give_the_same_bits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    q, k, v = drawn((1, 120, 16), (1, 9000, 16), (1, 9000, 16))
    inputs = check(q, k, v, Full(), None, None, None, None, None)
    whole = run(inputs, None, 1)
    monkeypatch.setattr("starlore.attention.compiled.run.PACKED_BYTES", 0)
    pieces = run(inputs, None, 2)
    assert (pieces.output == whole.output).all() and (pieces.lse == whole.lse).all()


def test_little_memory_is_taken_beside_the_output() -> None:
    q, k, v = drawn((1, 5000, 64), (1, 5000, 64), (1, 5000, 64))
    inputs = check(q, k, v, Causal(), None, None, None, None, None)
    call = Call(inputs, inputs.v, 1)
    assert call.output.dtype == BRAIN
    assert answer(q, k, v, Causal()).counters.extra_bytes < 3 * 2**20
