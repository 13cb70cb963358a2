"""attend: dtypes, refusals, counters, and the plain path for arrays of other libraries."""

from dataclasses import dataclass

import array_api_strict as strict
import numpy as np
import pytest

from starlore import Attention, Causal, Full, attend, explain
from starlore.attention import reference
from starlore.errors import AlignmentError, BadValue, DtypeError, ScoreOverflowError, ShapeError
from tests.attention.kernels import KERNELS

ONE = np.zeros((2, 1))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_output_has_the_dtype_of_the_inputs_and_lse_is_never_narrow(dtype: str) -> None:
    q = np.ones((1, 2, 3, 4), dtype=dtype)
    result = attend(q, q, q)
    assert result.output.dtype == dtype
    assert result.lse.dtype == ("float64" if dtype == "float64" else "float32")
    assert result.output.shape == (1, 2, 3, 4) and result.lse.shape == (1, 2, 3)


def test_one_head_comes_and_goes_without_a_head_axis() -> None:
    result = attend([[1], [2]], [[1], [2]], [[3, 4], [5, 6]])
    assert result.output.shape == (2, 2) and result.lse.shape == (2,)
    assert result.reading is None


def test_arrays_of_another_library_are_read_where_they_lie() -> None:
    rng = np.random.default_rng(3)
    q = rng.normal(size=(2, 3, 4))
    there = strict.asarray(q)
    assert np.array_equal(attend(there, there, there).output, attend(q, q, q).output)


@dataclass(frozen=True)
class Lent:
    """An array of a library that lends its memory by DLPack and has nothing else."""

    array: np.ndarray

    def __dlpack__(self, **asked: object) -> object:
        return self.array.__dlpack__(**asked)  # type: ignore[arg-type]

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.array.__dlpack_device__()


def test_memory_lent_by_dlpack_is_read_where_it_lies_and_never_written_to() -> None:
    q = np.random.default_rng(3).normal(size=(2, 3, 4))
    before, right = q.copy(), attend(q, q, q)
    lent = attend(Lent(q), Lent(q), Lent(q))
    assert np.array_equal(lent.output, right.output) and np.array_equal(q, before)
    q.flags.writeable = False
    assert np.array_equal(attend(q, q, q).output, right.output)


def test_lists_and_integers_go_to_the_reference_and_arrays_to_a_kernel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("STARLORE_KERNEL", raising=False)
    q = np.ones((2, 3))
    assert attend(q.tolist(), q.tolist(), q.tolist()).counters.kernel == "dense"
    whole = np.ones((2, 3), dtype=int)
    assert attend(whole, whole, whole).counters.kernel == "dense"
    assert attend(q, q, q).counters.kernel == "numpy"
    assert attend(q, q.tolist(), q).counters.kernel == "numpy"
    narrow = q.astype(np.float32)
    assert attend(narrow, narrow, narrow).counters.kernel == KERNELS[-1]


def test_the_kernel_can_be_forced_and_a_wrong_name_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for kernel in ("dense", "numpy"):
        monkeypatch.setenv("STARLORE_KERNEL", kernel)
        assert attend(ONE, ONE, ONE).counters.kernel == kernel
        assert attend([[1]], [[1]], [[1]]).counters.kernel == kernel
    monkeypatch.setenv("STARLORE_KERNEL", "compiled")
    with pytest.raises(BadValue, match="cannot do this call here"):
        attend(ONE.astype("f4"), ONE.astype("f4"), ONE.astype("f4"), bias=lambda i, j: 0.0 * i * j)
    monkeypatch.setenv("STARLORE_KERNEL", "fastest")
    with pytest.raises(BadValue, match="must be dense, numpy or compiled: it is 'fastest'"):
        attend(ONE, ONE, ONE)


def test_a_plan_means_its_scheme() -> None:
    q = np.random.default_rng(0).normal(size=(3, 2))
    laid = attend(q, q, q, Causal().plan(3, 3))
    assert np.array_equal(laid.output, attend(q, q, q, Causal()).output)


def test_a_plan_for_other_lengths_is_refused_naming_both() -> None:
    with pytest.raises(ShapeError, match="laid on 3 queries and 4 keys, the arrays have 2 and 2"):
        attend(ONE, ONE, ONE, Full().plan(3, 4))
    with pytest.raises(ShapeError, match="key length of 1"):
        attend(ONE, ONE, ONE, Full().plan(2, 2, key_length=1))


def test_a_long_call_is_cut_into_tiles_without_changing_a_bit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("STARLORE_KERNEL", "dense")
    q = np.random.default_rng(1).normal(size=(2, 40, 3))
    whole = attend(q, q, q, Causal())
    monkeypatch.setattr(reference, "CELLS", 2 * 40 * 7)
    cut = attend(q, q, q, Causal())
    assert np.array_equal(whole.output, cut.output) and np.array_equal(whole.lse, cut.lse)
    assert cut.counters.comparisons == whole.counters.comparisons == 2 * 820
    assert cut.counters.tiles_partial == 6 and whole.counters.tiles_partial == 1
    assert cut.counters.extra_bytes < whole.counters.extra_bytes


@pytest.mark.parametrize(
    ("arrays", "error", "words"),
    [
        ((ONE, ONE.astype("float32"), ONE), DtypeError, "one dtype: q is float64, k is float32"),
        ((ONE, np.zeros((2, 3)), ONE), ShapeError, r"one width: q is \(2, 1\), k is \(2, 3\)"),
        ((ONE, ONE, np.zeros((3, 1))), ShapeError, "one value for each key"),
        ((ONE, ONE[None], ONE), ShapeError, "must all be"),
        ((np.zeros(2), np.zeros(2), np.zeros(2)), ShapeError, "must all be"),
        ((np.zeros((5, 2, 1)), np.zeros((3, 2, 1)), np.zeros((3, 2, 1))), ShapeError, "multiple"),
        ((np.zeros((4, 1, 2, 1)), np.zeros((1, 1, 2, 1)), np.zeros((1, 1, 2, 1))), ShapeError,
         "one batch shape"),
        ((ONE > 0, ONE > 0, ONE > 0), DtypeError, "q must be of dtype"),
    ],
)  # fmt: skip
def test_arrays_that_do_not_fit_are_refused(
    arrays: tuple[np.ndarray, np.ndarray, np.ndarray],
    error: type[Exception],
    words: str,
) -> None:
    with pytest.raises(error, match=words) as caught:
        attend(*arrays)
    assert isinstance(caught.value, ValueError)


def test_settings_without_a_meaning_are_refused() -> None:
    with pytest.raises(ScoreOverflowError, match="scale must be a finite number: it is nan"):
        attend(ONE, ONE, ONE, scale=float("nan"))
    with pytest.raises(ScoreOverflowError, match="softcap must be"):
        attend(ONE, ONE, ONE, softcap=0.0)
    with pytest.raises(ShapeError, match="threads must be 1 or more"):
        attend(ONE, ONE, ONE, threads=0)
    with pytest.raises(ShapeError, match=r"key_lengths must lie in 0\.\.2"):
        attend(ONE, ONE, ONE, key_lengths=3)
    with pytest.raises(ShapeError, match="batch shape"):
        attend(ONE, ONE, ONE, key_lengths=[1, 2])
    with pytest.raises(DtypeError, match="whole numbers"):
        attend(ONE, ONE, ONE, key_lengths=1.5)  # type: ignore[arg-type]
    with pytest.raises(DtypeError, match="scheme must be"):
        attend(ONE, ONE, ONE, "causal")  # type: ignore[arg-type]
    with pytest.raises(DtypeError, match="goes to mask="):
        attend(ONE, ONE, ONE, bias=[True, False])
    with pytest.raises(AlignmentError):
        attend(ONE, ONE, ONE, Causal(), key_lengths=1)


def test_no_result_shares_memory_with_an_input() -> None:
    q = np.ones((1, 2, 2))
    result = attend(q, q, q)
    assert isinstance(result, Attention)
    assert not np.shares_memory(result.output, q)
    steps = explain(q, q, q)
    assert not any(np.shares_memory(step, q) for step in vars(steps).values())
