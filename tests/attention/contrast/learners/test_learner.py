"""Learners: every gradient against differences, every way of reading against a second formula."""

from typing import Any

import numpy as np
import pytest

from starlore.attention import Causal, Window, attend
from starlore.attention.arrays import Array
from starlore.attention.contrast import RecurrentParams, convolve_causal, run_linear, run_recurrent
from starlore.attention.contrast.laid import sigmoid
from starlore.attention.contrast.learners.learner import WAYS, Learner, guess, read_from, slopes
from starlore.attention.contrast.learners.reads_matrix import undone
from starlore.errors import BadValue, ShapeError

WIDTH, N, VOCAB, WINDOW = 4, 20, 9, 4
AT = np.array([[5, 2, 19], [8, 0, 7]])
EVERY = np.tile(np.arange(N), (2, 1))


def one(way: str) -> Learner:
    return Learner(way, VOCAB, N, WIDTH, WINDOW if way == "window" else None)


def wide(way: str) -> dict[str, Array]:
    """Parameters in float64, none of them zero."""
    rng = np.random.default_rng(5)
    drawn = one(way).drawn(rng)
    return {name: a.astype(float) + 0.3 * rng.standard_normal(a.shape) for name, a in drawn.items()}


def texts() -> tuple[Array, Array]:
    rng = np.random.default_rng(6)
    return rng.integers(0, VOCAB, (2, N)), rng.integers(0, VOCAB, AT.shape)


def off(way: str, params: dict[str, Array], grads: dict[str, Array]) -> list[str]:
    """Names of the tables whose gradient is not what a step aside makes of the loss."""
    (tokens, targets), rng, found = texts(), np.random.default_rng(7), []
    for name, table in params.items():
        aside = rng.standard_normal(table.shape) * 1e-5
        more, less = ({**params, name: table + sign * aside} for sign in (1, -1))
        losses = [slopes(one(way), moved, tokens, AT, targets)[0] for moved in (more, less)]
        want = (losses[0] - losses[1]) / 2
        if not np.isclose((grads[name] * aside).sum(), want, rtol=1e-4, atol=1e-11):
            found.append(name)
    return found


@pytest.mark.parametrize("way", WAYS)
def test_every_slope_is_what_differences_say(way: str) -> None:
    params, (tokens, targets) = wide(way), texts()
    _, grads = slopes(one(way), params, tokens, AT, targets)
    assert grads.keys() == params.keys()
    assert off(way, params, grads) == []


@pytest.mark.parametrize("way", WAYS)
def test_a_text_shorter_than_the_longest_is_its_beginning(way: str) -> None:
    params, (tokens, targets) = wide(way), texts()
    short, at = tokens[:, :9], AT[:, :2].clip(0, 8)
    whole = guess(one(way), params, tokens, at)
    assert np.allclose(guess(one(way), params, short, at), whole)
    ours = slopes(one(way), params, short, at, targets[:, :2])[1]
    theirs = slopes(one(way), params, tokens, at, targets[:, :2])[1]
    assert all(np.allclose(ours[name], theirs[name]) for name in params)


@pytest.mark.parametrize("way", WAYS)
def test_a_wrong_slope_is_seen_in_every_table(way: str) -> None:
    params, (tokens, targets) = wide(way), texts()
    _, grads = slopes(one(way), params, tokens, AT, targets)
    assert off(way, params, {name: a * 1.01 for name, a in grads.items()}) == list(params)


def read(way: str, params: dict[str, Array], x: Array) -> Array:
    """What a way of reading brings to every place."""
    own = {name.removeprefix("read."): a for name, a in params.items() if name.startswith("read.")}
    found: Array = one(way).mixer.read(own, x, EVERY)[0]
    return found


def again(way: str, p: dict[str, Array], x: Array) -> Array:
    """The same by the functions of the engine, which go place by place or by tiles."""
    if way in ("rnn", "gru", "lstm"):
        bias = np.concatenate([np.zeros_like(p["read.bias"]), p["read.bias"]])[None]
        learned = RecurrentParams(p["read.input"].T[None], p["read.hidden"][None], bias)
        cell: Any = way
        gate = 1 + x @ p["read.wg"]
        return gate * run_recurrent(x, learned, cell=cell).output[:, :, 0] @ p["read.wo"]
    if way in ("convolution", "product"):
        return of_products(way, p, x)
    q, k, v = ((x @ p[f"read.{name}"])[:, None] for name in ("wq", "wk", "wv"))
    if way in ("attention", "window"):
        scheme = Causal() if way == "attention" else Causal() & Window(WINDOW - 1)
        return attend(q, k, v, scheme).output[:, 0] @ p["read.wo"]
    if way == "linear":
        q, k = (np.where(a > 0, a + 1, np.exp(np.minimum(a, 0))) for a in (q, k))
        ones = np.ones((*v.shape[:-1], 1))
        found = run_linear(q, k, np.concatenate([v, ones], -1), rule="linear", scale=1).output
        return found[:, 0, :, :-1] / (found[:, 0, :, -1:] + 1e-6) @ p["read.wo"]
    q, k = (a / np.sqrt((a * a).sum(-1, keepdims=True) + 1e-6) for a in (q, k))
    beta = sigmoid(x @ p["read.wb"])[:, None, :, 0]
    return run_linear(q, k, v, rule="delta", beta=beta, scale=1).output[:, 0] @ p["read.wo"]


def of_products(way: str, p: dict[str, Array], x: Array) -> Array:
    """Products of shifted keys and values, convolved, or added up as a hidden matrix of one row."""
    keys = convolve_causal((x @ p["read.wk"]).swapaxes(1, 2), p["read.shift"].T[:, ::-1])
    written = keys.output * (x @ p["read.wv"]).swapaxes(1, 2)
    if way == "convolution":
        carried = convolve_causal(written, p["read.kernel"][:, ::-1]).output.swapaxes(1, 2)
    else:
        share = sigmoid(x @ p["read.wb"])[:, None]
        one, plain = np.ones_like(share), written.swapaxes(1, 2)[:, None]
        carried = run_linear(one, share, plain, rule="linear", scale=1).output[:, 0]
    size = np.sqrt((carried**2).mean(-1, keepdims=True) + 1e-6)
    found: Array = (x @ p["read.wq"]) * carried / size @ p["read.wo"]
    return found


@pytest.mark.parametrize("way", WAYS)
def test_it_reads_as_the_engine_does(way: str) -> None:
    x = np.random.default_rng(8).standard_normal((2, N, WIDTH))
    np.testing.assert_allclose(read(way, wide(way), x), again(way, wide(way), x), rtol=1e-8)


@pytest.mark.parametrize("way", WAYS)
def test_another_table_would_be_seen(way: str) -> None:
    rng, params = np.random.default_rng(8), wide(way)
    x = rng.standard_normal((2, N, WIDTH))
    plain = read(way, params, x)
    for name in (name for name in params if name.startswith("read.")):
        moved = {**params, name: params[name] + 0.01 * rng.standard_normal(params[name].shape)}
        assert not np.allclose(plain, again(way, moved, x), rtol=1e-8), name


@pytest.mark.parametrize("n", [1, 16, 17, 40])
def test_what_is_written_is_undone(n: int) -> None:
    below = np.tril(np.random.default_rng(n).standard_normal((2, n, n)) / 4, -1)
    np.testing.assert_allclose(undone(below) @ (np.eye(n) + below), [np.eye(n)] * 2, atol=1e-9)


def test_its_head_is_what_it_reads_by() -> None:
    params, (tokens, _) = wide("attention"), texts()
    q, k, v = read_from(one("attention"), params, tokens[0])
    assert q.shape == k.shape == v.shape == (N, WIDTH)
    blended = attend(q, k, v, Causal()).output
    turned = {**params, "read.wo": -params["read.wo"]}
    assert np.abs(blended).max() > 0
    before, after = (guess(one("attention"), p, tokens, AT) for p in (params, turned))
    assert not np.allclose(before, after)


def test_what_it_does_not_know_is_refused() -> None:
    params = wide("attention")
    for tokens in (np.arange(N + 1) % VOCAB, np.array([VOCAB]), np.array([-1])):
        with pytest.raises(BadValue, match="knows 20 places and tokens below 9"):
            read_from(one("attention"), params, tokens)
    with pytest.raises(ShapeError, match="one text of whole numbers"):
        read_from(one("attention"), params, np.zeros((2, 3)))
    with pytest.raises(BadValue, match="no head in a learner that reads by rnn"):
        read_from(one("rnn"), wide("rnn"), np.array([1]))
