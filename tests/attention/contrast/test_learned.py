"""What ships: results that are whole and say what they should, and a head that was learned."""

import numpy as np
import pytest

from starlore.attention import Causal
from starlore.attention.arrays import Array
from starlore.attention.contrast.learned import LEARNED, learned, shipped
from starlore.attention.contrast.learners.learner import read_from
from starlore.attention.contrast.recall import Row, on_the_board, rows_of
from starlore.attention.contrast.training import is_right
from starlore.attention.heads import Relation, Text, read_head
from starlore.errors import BadValue

MQAR = [record for record in shipped() if record.trial.task == "mqar"]


def row(task: str, n: int, way: str) -> Row:
    own = [
        (one.trial, one.outcome)
        for one in shipped()
        if (one.trial.task, one.trial.n, one.trial.way) == (task, n, way)
    ]
    (found,) = rows_of(own)
    return found


@pytest.mark.parametrize("name", LEARNED)
def test_a_learner_that_ships_answers_as_its_result_says(name: str) -> None:
    kept = learned(name)
    (record,) = (one for one in shipped() if one.trial == kept.trial)
    again = is_right(kept.trained, kept.trial.tested()).mean()
    assert again == pytest.approx(record.outcome.accuracy, abs=0.01)


def test_results_that_ship_are_of_the_board_and_none_comes_twice() -> None:
    assert all(on_the_board(record.trial) for record in shipped())
    assert len({record.trial for record in shipped()}) == len(shipped())
    assert all(record.seconds > 0 for record in shipped())


@pytest.mark.parametrize("n", sorted({one.trial.n for one in MQAR}))
def test_attention_recalls_everything_at_every_length_tried(n: int) -> None:
    assert row("mqar", n, "attention").accuracy == pytest.approx(1, abs=0.005)


@pytest.mark.parametrize("n", sorted({o.trial.n for o in MQAR if o.trial.way == "window"}))
def test_a_learned_window_brings_back_what_was_counted_and_guesses_the_rest(n: int) -> None:
    assert row("mqar", n, "window").accuracy == pytest.approx(
        row("mqar", n, "window").ceiling.accuracy, abs=0.01
    )


def test_others_fall_with_length() -> None:
    for way in ("convolution", "lstm"):
        accuracies = [row("mqar", n, way).accuracy for n in (32, 64, 128)]
        assert accuracies == sorted(accuracies, reverse=True) and accuracies[0] > accuracies[2]


def texts(count: int) -> list[Text]:
    """Texts of pairs, and for each the place of the value of every asked key."""
    made = LEARNED["attention"].made(np.random.default_rng(77), count)
    return [
        Text(tokens.tolist(), relations={"value": [(i, i - back[i]) for i in np.flatnonzero(back)]})
        for tokens, back in zip(made.tokens, made.distance, strict=True)
    ]


def head(text: Text) -> tuple[Array, Array, Array]:
    return learned("attention").heads(np.array(text.tokens))


def test_the_learned_head_looks_up_the_value_of_the_asked_key() -> None:
    reading = read_head(head, texts(24), Relation("value"), scheme=Causal())
    assert reading.score > 0.99 and reading.verdict == "beats the rule"


def test_a_head_that_was_not_taught_does_not() -> None:
    trial = LEARNED["attention"]
    new = trial.learner(), trial.learner().drawn(np.random.default_rng(1))

    def untaught(text: Text) -> tuple[Array, Array, Array]:
        return read_from(*new, np.array(text.tokens))

    assert read_head(untaught, texts(24), Relation("value"), scheme=Causal()).score < 0.3


def test_another_name_and_a_learner_without_a_head_are_refused() -> None:
    with pytest.raises(BadValue, match="one of attention, attention-long"):
        learned("rumour")
    with pytest.raises(BadValue, match="no head in a learner that reads by lstm"):
        learned("lstm").heads(np.array([1, 2]))
