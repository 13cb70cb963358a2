"""Every sentence a person reads stands in the catalogue; every message in it is said somewhere."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from starlore.language import Catalogue
from tests.meta.words import (
    SRC,
    TEMPLATES,
    WORDED,
    fits,
    mentioned,
    said,
    sentences,
    template_words,
    unfilled,
)

MESSAGES = Catalogue.load("en").messages
IDS = tuple(MESSAGES)
MODULES = sorted(SRC.rglob("*.py"))
PAGES = sorted(TEMPLATES.glob("*.html"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SRC)))
def test_no_module_shows_a_sentence_of_its_own(path: Path) -> None:
    assert sentences(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        'click.echo("the stars agree")',
        'click.echo(f"erased: {rows} rows")',
        'print("all is " + word)',
        'raise click.ClickException("no course here" if a else say("cli.check.no-course"))',
        'raise BadInput("give {n} scores".format(n=1))',
        'PlainTextResponse("nothing was changed", 403)',
        'raise HTTPException(404, detail="not here")',
        'raise Refused(f"the day turns at {hour}")',
        'raise store.StoreBusy("somebody else holds it")',
        'Diagnostic(path, 1, 1, "L120", f"{name} is missing")',
        'Diagnostic(path, 1, 1, "L402", wrong, f"write it under ## {key}")',
        'reader.fault(1, 1, "L101", "the head is missing")',
        'course_fault(path, "L506", f"the folder {name} is no lesson")',
        'Breach("L2", seed, "two answers look alike")',
        'tally.give_up("it takes too long")',
        'raise QuestionError(f"{name}: there is nothing to choose from")',
        'raise LessonError("check.said", said="no such thing")',
        'Message("check.said", said=f"nothing lies from {lo} to {hi}")',
        '@click.option("--yes", help="Do not ask.")\ndef erase(): ...',
        '@click.command()\ndef erase():\n    """Erase everything."""',
    ],
)
def test_a_sentence_in_code_would_be_seen(source: str) -> None:
    assert len(sentences(source)) == 1


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_no_template_holds_a_word_of_its_own(path: Path) -> None:
    assert template_words(path.read_text("utf-8")) == []


def unknown(patterns: set[str]) -> set[str]:
    """Those that are no id of the catalogue, nor become one when filled."""
    return {pattern for pattern in patterns if not any(fits(pattern, id_) for id_ in IDS)}


def unsaid(ids: Iterable[str]) -> set[str]:
    """Those that nothing says. Units are left out: they are there for authors to ask in; and so are
    click's own words: click says them, which `tests/cli/test_clicks.py` proves."""
    words = mentioned()
    patterns = {text for text in words if "*" in text}
    return {
        id_
        for id_ in ids
        if id_ not in words
        and not id_.startswith(("units.", "cli.click."))
        and not any(fits(pattern, id_, words) for pattern in patterns)
    }


def test_what_is_said_is_in_the_catalogue() -> None:
    assert unknown(said()) == set()


def test_a_message_that_is_not_there_would_be_missed() -> None:
    assert unknown({"star.*", "holiday.*", "star.fire"}) == {"holiday.*", "star.fire"}


def test_no_message_is_said_by_nobody() -> None:
    assert unsaid(IDS) == set()


def test_a_message_said_by_nobody_would_be_found() -> None:
    assert unsaid(["star.ember", "star.fire", "fire.note"]) == {"star.fire", "fire.note"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SRC)))
def test_every_message_gets_the_values_it_holds(path: Path) -> None:
    assert unfilled(path.read_text("utf-8"), MESSAGES) == []


@pytest.mark.parametrize(
    "source",
    [
        'Message("check.hint.write", code=f"## wrong {name}")',
        'Message("check.hint.write", code="off_screen: {minutes: 20, people: [2, 30]}")',
        'Diagnostic(f"{path}/{name}", 1, 1, "L120", Message("check.file.missing", file=name))',
        'raise QuestionError("check.draw.nothing", name=name)',
    ],
)
def test_code_that_a_message_names_is_no_sentence(source: str) -> None:
    assert sentences(source) == []
    assert unfilled(source, MESSAGES) == []


def test_what_an_author_is_told_is_held_to_the_catalogue_too() -> None:
    assert any(id_.startswith("check.") for id_ in said())
    source = 'yield Message("check.star.unasked", name=star)'
    assert unfilled(source, MESSAGES) == ["line 1: check.star.unasked holds star, but gets name"]
    assert unsaid(["check.star.unasked", "check.star.fallen"]) == {"check.star.fallen"}


def test_a_value_that_is_not_given_would_be_seen() -> None:
    source = 'raise Refused("fault.sky.before", first=day)'
    assert unfilled(source, MESSAGES) == [
        "line 1: fault.sky.before holds day, first, but gets first"
    ]


def test_the_errors_that_carry_words_are_known() -> None:
    assert {"NotFound", "Refused", "Conflict", "StoreBusy", "LessonError"} <= WORDED
    assert "ShapeError" not in WORDED
