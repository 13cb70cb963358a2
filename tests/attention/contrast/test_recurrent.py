"""A carried state: step by step as the formulas say, in pieces, both ways, and undone."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from starlore.attention.arrays import Array
from starlore.attention.contrast import RecurrentParams, run_recurrent, run_recurrent_backward
from starlore.errors import BadValue, DtypeError, ShapeError
from tests.attention.contrast.slopes import assert_slope

RNG = np.random.default_rng(5)
GATES = {"rnn": 1, "gru": 3, "lstm": 4}
B, N, D, H = 2, 4, 3, 2


def drawn(*shape: int) -> Array:
    return RNG.standard_normal(shape)


def params(cell: str, directions: int = 1, **more: Any) -> RecurrentParams:
    rows = GATES[cell] * H
    peepholes = drawn(directions, 3 * H) if cell == "lstm" else None
    return RecurrentParams(
        input=drawn(directions, rows, D),
        hidden=drawn(directions, rows, H),
        bias=drawn(directions, 2 * rows),
        peepholes=peepholes,
        **more,
    )


def test_three_pasts_may_end_in_one_state() -> None:
    """h = h/2 + x/2 has no tanh; small numbers come near: no one can tell them apart."""
    half = RecurrentParams(input=[[[0.5]]], hidden=[[[0.5]]])
    pasts = np.array([[8, 0, 0], [0, 4, 0], [0, 0, 2]])[..., None] * 1e-4
    ends = run_recurrent(pasts, half).hidden.ravel()
    np.testing.assert_allclose(ends, 1e-4, rtol=1e-6)


@pytest.mark.parametrize("cell", GATES)
def test_a_text_in_pieces_is_the_text(cell: Any) -> None:
    x, learned = drawn(B, N, D), params(cell)
    whole = run_recurrent(x, learned, cell=cell)
    first = run_recurrent(x[:, :3], learned, cell=cell)
    more: dict[str, Any] = {"cell_state": first.cell} if cell == "lstm" else {}
    second = run_recurrent(x[:, 3:], learned, cell=cell, hidden=first.hidden, **more)
    np.testing.assert_allclose(second.hidden, whole.hidden, rtol=1e-12)
    np.testing.assert_allclose(second.output, whole.output[:, 3:], rtol=1e-12)


@pytest.mark.parametrize("cell", GATES)
@pytest.mark.parametrize("direction", ["forward", "reverse"])
def test_what_lies_past_the_end_of_a_text_changes_nothing(cell: Any, direction: Any) -> None:
    x, learned = drawn(B, N, D), params(cell)
    short = run_recurrent(x[:1, :2], learned, cell=cell, direction=direction)
    padded = x.copy()
    padded[0, 2:] = 1e6
    ours = run_recurrent(padded, learned, cell=cell, lengths=[2, N], direction=direction)
    np.testing.assert_allclose(ours.hidden[:1], short.hidden, rtol=1e-12)
    np.testing.assert_allclose(ours.output[:1, :2], short.output, rtol=1e-12)
    assert not ours.output[0, 2:].any()


@pytest.mark.parametrize("cell", GATES)
def test_both_directions_are_each_direction_alone(cell: Any) -> None:
    x, learned = drawn(B, N, D), params(cell, directions=2)
    both = run_recurrent(x, learned, cell=cell, direction="bidirectional")
    for at, direction in enumerate(("forward", "reverse")):
        tables: dict[str, Any] = {
            name: None if table is None else np.asarray(table)[at : at + 1]
            for name, table in vars(learned).items()
            if name != "linear_before_reset"
        }
        one = RecurrentParams(**tables)
        alone = run_recurrent(x, one, cell=cell, direction=direction)  # type: ignore[arg-type]
        assert np.array_equal(both.output[:, :, at : at + 1], alone.output)


@pytest.mark.parametrize("direction", ["forward", "bidirectional"])
@pytest.mark.parametrize(
    ("cell", "more"),
    [("rnn", {}), ("gru", {}), ("gru", {"linear_before_reset": True}), ("lstm", {})],
)
def test_its_gradients_are_those_of_differences(cell: Any, more: Any, direction: Any) -> None:
    ways = 2 if direction == "bidirectional" else 1
    x, learned = drawn(B, N, D), params(cell, ways, **more)
    settings: dict[str, Any] = {"hidden": drawn(B, ways, H)}
    if cell == "lstm":
        settings["cell_state"] = drawn(B, ways, H)
    fixed = {"cell": cell, "direction": direction, "lengths": [N, N - 2]}
    g = drawn(B, N, ways, H)

    def total(x: Array, learned: RecurrentParams, **changed: Array) -> float:
        made = run_recurrent(x, learned, **fixed, **{**settings, **changed})
        return float((g * made.output).sum())

    ours = run_recurrent_backward(g, x, learned, **fixed, **settings)
    assert_slope(lambda at: total(at, learned), x, ours.x)
    assert_slope(lambda at: total(x, learned, hidden=at), settings["hidden"], ours.hidden)
    if cell == "lstm":
        assert_slope(lambda at: total(x, learned, cell_state=at), settings["cell_state"], ours.cell)
    for name in ("input", "hidden", "bias", "peepholes"):
        table = getattr(learned, name)
        if table is not None:
            assert_slope(
                lambda at, name=name: total(x, replace(learned, **{name: at})),  # type: ignore[misc]
                table,
                getattr(ours.params, name),
            )


@pytest.mark.parametrize("cell", GATES)
def test_padding_that_is_no_number_reaches_no_gradient(cell: Any) -> None:
    x, learned, g = drawn(B, N, D), params(cell), drawn(B, N, 1, H)
    settings: dict[str, Any] = {"cell": cell, "lengths": [N, 2]}
    clean = run_recurrent_backward(g, x, learned, **settings)
    x[1, 2:] = np.nan
    ours = run_recurrent_backward(g, x, learned, **settings)
    assert np.array_equal(np.nan_to_num(ours.x, nan=9), clean.x)
    assert np.array_equal(np.asarray(ours.params.input), np.asarray(clean.params.input))
    assert np.array_equal(ours.hidden, clean.hidden)


def test_no_text_leaves_the_state_as_it_was() -> None:
    hidden = drawn(B, 1, H)
    ours = run_recurrent(drawn(B, 0, D), params("gru"), cell="gru", hidden=hidden)
    assert ours.output.shape == (B, 0, 1, H) and np.array_equal(ours.hidden, hidden)


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"x": drawn(N, D)}, ShapeError),
        ({"x": drawn(B, N, D + 1)}, ShapeError),
        ({"x": drawn(B, N, D).astype(np.float32)}, DtypeError),
        ({"cell": "tree"}, BadValue),
        ({"direction": "backward"}, BadValue),
        ({"direction": "bidirectional"}, ShapeError),
        ({"lengths": [N]}, ShapeError),
        ({"lengths": [N, N + 1]}, BadValue),
        ({"lengths": [1.5, 2]}, ShapeError),
        ({"hidden": drawn(B, 1, H + 1)}, ShapeError),
        ({"cell_state": drawn(B, 1, H)}, BadValue),
    ],
)
def test_what_does_not_fit_is_refused(changed: dict[str, Any], fault: Any) -> None:
    given = {"x": drawn(B, N, D), "params": params("gru"), "cell": "gru", **changed}
    with pytest.raises(fault):
        run_recurrent(**given)
