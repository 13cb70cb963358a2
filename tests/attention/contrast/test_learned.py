"""What ships: results that are whole and say what they should, and a head that was learned."""

import numpy as np
import pytest

from starlore.attention import Causal
from starlore.attention.arrays import Array
from starlore.attention.contrast.learned import LEARNED, learned, measured, shipped
from starlore.attention.contrast.learners.learner import read_from
from starlore.attention.contrast.published import published_of
from starlore.attention.contrast.recall import BOARD, Row, on_the_board, rows_of
from starlore.attention.contrast.superposed import superposed
from starlore.attention.contrast.training import is_right
from starlore.attention.contrast.trials import pairs_of
from starlore.attention.heads import Relation, Text, read_head
from starlore.errors import BadValue

ROWS = [row for task in BOARD for row in measured(task)]
LONGER = rows_of((one.trial, one.outcome) for one in shipped() if not on_the_board(one.trial))
MQAR = measured("mqar")


def of(task: str, way: str) -> list[Row]:
    """Rows of one task and way, shortest texts first."""
    return [row for row in measured(task) if row.trial.way == way]


def name(row: Row) -> str:
    """A row in the name of a test."""
    return f"{row.trial.way}-{row.trial.window}-{row.trial.n}"


@pytest.mark.parametrize("name", LEARNED)
def test_a_learner_that_ships_answers_as_its_result_says(name: str) -> None:
    kept = learned(name)
    (record,) = (one for one in shipped() if one.trial == kept.trial)
    again = is_right(kept.trained, kept.trial.tested()).mean()
    assert again == pytest.approx(record.outcome.accuracy, abs=0.01)


def test_results_that_ship_are_of_the_board_but_for_their_steps_and_none_comes_twice() -> None:
    for trial in (record.trial for record in shipped()):
        steps = BOARD[trial.task].steps
        assert trial.steps >= steps and on_the_board(trial.anew(steps=steps))
    assert len({record.trial for record in shipped()}) == len(shipped())
    assert all(record.seconds > 0 for record in shipped())


def test_every_row_has_as_many_seeds() -> None:
    assert {len(row.accuracies) for row in ROWS} == {3}


def test_attention_recalls_everything_at_every_length_tried() -> None:
    assert {row.trial.n for row in of("mqar", "attention")} == {row.trial.n for row in MQAR}
    assert all(row.accuracy >= 0.995 for row in of("mqar", "attention"))
    assert all(min(row.accuracies) >= 0.99 for row in of("mqar", "attention"))


def test_every_way_of_reading_is_measured_up_to_256_places() -> None:
    ways = {row.trial.way for row in MQAR} - {"window"}
    assert all([row.trial.n for row in of("mqar", way)] == [32, 64, 128, 256] for way in ways)
    assert len(ways) == 7


def test_every_way_is_given_four_step_sizes_at_every_length() -> None:
    assert {len(row.rates) for row in MQAR} == {4}


@pytest.mark.parametrize("row", of("mqar", "window"), ids=name)
def test_a_learned_window_is_within_a_hundredth_of_what_was_counted_with_every_seed(
    row: Row,
) -> None:
    assert len(row.accuracies) == 3
    assert row.accuracies == pytest.approx([row.ceiling.within] * 3, abs=0.01)
    window = row.trial.window or 0
    near = [right / asked for end, asked, right in row.by_distance if end <= window]
    far = [right / asked for end, asked, right in row.by_distance if end > 2 * window]
    assert min(near) > 0.95 and all(share < 0.03 for share in far)


def test_windows_of_three_widths_and_at_two_lengths_are_tried() -> None:
    tried = {(row.trial.n, row.trial.window) for row in of("mqar", "window")}
    assert tried == {(64, 8), (64, 16), (64, 32), (128, 32)}


@pytest.mark.parametrize("way", ["convolution", "product", "rnn", "lstm", "linear", "delta"])
def test_others_fall_with_length(way: str) -> None:
    accuracies = [row.accuracy for row in of("mqar", way)]
    assert len(accuracies) > 1 and accuracies == sorted(accuracies, reverse=True)


@pytest.mark.parametrize("n", [64, 128, 256])
def test_with_as_many_words_a_convolution_comes_near_hyena_and_stays_below_its_other_kin(
    n: int,
) -> None:
    (ours,) = (row for row in of("mqar-large", "convolution") if row.trial.n == n)
    kin = published_of("convolution", n, pairs_of(n))
    assert ours.accuracy == pytest.approx(kin["Hyena"], abs=0.03)
    assert ours.accuracy < min(kin["BaseConv"], kin["H3"])


@pytest.mark.parametrize("n", [128, 256])
def test_with_as_many_words_a_state_comes_near_the_published_one(n: int) -> None:
    (ours,) = (row for row in of("mqar-large", "product") if row.trial.n == n)
    kin = published_of("product", n, pairs_of(n))
    assert ours.accuracy == pytest.approx(kin["RWKV"], abs=0.03)


@pytest.mark.parametrize("way", ["convolution", "product"])
@pytest.mark.parametrize("n", [64, 128, 256])
def test_with_as_many_words_it_lies_among_the_published(way: str, n: int) -> None:
    (ours,) = (row for row in of("mqar-large", way) if row.trial.n == n)
    kin = (published_of(kin, n, pairs_of(n)) for kin in ("convolution", "product"))
    every = [one for models in kin for one in models.values()]
    assert min(every) - 0.05 < ours.accuracy < max(every)


def test_a_sum_of_products_keeps_about_what_random_codes_would() -> None:
    for row in of("mqar", "product"):
        kept = superposed(row.trial.width, pairs_of(row.trial.n), row.trial.vocab // 2)
        assert kept - 0.1 < row.accuracy < kept, row.trial.n


def test_with_twice_the_pairs_a_sum_of_products_loses_two_fifths_and_then_more_than_half() -> None:
    own = {row.trial.n: row.accuracy for row in of("mqar", "product")}
    assert 1 - own[128] / own[64] == pytest.approx(0.4, abs=0.01)
    assert 0.5 < 1 - own[256] / own[128] < 0.6


def test_with_five_times_the_steps_a_convolution_is_near_a_sum_of_products() -> None:
    five = (row for row in LONGER if row.trial.task == "mqar")
    long = {(row.trial.way, row.trial.n): row.accuracy for row in five}
    assert long["convolution", 64] == pytest.approx(long["product", 64], abs=0.02)
    assert long["convolution", 128] == pytest.approx(long["product", 128], abs=0.05)


def test_more_steps_bring_a_sum_of_products_nearer_to_that() -> None:
    for longer in (row for row in LONGER if row.trial.way == "product"):
        trial = longer.trial
        (board,) = (row for row in of(trial.task, "product") if row.trial.n == trial.n)
        line = superposed(trial.width, pairs_of(trial.n), trial.vocab // 2)
        assert board.accuracy < longer.accuracy < line


def test_no_row_passes_its_ceiling() -> None:
    for row in (*ROWS, *LONGER):
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
