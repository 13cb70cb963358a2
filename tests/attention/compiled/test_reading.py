"""What the compiled fold reads along: the numbers of the explained steps, in any company."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba", reason="the compiled kernel needs numba")

from starlore.attention import Read, Reading, explain, tiled
from starlore.attention.alibi import Alibi
from starlore.attention.arrays import Array
from starlore.attention.compiled.run import run
from starlore.attention.inputs import check
from starlore.attention.results import Attention
from starlore.attention.schemes import Causal, Dilated, Full, Global, Scheme, Window

rng = np.random.default_rng(11)

EVERYTHING = Read(top=4, align="end")

CALLS: list[dict[str, Any]] = [
    {},
    {"scheme": Causal("end")},
    {"scheme": Causal("start")},
    {"scheme": Window(9, 3, align="end")},
    {"scheme": Causal("end") & (Window(20, align="end") | Global(range(2), False, align="end"))},
    {"scheme": Dilated(3, 7, align="end")},
    {"scale": -0.2},
    {"scale": 0.0},
    {"scale": 1.0},
    {"softcap": 0.9},
    {"bias": Alibi(0.3, align="end"), "softcap": 30.0, "scheme": Causal("end")},
]
SHAPES = [(2, 100, 2, 100, 64), (6, 70, 2, 171, 33), (1, 1, 1, 5, 5), (1, 30, 1, 4200, 16)]


@pytest.fixture(autouse=True)
def drawn_anew() -> None:
    """Each test draws the same numbers, whichever ran before it."""
    rng.bit_generator.state = np.random.default_rng(11).bit_generator.state


@pytest.fixture(autouse=True)
def only_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading in a second pass in NumPy is refused."""

    def refuse(*_: Any) -> None:
        raise AssertionError("a second pass")

    monkeypatch.setattr(tiled, "read_only", refuse)


def normal(*shape: int) -> Array:
    return rng.standard_normal(shape).astype(np.float32)


def whole(*shape: int) -> Array:
    """Small whole numbers: their scores are exact, and tie."""
    return rng.integers(-2, 3, size=shape).astype(np.float32)


def attend(
    q: Array,
    k: Array,
    v: Array,
    scheme: Scheme | None = None,
    *,
    read: Read | None = EVERYTHING,
    threads: int | None = None,
    **given: Any,
) -> Attention:
    names = ("mask", "bias", "scale", "softcap", "key_lengths")
    laid = check(q, k, v, scheme or Full(), *(given.get(name) for name in names))
    return run(laid, read, threads)


def read(*given: Any, **named: Any) -> Reading:
    reading = attend(*given, **named).reading
    assert reading is not None
    return reading


def each(reading: Reading) -> dict[str, Array]:
    """The arrays that were read."""
    return {name: x for name, x in vars(reading).items() if isinstance(x, np.ndarray)}


def same(one: Reading, other: Reading, rows: Any = slice(None)) -> None:
    """The same bits, of some rows of the first."""
    for name, bits in each(one).items():
        axis = np.moveaxis(bits, -2 if name.startswith("top") else -1, 0)[rows]
        theirs = np.moveaxis(each(other)[name], -2 if name.startswith("top") else -1, 0)
        assert np.array_equal(axis, theirs), name


def agree(found: Reading, steps: Any, places: Array, is_exact: bool) -> None:
    """A reading is that of the explained steps; its keys too, if no rounding can turn them."""
    weights = np.where(steps.allowed, steps.weights, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        entropy = -np.where(weights > 0, weights * np.log(weights), 0.0).sum(axis=-1)
    far = np.abs(places[:, None] - np.arange(weights.shape[-1]))
    assert found.entropy is not None and found.distance is not None
    assert found.top_keys is not None and found.top_weights is not None
    np.testing.assert_allclose(found.entropy, entropy, rtol=0, atol=2e-5)
    np.testing.assert_allclose(found.distance, (weights * far).sum(axis=-1), rtol=3e-6, atol=3e-5)
    top = found.top_keys.shape[-1]
    order = np.argsort(-np.where(steps.allowed, steps.biased, -np.inf), axis=-1, kind="stable")
    order = np.pad(order[..., :top], [(0, 0)] * (order.ndim - 1) + [(0, top)])[..., :top]
    counts = np.minimum(steps.allowed.sum(axis=-1), top)[..., None]
    is_there = np.arange(top) < counts
    assert np.array_equal(found.top_keys >= 0, is_there)
    padded = np.pad(weights, [(0, 0)] * (weights.ndim - 1) + [(0, top)])
    right = np.where(is_there, np.take_along_axis(padded, order, axis=-1), 0)
    np.testing.assert_allclose(found.top_weights, right, rtol=0, atol=1e-5)
    if is_exact:
        assert np.array_equal(found.top_keys, np.where(is_there, order, -1))
        is_top = steps.allowed & (steps.biased == steps.largest[..., None])
        assert np.array_equal(found.ties, np.count_nonzero(is_top, axis=-1))


def explained(q: Array, k: Array, v: Array, scheme: Scheme, **given: Any) -> tuple[Any, Array]:
    n_q, n_k = q.shape[-2], k.shape[-2]
    start = scheme.offset(n_q, n_k)
    steps = explain(q, k, v, scheme, **given)
    return steps, np.arange(n_q) + (n_k - n_q if start is None else start)


@pytest.mark.parametrize("call", CALLS, ids=str)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_it_reads_what_the_steps_say(shape: tuple[int, ...], call: dict[str, Any]) -> None:
    h_q, n_q, h_kv, n_k, d = shape
    q, k, v = normal(h_q, n_q, d), normal(h_kv, n_k, d), normal(h_kv, n_k, 3)
    scheme, given = call.get("scheme", Full()), {k: x for k, x in call.items() if k != "scheme"}
    agree(read(q, k, v, scheme, **given), *explained(q, k, v, scheme, **given), is_exact=False)


@pytest.mark.parametrize("top", [0, 1, 2, 3, 4, 7, 9, 16])
def test_equal_scores_are_ranked_by_their_keys_and_counted(top: int) -> None:
    q, k, v = whole(2, 40, 3), whole(1, 333, 3), whole(1, 333, 2)
    mask = rng.random((40, 333)) < 0.4
    mask[3], mask[5, 7:], mask[6, :300] = False, False, False
    found = read(q, k, v, mask=mask, scale=0.5, read=replace(EVERYTHING, top=top))
    steps, places = explained(q, k, v, Full(), mask=mask, scale=0.5)
    is_top = steps.allowed & (steps.biased == steps.largest[..., None])
    assert np.array_equal(found.ties, np.count_nonzero(is_top, axis=-1))
    assert (found.top_keys is None) == (top == 0)
    if top:
        agree(found, steps, places, is_exact=True)


def test_keys_that_are_all_alike_tie_in_every_run() -> None:
    q, k, v = whole(1, 5, 2), np.ones((1, 9000, 2), "f4"), whole(1, 9000, 1)
    found = read(q, k, v)
    assert found.top_keys is not None and (found.top_keys == np.arange(4)).all()
    assert (found.ties == 9000).all()


def test_the_best_keys_of_several_runs_are_one_list() -> None:
    q, k, v = whole(1, 20, 3), whole(1, 9100, 3), whole(1, 9100, 1)
    agree(read(q, k, v, scale=1.0), *explained(q, k, v, Full(), scale=1.0), is_exact=True)
    q, k = normal(1, 20, 30), normal(1, 9100, 30) * np.linspace(0.1, 3, 9100, dtype="f4")[:, None]
    agree(read(q, k, v), *explained(q, k, v, Full()), is_exact=False)


def test_masks_biases_and_key_lengths_are_read_as_they_are_attended() -> None:
    q, k, v = normal(2, 4, 130, 20), normal(2, 2, 300, 20), normal(2, 2, 300, 4)
    mask = rng.random((2, 1, 130, 300)) < 0.3
    mask[0, 0, 5] = False
    bias = normal(4, 1, 300)
    bias[1, 0, 7:60] = -np.inf
    for given in ({"mask": mask}, {"bias": bias}, {"mask": mask, "bias": bias}):
        lengths = np.array([0, 211])
        found = read(q, k, v, Causal("end"), key_lengths=lengths, **given)
        assert found.entropy is not None and not found.entropy[0].any() and not found.ties[0].any()
        steps = explain(q, k, v, Causal("end"), key_lengths=lengths, **given)
        for b, length in enumerate(lengths):
            one = Reading(**{name: x[b] for name, x in each(found).items()})
            part = replace(steps, **{name: x[b] for name, x in vars(steps).items()})
            agree(one, part, np.arange(130) + length - 130, is_exact=False)


def test_scores_far_apart_are_read_without_a_large_difference() -> None:
    q = np.array([[[300.0]]], "f4")
    k = np.array([[[1.0], [300.0], [299.99], [299.0], [2900.0], [2899.99]]], "f4")
    for keys in (k[:, :4], k, np.repeat(k[:, :1], 4200, axis=1), np.tile(k, (1, 900, 1))):
        found = read(q, keys, keys, scale=1.0)
        scores = (q.astype("f8") * keys.astype("f8")).astype("f4").astype("f8")[0, :, 0]
        powers = np.exp(scores - scores.max())
        weights = powers / powers.sum()
        spread = -np.sum(weights[weights > 0] * np.log(weights[weights > 0]))
        assert found.entropy is not None and abs(found.entropy[0, 0] - spread) < 2e-4
        assert found.ties[0, 0] == (scores == scores.max()).sum()


def test_reading_changes_no_bit_of_the_output() -> None:
    q, k, v = normal(4, 300, 24), normal(2, 4300, 24), normal(2, 4300, 20)
    for scheme in (Full(), Causal("end"), Window(50, align="end")):
        plain, along = attend(q, k, v, scheme, read=None), attend(q, k, v, scheme)
        assert np.array_equal(plain.output, along.output)
        assert np.array_equal(plain.lse, along.lse)
        assert plain.reading is None and along.counters.kernel == "compiled"


def test_a_row_is_read_with_the_same_bits_in_any_company() -> None:
    q, k, v = normal(2, 300, 40), normal(2, 300, 40), normal(2, 300, 24)
    all_rows = read(q, k, v, Causal(), threads=1)
    same(all_rows, read(q, k, v, Causal(), threads=2))
    same(all_rows, read(q[:, :70], k[:, :70], v[:, :70], Causal()), slice(70))
    same(all_rows, read(q[:, 299:], k, v, Causal("end")), slice(299, 300))
    same(all_rows, read(q, k, v, mask=np.tri(300, dtype=bool)))
    twice = read(*(np.stack([x, x]) for x in (q, k, v)), Causal())
    same(all_rows, Reading(**{name: x[1] for name, x in each(twice).items()}))
    one_head = read(q[1], k[1], v[1], Causal())
    same(Reading(**{name: x[1] for name, x in each(all_rows).items()}), one_head)


def test_pieces_of_keys_and_slabs_of_rows_change_no_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    module = __import__("starlore.attention.compiled.run", fromlist=["run"])
    q, k, v = normal(1, 400, 24), normal(1, 9000, 24), normal(1, 9000, 8)
    at_once = read(q, k, v, Causal("end"))
    monkeypatch.setattr(module, "PACKED_BYTES", 1)
    monkeypatch.setattr(module, "HELD_BYTES", 1)
    same(at_once, read(q, k, v, Causal("end")))


def test_what_is_not_read_changes_no_reading() -> None:
    q, k, v = normal(2, 100, 16), normal(2, 200, 16), normal(2, 200, 16)
    mask = np.ones(200, dtype=bool)
    mask[[5, 150]] = False
    clean = read(q, k, v, mask=mask)
    k[:, 5], v[:, 5], k[:, 150], v[:, 150] = np.nan, np.nan, np.inf, -np.inf
    same(clean, read(q, k, v, mask=mask))


def test_columns_and_movers_need_the_sums_of_the_first_pass_only() -> None:
    q, k, v = normal(2, 60, 8), normal(2, 90, 8), normal(2, 90, 5)
    asked = replace(EVERYTHING, columns=True, influence=2)
    ours, theirs = read(q, k, v, read=asked), tiled.run(laid_out(q, k, v), asked, None).reading
    assert theirs is not None
    for name, values in each(ours).items():
        np.testing.assert_allclose(values, each(theirs)[name], rtol=0, atol=2e-5)


SPANS = Read(
    top=2,
    sinks=3,
    windows=(1, 40),
    patterns=("previous", "next", "first", "self"),
    align="end",
)


def on_spans(steps: Any, places: Array, asked: Read) -> list[Array]:
    """The weight on sinks, windows and habits of places, from the explained steps."""
    weights = np.where(steps.allowed, steps.weights, 0.0)
    apart = np.arange(weights.shape[-1]) - places[:, None]
    keys = np.broadcast_to(np.arange(weights.shape[-1]), apart.shape)
    held = [keys < asked.sinks, *(np.abs(apart) < window for window in asked.windows)]
    habits = {"previous": apart == -1, "next": apart == 1, "first": keys == 0, "self": apart == 0}
    return [(weights * claim).sum(axis=-1) for claim in (*held, *habits.values())]


def told_of_spans(found: Reading) -> list[Array]:
    assert found.sink_weight is not None and found.window_weight is not None and found.patterns
    windows = list(np.moveaxis(found.window_weight, -1, 0))
    return [found.sink_weight, *windows, *found.patterns.values()]


@pytest.mark.parametrize("call", [CALLS[0], CALLS[2], CALLS[4], CALLS[10]], ids=str)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_weights_on_spans_are_read_in_the_same_pass(
    shape: tuple[int, ...], call: dict[str, Any]
) -> None:
    h_q, n_q, h_kv, n_k, d = shape
    q, k, v = normal(h_q, n_q, d), normal(h_kv, n_k, d), normal(h_kv, n_k, 3)
    scheme, given = call.get("scheme", Full()), {k: x for k, x in call.items() if k != "scheme"}
    found = read(q, k, v, scheme, read=SPANS, **given)
    steps, places = explained(q, k, v, scheme, **given)
    right = on_spans(steps, places, SPANS)
    for mine, theirs in zip(told_of_spans(found), right, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=0, atol=1e-5)
    with pytest.raises(AssertionError):
        off = on_spans(steps, places + 1, replace(SPANS, sinks=2))
        for mine, theirs in zip(told_of_spans(found), off, strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=0, atol=1e-5)


def test_spans_have_the_same_bits_in_any_company_and_change_no_output() -> None:
    q, k, v = normal(4, 200, 24), normal(2, 4300, 24), normal(2, 4300, 20)
    every = attend(q, k, v, Causal("end"), read=SPANS)
    plain = attend(q, k, v, Causal("end"), read=None)
    assert np.array_equal(every.output, plain.output) and np.array_equal(every.lse, plain.lse)
    assert every.reading is not None
    whole_bits = told_of_spans(every.reading)
    for rows in (slice(0, 1), slice(64, 190)):
        start = 4100 + rows.stop
        part = read(q[:, rows], k[:, :start], v[:, :start], Causal("end"), read=SPANS, threads=1)
        for mine, theirs in zip(told_of_spans(part), whole_bits, strict=True):
            assert np.array_equal(mine, theirs[:, rows])


def laid_out(q: Array, k: Array, v: Array) -> Any:
    return check(q, k, v, Full(), None, None, None, None, None)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_short_numbers_are_read_along_as_well(dtype: str) -> None:
    kind = np.float16 if dtype == "float16" else pytest.importorskip("ml_dtypes").bfloat16
    q, k, v = (normal(1, n, 12).astype(kind) for n in (50, 77, 77))
    steps, places = explained(q.astype("f8"), k.astype("f8"), v.astype("f8"), Full())
    agree(read(q, k, v), steps, places, is_exact=False)


@pytest.mark.parametrize("name", ["avx2", "generic"])
def test_narrower_kernels_read_along(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STARLORE_SHAPE", name)
    q, k, v = whole(2, 130, 3), whole(2, 300, 3), whole(2, 300, 2)
    for scheme in (Full(), Causal("end")):
        steps, places = explained(q, k, v, scheme, scale=0.5)
        agree(read(q, k, v, scheme, scale=0.5), steps, places, is_exact=True)


def turned(found: Reading) -> Reading:
    """Of equals the last key first."""
    assert found.top_keys is not None
    return replace(found, top_keys=found.top_keys[..., ::-1])


def in_the_run(found: Reading) -> Reading:
    """Keys counted from the start of their run."""
    assert found.top_keys is not None
    return replace(found, top_keys=found.top_keys % 4096)


def signed(found: Reading) -> Reading:
    """Keys ahead taken away from keys behind."""
    assert found.distance is not None
    return replace(found, distance=found.distance * 0.5)


def in_bits(found: Reading) -> Reading:
    """Logarithms to base 2."""
    assert found.entropy is not None
    return replace(found, entropy=found.entropy / np.log(np.float32(2)))


def last_run(found: Reading) -> Reading:
    """Ties of one run alone."""
    return replace(found, ties=np.minimum(found.ties, 1))


@pytest.mark.parametrize("fault", [turned, in_the_run, signed, in_bits, last_run])
def test_each_mistake_is_found_out(fault: Callable[[Reading], Reading]) -> None:
    q, k, v = whole(1, 20, 3), whole(1, 5000, 3), whole(1, 5000, 1)
    k[:, 4200:4300] *= 2
    steps, places = explained(q, k, v, Full(), scale=1.0)
    found = read(q, k, v, scale=1.0)
    agree(found, steps, places, is_exact=True)
    with pytest.raises(AssertionError):
        agree(fault(found), steps, places, is_exact=True)
