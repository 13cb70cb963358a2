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

ROWS = rows_of((record.trial, record.outcome) for record in shipped())
MQAR = [row for row in ROWS if row.trial.task == "mqar"]


def of(task: str, way: str) -> list[Row]:
    """Rows of one task and way, shortest texts first."""
    found = [row for row in ROWS if (row.trial.task, row.trial.way) == (task, way)]
    return sorted(found, key=lambda row: row.trial.n)


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


def test_every_row_has_as_many_seeds() -> None:
    assert {len(row.accuracies) for row in ROWS} == {3}


def test_attention_recalls_everything_at_every_length_tried() -> None:
    assert {row.trial.n for row in of("mqar", "attention")} == {row.trial.n for row in MQAR}
    assert all(row.accuracy >= 0.995 for row in of("mqar", "attention"))


LEARNED_WINDOWS = [row for row in of("mqar", "window") if (row.trial.window or 0) >= 16]
"""A narrower one is shown so few answers that it has not learned in as many steps."""


@pytest.mark.parametrize("row", LEARNED_WINDOWS, ids=lambda row: str(row.trial.window))
def test_a_learned_window_brings_back_what_was_counted_and_guesses_the_rest(row: Row) -> None:
    window = row.trial.window or 0
    assert row.accuracy == pytest.approx(row.ceiling.accuracy, abs=0.01)
    near = [right / asked for end, asked, right in row.by_distance if end <= window]
    far = [right / asked for end, asked, right in row.by_distance if end > 2 * window]
    assert min(near) > 0.98 and all(share < 0.1 for share in far)


@pytest.mark.parametrize("way", ["convolution", "rnn", "lstm"])
def test_others_fall_with_length(way: str) -> None:
    accuracies = [row.accuracy for row in of("mqar", way)]
    assert len(accuracies) > 1 and accuracies == sorted(accuracies, reverse=True)


def test_no_row_passes_its_ceiling() -> None:
    for row in ROWS:
        asked = sum(asked for _, asked, _ in row.by_distance)
        luck = 4 * (0.25 / asked) ** 0.5
        assert row.accuracy <= row.ceiling.accuracy + luck, row


def test_attention_does_not_win_the_flip_flop() -> None:
    (ours,) = of("flip-flop", "attention")
    for way in ("lstm", "delta"):
        (other,) = of("flip-flop", way)
        assert min(other.accuracies) > max(ours.accuracies)


def places(back: Array) -> list[tuple[int, int]]:
    """Every place that asks, and where its value stands."""
    return [(int(at), int(at - back[at])) for at in np.flatnonzero(back)]


def texts(count: int) -> list[Text]:
    """Texts of pairs, and for each the place of the value of every asked key."""
    made = LEARNED["attention"].made(np.random.default_rng(77), count)
    return [
        Text(tokens.tolist(), relations={"value": places(back)})
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
