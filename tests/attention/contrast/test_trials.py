"""Trials: told apart by all they are, and asked about texts that nobody was taught."""

import numpy as np
import pytest

from starlore.attention.contrast import trials
from starlore.attention.contrast.trials import TASKS, Trial, attempt
from starlore.errors import BadValue

ONE = Trial("mqar", 16, "attention", steps=2, vocab=16, width=8)


def test_every_difference_gives_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = [
        *(ONE.anew(task="copy"), ONE.anew(n=32), ONE.anew(way="rnn"), ONE.anew(rate=0.1)),
        *(ONE.anew(seed=1), ONE.anew(steps=3), ONE.anew(vocab=32), ONE.anew(width=4)),
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


def test_a_task_a_way_and_a_window_that_are_none_are_refused() -> None:
    with pytest.raises(BadValue, match=r"task must be one of mqar, copy.*: it is 'sing'"):
        ONE.anew(task="sing")
    with pytest.raises(BadValue, match=r"way must be one of attention.*: it is 'rumour'"):
        ONE.anew(way="rumour")
    for odd in ({"way": "window"}, {"window": 4}):
        with pytest.raises(BadValue, match="a window is what the way window needs and no other"):
            ONE.anew(**odd)
