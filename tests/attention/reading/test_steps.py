"""Reading a head: the same numbers as the formulas give on explained weights."""

import math

import numpy as np
import pytest

from starlore import Causal, Full, Read, attend, explain, top_scorers
from starlore.errors import AlignmentError, ShapeError

LESSON = ([[1]], [[3], [1], [0]], [[4], [2], [-6]])


def test_the_lesson_row_reads_as_published() -> None:
    reading = attend(*LESSON, scale=1, read=Read(top=4, align="end")).reading
    assert reading is not None and reading.entropy is not None
    assert reading.effective_keys is not None and reading.distance is not None
    assert reading.top_keys is not None and reading.top_weights is not None
    assert reading.top_keys.tolist() == [[0, 1, 2, -1]]
    assert reading.top_weights.round(6).tolist() == [[0.843795, 0.114195, 0.04201, 0.0]]
    assert reading.ties.tolist() == [1]
    assert reading.entropy.round(6).tolist() == [0.524267]
    assert reading.effective_keys.round(6).tolist() == [1.68922]
    assert math.isclose(reading.distance[0], 2 * 0.843794734 + 0.114195199, abs_tol=1e-8)


def test_every_reading_equals_its_formula_on_explained_steps() -> None:
    rng = np.random.default_rng(5)
    q, k, v = (rng.integers(-2, 3, size=(2, 3, 6, 2)).astype(float) for _ in range(3))
    mask = rng.random((2, 1, 6, 6)) < 0.6
    reading = attend(q, k, v, Causal(), mask=mask, read=Read(top=3)).reading
    steps = explain(q, k, v, Causal(), mask=mask)
    assert reading is not None and reading.top_keys is not None and reading.entropy is not None
    assert reading.distance is not None
    for row in np.ndindex(2, 3, 6):
        biased, weights = steps.biased[row], steps.weights[row]
        tied = top_scorers(biased)
        assert reading.ties[row] == len(tied)
        assert reading.top_keys[row][0] == (tied[0] if tied else -1)
        spread = -sum(w * math.log(w) for w in weights if w > 0)
        assert math.isclose(reading.entropy[row], spread, abs_tol=1e-12)
        far = sum(w * abs(row[-1] - j) for j, w in enumerate(weights))
        assert math.isclose(reading.distance[row], far, abs_tol=1e-12)


def test_what_is_not_asked_for_is_none() -> None:
    asked = Read(top=0, entropy=False, distance=False)
    reading = attend([[1.0]], [[1.0], [2.0]], [[1.0], [2.0]], read=asked).reading
    assert reading is not None
    assert reading.top_keys is None and reading.top_weights is None
    assert reading.entropy is None and reading.effective_keys is None and reading.distance is None


def test_distance_needs_to_know_where_queries_stand() -> None:
    with pytest.raises(AlignmentError, match="1 query, 3 keys"):
        attend(*LESSON, read=Read())


def test_the_scheme_tells_the_places_before_the_reader_does() -> None:
    def distance(scheme: object) -> float:
        call = attend(*LESSON, scheme, scale=0.0, read=Read(align="start"))  # type: ignore[arg-type]
        assert call.reading is not None and call.reading.distance is not None
        return float(call.reading.distance[0])

    assert math.isclose(distance(Full()), 1.0)
    assert math.isclose(distance(Causal("end")), 1.0)
    assert math.isclose(distance(Causal("end") | Full()), 1.0)
    assert math.isclose(distance(Causal(4) & Full()), 3.0)


def test_no_queries_read_nothing() -> None:
    reading = attend(
        np.zeros((0, 2)), np.zeros((3, 2)), np.zeros((3, 1)), read=Read(align=0)
    ).reading
    assert reading is not None and reading.top_keys is not None
    assert reading.top_keys.shape == (0, 4) and reading.ties.shape == (0,)


def test_top_scorers_are_named_with_their_ties() -> None:
    assert top_scorers([1, 3, 3]) == (1, 2)
    assert top_scorers([-np.inf]) == top_scorers([]) == ()
    with pytest.raises(ShapeError, match="one row"):
        top_scorers([[1.0]])
    with pytest.raises(ShapeError, match="top must be 0 or more"):
        Read(top=-1)
