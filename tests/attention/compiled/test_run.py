"""The compiled fold against the float64 reference, and its laws bit for bit."""

from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba", reason="the compiled kernel needs numba")

from starlore.attention import reference
from starlore.attention.alibi import Alibi
from starlore.attention.arrays import Array
from starlore.attention.compiled.features import features, shape_of
from starlore.attention.compiled.job import held_size
from starlore.attention.compiled.run import run
from starlore.attention.compiled.shape import BLOCK, RUN
from starlore.attention.inputs import Inputs, check
from starlore.attention.results import Attention
from starlore.attention.schemes import (
    Causal,
    Dilated,
    Documents,
    Full,
    Global,
    Scheme,
    Window,
)
from starlore.errors import ScoreOverflowError

rng = np.random.default_rng(7)


@pytest.fixture(autouse=True)
def drawn_anew() -> None:
    """Each test draws the same numbers, whichever ran before it."""
    rng.bit_generator.state = np.random.default_rng(7).bit_generator.state


def normal(*shape: int) -> Array:
    return rng.standard_normal(shape).astype(np.float32)


def laid(q: Any, k: Any, v: Any, scheme: Scheme | None = None, **given: Any) -> Inputs:
    names = ("mask", "bias", "scale", "softcap", "key_lengths")
    return check(q, k, v, scheme or Full(), *(given.get(name) for name in names))


def attend(q: Any, k: Any, v: Any, scheme: Scheme | None = None, **given: Any) -> Attention:
    threads = given.pop("threads", None)
    return run(laid(q, k, v, scheme, **given), None, threads)


SHAPES = [
    ((2, 100, 64), (2, 100, 64), 64),
    ((6, 70, 33), (2, 171, 33), 17),
    ((1, 1, 5), (1, 1, 5), 1),
    ((4, 3, 130, 20)[1:], (3, 300, 20), 40),
    ((1, 97, 16), (1, 4200, 16), 16),
    ((2, 1, 64), (1, 8300, 64), 64),
    ((1, 200, 8), (1, 65, 8), 100),
    ((1, 0, 4), (1, 9, 4), 4),
    ((1, 4, 4), (1, 0, 4), 4),
    ((1, 4, 0), (1, 7, 0), 3),
    ((1, 4, 3), (1, 7, 3), 0),
]
SETTINGS: list[dict[str, Any]] = [
    {},
    {"scheme": Causal("end")},
    {"scheme": Causal("start") & Window(31, align="start")},
    {"scheme": Causal("end") & (Window(20, align="end") | Global(range(2), False, align="end"))},
    {"scheme": Dilated(3, 7, align="end")},
    {"scale": -0.2},
    {"scale": 0.0},
    {"softcap": 0.9},
    {"bias": Alibi(0.3, align="end")},
    {"bias": Alibi(0.3, align="end"), "softcap": 30.0, "scheme": Causal("end")},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize(("q", "k", "d_v"), SHAPES, ids=str)
def test_it_agrees_with_the_float64_reference(
    q: tuple[int, ...], k: tuple[int, ...], d_v: int, settings: dict[str, Any]
) -> None:
    values = normal(*k[:-1], d_v)
    inputs = laid(normal(*q), normal(*k), values, **settings)
    ours, exact = run(inputs, None, None), reference.run(inputs, None, None)
    most = 3e-6  # a bias of dozens leaves a score fewer digits: then by the size of the values
    if "bias" in settings and values.size:
        most = max(most, 1e-6 * float(np.abs(values).max()))
    np.testing.assert_allclose(ours.output, exact.output, rtol=0, atol=most)
    np.testing.assert_allclose(ours.lse, exact.lse, rtol=2e-6, atol=2e-6)
    assert ours.counters.comparisons == exact.counters.comparisons
    assert ours.counters.pairs_scored >= ours.counters.comparisons


def test_masks_biases_and_key_lengths_agree_with_the_reference() -> None:
    q, k, v = normal(2, 4, 130, 20), normal(2, 2, 300, 20), normal(2, 2, 300, 40)
    mask = rng.random((2, 1, 130, 300)) < 0.3
    mask[0, 0, 5] = False
    bias = normal(4, 1, 300)
    bias[1, 0, 7:60] = -np.inf
    for given in ({"mask": mask}, {"bias": bias}, {"mask": mask, "bias": bias.astype(np.float64)}):
        inputs = laid(q, k, v, Causal("end"), key_lengths=np.array([0, 211]), **given)
        ours, exact = run(inputs, None, 2), reference.run(inputs, None, None)
        np.testing.assert_allclose(ours.output, exact.output, rtol=0, atol=3e-6)
        np.testing.assert_allclose(ours.lse, exact.lse, rtol=2e-6, atol=2e-6)
        assert ours.counters.comparisons == exact.counters.comparisons


@pytest.mark.parametrize(("times", "bound"), [(1, 5e-7), (4, 7e-6), (16, 3e-5)])
def test_the_error_stays_within_what_was_promised(times: int, bound: float) -> None:
    q, k, v = normal(1, 192, 64) * np.float32(times), normal(1, 2048, 64), normal(1, 2048, 64)
    inputs = laid(q, k, v)
    gap = np.abs(run(inputs, None, None).output - reference.run(inputs, None, None).output)
    assert gap.max() <= bound * np.abs(v).max()


def test_a_row_has_the_same_bits_in_any_company() -> None:
    q, k, v = normal(2, 300, 40), normal(2, 300, 40), normal(2, 300, 24)
    whole = attend(q, k, v, Causal(), threads=1)
    same = [
        (attend(q, k, v, Causal(), threads=2), slice(None)),
        (attend(q[:, :70], k[:, :70], v[:, :70], Causal()), slice(0, 70)),
        (attend(q[:, 299:], k, v, Causal("end")), slice(299, 300)),
        (attend(q, k, v, mask=np.tri(300, dtype=bool)), slice(None)),
        (attend(q, k, v, Causal() & Documents(np.zeros(300, dtype=int))), slice(None)),
        (attend(np.stack([q, q]), np.stack([k, k]), np.stack([v, v]), Causal()), slice(None)),
    ]
    for other, rows in same:
        output = other.output[1] if other.output.ndim == 4 else other.output
        lse = other.lse[1] if other.lse.ndim == 3 else other.lse
        assert np.array_equal(output, whole.output[:, rows])
        assert np.array_equal(lse, whole.lse[:, rows])


def test_rows_in_another_order_are_the_same_rows() -> None:
    q, k, v = normal(1, 211, 33), normal(1, 5000, 33), normal(1, 5000, 7)
    there, back = attend(q, k, v), attend(q[:, ::-1], k, v)
    assert np.array_equal(there.output[:, ::-1], back.output)


def test_keys_beyond_the_length_and_skipped_runs_change_no_bit() -> None:
    q, k, v = normal(1, 3, 16), normal(1, 9000, 16), normal(1, 9000, 16)
    mask = np.zeros(9000, dtype=bool)
    mask[4100:4200] = True
    short = attend(q, k[:, :4200], v[:, :4200], mask=mask[None, :4200])
    long = attend(q, k, v, mask=mask[None])
    cut = attend(q, k, v, mask=mask[None], key_lengths=4200)
    assert np.array_equal(short.output, long.output)
    assert np.array_equal(short.output, cut.output)


def test_strides_of_any_sign_change_no_bit() -> None:
    q, k, v = normal(2, 120, 30), normal(2, 140, 30), normal(2, 140, 30)
    plain = attend(q, k, v)
    turned = [np.asfortranarray(x)[:, :, ::-1][:, :, ::-1] for x in (q, k, v)]
    spread = [np.repeat(x, 2, axis=1)[:, ::2] for x in (q, k, v)]
    for queries, keys, values in (turned, spread):
        assert np.array_equal(attend(queries, keys, values).output, plain.output)


def test_what_may_not_be_read_changes_nothing() -> None:
    q, k, v = normal(2, 100, 16), normal(2, 100, 16), normal(2, 100, 16)
    clean = attend(q, k, v, Causal())
    k[:, 90:], v[:, 80:90] = np.nan, np.inf
    v[0, 95, 3] = -np.inf
    dirty = attend(q, k, v, Causal())
    assert np.array_equal(dirty.output[:, :80], clean.output[:, :80])
    assert np.array_equal(dirty.lse[:, :90], clean.lse[:, :90])
    assert not np.isfinite(dirty.output[:, 80:]).any()


def test_one_value_that_is_not_finite_reaches_its_readers_and_its_column_only() -> None:
    q, k, v = normal(1, 50, 8), normal(1, 50, 8), normal(1, 50, 8)
    clean = attend(q, k, v, Window(3)).output
    v[0, 20, 5] = np.inf
    dirty = attend(q, k, v, Window(3)).output
    changed = np.argwhere(dirty != clean)
    assert {tuple(place) for place in changed.tolist()} == {(0, i, 5) for i in range(20, 24)}


def test_a_query_that_may_read_nothing_gives_zero() -> None:
    q, k, v = normal(1, 9, 4), normal(1, 12, 4), normal(1, 12, 4)
    mask = np.ones((9, 12), dtype=bool)
    mask[4] = False
    given = attend(q, k, v, mask=mask)
    assert given.output[0, 4].tolist() == [0, 0, 0, 0]
    assert given.lse[0, 4] == -np.inf
    assert np.isfinite(np.delete(given.lse, 4)).all()


def test_a_finite_bias_however_low_is_a_bias() -> None:
    q, k, v = np.ones((1, 1), "f4"), np.zeros((2, 1), "f4"), np.array([[1], [100]], "f4")
    bias = np.array([[-1e30, 0]], dtype=np.float32)
    given = attend(q, k, v, bias=bias, mask=np.array([[True, False]]))
    assert given.output.tolist() == [[1.0]]
    assert given.lse.tolist() == [np.float32(-1e30)]


def test_a_score_beyond_float32_is_refused() -> None:
    q = np.full((1, 3, 2), 1e30, dtype=np.float32)
    with pytest.raises(ScoreOverflowError, match="row 0"):
        attend(q, q, q)


def test_values_whose_sum_passes_the_limit_blend_to_their_mean() -> None:
    q, v = np.zeros((1, 2, 4), "f4"), np.full((1, 40, 3), 3e38, "f4")
    given = attend(q, np.zeros((1, 40, 4), "f4"), v).output
    np.testing.assert_allclose(given, 3e38, rtol=1e-6)


def test_half_precision_is_widened_and_rounded_once() -> None:
    q, k, v = (np.array(x, dtype=np.float16) for x in ([[300]], [[300], [299]], [[1], [2]]))
    given = attend(q, k, v, scale=1.0)
    assert given.output.dtype == np.float16
    assert given.output.tolist() == [[1.0]]
    assert given.lse.tolist() == [90000.0]


def test_bfloat16_agrees_with_the_reference_to_its_rounding() -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes", reason="bfloat16 needs ml_dtypes")
    q, k, v = (normal(1, 77, 12).astype(ml_dtypes.bfloat16) for _ in range(3))
    inputs = laid(q, k, v)
    ours, exact = run(inputs, None, None), reference.run(inputs, None, None)
    gap = np.abs(ours.output.astype(float) - exact.output.astype(float))
    assert gap.max() <= 2.0**-8 * np.abs(exact.output.astype(float)).max()


def test_copies_and_spans_are_counted_as_memory_that_is_held() -> None:
    room = np.zeros(1 + 4 * 300 * 8, np.uint8)
    far = room[1:].view(np.float32).reshape(300, 8)  # no number lies at a whole step
    plain = far.copy()
    held = attend(plain, plain, plain, threads=1).counters.extra_bytes
    copied = attend(far, far, far, threads=1).counters.extra_bytes
    assert copied == held + 3 * plain.nbytes
    longer = attend(np.zeros((30_000, 8), np.float32), plain, plain, threads=1).counters.extra_bytes
    assert longer >= held + 2 * 4 * (30_000 - 300)


def test_more_keys_than_spans_can_tell_of_are_told_by_a_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visits = __import__("starlore.attention.compiled.visits", fromlist=["visits"])
    q, k, v = normal(1, 130, 8), normal(1, 211, 8), normal(1, 211, 8)
    inputs = check(q, k, v, Causal("end"), None, None, None, None, None)
    assert visits.spans_of(inputs, 211) is not None
    told = attend(q, k, v, Causal("end"))
    monkeypatch.setattr(visits, "MOST_KEYS", 210)
    assert visits.spans_of(inputs, 211) is None
    form = __import__("starlore.attention.compiled.form", fromlist=["form"])
    monkeypatch.setattr(form, "_kept", {})
    assert attend(q, k, v, Causal("end")).output.tobytes() == told.output.tobytes()


@pytest.mark.parametrize(
    "scheme",
    [Causal("start") & Window(50, 0, "start"), Causal(-5000), Causal(4000) & Window(9, 0, 4000)],
    ids=str,
)
def test_keys_that_no_row_of_a_slab_reads_are_not_packed_for_it(
    scheme: Scheme, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = __import__("starlore.attention.compiled.run", fromlist=["run"])
    q, k, v = normal(1, 9000, 4), normal(1, 9000, 4), normal(1, 9000, 4)
    at_once = attend(q, k, v, scheme)
    monkeypatch.setattr(module, "PACKED_BYTES", 1)
    monkeypatch.setattr(module, "HELD_BYTES", 4 * 10 * held_size(shape_of(features()), 4))
    packed: list[object] = []
    pack = module.Call._pack

    def counted(*given: object) -> None:
        packed.append(given)
        pack(*given)

    monkeypatch.setattr(module.Call, "_pack", counted)
    in_pieces = attend(q, k, v, scheme)
    assert in_pieces.output.tobytes() == at_once.output.tobytes()
    assert in_pieces.lse.tobytes() == at_once.lse.tobytes()
    slabs, pieces = -(-9000 // (10 * BLOCK)), -(-9000 // RUN)
    assert slabs <= len(packed) <= 2 * slabs < pieces * slabs


def test_pieces_of_keys_and_slabs_of_rows_change_no_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    module = __import__("starlore.attention.compiled.run", fromlist=["run"])
    q, k, v = normal(1, 400, 24), normal(1, 9000, 24), normal(1, 9000, 24)
    at_once = attend(q, k, v, Causal("end"))
    monkeypatch.setattr(module, "PACKED_BYTES", 1)
    monkeypatch.setattr(module, "HELD_BYTES", 1)
    in_pieces = attend(q, k, v, Causal("end"))
    assert np.array_equal(at_once.output, in_pieces.output)
    assert np.array_equal(at_once.lse, in_pieces.lse)


@pytest.mark.parametrize("masked", [False, True])
def test_an_item_without_keys_is_answered_beside_one_of_many_pieces(
    masked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = __import__("starlore.attention.compiled.run", fromlist=["run"])
    monkeypatch.setattr(module, "PACKED_BYTES", 1)
    monkeypatch.setattr(np, "empty", lambda *size, **named: np.zeros(*size, **named) + 7)
    q, k, v = (np.stack([normal(1, n, 4)] * 2) for n in (200, 9000, 9000))
    mask = np.ones((200, 9000), dtype=bool) if masked else None
    found = attend(q, k, v, mask=mask, key_lengths=[0, 9000])
    assert not found.output[0].any() and np.isneginf(found.lse[0]).all()
    alone = attend(q[1], k[1], v[1], mask=mask)
    assert found.output[1].tobytes() == alone.output.tobytes()


def test_memory_does_not_grow_with_the_square() -> None:
    q = normal(1, 256, 8)
    k = normal(1, 100_000, 8)
    given = attend(q, k, k, Causal("end"), threads=2)
    assert given.counters.extra_bytes < 40 * 2**20


@pytest.mark.parametrize("name", ["avx2", "generic"])
def test_narrower_kernels_agree_with_the_reference(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STARLORE_SHAPE", name)
    q, k, v = normal(2, 130, 20), normal(2, 300, 20), normal(2, 300, 28)
    mask = rng.random((130, 300)) < 0.2
    for given in ({}, {"scheme": Causal("end")}, {"mask": mask}, {"bias": normal(130, 300)}):
        inputs = laid(q, k, v, **given)
        ours, exact = run(inputs, None, None), reference.run(inputs, None, None)
        np.testing.assert_allclose(ours.output, exact.output, rtol=0, atol=3e-6)
    assert np.array_equal(
        attend(q, k, v, Causal("end")).output,
        attend(q, k, v, mask=np.tri(130, 300, 170, dtype=bool)).output,
    )
