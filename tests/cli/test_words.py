"""The commands speak the language of the terminal, and English where it has no catalogue."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal

import pytest

from starlore.attention.cost import Machine, Sizes, parse_way
from starlore.cli import words
from starlore.cli.amount import told_bytes, told_seconds
from starlore.cli.cost import _facts
from starlore.cli.cost_told import told, told_share
from starlore.cli.head import tell
from starlore.errors import BadValue, NotFound
from starlore.language import Catalogue
from starlore.language.catalogue import nearest


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


def test_a_programmers_fault_keeps_its_own_sentence_and_is_said_to_be_english(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fault = BadValue("a figure is a finite number, not nan")
    assert words.tell(fault) == str(fault)
    monkeypatch.setattr(words, "_words", lambda: nearest("fa"))
    assert f"به انگلیسی: \u2066{fault}\u2069" in words.tell(fault)


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


@pytest.mark.parametrize(
    "lines",
    [
        lambda: tell([Decimal(3), Decimal(1), Decimal("-0.5")], [[Decimal(9)]] * 3, 2),
        lambda: told(
            _facts(
                parse_way("causal & window(255)"),
                900,
                lambda n: Sizes(n, n, 64, 64),
                Machine("here"),
                1,
                False,
            )
        ),
        lambda: "\n".join((told_seconds(0.00512), told_bytes(3 * 2**19), told_share(0.0000153))),
    ],
)
def test_no_line_of_a_persian_terminal_mixes_digits(
    lines: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "_words", lambda: nearest("fa"))
    told = lines().replace("window(255)", "")
    assert re.search("[۰-۹]", told) and not re.search("[0-9]", told), told


def test_a_name_of_several_lines_is_said_on_one() -> None:
    assert words.say("cli.place.no-course", folder="a\nb\tc\u2028d").count("\n") == 0
    assert words.tell(NotFound("fault.lesson.none", lesson="a\nb")) == (
        "There is no lesson “a␊b” here."
    )
