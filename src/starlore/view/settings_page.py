"""The settings as a page: what is in force, and what each choice would mean, computed."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from starlore.figures import Figure
from starlore.language import (
    Catalogue,
    languages,
    nearest,
    own_name,
    show_days_span,
    show_number,
)
from starlore.memory.fsrs import interval_days
from starlore.study.desk import Moment
from starlore.view.environment import Frame

RETENTIONS = ("0.80", "0.85", "0.90", "0.95")
USUAL = 0.9
EXAMPLE_DAYS = 10.0


@cache
def zones() -> tuple[str, ...]:
    """The time zones offered: those that name a place.

    Example:
        >>> "Europe/Berlin" in zones(), "Etc/GMT+5" in zones()
        (True, False)
    """
    named = (zone for zone in available_timezones() if "/" in zone)
    return tuple(sorted(zone for zone in named if not zone.startswith("Etc/")))


def per_cent(share: float, language: str) -> str:
    """A share as whole per cent.

    Example:
        >>> per_cent(0.884, "en")
        '88 %'
    """
    number = show_number(Figure(share * 100, places=0).printed, language)
    return nearest(language).say("app.per-cent", number=number)


def settings_page(
    frame: Frame, now: Mapping[str, object], at: Moment, answers: int
) -> dict[str, object]:
    """The values of the settings' template."""
    say, language = frame.catalogue.say, frame.language
    local = datetime.fromtimestamp(at.now_ms / 1000, ZoneInfo(at.zone))
    return {
        "now": now,
        "zones": zones(),
        "local_time": show_clock(local.hour, local.minute, language),
        "hours": [{"value": hour, "name": show_clock(hour, 0, language)} for hour in range(24)],
        "retentions": _retentions(now, frame.catalogue),
        "looks": [
            _tongues(frame),
            _look(frame, now, "digits", ("page", "latin")),
            _look(frame, now, "theme", ("system", "night", "paper")),
            _look(frame, now, "motion", ("system", "calm", "full")),
            _switch(frame, now, "keys", "keys"),
            _switch(frame, now, "list_first", "list"),
        ],
        "data_note": say(
            "settings.data-note", n=answers, shown=show_number(str(answers), language)
        ),
        "retention_note": say("settings.retention-note", share=per_cent(USUAL, language)),
        "erase_word": say("settings.erase-word"),
    }


def show_clock(hour: int, minute: int, language: str) -> str:
    """A time of day by 24 hours, in the page's digits.

    Example:
        >>> show_clock(4, 5, "en")
        '04:05'
    """
    digits = {ord(str(d)): show_number(str(d), language) for d in range(10)}
    return f"{hour:02}:{minute:02}".translate(digits)


def _retentions(now: Mapping[str, object], catalogue: Catalogue) -> list[dict[str, object]]:
    """What each desired recall means: how long a star rests, and how many visits that makes."""
    say, language = catalogue.say, catalogue.tag
    current = Decimal(str(now.get("desired_retention", USUAL)))
    choices = sorted({Decimal(text) for text in RETENTIONS} | {current})
    usual = interval_days(EXAMPLE_DAYS, USUAL)
    told: list[dict[str, object]] = []
    for choice in choices:
        rest = interval_days(EXAMPLE_DAYS, float(choice))
        often = Figure(usual / rest, places=1)
        told.append(
            {
                "value": str(choice),
                "name": per_cent(float(choice), language),
                "is_now": choice == current,
                "rest": show_days_span(rest, language),
                "often": say("settings.times", number=show_number(often.printed, language)),
            }
        )
    return told


def _look(
    frame: Frame, now: Mapping[str, object], id_: str, values: tuple[str, ...]
) -> dict[str, object]:
    """One group of choices."""
    say = frame.catalogue.say
    choices = [
        {"value": value, "name": say(f"settings.{id_}-{value}"), "is_now": now[id_] == value}
        for value in values
    ]
    return {"id": id_, "name": say(f"settings.{id_}"), "choices": choices}


def _tongues(frame: Frame) -> dict[str, object]:
    """The languages, each in its own name; chosen is the page's."""
    choices = [
        {"value": tag, "name": own_name(tag), "is_now": tag == frame.tag, "tag": tag}
        for tag in languages()
    ]
    return {"id": "language", "name": frame.catalogue.say("settings.language"), "choices": choices}


def _switch(frame: Frame, now: Mapping[str, object], id_: str, words: str) -> dict[str, object]:
    """A choice of two."""
    say = frame.catalogue.say
    is_on = now[id_] in (True, "on")
    choices = [
        {
            "value": value,
            "name": say(f"settings.{words}-{value}"),
            "is_now": is_on == (value == "on"),
        }
        for value in ("on", "off")
    ]
    return {"id": id_, "name": say(f"settings.{words}"), "choices": choices}
