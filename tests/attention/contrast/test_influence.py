"""Influence is the derivative, block by block; each way of reading shows its shape."""

import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from starlore.attention import Causal, attend
from starlore.attention.arrays import Array
from starlore.attention.contrast import (
    RecurrentParams,
    convolve_causal,
    influence,
    influence_of_attention,
    influence_of_convolution,
    influence_of_linear,
    influence_of_recurrent,
    run_linear,
    run_recurrent,
)
from starlore.errors import ShapeError

RNG = np.random.default_rng(11)
N, STEP = 6, 1e-6


def drawn(*shape: int) -> Array:
    return RNG.standard_normal(shape)


def by_differences(read: Callable[[Any], Array], rows: list[Array]) -> Array:
    """The same, one input number at a time; `read` gives `[n, m]`."""
    squares = np.zeros((N, N))
    for which, one in enumerate(rows):
        for place in np.ndindex(one.shape):
            ends = []
            for sign in (1, -1):
                moved = [row.copy() for row in rows]
                moved[which][place] += sign * STEP
                ends.append(read(moved))
            squares[:, place[0]] += (((ends[0] - ends[1]) / (2 * STEP)) ** 2).sum(axis=1)
    return np.sqrt(squares)


def assert_near(ours: Array, theirs: Array) -> None:
    np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-8)


def test_a_window_shows_a_band() -> None:
    x, kernel = drawn(2, N), drawn(2, 3)
    ours = influence_of_convolution(x, kernel, activation="silu")
    i, j = np.indices((N, N))
    assert ((ours > 0) == ((j <= i) & (i - j < 3))).all()
    read = lambda rows: convolve_causal(rows[0].T[None], kernel, activation="silu").output[0].T  # noqa: E731
    assert_near(ours, by_differences(read, [x.T.copy()]))


@pytest.mark.parametrize(("cell", "gates"), [("rnn", 1), ("gru", 3), ("lstm", 4)])
def test_a_state_shows_a_wedge(cell: Any, gates: int) -> None:
    x, params = drawn(N, 2), RecurrentParams(drawn(1, gates * 2, 2), drawn(1, gates * 2, 2))
    ours = influence_of_recurrent(x, params, cell=cell)
    assert not np.triu(ours, 1).any()
    read = lambda rows: run_recurrent(rows[0][None], params, cell=cell).output[0, :, 0]  # noqa: E731
    assert_near(ours, by_differences(read, [x]))


def test_a_state_that_keeps_a_half_fades_by_half() -> None:
    half = RecurrentParams(input=[[[0.5]]], hidden=[[[0.5]]])
    ours = influence_of_recurrent(np.zeros((N, 1)), half)
    assert np.allclose(ours[-1], 0.5 ** np.arange(N, 0, -1))


@pytest.mark.parametrize("rule", ["linear", "gated", "delta", "gated_delta"])
def test_a_matrix_is_what_differences_say(rule: Any) -> None:
    rows: Any = [drawn(N, 2), drawn(N, 2) / 2, drawn(N, 3)]
    settings: dict[str, Any] = {"decay": -abs(drawn(N, 2))} if "gated" in rule else {}
    if "delta" in rule:
        settings["beta"] = np.full(N, 0.5)
    ours = influence_of_linear(*rows, rule=rule, **settings)
    assert not np.triu(ours, 1).any()
    heads = {name: one[None] for name, one in settings.items()}
    read = lambda rows: run_linear(*(one[None] for one in rows), rule=rule, **heads).output[0]  # noqa: E731
    assert_near(ours, by_differences(read, rows))


def test_attention_reads_from_anywhere() -> None:
    rows: Any = [drawn(N, 2), drawn(N, 2), drawn(N, 3)]
    q, k, v = rows
    assert (influence_of_attention(q, k, v) > 0).all()
    ours = influence_of_attention(q, k, v, Causal(), scale=1.0)
    assert not np.triu(ours, 1).any()
    read = lambda rows: attend(rows[0], rows[1], rows[2], Causal(), scale=1.0).output  # noqa: E731
    assert_near(ours, by_differences(read, rows))


def test_far_is_as_near_as_near() -> None:
    """The wanted key moves away; what a place has of it stays, while a state's share fades."""
    n = 12
    query, key = np.zeros((n, 1)), np.zeros((n, 1))
    query[-1], value = 1, np.ones((n, 1))
    sizes = []
    for at in (1, 9):
        key[:], key[at] = 0, 8
        sizes.append(influence_of_attention(query, key, value * np.arange(n)[:, None] / n)[-1, at])
    assert sizes[0] == pytest.approx(sizes[1], rel=0.02)


def test_what_no_picture_could_show_is_refused() -> None:
    with pytest.raises(ShapeError, match="more than a picture shows"):
        influence_of_convolution(drawn(4, 4096), drawn(4, 2))
    with pytest.raises(ShapeError, match="as many queries as keys"):
        influence_of_attention(drawn(2, 1), drawn(3, 1), drawn(3, 1))


LARGEST: dict[str, Callable[[], Array]] = {
    "attention": lambda: influence_of_attention(drawn(40, 16), drawn(40, 16), drawn(40, 16)),
    "convolution": lambda: influence_of_convolution(drawn(4, 300), drawn(4, 3)),
    "recurrent": lambda: influence_of_recurrent(
        drawn(48, 8), RecurrentParams(drawn(1, 64, 8), drawn(1, 64, 16)), cell="lstm"
    ),
    "linear": lambda: influence_of_linear(*(drawn(12, 64) for _ in "qkv"), rule="linear"),
}


@pytest.mark.parametrize("call", LARGEST.values(), ids=LARGEST)
def test_memory_is_bounded_however_much_is_asked(call: Callable[[], Array]) -> None:
    """Eight bytes for each number of a batch, and as much again for what lies beside it."""
    tracemalloc.start()
    try:
        call()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 2 * 8 * influence.ROOM


def test_a_batch_of_everything_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    room = influence.ROOM
    monkeypatch.setattr(influence, "ROOM", 2**30)
    tracemalloc.start()
    LARGEST["linear"]()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak > 2 * 8 * room


@pytest.mark.parametrize("room", (1, 700))
def test_slices_tell_what_the_whole_tells(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rows: Any = [drawn(N, 2), drawn(N, 2), drawn(N, 3)]
    whole = influence_of_attention(*rows), influence_of_linear(*rows, rule="linear")
    monkeypatch.setattr(influence, "ROOM", room)
    sliced = influence_of_attention(*rows), influence_of_linear(*rows, rule="linear")
    np.testing.assert_allclose(sliced, whole, rtol=1e-14)


def test_half_numbers_are_asked_as_well() -> None:
    x, kernel = drawn(2, N).astype(np.float16), drawn(2, 3).astype(np.float16)
    ours = influence_of_convolution(x, kernel)
    wide = influence_of_convolution(x.astype(float), kernel.astype(float))
    np.testing.assert_allclose(ours, wide, rtol=1e-6)
