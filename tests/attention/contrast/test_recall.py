"""Ceilings that nothing learned can pass, and a board that tells seeds and rates apart."""

import itertools
import math

import numpy as np
import pytest

from starlore.attention.contrast.learners.learner import WAYS
from starlore.attention.contrast.recall import (
    board,
    ceiling_of,
    convolution_reach,
    memory_ceiling,
    on_the_board,
    rows_of,
    trials_of,
    window_ceiling,
)
from starlore.attention.contrast.trials import Outcome, Trial
from starlore.errors import BadValue, ShapeError


def fano_by_search(bits: int, values: int) -> float:
    """The best share of right answers of every memory of so few bits about one value.

    A memory is a table from values to states; of each state the likeliest value is guessed.
    """
    states = 2**bits
    tables = itertools.product(range(states), repeat=values)
    return max(len(set(table)) / values for table in tables)


@pytest.mark.parametrize(("bits", "values"), [(0, 2), (0, 4), (1, 2), (1, 4), (1, 5), (2, 5)])
def test_no_memory_passes_its_ceiling(bits: int, values: int) -> None:
    assert fano_by_search(bits, values) <= memory_ceiling(bits, 1, values) + 1e-12


def test_a_ceiling_drawn_too_low_would_be_passed() -> None:
    assert fano_by_search(1, 4) > (1 + 0) / math.log2(4) - 1e-12  # without the + 1 of Fano
    assert fano_by_search(0, 4) > 0


def test_memory_enough_for_all_pairs_is_no_bound() -> None:
    assert memory_ceiling(4 * 5, 4, 32) == 1.0
    assert memory_ceiling(4 * 2, 4, 32) == pytest.approx(3 / 5)
    assert [memory_ceiling(bits, 8, 32) for bits in (0, 8, 16)] == sorted(
        memory_ceiling(bits, 8, 32) for bits in (16, 8, 0)
    )


def test_the_ceiling_of_a_window_is_counted() -> None:
    one = Trial("mqar", 128, "window", window=32)
    texts = one.tested()
    back = texts.distance[texts.scored]
    found = ceiling_of(one)
    assert found.within == np.mean([distance < 32 for distance in back])
    assert found.accuracy == window_ceiling(found.within, 1 / 32)
    assert found.hidden_bits == 32 * 2 * 64 * 31


def test_what_is_carried_is_counted_whole() -> None:
    """A sum and the key of the place before; as many products as places but one, and that key."""
    ways = [way for way in WAYS if way != "window"]
    carried = {way: ceiling_of(Trial("mqar", 64, way)).hidden_bits for way in ways}
    square = 32 * 64 * 64
    assert carried == {
        "attention": None,
        "convolution": square,
        "product": 2 * 32 * 64,
        "linear": square + 32 * 64,
        "delta": square,
        "rnn": 32 * 64,
        "gru": 32 * 64,
        "lstm": 2 * 32 * 64,
    }


def test_what_a_guess_among_words_is_worth() -> None:
    assert ceiling_of(Trial("mqar", 128, "rnn")).said == 1 / 8
    assert ceiling_of(Trial("ask-place", 11, "rnn", vocab=16)).said == 1 / 10
    assert ceiling_of(Trial("flip-flop", 32, "rnn", vocab=16)).said == 1 / 14


def test_a_reach_is_that_of_a_stack() -> None:
    assert [convolution_reach(layers, 4) for layers in (1, 2, 3)] == [4, 7, 10]


def found(accuracies: dict[tuple[float, int], float]) -> list[tuple[Trial, Outcome]]:
    one = Trial("mqar", 64, "rnn")
    return [
        (one.anew(rate=rate, seed=seed), Outcome(accuracy, ((8, 10, round(10 * accuracy)),), 0.0))
        for (rate, seed), accuracy in accuracies.items()
    ]


def test_a_row_is_the_best_rate_over_all_its_seeds() -> None:
    tried = {(0.1, 0): 0.9, (0.1, 1): 0.1, (0.2, 0): 0.6, (0.2, 1): 0.8}
    (row,) = rows_of(found(tried))
    assert row.trial.rate == 0.2 and row.accuracies == (0.6, 0.8)
    assert (row.accuracy, row.spread) == pytest.approx((0.7, 0.1))
    assert dict(row.rates) == pytest.approx({0.1: 0.5, 0.2: 0.7})
    assert row.by_distance == ((8, 20, 14),)


def test_a_rate_with_one_lucky_seed_is_not_the_best() -> None:
    (row,) = rows_of(found({(0.1, 0): 1.0, (0.2, 0): 0.6, (0.2, 1): 0.8}))
    assert row.trial.rate == 0.2


def test_a_board_tries_everything_once() -> None:
    seen: list[Trial] = []

    def run(trial: Trial) -> Outcome:
        seen.append(trial)
        return Outcome(0.5, (), 0.0)

    ways, lengths = ["attention", "window:8"], [64, 256]
    rows = board("mqar", ways, lengths=lengths, rates=[0.1, 0.2], seeds=3, run=run)
    assert len(seen) == len(set(seen)) == 2 * 2 * 2 * 3 and len(rows) == 4
    assert all(map(on_the_board, seen))
    assert {row.trial.window for row in rows} == {None, 8}


def test_odd_numbers_are_refused() -> None:
    with pytest.raises(BadValue, match=r"within must be a share from 0 to 1: it is 1\.5"):
        window_ceiling(1.5, 0)
    with pytest.raises(BadValue, match="bits must be 0 or more"):
        memory_ceiling(-1, 4, 8)
    with pytest.raises(ShapeError):
        memory_ceiling(1, 0, 8)
    with pytest.raises(BadValue, match="a window is written with its places"):
        trials_of("mqar", ["window"], [64], [0.1], 1)
    with pytest.raises(BadValue, match="a window is written with its places"):
        trials_of("mqar", ["window:many"], [64], [0.1], 1)
    with pytest.raises(BadValue, match="way must be one of"):
        trials_of("mqar", ["rumour"], [64], [0.1], 1)
    with pytest.raises(BadValue, match="task must be one of"):
        board("sing", ["rnn"])


def test_what_is_named_twice_is_tried_once() -> None:
    once = trials_of("mqar", ["rnn", "window:8"], [64], [0.1], 2)
    assert (
        trials_of("mqar", ["rnn", "window:8", "rnn", "window:08"], [64, 64], [0.1, 0.1], 2) == once
    )


def test_only_a_window_is_told_its_places() -> None:
    with pytest.raises(BadValue, match="nowhere else: way 'product', window 8"):
        trials_of("mqar", ["product:8"], [64], [0.1], 1)
    with pytest.raises(BadValue, match="a window is written with its places"):
        trials_of("mqar", ["product:"], [64], [0.1], 1)
