"""Which shape a call takes: by dtype, scale and processor."""

from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba", reason="the compiled kernel needs numba")
pytest.importorskip("ml_dtypes", reason="bfloat16 needs ml_dtypes")

import ml_dtypes

from starlore.attention.compiled import taken as module
from starlore.attention.compiled.taken import scales, taken
from starlore.attention.inputs import Inputs, check
from starlore.attention.schemes import Full
from starlore.errors import BadValue

WIDE = frozenset({"avx512f", "fma", "avx2"})


def given(dtype: Any, n: int = 3, scale: float | None = None) -> Inputs:
    q, k, v = (np.ones((n, 4), dtype=dtype) for _ in range(3))
    return check(q, k, v, Full(), None, None, scale, None, None)


@pytest.fixture(autouse=True)
def granted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STARLORE_SHAPE", raising=False)
    monkeypatch.setattr(module, "is_granted", lambda names: True)


@pytest.mark.parametrize("n", [1, 2, 100, 5000])
def test_bfloat16_takes_the_matrix_tiles_at_any_length(n: int) -> None:
    assert taken(given(ml_dtypes.bfloat16, n), WIDE) == "matrix"


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_other_dtypes_do_not(dtype: Any) -> None:
    assert taken(given(dtype), WIDE) == "avx512"


def test_without_leave_bfloat16_is_widened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "is_granted", lambda names: False)
    assert taken(given(ml_dtypes.bfloat16), WIDE) == "avx512"


def test_what_is_read_along_is_widened() -> None:
    assert taken(given(ml_dtypes.bfloat16), WIDE, reads=True) == "avx512"


def test_a_scale_that_float32_can_hardly_hold_is_left_to_the_wider_kernel() -> None:
    assert taken(given(ml_dtypes.bfloat16, scale=1e-35), WIDE) == "avx512"
    assert taken(given(ml_dtypes.bfloat16, scale=0.0), WIDE) == "matrix"


def test_a_shape_asked_for_is_taken_where_it_has_a_meaning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("STARLORE_SHAPE", "avx2")
    assert taken(given(ml_dtypes.bfloat16), WIDE) == "avx2"
    monkeypatch.setenv("STARLORE_SHAPE", "matrix")
    assert taken(given(ml_dtypes.bfloat16), WIDE) == "matrix"
    assert taken(given(np.float32), WIDE) == "avx512"
    monkeypatch.setenv("STARLORE_SHAPE", "round")
    with pytest.raises(BadValue, match="matrix"):
        taken(given(ml_dtypes.bfloat16), WIDE)


@pytest.mark.parametrize("scale", [1.0, -1.0, 0.125, 1 / 128**0.5, -0.3, 3e6, 0.0, 1e-9, -1e25])
def test_a_scale_is_a_power_of_two_times_the_rest(scale: float) -> None:
    before, after = scales(scale)
    assert before * after == scale
    assert before > 0 and np.frexp(before)[0] == 0.5
