"""Languages of the interface held against the first one."""

import re

import pytest

from starlore.authoring.catalogues import catalogue_faults, compared, lines_of, word_faults
from starlore.language.glossary import Glossary, Term
from tests.told import english

TERMS = Glossary("fa", (Term("star", "ستاره", ("star", "stars")),), {"غلط": "این یکی نه"})
FIRST = {"sky.lit": "{n, plural, one {{words} star} other {{words} stars}}", "sky.on": "on {day}"}
GOOD = {"sky.lit": "{words} ستاره", "sky.on": "در {day}"}


def codes(**messages: str) -> list[tuple[str, str]]:
    """What is found in the good messages with some changed: code and id."""
    changed = {**GOOD, **{name.replace("_", "."): text for name, text in messages.items()}}
    kept = {id_: text for id_, text in changed.items() if text}
    found = [*compared("fa", FIRST, kept, {}, TERMS), *word_faults("fa", kept, {}, TERMS)]
    return [(fault.code, re.split(r"[: ]", english(fault.message))[0]) for fault in found]


def test_the_languages_of_starlore_say_the_same() -> None:
    assert [str(fault) for fault in catalogue_faults()] == []


def test_a_value_that_only_chooses_may_be_left_out() -> None:
    assert codes() == []


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({"sky_on": ""}, ("L611", "sky.on")),
        ({"sky_off": "خاموش"}, ("L611", "sky.off")),
        ({"sky_on": "امروز"}, ("L612", "sky.on")),
        ({"sky_on": "در {day} و {year}"}, ("L612", "sky.on")),
        ({"sky_lit": "{words} اختر"}, ("L614", "sky.lit")),
        ({"sky_on": "{day} غلط"}, ("L615", "sky.on")),
    ],
)
def test_what_differs_is_told(changed: dict[str, str], found: tuple[str, str]) -> None:
    assert codes(**changed) == [found]


def test_a_pattern_that_does_not_compile_is_told() -> None:
    assert ("L613", "sky.on") in codes(sky_on="در {day")


def test_a_fault_names_the_line_it_stands_on() -> None:
    lines = lines_of('# one\n[sky]\non = """\na = b\n"""\nlit = "x"\n')
    assert lines == {"sky.on": 3, "sky.lit": 6}
    (fault,) = compared("fa", {"sky.lit": "{n}"}, {"sky.lit": ""}, lines, TERMS)
    assert (fault.path, fault.line, fault.code) == ("locales/fa.toml", 6, "L612")
