"""The sky's page: what stands where no star is chosen."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from starlore.language import Catalogue
from starlore.study.preferences import Preferences
from starlore.view.environment import Frame
from starlore.view.sky_page import sky_page, star_lines
from tests.view.a_sky import SEED, TODAY, sky

FRAME = Frame("en", lambda path: path)


@pytest.mark.parametrize(
    ("by", "told"),
    [
        (None, "Every star opens"),
        (TODAY, "all that wait can be seen today."),
        (TODAY + timedelta(days=3), "by 18 January you will have seen all."),
    ],
)
def test_after_a_break_the_plan_names_the_day_or_says_today(by: date | None, told: str) -> None:
    seen = replace(sky(), caught_up_by=by)
    empty = sky_page(FRAME, SEED, seen, Preferences(), "", "")["empty"]
    assert told in str(empty)


def test_what_is_said_of_a_star_has_the_commas_of_the_language() -> None:
    persian = Catalogue.load("fa")
    seen = sky()
    lines = [line for one in seen.lessons["lookup"] for line in star_lines(seen, one, persian)]
    assert any("، " in line for line in lines)
    assert not any(", " in line for line in lines)
