"""What may be asked of a head, what is refused, and that memory stays small."""

import numpy as np
import pytest

from starlore import explain
from starlore.attention import Causal, Read, attend
from starlore.attention.reading.habits import HABITS
from starlore.errors import AlignmentError, DtypeError, ShapeError
from tests.attention.kernels import KERNELS, by, random

LESSON = ([[1]], [[3], [1], [0]], [[4], [2], [-6]])


def test_the_lesson_row_is_moved_as_published() -> None:
    asked = Read(distance=False, sinks=2, columns=True, influence=3)
    reading = attend(*LESSON, scale=1, read=asked).reading
    assert reading is not None and reading.influence is not None
    assert reading.influence_keys is not None and reading.influence_keys.tolist() == [[0, 2, 1]]
    assert reading.influence.round(3).tolist() == [[0.547, 0.393, 0.154]]
    assert reading.sink_weight is not None and reading.sink_weight.round(6).tolist() == [0.95799]
    assert reading.column_weight is not None
    assert reading.column_weight.round(6).tolist() == [0.843795, 0.114195, 0.04201]
    assert reading.distance is None and reading.patterns is None and reading.window_weight is None


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"sinks": -1}, "sinks must be 0 or more"),
        ({"influence": 1.5}, "influence must be a whole number"),
        ({"windows": (3, -1)}, "a window must be 0 or more"),
        ({"patterns": ("verbs",)}, "a pattern must be one of previous, next, first"),
        ({"patterns": "first"}, "as a tuple"),
        ({"patterns": ("induction",)}, "the pattern induction needs tokens"),
    ],
)
def test_what_has_no_meaning_is_refused(asked: dict[str, object], why: str) -> None:
    with pytest.raises(ShapeError, match=why):
        Read(**asked)  # type: ignore[arg-type]


@pytest.mark.parametrize("kernel", KERNELS)
def test_tokens_must_be_one_for_each_key(kernel: str) -> None:
    q = random(2, 3, 4, 2)

    def read(tokens: object) -> object:
        asked = Read(patterns=("duplicate",), tokens=tokens)  # type: ignore[arg-type]
        return by(kernel)(q, q, q, read=asked)

    with pytest.raises(ShapeError, match=r"a token for each key, \(2, 4\): tokens are \(3,\)"):
        read([1, 2, 3])
    with pytest.raises(ShapeError, match=r"tokens are \(3, 4\)"):
        read(np.zeros((3, 4), dtype=int))
    with pytest.raises(DtypeError, match="whole numbers or texts"):
        read([0.5, 1, 2, 3])
    assert read(["a", "b", "a", "c"])


@pytest.mark.parametrize("kernel", KERNELS)
def test_places_are_needed_only_by_what_depends_on_them(kernel: str) -> None:
    q, k = random(2, 3), random(5, 3, seed=1)
    plain = Read(distance=False, sinks=1, columns=True, patterns=("first",), influence=1)
    assert by(kernel)(q, k, k, read=plain).reading
    with pytest.raises(AlignmentError, match="2 queries, 5 keys"):
        by(kernel)(q, k, k, read=Read(distance=False, windows=(2,)))


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("shape", [(0, 3, 4, 4), (2, 0, 4, 4), (2, 3, 0, 4), (2, 3, 4, 0)])
def test_sizes_of_zero_keep_their_shapes(kernel: str, shape: tuple[int, ...]) -> None:
    batch, heads, n_q, n_k = shape
    q, k = random(batch, heads, n_q, 2), random(batch, heads, n_k, 2)
    asked = Read(
        top=2,
        sinks=1,
        columns=True,
        windows=(1, 2),
        patterns=HABITS,
        tokens=np.zeros((batch, n_k), dtype=int),
        influence=3,
        align=0,
    )
    found = by(kernel)(q, k, k, read=asked).reading
    assert found and found.patterns is not None
    for name, more in (("top_keys", 2), ("window_weight", 2), ("influence", 3)):
        assert getattr(found, name).shape == (batch, heads, n_q, more)
    assert found.column_weight is not None and found.column_weight.shape == (batch, heads, n_k)
    assert found.patterns["induction"].shape == found.ties.shape == (batch, heads, n_q)
    if n_k == 0 and found.top_keys is not None:
        assert (found.top_keys == -1).all()


def test_reading_a_long_text_takes_no_table() -> None:
    n = 8_000
    q = random(1, n, 4).astype(np.float32)
    asked = Read(top=4, sinks=4, columns=True, windows=(64,), patterns=("previous",), influence=1)
    scheme = Causal() & Causal()
    made = by("numpy")(q, q, q, scheme, read=asked, threads=1)
    assert made.reading and made.reading.nbytes < 200 * n
    assert made.counters.extra_bytes < 16 * 2**20  # one float32 table would be 256 MB


@pytest.mark.parametrize("kernel", KERNELS)
def test_large_scores_leave_the_readings_exact(kernel: str) -> None:
    q, k = np.array([[300.0]], "f4"), np.array([[300.0], [299.99], [299.0]], "f4")
    asked = Read(top=3, distance=False, columns=True, influence=2)
    found = by(kernel)(q, k, k, scale=1, read=asked).reading
    weights = explain(q, k, k, scale=1).weights[0]
    assert found and found.top_weights is not None and found.column_weight is not None
    np.testing.assert_allclose(found.top_weights[0], weights, atol=1e-2)
    np.testing.assert_allclose(found.top_weights[0].sum(), 1, atol=1e-6)
    np.testing.assert_allclose(found.column_weight.sum(), 1, atol=1e-6)
