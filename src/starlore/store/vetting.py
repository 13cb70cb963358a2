"""What a line of an export must be, beyond its types, so that no page and no fold breaks on it.

An export may have been made by anybody. Each value is held to what Starlore itself could have
written: days that exist, zones that are known, settings that can be obeyed, questions that can be
read and match their hash. A value that is not is named, and the whole import is refused.
"""

import json
import math
import re
from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any, NoReturn

from starlore.errors import BadValue, Refused, Worded
from starlore.memory.settings import Wishes, checked_setting
from starlore.memory.study_day import DAY_MS, is_zone
from starlore.questions.codec import from_json, sized, variant_hash
from starlore.questions.slips import SLIPS
from starlore.store.rows import SHAPE_OF
from starlore.study.effects import Effect
from starlore.study.practised import practised_of
from starlore.study.preferences import checked
from starlore.study.records import AnswerRecord
from starlore.study.study_days import is_own_day

LAST_YEAR = 9998
LATEST_MS = (date(LAST_YEAR, 12, 31).toordinal() - date(1970, 1, 1).toordinal()) * DAY_MS
AHEAD_MS = DAY_MS
"""How far ahead of the clock a row of this very device may lie. Its next rows cannot lie before
it, so one from the year 9000 would hold them there for ever."""

ID = re.compile(r"[A-Za-z0-9-]{1,64}")
STAR = re.compile(r"[a-z][a-z0-9-]{0,60}\.[\w.-]{1,80}")
SLUG = re.compile(r"[a-z][a-z0-9-]{0,60}")
NAME = re.compile(r"\S{0,100}")
TAG = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}")
EXPLANATION = re.compile(rf"right|unmatched|shown|wrong \S{{1,100}}|slip ({'|'.join(SLIPS)})")


def is_day(text: str) -> bool:
    """Whether a text is a day as Starlore writes it, of a year that leaves room for the next.

    Example:
        >>> is_day("2027-01-15"), is_day("20270115"), is_day("9999-01-01"), is_day("")
        (True, False, False, False)
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return False
    return day.isoformat() == text and 1970 <= day.year <= LAST_YEAR


def is_reading(text: str) -> bool:
    """Whether a text says what was read of a typed answer, or that nothing was typed.

    Example:
        >>> is_reading("null"), is_reading('{"numbers":["1/3"],"unit":null,"echo":"1/3"}')
        (True, True)
        >>> is_reading('{"numbers":["1e9999999"],"unit":null,"echo":""}'), is_reading("{}")
        (False, False)
    """
    read = _read_json(text)
    if read is None:
        return text == "null"
    if not isinstance(read, dict) or read.keys() != {"numbers", "unit", "echo"}:
        return False
    numbers = read["numbers"]
    words = (read["echo"], read["unit"] or "")
    return (
        isinstance(numbers, list)
        and len(numbers) > 0
        and all(isinstance(word, str) for word in words)
        and all(isinstance(number, str) and _is_number(number) for number in numbers)
    )


def is_effect(text: str) -> bool:
    """Whether a text is the effect of an answer, or "" for none."""
    found = _read_json(text)
    kinds = {name: kind for name, kind in Effect.__annotations__.items() if name != "also"}
    if text == "" or not isinstance(found, dict) or found.keys() - {"also"} != kinds.keys():
        return text == ""
    also = found.get("also", [])
    if not isinstance(also, list) or not all(map(_is_star, also)):
        return False
    for name, kind in kinds.items():
        value = found[name]
        if kind is float and type(value) in (int, float):
            if not (math.isfinite(value) and 0 <= value <= 1e6):
                return False
        elif type(value) is not kind:
            return False
    return is_day(found["due_day"])


def is_practised(text: str) -> bool:
    """Whether a text names stars with their credits, each once.

    Example:
        >>> is_practised('[["dot.score",0.3]]'), is_practised("[]"), is_practised('[["dot",2]]')
        (True, True, False)
    """
    try:
        return all(_is_star(star) for star, _ in practised_of(text))
    except BadValue:
        return False


def _is_star(id_: object) -> bool:
    return isinstance(id_, str) and STAR.fullmatch(id_) is not None


def _is_list_of_claims(text: str) -> bool:
    found = _read_json(text)
    return isinstance(found, list) and all(isinstance(claim, bool) for claim in found)


def _is_number(text: str) -> bool:
    try:
        return bool(len(text) <= 200 and [sized(Fraction(text) if "/" in text else Decimal(text))])
    except (BadValue, ValueError, ArithmeticError):
        return False


def _read_json(text: str) -> Any:
    """What a text says as JSON; None where it says nothing, or a number that is none."""
    try:
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return None


def _no_constant(text: str) -> NoReturn:
    raise ValueError(text)


KINDS: Mapping[str, Callable[[Any], object]] = {
    "id": ID.fullmatch,
    "id-or-none": lambda text: not text or ID.fullmatch(text),
    "star": STAR.fullmatch,
    "lesson": lambda text: not text or SLUG.fullmatch(text),
    "day": is_day,
    "day-or-none": lambda text: not text or is_day(text),
    "time": lambda at_ms: 0 <= at_ms <= LATEST_MS,
    "clock": lambda at_ms: 0 <= at_ms < 10**15,
    "zone": is_zone,
    "hour": lambda hour: 0 <= hour <= 23,
    "offset": lambda minutes: -1440 <= minutes <= 1440,
    "span": lambda ms: 0 <= ms <= DAY_MS,
    "count": lambda count: 0 <= count <= 10_000,
    "number": lambda number: 1 <= number <= 10**12,
    "form": ("choice", "typed").__contains__,
    "mode": ("lesson", "review", "test", "paper").__contains__,
    "answered": ("answered",).__contains__,
    "flag": ("", "skewed", "held").__contains__,
    "table": SHAPE_OF.__contains__,
    "act": ("suspend", "resume", "bury", "manual_due").__contains__,
    "language": TAG.fullmatch,
    "misconception": NAME.fullmatch,
    "explanation": EXPLANATION.fullmatch,
    "typed": lambda text: len(text) <= 20_000,
    "json": lambda text: len(text) <= 20_000 and (text == "null" or _read_json(text) is not None),
    "practised": is_practised,
    "claims": _is_list_of_claims,
    "reading": is_reading,
    "effect": is_effect,
}
"""What a value can be asked to be; `fault.kind` says each in words."""

_STAMP = {
    "id": "id",
    "device": "id",
    "device_seq": "number",
    "made_at_ms": "clock",
    "sent_at_ms": "clock",
    "received_at_ms": "time",
    "corrected_at_ms": "time",
    "clock_flag": "flag",
}
_ASKED = {
    "star": "star",
    "question": "star",
    "form": "form",
    "language": "language",
    "mode": "mode",
    "hints_shown": "count",
}

COLUMNS: Mapping[str, Mapping[str, str]] = {
    "content_version": {},
    "variant": {
        **_ASKED,
        "id": "id",
        "content_hash": "id",
        "grader_version": "count",
        "sitting": "id-or-none",
        "lesson": "lesson",
        "status": "answered",
        "shown_at_ms": "time",
        "expires_at_ms": "time",
        "answer": "id-or-none",
        "effect_json": "effect",
    },
    "answer": {
        **_STAMP,
        **_ASKED,
        "variant": "id",
        "raw_answer": "typed",
        "reading_json": "reading",
        "option_count": "count",
        "try_no": "count",
        "zone": "zone",
        "offset_min": "offset",
        "rollover_hour": "hour",
        "study_day": "day",
        "taken_ms": "span",
        "practised_json": "practised",
    },
    "grading": {
        **_STAMP,
        "answer": "id",
        "grader_version": "count",
        "generator_version": "count",
        "content_hash": "id",
        "misconception": "misconception",
        "reading_json": "reading",
        "parts_json": "claims",
        "explanation": "explanation",
    },
    "void": {**_STAMP, "target_table": "table", "target_id": "id"},
    "setting_change": {**_STAMP, "old_json": "json", "new_json": "json"},
    "star_action": {**_STAMP, "star": "star", "action": "act", "until_day": "day-or-none"},
}
"""Of each kind of line, what its values are; a test holds it to the columns there are."""


class Vetting:
    """What one import is held to.

    Args:
        here: this installation's device. now_ms: UTC milliseconds.
    """

    def __init__(self, here: str, now_ms: int) -> None:
        self.here = here
        self.now_ms = now_ms
        self._sound: set[str] = set()

    def learner(self, id_: str) -> str:
        """The learner's id, if it is one.

        Raises:
            Refused: if not.
        """
        _hold("learner", "id", id_)
        return id_

    def values(self, table: str, values: Mapping[str, Any]) -> None:
        """Hold a line's values to what they must be.

        Raises:
            Refused: naming the first that is not.
        """
        for name, kind in COLUMNS[table].items():
            _hold(name, kind, values[name])
        if values.get("device") == self.here:
            at_ms = values["corrected_at_ms"]
            if at_ms > self.now_ms + AHEAD_MS:
                raise Refused("fault.import.ahead", at_ms=str(at_ms), now_ms=str(self.now_ms))
        if "variant_json" in values:
            self._variant(values["variant_json"], values["variant_hash"])
        if table == "setting_change":
            _setting(values["name"], _read_json(values["new_json"]))

    def answer(self, record: AnswerRecord) -> None:
        """Hold an answer to the study day of its instant.

        Raises:
            Refused: if it carries another.
        """
        if not is_own_day(record):
            raise Refused("fault.import.study-day", day=record.study_day, zone=record.zone)

    def _variant(self, text: str, hash_: str) -> None:
        """A stored question that can be read and is the one its hash names."""
        found = variant_hash(text)
        if found != hash_:
            raise Refused("fault.import.variant-hash", hash=hash_[:64])
        if found in self._sound:
            return
        try:
            from_json(text)
        except BadValue as error:
            raise Refused("fault.import.no-variant", why=str(error)[:200]) from error
        self._sound.add(found)


def _hold(name: str, kind: str, value: Any) -> None:
    if not KINDS[kind](value):
        must_be = Worded(f"fault.kind.{kind}")
        raise Refused("fault.import.unfit", name=name, kind=must_be, value=ascii(value)[:60])


def _setting(name: str, value: object) -> None:
    """A setting that can be obeyed."""
    if name in Wishes._fields:
        checked_setting(name, value)
    else:
        checked(name, value)
