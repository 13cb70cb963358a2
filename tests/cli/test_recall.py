"""`starlore recall`: the board that ships, and one trained here, kept and taken up again."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from starlore.attention.contrast import trials
from starlore.attention.contrast.learned import shipped
from starlore.attention.contrast.learners.learner import WAYS
from starlore.attention.contrast.recall import BOARD
from starlore.attention.contrast.trials import Outcome, Trial
from starlore.cli import main, recall_training
from starlore.cli.recall import TASKS
from starlore.cli.recall import WAYS as SHOWN
from starlore.language.catalogue import nearest

SMALL = ("--train", "--length", "16", "--model", "attention", "--rates", "0.01", "--seeds", "2")


def run(*words: str, **more: Any) -> Result:
    return CliRunner().invoke(main, ["recall", *words], **more)


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[Trial]]:
    """The trials carried out, in place of training; results are kept in a folder of their own."""
    done: list[Trial] = []

    def attempt(trial: Trial, seen: Callable[[float], None]) -> tuple[Outcome, None]:
        done.append(trial)
        seen(1.0)
        return Outcome(0.5 + trial.seed / 10, ((16, 10, 5 + trial.seed),), 1.0), None

    monkeypatch.setattr(trials, "attempt", attempt)
    monkeypatch.setattr(recall_training, "folder", lambda: tmp_path / "recall")
    monkeypatch.setattr(recall_training, "FEW", 1e9)
    yield done


def test_its_names_are_those_of_the_engine() -> None:
    assert set(TASKS) == set(BOARD) == set(trials.TASKS)
    assert {name.partition(":")[0] for name in SHOWN} <= set(WAYS)


def test_without_train_the_board_that_ships_is_shown() -> None:
    done = run()
    assert done.exit_code == 0, done.output
    for way in SHOWN:
        assert f"\n{way} " in done.output
    assert "that says nothing of what it could learn" in done.output


def test_what_is_shown_can_be_narrowed_down() -> None:
    rows = json.loads(
        run("--model", "window:32", "--length", "64", "--seeds", "2", "--json").stdout
    )
    assert [(row["way"], row["n"], len(row["seeds"])) for row in rows] == [("window", 64, 2)]
    assert rows[0]["accuracy"] == pytest.approx(rows[0]["ceiling"]["accuracy"], abs=0.01)
    kept = [one for one in shipped() if one.trial.way == "window" and one.trial.n == 64]
    best = {one.outcome.accuracy for one in kept if str(one.trial.rate) == str(rows[0]["rate"])}
    assert set(rows[0]["seeds"]) <= best


def test_accuracy_by_distance_is_told() -> None:
    done = run("--model", "window:32", "--length", "64", "--distance")
    told = dict(re.findall(r"<(\d+) (\d\.\d{3})", done.output))
    assert float(told["16"]) > 0.98 > 0.05 > float(told["64"])


def test_what_does_not_ship_is_no_result() -> None:
    done = run("--model", "window:7")
    assert done.exit_code == 1
    assert "no such results ship; with --train they are measured here" in done.output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--model", "rumour"), "--model is one of attention"),
        (("--model", "window"), "a window is written with its places"),
        (("--task", "sing"), "'sing' is not one of"),
        (("--rates", "fast"), "--rates must be numbers above 0 and at most 1"),
        (("--rates", "0.1,-1"), "--rates must be numbers above 0 and at most 1"),
        (("--rates", "nan"), "--rates must be numbers above 0 and at most 1"),
        (("--seeds", "0"), "0 is not in the range"),
    ],
)
def test_bad_words_end_with_two_and_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    done = run(*words)
    assert done.exit_code == 2 and sentence in done.output, done.output


def test_texts_that_cannot_be_made_are_refused_before_anything_is_trained(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(BOARD, "mqar", BOARD["mqar"].anew(vocab=16))
    done = run("--train", "--length", "1000")
    assert done.exit_code == 2 and "mqar needs a length of at least 4 pairs" in done.output


def test_what_is_trained_is_kept_and_not_trained_again(tried: list[Trial]) -> None:
    first = run(*SMALL, "--json")
    assert first.exit_code == 0, first.output
    assert [trial.seed for trial in tried] == [0, 1]
    assert run(*SMALL, "--json").stdout == first.stdout and len(tried) == 2
    more = json.loads(run(*SMALL[:-1], "3", "--json").stdout)
    assert [trial.seed for trial in tried] == [0, 1, 2]
    assert more[0]["seeds"] == pytest.approx([0.5, 0.6, 0.7])


@pytest.mark.parametrize("damage", ["cut", "changed", "binary", "another"])
def test_a_damaged_file_is_made_again_and_never_believed(
    tried: list[Trial], tmp_path: Path, damage: str
) -> None:
    first = run(*SMALL, "--json")
    files = [tmp_path / "recall" / f"{trial.name()}.json" for trial in tried]
    text = files[0].read_text(encoding="utf-8")
    if damage == "binary":
        files[0].write_bytes(b"\xff\xfe\x00")
    else:
        wrong = {"cut": text[:-20], "changed": text.replace('"accuracy": 0.5', '"accuracy": 0.9')}
        files[0].write_text(wrong.get(damage, files[1].read_text("utf-8")), encoding="utf-8")
    again = run(*SMALL, "--json")
    assert again.exit_code == 0 and again.stdout == first.stdout
    assert again.stderr == f"{files[0]} is damaged and is made again\n"
    assert [trial.seed for trial in tried] == [0, 1, 0]
    assert files[0].read_text(encoding="utf-8").startswith('{"outcome"')


def test_long_training_is_asked_about(tried: list[Trial], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recall_training, "FEW", 0.0)
    no = run(*SMALL, input="n\n")
    assert no.exit_code == 1 and not tried
    assert "2 trials are to be trained, about " in no.stderr and "Go on?" in no.stderr
    assert "nothing was trained; ask for less, or give --yes" in no.stderr
    assert run(*SMALL, input="").exit_code == 1 and not tried
    assert run(*SMALL, input="y\n").exit_code == 0 and len(tried) == 2


def test_yes_asks_nothing(tried: list[Trial], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recall_training, "FEW", 0.0)
    done = run(*SMALL, "--yes", input="")
    assert done.exit_code == 0 and len(tried) == 2 and "Go on?" not in done.output


def test_an_interrupted_run_keeps_what_is_finished(
    tried: list[Trial], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = trials.attempt

    def stopped(trial: Trial, seen: Callable[[float], None]) -> Any:
        if trial.seed == 1:
            raise KeyboardInterrupt
        return whole(trial, seen)

    monkeypatch.setattr(trials, "attempt", stopped)
    done = run(*SMALL)
    assert done.exit_code == 130
    assert "stopped: 1 of 2 are finished and kept" in done.stderr
    assert "\nattention" in done.stdout
    monkeypatch.setattr(trials, "attempt", whole)
    assert run(*SMALL).exit_code == 0 and [trial.seed for trial in tried] == [0, 1]


def test_an_interruption_before_anything_is_finished_shows_no_board(
    tried: list[Trial], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(trial: Trial, seen: Callable[[float], None]) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(trials, "attempt", stopped)
    done = run(*SMALL)
    assert (done.exit_code, done.stdout) == (130, "")


def test_results_that_cannot_be_kept_are_told_of_once_and_shown(
    tried: list[Trial], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setattr(recall_training, "folder", lambda: tmp_path / "file" / "recall")
    done = run(*SMALL)
    assert done.exit_code == 0 and done.stderr.count("results cannot be kept in") == 1


def test_a_small_board_is_really_trained_here(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(recall_training, "folder", lambda: tmp_path / "recall")
    monkeypatch.setitem(BOARD, "copy", BOARD["copy"].anew(steps=3))
    done = run(*SMALL[:1], "--task", "copy", *SMALL[1:], "--yes", "--json")
    assert done.exit_code == 0, done.output
    (row,) = json.loads(done.stdout)
    assert row["steps"] == 3 and 0 <= row["accuracy"] <= 1 and len(row["seeds"]) == 2


def test_a_trial_is_foretold_by_its_dense_texts_as_well() -> None:
    """Six tenths of the steps at 4 s, the rest at 2 s, and the texts that are asked afterwards."""
    trial = BOARD["mqar-large"].anew(steps=100)
    paces = recall_training._Paces({trial.anew(rate=1.0): (4.0, 2.0)})
    asked = recall_training.ASKING * 2 * trials.ASKED / trial.batch
    assert paces.seconds(trial) == pytest.approx(60 * 4 + 40 * 2 + asked)
    assert paces.seconds(trial.anew(rate=0.5)) == paces.seconds(trial)


def test_both_kinds_of_texts_are_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths: list[int] = []

    def pace(trial: Trial, texts: Callable[[Any, int], Any]) -> float:
        lengths.append(texts(np.random.default_rng(0), 1).tokens.shape[1])
        return float(lengths[-1])

    monkeypatch.setattr(recall_training, "_pace", pace)
    paced = recall_training._paces([BOARD["mqar"].anew(n=128), BOARD["copy"]])
    assert lengths[0] == 128 and lengths[1] < 128 and lengths[2:] == [64]
    assert list(paced.steps.values()) == [(lengths[1], 128), (64, 64)]


@pytest.mark.parametrize("language", ["en", "fa"])
def test_help_and_refusal_name_every_way_in_every_language(language: str) -> None:
    words = nearest(language)
    help_told = words.say("cli.recall.model")
    assert all(way in help_told for way in WAYS)
    assert all(way in run("--model", "rumour").output for way in WAYS)


def test_published_figures_stand_beside_as_many_pairs_only(tried: list[Trial]) -> None:
    words = ("--train", "--model", "product", "--rates", "0.01", "--seeds", "1", "--length")
    assert "RWKV 0.76" in run(*words, "64").output
    assert "RWKV" not in run(*words, "512").output
