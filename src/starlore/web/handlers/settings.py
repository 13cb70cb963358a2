"""Settings: seen, saved whole or not at all, taken back."""

import math
from collections.abc import Mapping
from dataclasses import asdict

from starlette.responses import Response

from starlore.errors import Refused
from starlore.study.preferences import CHOICES, checked
from starlore.study.setting import change_settings, undo_setting
from starlore.view.links import Links
from starlore.view.settings_page import settings_page
from starlore.web.asked import Asked, handler, to


@handler
def show(asked: Asked) -> Response:
    """The settings in force."""
    return settings_with(asked)


@handler
def save(asked: Asked) -> Response:
    """Save the form; one refused value changes nothing and is named."""
    try:
        change_settings(asked.desk, asked.at.now_ms, _wanted(asked))
    except Refused as refusal:
        return settings_with(asked, asked.catalogue.tell(refusal), kept=_kept(asked))
    chosen = asked.form.get("language", "")
    return to(Links(chosen).settings() if chosen else asked.links.settings(), "saved")


@handler
def speak(asked: Asked) -> Response:
    """Go on in another language, on the page one was on, and remember it."""
    language = asked.form.get("language", "")
    change_settings(asked.desk, asked.at.now_ms, {"language": language})
    return to(f"/{language}/{asked.form.get('here', '')}")


@handler
def undo(asked: Asked) -> Response:
    """Take back the last change of a setting."""
    name = undo_setting(asked.desk, asked.at.now_ms)
    return to(asked.links.settings(), "undone" if name else "no-change")


def settings_with(
    asked: Asked, fault: str = "", kept: Mapping[str, object] | None = None, status: int = 200
) -> Response:
    """The page of the settings.

    Args:
        fault: what could not be done, a sentence; it gets the focus. kept: of a refused form.
    """
    with asked.desk.store.read() as unit:
        answers = unit.count_answers(asked.desk.learner)
    now = {**asdict(asked.wishes), **(kept or {})}
    values = settings_page(asked.frame(), now, asked.at, answers)
    return asked.page("settings.html", {**values, "fault": fault}, status=status)


def _kept(asked: Asked) -> dict[str, object]:
    """What a refused form shows again: texts as they were typed, choices that can be obeyed."""
    kept: dict[str, object] = {}
    for name, value in _wanted(asked).items():
        try:
            kept[name] = checked(name, value)
        except Refused:
            if name in ("name", "zone"):
                kept[name] = value
    return kept


def _wanted(asked: Asked) -> dict[str, object]:
    """The form's texts as the values they stand for."""
    form = asked.form
    wanted: dict[str, object] = {
        name: form[name] for name in ("name", "zone", *CHOICES) if name in form
    }
    for name in ("keys", "list_first"):
        if name in form:
            wanted[name] = form[name] == "on"
    if "rollover_hour" in form:
        wanted["rollover_hour"] = _whole(form["rollover_hour"])
    if "desired_retention" in form:
        wanted["desired_retention"] = _share(form["desired_retention"])
    return wanted


def _whole(text: str) -> object:
    """An hour has two digits; what is longer stays text and is refused as such."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 2 else text


def _share(text: str) -> object:
    """A finite number, or the text that is none."""
    try:
        share = float(text)
    except ValueError:
        return text
    return share if math.isfinite(share) else text
