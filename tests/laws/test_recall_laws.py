"""Laws of learners: what a way of reading cannot see changes nothing it answers."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from starlore.attention.arrays import Array
from starlore.attention.contrast.learners import reads_attention
from starlore.attention.contrast.learners.learner import SHORT, WAYS, Learner, guess

N, VOCAB, WIDTH = 24, 7, 4

seeds = st.integers(0, 2**32 - 1)


def learner(way: str, window: int) -> Learner:
    return Learner(way, VOCAB, N, WIDTH, window if way == "window" else None)


def moved(
    one: Learner, seed: int, at: int, is_hidden: Callable[[int], bool]
) -> tuple[Array, Array]:
    """What is guessed at a place before and after all that should be hidden from it is changed."""
    rng = np.random.default_rng(seed)
    params, tokens = one.drawn(rng), rng.integers(0, VOCAB, (1, N))
    other = tokens.copy()
    hidden = [place for place in range(N) if is_hidden(place)]
    other[0, hidden] = (other[0, hidden] + rng.integers(1, VOCAB, len(hidden))) % VOCAB
    before, after = (guess(one, params, text, np.array([[at]])) for text in (tokens, other))
    return before, after


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=10)
@given(seed=seeds, at=st.integers(0, N - 1))
def test_no_way_reads_what_is_still_to_come(way: str, seed: int, at: int) -> None:
    before, after = moved(learner(way, 5), seed, at, lambda place: place > at)
    np.testing.assert_allclose(before, after, atol=1e-5)


@settings(max_examples=15)
@given(seed=seeds, at=st.integers(0, N - 1), window=st.integers(1, 9))
def test_a_window_reads_nothing_from_before_it(seed: int, at: int, window: int) -> None:
    first = at - (window - 1) - (SHORT - 1)
    before, after = moved(learner("window", window), seed, at, lambda place: place < first)
    np.testing.assert_allclose(before, after, atol=1e-6)


def test_a_window_that_is_one_place_too_wide_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    right = reads_attention.weighed

    def wide(q: Array, k: Array, at: Array, window: int | None) -> Array:
        return right(q, k, at, None if window is None else window + 1)

    monkeypatch.setattr(reads_attention, "weighed", wide)
    before, after = moved(learner("window", 4), 1, 20, lambda place: place < 20 - 3 - (SHORT - 1))
    assert not np.allclose(before, after, atol=1e-6)


def test_a_learner_that_looks_ahead_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    right = reads_attention.weighed

    def ahead(q: Array, k: Array, at: Array, window: int | None) -> Array:
        return right(q, k, np.minimum(at + 1, N - 1), window)

    monkeypatch.setattr(reads_attention, "weighed", ahead)
    before, after = moved(learner("attention", 4), 1, 10, lambda place: place > 10)
    assert not np.allclose(before, after, atol=1e-5)


@settings(max_examples=10)
@given(seed=seeds, at=st.integers(SHORT + 1, N - 1))
def test_attention_reads_its_whole_past(seed: int, at: int) -> None:
    before, after = moved(learner("attention", 5), seed, at, lambda place: place == 0)
    assert not np.array_equal(before, after)
