"""Outputs of 16 bits are rounded go by go: the bits of rounding the whole, in less memory."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("numba", reason="the compiled kernel needs numba")

from starlore.attention import Attention, Causal
from starlore.attention.arrays import Array
from starlore.attention.compiled import run as whole
from starlore.attention.compiled.run import run
from starlore.attention.inputs import Inputs, check
from starlore.attention.schemes import Scheme


def call(n_q: int, n_k: int, scheme: Scheme | None = None, h: int = 4) -> Inputs:
    rng = np.random.default_rng(n_q)
    shapes = (2, h, n_q, 16), (2, 2, n_k, 16), (2, 2, n_k, 24)
    q, k, v = (rng.normal(size=shape).astype(np.float16) for shape in shapes)
    scheme = scheme or Causal("end")
    return check(q, k, v, scheme, None, None, None, None, None)


def at_once(inputs: Inputs) -> Array:
    """The same output in float32, rounded as a whole."""
    wide = run(replace(inputs, output_dtype=np.dtype(np.float32)), None, 1)
    return wide.output.astype(np.float16)


def found(inputs: Inputs, threads: int = 1) -> Attention:
    return run(inputs, None, threads)


@pytest.mark.parametrize(("n_q", "n_k"), [(1, 70), (5, 9), (100, 130), (300, 300), (0, 4), (4, 0)])
@pytest.mark.parametrize("threads", [1, 2])
def test_rounding_go_by_go_gives_the_bits_of_rounding_the_whole(
    n_q: int, n_k: int, threads: int
) -> None:
    inputs = call(n_q, n_k)
    output = found(inputs, threads).output
    assert output.dtype == np.float16
    assert output.tobytes() == at_once(inputs).tobytes()


def test_values_without_a_number_give_outputs_without_one_and_weights_that_count() -> None:
    q, k, v = (np.ones(shape, np.float16) for shape in ((3, 2), (4, 2), (4, 0)))
    inputs = check(q, k, v, Causal("end"), None, None, None, None, None)
    made = found(inputs)
    assert made.output.shape == (3, 0)
    wide = run(replace(inputs, output_dtype=np.dtype(np.float32)), None, 1)
    np.testing.assert_array_equal(made.lse, wide.lse)


def test_so_it_does_where_keys_come_in_pieces_and_one_head_has_many_queries(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    inputs = call(300, 9000, h=2)
    expected = at_once(inputs)
    monkeypatch.setattr(whole, "PACKED_BYTES", 1)
    monkeypatch.setattr(whole, "HELD_BYTES", 1)
    monkeypatch.setattr(whole, "ROUNDED_BYTES", 1)
    assert found(inputs).output.tobytes() == expected.tobytes()


def test_a_value_that_is_not_finite_is_given_to_its_readers_in_16_bits_too() -> None:
    inputs = call(30, 30)
    inputs.v[0, 1, 12, 5] = np.inf
    output = found(inputs).output
    assert (output[0, 2:, 12:, 5] == np.inf).all()
    assert np.isfinite(output).sum() == output.size - 2 * 18


def test_many_queries_hold_no_whole_output_in_float32() -> None:
    few, many = (found(call(n, 64, Causal(0))).counters.extra_bytes for n in (20_000, 80_000))
    assert many - few < 2**20
    assert many < 80_000 * 8 * 24 * 4
