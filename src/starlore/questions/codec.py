"""Variants as canonical JSON: one text for one Variant, so that its hash never changes.

Names are sorted, no space is written, and exact forms are tagged: {"$dec": "0.84"},
{"$frac": [1, 3]}, {"$f64": "-0x0.0p+0"}, {"$figure": {...}}, {"$place": [2, "words"]},
{"$text": "right"}. A plain JSON float never occurs. Reading trusts nothing.
"""

import json
import math
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from operator import itemgetter
from typing import Any, NoReturn

from starlore.errors import BadValue, StarloreError
from starlore.figures import Figure
from starlore.questions.model import (
    AsPrinted,
    Between,
    Exact,
    Misconception,
    Place,
    Rule,
    Text,
    Value,
    Variant,
    Within,
)
from starlore.questions.plain import plain_answer, plain_map, plain_misconceptions

FORMAT = "starlore-variant-1"

LARGEST_POWER = 400
"""Of ten, either way, that a stored number may have, and the most places it may show: a few bytes
must not ask for a gigabyte of digits."""

_UNREADABLE = (ValueError, TypeError, AttributeError, ArithmeticError, StarloreError)

_FIGURE_FIELDS = ("value", "unit", "places", "digits")
_figure_parts = itemgetter(*_FIGURE_FIELDS)
_PLAIN_FIELDS = {
    "question": str,
    "star": str,
    "seed": int,
    "attempt": int,
    "generator_version": int,
}


_BARE = (str, int, bool)
"""What JSON holds as it is."""


def to_json(variant: Variant) -> str:
    """The canonical text of a Variant.

    Example:
        >>> text = to_json(Variant({"gap": Decimal("0.5")}, Figure(2)))
        >>> text[:57]
        '{"attempt":0,"format":"starlore-variant-1","generator_ver'
        >>> from_json(text) == Variant({"gap": Decimal("0.5")}, Figure(2))
        True
    """
    fields: dict[str, object] = {name: getattr(variant, name) for name in _PLAIN_FIELDS}
    fields |= {
        "format": FORMAT,
        "given": _tagged(variant.given),
        "solution": _tagged(variant.solution),
        "misconceptions": [[one.name, _tagged(one.answer)] for one in variant.misconceptions],
        "working": _tagged(variant.working),
        "rule": _rule_name(variant.rule),
        "order": list(variant.order),
        "units": _tagged(variant.units),
    }
    if variant.in_any_order:  # written only where it holds: older texts stay as they are
        fields["in_any_order"] = True
    return json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@lru_cache(maxsize=128)
def from_json(text: str) -> Variant:
    """The Variant of a text that `to_json` made. The last ones are kept: a question is read when
    it is shown, when it is answered and when it is explained.

    Raises:
        BadValue: if the text is not such a Variant; the sentence says where.
    """
    try:
        raw = json.loads(text, parse_float=_no_float, parse_constant=_no_float)
        if not isinstance(raw, dict) or raw.get("format") != FORMAT:
            raise BadValue(f"expected a text of format {FORMAT}")
        plain_fields: dict[str, Any] = {}
        for name, kind in _PLAIN_FIELDS.items():
            if type(raw[name]) is not kind:
                raise BadValue(f"{name} must be {kind.__name__}, not {raw[name]!r}")
            plain_fields[name] = raw[name]
        given = plain_map(_untagged_map(raw["given"]), "given")
        misconceptions = plain_misconceptions(
            [Misconception(name, _untagged(answer)) for name, answer in raw["misconceptions"]],
            given,
        )
        names = {"", *(one.name for one in misconceptions)}
        if not set(raw["order"]) <= names or len(set(raw["order"])) != len(raw["order"]):
            raise BadValue(f"order must name each option once, not {raw['order']!r}")
        return Variant(
            given=given,
            solution=plain_answer(_untagged(raw["solution"]), given, "solution"),
            misconceptions=misconceptions,
            working=plain_map(_untagged_map(raw["working"]), "working"),
            rule=_rule_named(raw["rule"]),
            order=tuple(raw["order"]),
            units={name: _factor(given) for name, given in _untagged_map(raw["units"]).items()},
            in_any_order=_said_true(raw, "in_any_order"),
            **plain_fields,
        )
    except RecursionError:
        raise BadValue("a stored question is nested too deeply") from None
    except KeyError as fault:
        raise BadValue(f"a stored question lacks {fault}") from fault
    except _UNREADABLE as fault:
        raise BadValue(f"not a stored question: {fault}") from fault


def values_json(values: Mapping[str, Value]) -> str:
    """The canonical text of values by name, such as the numbers of a lesson.

    Example:
        >>> values_json({"gap": Decimal("0.5")})
        '{"gap":{"$dec":"0.5"}}'
    """
    return json.dumps(_tagged(values), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def values_of(text: str) -> dict[str, Value]:
    """The values of a text that `values_json` made.

    Raises:
        BadValue: if the text holds anything else.

    Example:
        >>> values_of('{"gap":{"$dec":"0.5"}}')
        {'gap': Decimal('0.5')}
    """
    try:
        raw = json.loads(text, parse_float=_no_float, parse_constant=_no_float)
        return plain_map(_untagged_map(raw), "values")
    except RecursionError:
        raise BadValue("stored values are nested too deeply") from None
    except (*_UNREADABLE, LookupError) as fault:
        raise BadValue(f"no stored values: {fault}") from fault


def variant_hash(text: str) -> str:
    """SHA-256 of the canonical text, in hexadecimal.

    Example:
        >>> variant_hash(to_json(Variant({}, Figure(2))))[:8]
        '5b39fe79'
    """
    return sha256(text.encode()).hexdigest()


def _tagged(value: object) -> object:
    """A value as JSON, its exact form in a tag."""
    if isinstance(value, _BARE):
        return value
    if isinstance(value, tuple):
        return [_tagged(part) for part in value]
    if isinstance(value, Figure):
        parts = {name: getattr(value, name) for name in _FIGURE_FIELDS}
        shown = {name: part if part is None else _tagged(part) for name, part in parts.items()}
        return {"$figure": shown}
    if isinstance(value, Decimal):
        return {"$dec": str(value)}
    if isinstance(value, Fraction):
        return {"$frac": [value.numerator, value.denominator]}
    if isinstance(value, float) and math.isfinite(value):
        return {"$f64": value.hex()}
    if isinstance(value, Place):
        return {"$place": [value.index, value.among]}
    if isinstance(value, Text):
        return {"$text": value.name}
    if isinstance(value, Mapping):
        return {name: _tagged(part) for name, part in value.items()}
    raise BadValue(f"a Variant holds numbers, texts, lists and maps, not {value!r}")


def _untagged(value: Any) -> Any:
    """The value of a JSON form; what it may be is checked by whoever asked."""
    if type(value) is list:
        return tuple(map(_untagged, value))
    if type(value) is dict:
        if len(value) == 1:
            ((tag, inner),) = value.items()
            if tag.startswith("$"):
                return _TAGS[tag](inner)
        return _untagged_map(value)
    return value


def _untagged_map(value: Any) -> dict[str, Any]:
    return {name: _untagged(part) for name, part in value.items()}


def _figure(parts: dict[str, Any]) -> Figure:
    value, unit, places, digits = _figure_parts(parts)
    for count in (places, digits):
        if count is not None and (type(count) is not int or count > LARGEST_POWER):
            raise BadValue(f"a figure's places and digits are whole numbers to {LARGEST_POWER}")
    if type(unit) is not str:
        raise BadValue("a figure's unit is a text")
    if type(value) is dict and [*value] == ["$dec"] and type(value["$dec"]) is str:
        return _decimal_figure(value["$dec"], unit, places, digits)
    return Figure(_untagged(value), unit, places, digits)


@lru_cache(maxsize=4096)
def _decimal_figure(text: str, unit: str, places: int | None, digits: int | None) -> Figure:
    """Most figures are decimals of a few digits, and a table repeats them."""
    return Figure(sized(Decimal(text)), unit, places, digits)


def sized(number: Decimal | Fraction) -> Decimal | Fraction:
    """Give a number if it is of a size that a page can print.

    Raises:
        BadValue: if it is not finite, or its digits would run to hundreds.

    Example:
        >>> sized(Decimal("6.022e23"))
        Decimal('6.022E+23')
    """
    if isinstance(number, Decimal):
        if not number.is_finite():
            raise BadValue(f"a stored number must be finite, not {number}")
        powers = [number.adjusted(), int(number.as_tuple().exponent)]
    else:
        powers = [whole.bit_length() // 4 for whole in (number.numerator, number.denominator)]
    if any(abs(power) > LARGEST_POWER for power in powers):
        raise BadValue(f"a stored number has a power of ten beyond {LARGEST_POWER}")
    return number


_TAGS: dict[str, Callable[[Any], object]] = {
    "$dec": lambda text: sized(Decimal(str(text))),
    "$frac": lambda pair: sized(Fraction(*pair)),
    "$f64": float.fromhex,
    "$figure": _figure,
    "$place": lambda pair: Place(*pair),
    "$text": Text,
}


_RULES: dict[str, Rule] = {"exact": Exact(), "as-printed": AsPrinted()}


def _rule_name(rule: Rule) -> object:
    if isinstance(rule, Within):
        return {"within": rule.abs}
    if isinstance(rule, Between):
        return {"between": [rule.low, rule.high]}
    return "exact" if isinstance(rule, Exact) else "as-printed"


def _factor(given: object) -> Fraction:
    """What a unit stands for: a number above zero."""
    if type(given) is int:
        given = Fraction(given)
    if not isinstance(given, Fraction) or sized(given) <= 0:
        raise BadValue(f"a unit stands for a number above zero, not {str(given)[:40]}")
    return given


def _rule_named(name: Any) -> Rule:
    if isinstance(name, dict):
        for text in name["between"] if "between" in name else [name["within"]]:
            sized(Decimal(str(text)))
        return Between(*name["between"]) if "between" in name else Within(name["within"])
    return _RULES[name]


def _said_true(raw: dict[str, Any], name: str) -> bool:
    """A mark that is either not there or true."""
    if raw.get(name, True) is not True:
        raise BadValue(f"{name} stands only where it is true, not {raw[name]!r}")
    return name in raw


def _no_float(text: str) -> NoReturn:
    raise BadValue(f"a stored question has no plain float such as {text}")
