"""Settings: a refused value changes nothing, is named, and leaves the rest of the form as sent."""

import re

import pytest

from tests.web.conftest import App

REFUSED = {
    "desired_retention": ["", "nan", "inf", "-inf", "0x1", "0.2", "1e400", "9" * 5000, "\x00"],
    "rollover_hour": ["", "24", "-1", "four", "1" * 5000, "\u0664"],
    "zone": ["", "Nowhere/Here", "../../etc/passwd", "\x00"],
    "theme": ["", "loud"],
    "motion": [""],
    "name": ["x" * 61, "a\x07b"],
}
CASES = [(name, text) for name, texts in REFUSED.items() for text in texts]


def chosen(page: str, name: str) -> list[str]:
    """The values that a group of choices has in force."""
    radios = re.findall(rf'type="radio" name="{name}" value="([^"]*)" checked', page)
    select = re.search(rf'<select[^>]* name="{name}">(.*?)</select>', page)
    return radios + re.findall(r'value="(\d+)" selected', select[1] if select else "")


@pytest.mark.parametrize(("name", "text"), CASES, ids=[f"{n}-{t[:8]!r}" for n, t in CASES])
def test_a_refused_value_changes_nothing_and_is_told_on_the_page(
    app: App, name: str, text: str
) -> None:
    before = app.log()
    reply = app.post("/en/settings", **{name: text})
    assert reply.status == 200
    assert 'role="alert"' in reply.text
    assert app.log() == before


def test_a_refused_form_keeps_every_choice_that_could_be_obeyed(app: App) -> None:
    sent = {"name": "Ada", "zone": "Nowhere", "rollover_hour": "7", "theme": "night", "keys": "off"}
    page = app.post("/en/settings", desired_retention="0.95", **sent).text
    assert 'value="Ada"' in page and 'value="Nowhere"' in page
    assert [chosen(page, name) for name in ("rollover_hour", "theme", "keys")] == [
        ["7"],
        ["night"],
        ["off"],
    ]
    assert chosen(page, "desired_retention") == ["0.95"]


def test_a_refused_choice_shows_the_one_in_force(app: App) -> None:
    page = app.post("/en/settings", desired_retention="nan", rollover_hour="99").text
    assert chosen(page, "desired_retention") == ["0.90"]
    assert chosen(page, "rollover_hour") == ["4"]
