"""Cases from public bug reports that schemes decide, by their ids."""

import numpy as np
import pytest

from starlore.attention import attend
from starlore.attention.arrays import Array
from starlore.attention.schemes import Blocks, Causal, Documents, Scheme, Where, Window
from starlore.errors import AlignmentError, ShapeError


def column(n: int) -> Array:
    """The values 0, 1, ... n - 1 as rows of one number."""
    return np.arange(float(n))[:, None]


def mean_read(n_q: int, n_k: int, scheme: Scheme) -> list[float]:
    """With queries and keys of zero, an output is the mean of the keys' numbers."""
    read = attend(np.zeros((n_q, 1)), np.zeros((n_k, 1)), column(n_k), scheme)
    return [float(number) for number in read.output[:, 0]]


def test_c1_causal_with_two_lengths_must_name_its_alignment() -> None:
    assert mean_read(1, 5, Causal("start")) == [0.0]
    assert mean_read(1, 5, Causal("end")) == pytest.approx([2.0], abs=1e-12)
    with pytest.raises(AlignmentError) as refused:
        mean_read(1, 5, Causal())
    assert isinstance(refused.value, ValueError)


def test_c3_a_window_of_two_back_holds_three_keys() -> None:
    wanted = [0, 0.5, 1, 2, 3, 4]
    assert mean_read(6, 6, Window(left=2)) == pytest.approx(wanted, abs=1e-12)


def test_c5_a_window_may_reach_further_ahead_than_back() -> None:
    wanted = [1, 1.5, 2.5, 3, 3.5]
    assert mean_read(5, 5, Window(left=1, right=2)) == pytest.approx(wanted, abs=1e-12)


def test_a_window_counts_neighbours_and_is_cut_at_the_ends() -> None:
    assert mean_read(4, 4, Window(1)) == pytest.approx([0, 0.5, 1.5, 2.5], abs=1e-12)
    assert mean_read(4, 4, Window(1, 1)) == pytest.approx([0.5, 1, 2, 2.5], abs=1e-12)


def test_d7_rows_past_the_last_document_are_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    def filled_with_nan(shape: object, dtype: object = float, **_: object) -> Array:
        fresh: Array = np.full(shape, 0, dtype)  # type: ignore[call-overload]
        if fresh.dtype.kind == "f":
            fresh.fill(np.nan)
        return fresh

    monkeypatch.setattr(np, "empty", filled_with_nan)
    rng = np.random.default_rng(0)
    q, k, v = (rng.normal(size=(12, 4)).astype(np.float32) for _ in range(3))
    read = attend(q, k, v, Documents([0] * 3 + [1] * 4 + [-1] * 5))
    assert (read.output[7:] == 0).all() and (read.lse[7:] == -np.inf).all()
    assert np.isfinite(read.output).all() and np.isfinite(read.lse[:7]).all()


@pytest.mark.parametrize(
    "scheme",
    [
        Where(lambda i, j: j <= i),
        Causal() & Blocks(64, np.tri(5, dtype=np.bool_)),
        Causal() | Window(20),
    ],
    ids=str,
)
def test_d9_a_mask_gives_the_same_bits_however_its_tiles_fall(scheme: Scheme) -> None:
    rng = np.random.default_rng(1)
    q, k, v = (rng.normal(size=(300, 3)) for _ in range(3))
    wanted, given = attend(q, k, v, Causal()), attend(q, k, v, scheme)
    assert np.array_equal(given.output, wanted.output) and np.array_equal(given.lse, wanted.lse)
    masked = attend(q, k, v, mask=np.tri(300, dtype=np.bool_))
    assert np.array_equal(masked.output, wanted.output)


def test_a_scheme_made_for_other_lengths_is_refused_naming_both() -> None:
    with pytest.raises(ShapeError, match="names 2 queries and 2 keys, the lengths are 2 and 1"):
        attend(np.zeros((2, 1)), np.zeros((1, 1)), np.zeros((1, 1)), Documents([0, 0]))
