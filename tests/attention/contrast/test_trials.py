"""Trials: told apart by all they are, and asked about texts that nobody was taught."""

from typing import Any

import numpy as np
import pytest

from starlore.attention.arrays import Array
from starlore.attention.contrast import training, trials
from starlore.attention.contrast.learners.layers import Params
from starlore.attention.contrast.learners.learner import WAYS, Learner, slopes
from starlore.attention.contrast.trials import TASKS, Trial, attempt
from starlore.errors import BadValue

ONE = Trial("mqar", 16, "attention", steps=2, vocab=16, width=8)


def test_every_difference_gives_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = [
        *(ONE.anew(task="copy"), ONE.anew(n=32), ONE.anew(way="rnn"), ONE.anew(rate=0.1)),
        *(ONE.anew(seed=1), ONE.anew(steps=3), ONE.anew(vocab=32), ONE.anew(width=4)),
        *(ONE.anew(warm=0.5), ONE.anew(shown=64)),
        *(ONE.anew(way="window", window=4), ONE.anew(way="window", window=8)),
    ]
    names = {one.name() for one in [ONE, *changed]}
    assert len(names) == 1 + len(changed) and ONE.anew().name() in names
    monkeypatch.setattr(trials, "RECIPE", trials.RECIPE + 1)
    assert ONE.name() not in names


def test_the_same_trial_comes_to_the_same() -> None:
    first, second = attempt(ONE)[0], attempt(ONE)[0]
    assert first == second and 0 <= first.accuracy <= 1


def test_accuracy_is_that_of_all_distances_together() -> None:
    outcome, _ = attempt(ONE.anew(way="linear", steps=5))
    questions = sum(asked for _, asked, _ in outcome.by_distance)
    right = sum(right for _, _, right in outcome.by_distance)
    assert questions == 1000 and right / questions == pytest.approx(outcome.accuracy)


@pytest.mark.parametrize("task", TASKS)
def test_texts_of_the_test_are_none_of_those_taught(task: str) -> None:
    one = Trial(task, 32, "attention", vocab=16)
    taught = one.made(np.random.default_rng([0, 32]), 200).tokens
    tested = one.tested().tokens
    assert not {text.tobytes() for text in taught} & {text.tobytes() for text in tested}


def test_dense_texts_have_nothing_but_pairs_and_their_keys() -> None:
    one, rng = Trial("mqar", 128, "attention", vocab=64, shown=256), np.random.default_rng(3)
    seen = set()
    for passed in np.linspace(0, 0.999, 60):
        texts = one.dense(rng, float(passed))
        pairs = int(texts.scored[0].sum())
        most = 2 + int(passed * 7)
        assert texts.tokens.shape == (max(trials.FEWEST, 64 // pairs), 4 * pairs)
        assert 2 <= pairs <= most and (texts.scored.sum(axis=1) == pairs).all()
        seen.add(pairs)
    assert seen == set(range(2, 9))


def test_the_shortest_task_has_dense_texts_as_well() -> None:
    assert ONE.dense(np.random.default_rng(0), 0.9).tokens.shape[1] == 4


def test_early_steps_are_shown_dense_texts_and_the_others_those_of_the_task(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lengths: list[int] = []
    whole = slopes

    def seen(learner: Learner, params: Params, tokens: Array, at: Array, targets: Array) -> Any:
        lengths.append(tokens.shape[1])
        return whole(learner, params, tokens, at, targets)

    monkeypatch.setattr(training, "slopes", seen)
    attempt(Trial("mqar", 64, "rnn", steps=10, vocab=16, width=8, warm=0.6, shown=64))
    assert max(lengths[:6]) <= 16 and lengths[6:] == [64] * 4


@pytest.mark.parametrize("way", WAYS)
def test_every_way_learns_from_texts_shorter_than_those_it_is_for(way: str) -> None:
    window = 4 if way == "window" else None
    one = Trial("mqar", 64, way, steps=4, vocab=16, width=8, window=window, warm=0.5, shown=64)
    assert 0 <= attempt(one)[0].accuracy <= 1


def test_a_share_that_is_none_and_dense_texts_of_another_task_are_refused() -> None:
    for odd in (-0.1, 1.0):
        with pytest.raises(BadValue, match="warm must be a share from 0 to below 1"):
            ONE.anew(warm=odd)
    with pytest.raises(BadValue, match="warm must be 0 but for mqar and mqar-large"):
        ONE.anew(task="copy", warm=0.5)


def test_a_task_a_way_and_a_window_that_are_none_are_refused() -> None:
    with pytest.raises(
        BadValue, match=r"task must be one of mqar, mqar-large, copy.*: it is 'sing'"
    ):
        ONE.anew(task="sing")
    with pytest.raises(BadValue, match=r"way must be one of attention.*: it is 'rumour'"):
        ONE.anew(way="rumour")
    for odd in ({"way": "window"}, {"window": 4}):
        with pytest.raises(
            BadValue, match="window must be given where the way of reading is a window"
        ):
            ONE.anew(**odd)
