"""Streams of words: pinned for ever, each name its own."""

from decimal import Decimal
from hashlib import sha256

import pytest

from starlore.errors import QuestionError
from starlore.questions import Draw, Figure
from starlore.questions.streams import FixedDraw


def rng(seed: int = 7) -> Draw:
    return Draw(seed, "attention.count-comparisons")


def test_the_first_word_is_the_one_of_the_specification() -> None:
    text = b"starlore-draw-1|7|attention.count-comparisons|1|0|n|0"
    word = int.from_bytes(sha256(text).digest()[:8], "big")
    assert word == 15905121650088219684
    assert rng().integer("n", 3, 12) == 7 == 3 + word % 10
    assert rng().integer("c", 2, 6) == 4


def test_version_attempt_group_and_seed_each_give_other_numbers() -> None:
    draws = [
        rng(),
        rng(8),
        Draw(7, "another.question"),
        Draw(7, "attention.count-comparisons", 2),
        Draw(7, "attention.count-comparisons", 1, 1),
    ]
    assert len({one.integer("wide", 0, 2**60) for one in draws}) == len(draws)


def test_a_word_beyond_the_largest_multiple_of_the_span_is_passed_over() -> None:
    span = 15905121650088219684  # of the stream "n" word 0 is no longer below the limit
    second = sha256(b"starlore-draw-1|7|attention.count-comparisons|1|0|n|1").digest()[:8]
    assert rng().integer("n", 0, span - 1) == int.from_bytes(second, "big")


def test_a_name_is_drawn_once() -> None:
    draw = rng()
    draw.integer("n", 1, 2)
    with pytest.raises(QuestionError, match="draws “n” twice"):
        draw.choice("n", [1, 2])


def test_decimals_are_exact_and_reach_both_ends() -> None:
    drawn = {rng(seed).decimal("x", "-0.1", "0.2", "0.1") for seed in range(60)}
    assert drawn == {Decimal("-0.1"), Decimal("0.0"), Decimal("0.1"), Decimal("0.2")}
    assert {rng(s).decimal("x", 0, 0.2, 0.1) for s in range(60)} == {
        0,
        *map(Decimal, ("0.1", "0.2")),
    }


def test_a_shuffle_keeps_all_and_a_sample_is_its_beginning() -> None:
    shuffled = rng().shuffle("words", "abcdef")
    assert sorted(shuffled) == list("abcdef")
    assert rng().sample("words", "abcdef", 3) == shuffled[:3]
    assert len({rng(seed).shuffle("words", "abc") for seed in range(80)}) == 6


def test_printed_cuts_numbers_lists_and_tables() -> None:
    one, row, table = rng(), rng(), rng()
    assert one.printed("w", 0.8438, 2, "shares") == Figure(Decimal("0.84"), "shares", 2)
    assert [f.value for f in row.printed("w", [0.115, Figure(0.5)], 2)] == [
        Decimal("0.12"),
        Decimal("0.50"),
    ]
    assert table.printed("w", [[1, 2], [3, 4]], 0)[1][0].printed == "3"


@pytest.mark.parametrize(
    "draw",
    [
        lambda r: r.integer("x", 2, 1),
        lambda r: r.integer("x", 0, 2**64),
        lambda r: r.decimal("x", 0, 1, "0.3"),
        lambda r: r.decimal("x", 0, 1, 0),
        lambda r: r.decimal("x", 0, "a lot", 1),
        lambda r: r.choice("x", []),
        lambda r: r.sample("x", [1], 2),
        lambda r: r.integer("a|b", 1, 2),
        lambda r: Draw(1, "a|b"),
        lambda r: FixedDraw({}).integer("x", 1, 2),
    ],
)
def test_draws_that_make_no_sense_are_refused(draw: object) -> None:
    assert callable(draw)
    with pytest.raises(QuestionError):
        draw(rng())


def test_fixed_draws_give_their_values_and_draw_the_rest() -> None:
    draw = FixedDraw({"n": 5}, rest=rng())
    assert (draw.integer("n", 3, 12), draw.integer("c", 2, 6)) == (5, 4)
    assert draw.drawn == {"n": 5, "c": 4}
