"""Learning: what is taught is learned, the same seed learns the same, and nothing odd is taught."""

import numpy as np
import pytest

from starlore.attention.contrast.learners.learner import Learner
from starlore.attention.contrast.tasks import Examples, copy
from starlore.attention.contrast.training import asked, is_right, train
from starlore.errors import BadValue, ShapeError

EASY = Learner("attention", vocab=5, n=4, width=16)


def four(rng: np.random.Generator, count: int) -> Examples:
    return copy(rng, count, n=4, vocab=5)


def test_what_is_taught_is_learned_and_the_share_is_told() -> None:
    seen: list[float] = []
    rng = np.random.default_rng(1)
    trained = train(EASY, four, rng=rng, rate=0.02, steps=60, seen=seen.append)
    assert trained.losses[0] > 1 > 0.1 > trained.losses[-1]
    assert is_right(trained, four(np.random.default_rng(2), 100)).mean() > 0.98
    assert seen == [step / 60 for step in range(1, 61)]


def test_nothing_is_learned_from_steps_of_almost_nothing() -> None:
    trained = train(EASY, four, rng=np.random.default_rng(1), rate=1e-9, steps=20)
    assert is_right(trained, four(np.random.default_rng(2), 100)).mean() < 0.7


def test_the_same_seed_learns_the_same() -> None:
    twice = [train(EASY, four, rng=np.random.default_rng(3), rate=0.01, steps=3) for _ in "ab"]
    assert twice[0].losses == twice[1].losses
    for name, table in twice[0].params.items():
        assert np.array_equal(table, twice[1].params[name]) and table.dtype == np.float32


def test_parts_of_a_test_are_put_together() -> None:
    trained = train(EASY, four, rng=np.random.default_rng(1), rate=0.02, steps=30)
    many = four(np.random.default_rng(2), 130)
    part = Examples(many.tokens[100:], many.targets[100:], many.distance[100:], many.vocab)
    assert np.array_equal(is_right(trained, many)[100:], is_right(trained, part))


def test_texts_must_ask_alike() -> None:
    texts = four(np.random.default_rng(1), 2)
    targets = texts.targets.copy()
    targets[1, 3] = -1
    with pytest.raises(ShapeError, match=r"as many questions, at least 1: they ask \[1, 2\]"):
        asked(Examples(texts.tokens, targets, texts.distance, texts.vocab))
    with pytest.raises(ShapeError, match=r"they ask \[0\]"):
        asked(Examples(texts.tokens, np.full((2, 4), -1), texts.distance, texts.vocab))


@pytest.mark.parametrize(("name", "odd"), [("rate", 0.0), ("steps", 0), ("batch", -1)])
def test_an_odd_number_is_refused(name: str, odd: float) -> None:
    numbers: dict[str, float] = {"rate": 0.01, "steps": 1, "batch": 2, name: odd}
    with pytest.raises((BadValue, ShapeError), match=rf"{name} must be .*: it is {odd}"):
        train(EASY, four, rng=np.random.default_rng(1), **numbers)  # type: ignore[arg-type]
