"""The tables of a sheet: words run as their language does, whichever way the table runs."""

from starlore.language import Catalogue
from starlore.lessons.model import OffScreen
from starlore.view.off_screen import time_and_people
from starlore.view.pictures.sheet import Sheet
from starlore.view.pictures.worktable import head_html
from tests.view.pictures.a_picture import ENGLISH, PERSIAN


def test_a_name_that_begins_with_a_latin_letter_runs_as_its_language_does() -> None:
    """Persian says "e to the score" with the e first, at the right."""
    assert head_html("power", Sheet(PERSIAN, 0, "math")).startswith('<bdi dir="rtl">')
    assert head_html("power", Sheet(ENGLISH, 0, "math")).startswith('<bdi dir="ltr">')
    assert head_html("A", Sheet(PERSIAN, 0, "math")) == "<bdi>A</bdi>"


def test_time_and_people_are_parted_by_the_comma_of_the_language() -> None:
    plan = OffScreen(20, 2, 30)
    told = time_and_people(plan, Catalogue.load("fa"))
    assert "," not in told and "، " in told
