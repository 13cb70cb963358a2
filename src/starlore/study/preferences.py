"""What a learner can set, each value checked before it is logged."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields

from starlore.errors import Refused
from starlore.language import languages
from starlore.memory.settings import checked_setting
from starlore.memory.study_day import is_zone

THEMES = ("system", "night", "paper")
MOTIONS = ("system", "calm", "full")
DIGITS = ("page", "latin")
LONGEST_NAME = 60


@dataclass(frozen=True)
class Preferences:
    """The settings in force.

    Attributes:
        name: how the sky is named; a label, not an account.
        zone: IANA time zone; "" in the log means the host's.
        rollover_hour: the local hour, 0 to 23, at which the study day turns.
        desired_retention: recall at which a star begins to dim.
        theme: "system", "night" or "paper". motion: "system", "calm" or "full".
        language: tag of the pages the learner chose, "" before any choice.
        digits: "page" as the language writes them, "latin" for 0 to 9 in every language.
        keys: whether single-letter keys work. list_first: whether the sky opens as its list.
    """

    name: str = ""
    zone: str = "UTC"
    rollover_hour: int = 4
    desired_retention: float = 0.9
    theme: str = "system"
    motion: str = "system"
    language: str = ""
    digits: str = "page"
    keys: bool = True
    list_first: bool = False

    @staticmethod
    def of(settings: Mapping[str, object], home_zone: str) -> "Preferences":
        """The preferences among all settings; what is not set keeps its default."""
        chosen: dict[str, object] = {"zone": home_zone}
        chosen |= {
            name: settings[name] for name in _NAMES & settings.keys() if settings[name] != ""
        }
        return Preferences(**chosen)  # type: ignore[arg-type]


CHOICES: Mapping[str, Callable[[], tuple[str, ...]]] = {
    "theme": lambda: THEMES,
    "motion": lambda: MOTIONS,
    "digits": lambda: DIGITS,
    "language": languages,
}
"""What a setting may be, where that is one of a few."""

_NAMES = frozenset(field.name for field in fields(Preferences))


def checked(name: str, value: object) -> object:
    """Give a preference's value as it may be logged.

    Raises:
        Refused: with one sentence that says what would do.

    Example:
        >>> checked("rollover_hour", 4), checked("name", "  Ada ")
        (4, 'Ada')
    """
    if name == "name":
        return _text(value)
    if name == "zone":
        if not isinstance(value, str) or not is_zone(value):
            raise Refused("fault.setting.zone", value=_shown(value))
        return value
    if name == "rollover_hour":
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 23:
            raise Refused("fault.setting.hour", value=_shown(value))
        return value
    if name in CHOICES:
        allowed = CHOICES[name]()
        if value not in allowed:
            raise Refused(
                "fault.setting.choice", name=name, known=", ".join(allowed), value=_shown(value)
            )
        return value
    if name in ("keys", "list_first"):
        if not isinstance(value, bool):
            raise Refused("fault.setting.switch", name=name, value=_shown(value))
        return value
    if name == "desired_retention":
        return checked_setting(name, value)
    raise Refused("fault.setting.none", name=name)


def _text(value: object) -> str:
    """A name: one line, no control characters, not too long."""
    if not isinstance(value, str):
        raise Refused("fault.setting.no-text", value=_shown(value))
    name = " ".join(value.split())
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise Refused("fault.setting.name", most=LONGEST_NAME, count=len(name))
    return name


def _shown(value: object) -> str:
    """The beginning of a refused value, as a message can name it."""
    return str(value)[:60]


def to_json(value: object) -> str:
    """A setting's value as the log holds it."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
