"""The vector exponential alone, against the longest floats there are."""

from typing import Any

import numpy as np
import pytest

numba = pytest.importorskip("numba", reason="the generator needs numba")

from numba import njit  # noqa: E402

from starlore.attention.compiled import bridge  # noqa: E402
from starlore.attention.compiled.exp import exp, tanh  # noqa: E402
from starlore.attention.compiled.features import features, shape_of  # noqa: E402
from starlore.attention.compiled.ir import Writer  # noqa: E402
from starlore.attention.compiled.memory import address, aligned  # noqa: E402


def applied(function: Any, x: Any) -> Any:
    """The function of every number of x, by machine code."""
    shape = shape_of(features())

    def build(module: Any) -> Any:
        w = Writer(module, "each", ("x", "y", "count"), shape.lanes)

        def at(index: Any, _: list[Any]) -> list[Any]:
            w.store(function(w, w.load(w.pointer("x"), index)), w.pointer("y"), index)
            return []

        w.loop(0, w.given["count"], shape.lanes, [], at)
        return w.finish()

    call = bridge.callable_of(build, "each", 3)

    @njit("void(int64, int64, int64)")
    def loop(x, y, count):  # type: ignore[no-untyped-def]
        call((x, y, count))

    given, made = aligned(len(x)), aligned(len(x))
    given[:] = x
    loop(address(given), address(made), len(x))
    return made


def test_a_power_of_e_is_right_to_two_units_and_a_quarter_for_each_whole() -> None:
    x = np.linspace(-80, 6, 2**18).astype(np.float32)
    exact = np.exp(x.astype(np.longdouble))
    gap = np.abs(applied(exp, x) - exact) / np.spacing(exact.astype(np.float32))
    assert (gap <= 2 + np.abs(x) / 4).all()


def test_powers_at_the_ends_are_exact() -> None:
    x = np.array([0.0, -0.0, -np.inf, -87.4, -1e30, np.nan] + [-87.0] * 10, dtype=np.float32)
    made = applied(exp, x)
    assert made[:5].tolist() == [1, 1, 0, 0, 0]
    assert np.isnan(made[5])
    assert (made[6:] > 0).all()


def test_the_hyperbolic_tangent_is_right_near_zero_and_far_from_it() -> None:
    x = np.concatenate([np.linspace(-9, 9, 2**14), np.geomspace(1e-30, 100, 2**14)])
    exact = np.tanh(x.astype(np.float32).astype(np.longdouble))
    gap = np.abs(applied(tanh, x) - exact) / np.spacing(np.abs(exact).astype(np.float32))
    assert gap.max() <= 4
