"""The commands speak the language of the terminal, and English where it has no catalogue."""

import os
import subprocess
import sys

import pytest

from starlore.cli import words
from starlore.errors import BadValue, NotFound
from starlore.language import Catalogue


@pytest.mark.parametrize(
    ("environ", "tag"),
    [
        ({}, "en"),
        ({"LANG": "fa_IR.UTF-8"}, "fa-IR"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR"}, "fr-FR"),
        ({"LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": "ckb_IQ@latin"}, "ckb-IQ"),
        ({"LANG": "de", "LC_ALL": ""}, "de"),
    ],
)
def test_the_first_variable_that_is_set_names_the_language(
    environ: dict[str, str], tag: str
) -> None:
    assert words.terminal_language(environ) == tag


def test_a_command_says_the_words_of_the_terminals_catalogue(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spoken = Catalogue("fa", {"cli.doctor.well": "خوب", "fault.star.none": "ستاره {star} نیست."})
    monkeypatch.setattr(words, "_words", lambda: spoken)
    assert words.say("cli.doctor.well") == "خوب"
    assert words.tell(NotFound("fault.star.none", star="dot.angle")) == "ستاره dot.angle نیست."


def test_a_programmers_fault_keeps_its_own_sentence() -> None:
    assert words.tell(BadValue("a figure is a finite number, not nan")).endswith("not nan")


@pytest.mark.parametrize("tag", ["C", "POSIX", "eo_XX.UTF-8", "../../etc", "-u-"])
def test_a_terminal_in_any_language_is_answered(tag: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "starlore", "--help"],
        env={**os.environ, "LC_ALL": tag, "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Lessons that compute." in done.stdout
