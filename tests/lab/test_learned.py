"""A learned head reading a text: the engine's numbers, beside a head that was taught nothing."""

import numpy as np
import pytest

from starlore.attention import Causal, attend
from starlore.attention.contrast.learned import learned
from starlore.lab import learned as room
from starlore.lab.learned import TEXTS, Asked, recalled


@pytest.mark.parametrize("text", range(TEXTS))
def test_the_numbers_are_those_of_whole_rows_of_weights(text: int) -> None:
    head = learned("attention")
    texts = head.trial.tested()
    q, k, v = (one.astype(np.float64) for one in head.heads(texts.tokens[text]))
    scores = q @ k.T / np.sqrt(q.shape[1])
    scores[~np.tri(len(q), dtype=bool)] = -np.inf
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = powers / powers.sum(axis=1, keepdims=True)
    assert np.allclose(weights @ v, attend(q, k, v, Causal()).output)
    found = recalled(text)
    assert found.tokens == tuple(texts.tokens[text])
    assert [one.place for one in found.taught] == list(np.flatnonzero(texts.scored[text]))
    for one in found.taught:
        assert one.top == weights[one.place].argmax()
        assert one.weight == pytest.approx(weights[one.place].max())
        assert (one.token, one.key) == (found.tokens[one.top], found.tokens[one.place])


@pytest.mark.parametrize("text", range(TEXTS))
def test_a_value_stands_behind_its_key_and_was_wanted(text: int) -> None:
    found = recalled(text)
    for one in (*found.taught, *found.untaught):
        assert found.tokens[one.taught_at] == one.taught
        assert found.tokens[one.taught_at - 1] == one.key
        assert one.is_right == (one.top == one.taught_at)


def test_only_the_head_that_was_taught_recalls() -> None:
    texts = [recalled(text) for text in range(TEXTS)]
    taught = [one.is_right for found in texts for one in found.taught]
    untaught = [one.is_right for found in texts for one in found.untaught]
    assert sum(taught) == len(taught) == len(untaught) == 24
    assert sum(untaught) < len(untaught) / 4


def test_the_right_token_in_another_place_is_not_the_value_of_the_key() -> None:
    assert not Asked(20, 3, 9, 40, 1.0, 2, 40).is_right


def test_a_text_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    before = recalled(0)
    monkeypatch.setattr(room, "attend", None)
    assert recalled(0) is before
