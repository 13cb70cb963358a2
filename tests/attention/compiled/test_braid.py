"""Keys, values and queries in pairs."""

from functools import partial
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba", reason="the compiled kernel needs numba")
pytest.importorskip("ml_dtypes", reason="bfloat16 needs ml_dtypes")

import ml_dtypes
import numba

from starlore.attention.compiled import braid
from starlore.attention.compiled.bridge import callable_of
from starlore.attention.compiled.features import features
from starlore.attention.compiled.memory import address
from starlore.attention.compiled.shape import PAIRED

pytestmark = pytest.mark.skipif(
    not {"avx512f", "avx512bw", "avx512bf16"} <= features(), reason="no vectors of bfloat16 here"
)


def built(build: Any, name: str, words: tuple[str, ...]) -> Any:
    """A function of the generator, called with whole numbers."""
    call = callable_of(partial(build, shape=PAIRED["matrix"]), name, len(words))
    kind = numba.types.UniTuple(numba.types.int64, len(words))  # type: ignore[no-untyped-call]

    @numba.njit(numba.types.void(kind))
    def run(given):  # type: ignore[no-untyped-def]
        call(given)

    return run


def bits(array: Any) -> Any:
    return array.view(np.uint16)


def test_two_rows_become_pairs_and_what_is_not_finite_becomes_zero() -> None:
    run = built(braid.build_braid, "braid", braid.BRAID)
    rows = np.arange(64, dtype=np.float32).reshape(2, 32).astype(ml_dtypes.bfloat16)
    rows[0, 3], rows[1, 4] = np.nan, -np.inf
    made, tally = np.zeros((32, 2), dtype=ml_dtypes.bfloat16), np.zeros(1, dtype=np.int64)
    run((address(rows[0]), address(rows[1]), 32, address(made), address(tally)))
    wanted = rows.T.copy()
    wanted[3, 0] = wanted[4, 1] = 0
    assert (bits(made) == bits(wanted)).all() and tally[0] != 0


def test_queries_times_a_power_of_two_are_not_rounded() -> None:
    run = built(braid.build_lay, "lay_pairs", braid.LAY)
    row = np.random.default_rng(3).standard_normal(64).astype(ml_dtypes.bfloat16)
    made, factor = np.zeros_like(row), np.array([0.125])
    run((address(row), 32, address(factor), address(made)))
    assert (bits(made) == bits((row.astype(np.float32) / 8).astype(ml_dtypes.bfloat16))).all()


@pytest.mark.parametrize("width", [1, 16, 37])
def test_a_row_is_divided_and_rounded_once_and_nothing_beyond_it_is_written(width: int) -> None:
    run = built(braid.build_narrow, "narrow", braid.FINISH)
    sums = np.random.default_rng(3).standard_normal(48).astype(np.float32)
    total, tally = np.array([3], dtype=np.float32), np.zeros(1, dtype=np.int64)
    for dtype in (ml_dtypes.bfloat16, np.float32):
        made = np.full(48, 9, dtype=dtype)
        size = made.itemsize
        run((address(sums), address(total), width, address(made), address(tally), size))
        assert (made[:width] == (sums / total).astype(dtype)[:width]).all()
        assert (made[width:] == 9).all() and tally[0] == 0
    sums[0] = np.inf
    run((address(sums), address(total), width, address(made), address(tally), 4))
    assert tally[0] != 0
