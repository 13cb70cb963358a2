"""click speaks the language of the terminal: every sentence of its own has one in the catalogue."""

import gettext
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from starlore.cli.clicks import Help, left_to_right, spoken
from starlore.cli.root import COMMANDS
from starlore.language import Catalogue, languages, letters_of
from starlore.language.isolate import END, LEFT_TO_RIGHT, bare
from tools.clicks import TABLE, all_asked, asked, message_id, packed, pairs

ASKED = all_asked()
OTHERS = [tag for tag in languages() if tag != "en"]
FAULTS = [
    (("hed",), "فرمانِ 'hed' این‌جا نیست."),
    (("--foo",), "گزینهٔ '--foo' این‌جا نیست."),
    (("attend", "--wdth", "3"), "شاید منظورتان '--width' بود؟"),
    (("attend", "--width"), "پس از گزینهٔ '--width' باید چیزی بیاید."),
    (("attend", "--length", "0"), "0 در بازهٔ 1<=x<=16777216 نیست."),
    (("attend", "--length", "x"), "مقدارِ نادرست برای '--length': 'x' عددِ درست نیست."),
    (("import",), "این آرگومان را هم بدهید: 'FILE'."),
    (("import", "gone.jsonl"), "فایل 'gone.jsonl' نیست."),
    (("cost", "5", "6"), "این آرگومان زیادی است: 6"),
    (("doctor", "a", "b"), "این آرگومان‌ها زیادی است: a b"),
    (("cost", "--json=3"), "گزینهٔ '--json' مقدار نمی‌گیرد."),
    (("print", "lookup", "--paper", "a3"), "'a3' یکی از این‌ها نیست: 'a4', 'letter'."),
    (("bench", "attention", "--against", "abacus"), "همتای abacus نیست"),
    (("recall", "--model", "rumour"), "--model باید یکی از این‌ها باشد"),
]


HELPS = [("--help",), *((name, "--help") for name in COMMANDS)]
ALL = """
import json, sys
from click.testing import CliRunner
from starlore.cli import main
lines = json.load(sys.stdin)
told = [CliRunner().invoke(main, words, prog_name="starlore").output for words in lines]
json.dump(told, sys.stdout)
"""
"""Runs one command after another, for starting Python takes longer than any of them."""


def python(*words: str, given: str = "", **environ: str) -> str:
    """What Python prints in a Persian terminal, on either of its outputs."""
    told = {"LC_ALL": "fa_IR.UTF-8", "LANGUAGE": "", "COLUMNS": "80", "PYTHONUTF8": "1", **environ}
    done = subprocess.run(
        [sys.executable, *words],
        env={**os.environ, **told},
        capture_output=True,
        text=True,
        encoding="utf-8",
        input=given,
    )
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, ...], str]:
    """What each command of these tests prints in a Persian terminal."""
    data = str(tmp_path_factory.mktemp("sky"))
    lines = [*(words for words, _ in FAULTS), *HELPS, ("erase",)]
    given = [[*words, "--data", data] if words == ("erase",) else words for words in lines]
    printed = json.loads(python("-c", ALL, given=json.dumps(given)))
    return dict(zip(lines, printed, strict=True))


def lacking(catalogue: Catalogue) -> set[str]:
    """The sentences of click that a language says nothing for."""
    said = pairs(catalogue, ASKED)
    return {text for one in ASKED if one not in said for text in one}


def test_click_asks_for_much_and_all_of_it_is_seen() -> None:
    assert ("Show this message and exit.",) in ASKED
    assert (
        "Got unexpected extra argument ({args})",
        "Got unexpected extra arguments ({args})",
    ) in (ASKED)
    source = (Path(click.__file__).parent / "exceptions.py").read_text("utf-8")
    assert len(re.findall(r"(?<!\w)(?:_|ngettext)\(", source)) == len(list(asked(source)))


@pytest.mark.parametrize("tag", OTHERS)
def test_every_sentence_of_click_has_one_in_every_language(tag: str) -> None:
    assert lacking(Catalogue.load(tag)) == set()


def test_a_sentence_without_one_would_be_missed() -> None:
    whole = Catalogue.load("fa")
    torn = {id_: text for id_, text in whole.messages.items() if id_ != "cli.click.aborted"}
    assert lacking(Catalogue("fa", torn, whole.source)) == {"Aborted!"}
    with pytest.raises(LookupError, match="No such holiday"):
        message_id("No such holiday {name!r}.")
    with pytest.raises(ValueError, match="word"):
        list(asked("_(word)"))


def test_every_message_of_the_table_is_one_of_clicks() -> None:
    ids = {id_ for id_ in Catalogue.load("en").ids() if id_.startswith(TABLE)}
    assert ids == {message_id(text) for one in ASKED for text in one}


@pytest.mark.parametrize("tag", OTHERS)
def test_what_gettext_reads_is_what_the_catalogue_says(tag: str) -> None:
    made = packed(pairs(Catalogue.load(tag), ASKED))
    assert spoken(tag).read_bytes() == made, "python -m tools.clicks"
    read = gettext.GNUTranslations(io.BytesIO(made))
    for one in ASKED:
        for text, count in zip(one, (1, 2), strict=False):
            said = read.gettext(text) if len(one) == 1 else read.ngettext(one[0], one[1], count)
            assert said != text
            assert sorted(re.findall(r"\{.*?\}", said)) == sorted(re.findall(r"\{.*?\}", text))


def test_a_changed_message_makes_other_bytes() -> None:
    whole = Catalogue.load("fa")
    other = Catalogue("fa", {**whole.messages, "cli.click.aborted": "بس."}, whole.source)
    assert packed(pairs(other, ASKED)) != packed(pairs(whole, ASKED))


@pytest.mark.parametrize(("words", "sentence"), FAULTS, ids=[" ".join(one) for one, _ in FAULTS])
def test_a_fault_is_told_in_persian(
    words: tuple[str, ...], sentence: str, told: dict[tuple[str, ...], str]
) -> None:
    said = bare(told[words])
    assert sentence in said and "خطا: " in said
    assert "Error" not in said and "Usage" not in said and "Try" not in said


def test_whoever_does_not_answer_is_told_in_persian(told: dict[tuple[str, ...], str]) -> None:
    assert "رها شد." in told["erase",]


@pytest.mark.parametrize("words", HELPS, ids=" ".join)
def test_help_says_nothing_of_clicks_in_english(
    words: tuple[str, ...], told: dict[tuple[str, ...], str]
) -> None:
    said = told[words]
    assert "کاربرد:" in said and "گزینه‌ها:" in said and "همین پیام نشان داده شود." in said
    for word in ("Usage", "Options", "OPTIONS", "Show", "default:", "WHOLE", "TEXT", "PATH", "DIR"):
        assert word not in re.sub(r"\$\w+", "", said)


def test_gettexts_own_variable_does_not_part_click_from_the_rest() -> None:
    help_of = ("-m", "starlore", "--help")
    assert "Options" not in python(*help_of, LANGUAGE="en_GB:en")
    assert "گزینه" not in python(*help_of, LC_ALL="en_GB.UTF-8", LANGUAGE="fa")


def test_english_is_clicks_own() -> None:
    said = python("-m", "starlore", "attend", "--help", LC_ALL="C")
    assert "attend [OPTIONS] [ARRAYS]..." in said
    assert "--width WHOLE NUMBER" in said and "[default: 64;" in said
    assert not set(said) & {LEFT_TO_RIGHT, END}


def columns(text: str) -> set[int]:
    """Where the second column begins, in letters that are seen, in rows with two."""
    found = [re.match(r"  \S.*?\S {2,}(?=\S)", line) for line in text.splitlines()]
    return {letters_of(row.group()) for row in found if row}


ROWS = [("-o, --output مسیر", "فایل."), ("--width عددِ درست", "پهنا."), ("--json", "جدول نه.")]


def test_the_columns_of_help_stand_in_line_by_what_is_seen() -> None:
    ours, clicks = Help(width=60), click.HelpFormatter(width=60)
    for formatter in (ours, clicks):
        formatter.indent()
        formatter.write_dl(ROWS)
    assert len(columns(ours.getvalue())) == 1
    assert len(columns(clicks.getvalue())) > 1, "click counts what is not seen"


def test_a_long_meaning_goes_on_below_itself_and_a_long_term_stands_alone() -> None:
    formatter = Help(width=50)
    formatter.write_dl([("--a", "واژه " * 12), ("--" + "b" * 40, "معنا"), ("--c", "")])
    lines = [bare(line) for line in formatter.getvalue().splitlines()]
    assert lines[0].startswith("--a ") and lines[1].startswith(" " * 32 + "واژه")
    assert lines[-3:] == ["--" + "b" * 40, " " * 32 + "معنا", "--c"]


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ("بی -o و --stills گام‌ها", "بی <-o> و <--stills> گام‌ها"),
        ("همه.  [x>=1] باشد", "همه.  <[x>=1]> باشد"),
        ("[پیش‌فرض: 64; 1<=x<=96]", "[پیش‌فرض: 64; <1<=x<=96>]"),
        ("سه فایل .npy است", "سه فایل <.npy> است"),
        ("مانند lookup یا 8484.", "مانند lookup یا 8484."),
        ("  starlore head 3 -1", "  starlore head 3 -1"),
        ("نمونه: starlore erase --yes", "نمونه: <starlore erase --yes"),
    ],
)
def test_typed_things_run_from_left_to_right(line: str, marked: str) -> None:
    assert left_to_right(line).replace(LEFT_TO_RIGHT, "<").replace(END, ">") == marked
