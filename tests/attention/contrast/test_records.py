"""Lines that are kept: believed whole, and only whole."""

import json

import pytest

from starlore.attention.contrast import records
from starlore.attention.contrast.records import Record, from_line, to_line
from starlore.attention.contrast.trials import RECIPE, Outcome, Trial

KEPT = Record(
    Trial("mqar", 64, "window", window=32), Outcome(0.8, ((2, 5, 5), (64, 9, 1)), 0.25), 3.5
)


def test_a_line_reads_back() -> None:
    assert from_line(to_line(KEPT)) == KEPT
    assert "\n" not in to_line(KEPT)


def test_no_letter_of_a_line_can_be_changed_unseen() -> None:
    line = to_line(KEPT)
    for at, letter in enumerate(line):
        if letter.isdigit():
            other = line[:at] + str((int(letter) + 1) % 10) + line[at + 1 :]
            assert from_line(other) is None, other
    assert all(from_line(line[:end]) is None for end in range(0, len(line), 7))


@pytest.mark.parametrize("text", ["", "null", "[]", "{}", '{"sum": 1}', "[" * 100_000, "\x00"])
def test_what_is_no_line_is_none(text: str) -> None:
    assert from_line(text) is None


def test_another_recipe_is_not_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    line = to_line(KEPT)
    monkeypatch.setattr(records, "RECIPE", RECIPE + 1)
    assert from_line(line) is None


def test_a_line_with_a_right_sum_and_odd_numbers_is_none() -> None:
    told = json.loads(to_line(KEPT))
    told.pop("sum")
    told["outcome"]["accuracy"] = 2.0
    assert from_line(json.dumps({**told, "sum": records._sum(told)})) is None
    told["outcome"]["accuracy"], told["trial"]["way"] = 0.8, "rumour"
    assert from_line(json.dumps({**told, "sum": records._sum(told)})) is None
