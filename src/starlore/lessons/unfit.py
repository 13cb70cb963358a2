"""What does not fit a file's model, as a message: pydantic says it in English alone."""

from collections.abc import Mapping
from typing import Any

from starlore.message import Message

KINDS: Mapping[str, str] = {
    "missing": "missing",
    "extra_forbidden": "unknown",
    "string_type": "text",
    "string_too_short": "text",
    "int_type": "whole",
    "int_parsing": "whole",
    "int_from_float": "whole",
    "float_type": "number",
    "float_parsing": "number",
    "finite_number": "number",
    "bool_type": "flag",
    "bool_parsing": "flag",
    "list_type": "list",
    "tuple_type": "list",
    "dict_type": "map",
    "model_type": "map",
}
"""By pydantic's name of what is wrong: which message says it."""

BOUNDS: Mapping[str, tuple[str, str]] = {
    "greater_than_equal": ("least", "ge"),
    "less_than_equal": ("most", "le"),
    "greater_than": ("above", "gt"),
    "string_pattern_mismatch": ("pattern", "pattern"),
}
"""The same of what names a bound, and what pydantic calls the bound."""

LENGTHS: Mapping[str, tuple[str, str]] = {
    "too_short": ("too-short", "min_length"),
    "too_long": ("too-long", "max_length"),
}
"""The same of how many an entry holds."""


def unfit(entry: str | Message, error: Mapping[str, Any]) -> Message:
    """Why an entry does not fit.

    Args:
        entry: its dotted name, or what it is. error: one of a `ValidationError`.

    Example:
        >>> unfit("minutes", {"type": "less_than_equal", "ctx": {"le": 600}}).values[1][1]
        Message(id='check.entry.most', values=(('most', '600'),))
    """
    return Message("check.entry.at", entry=entry, said=_said(error))


def _said(error: Mapping[str, Any]) -> Message:
    kind, context = error["type"], error.get("ctx", {})
    if kind in BOUNDS:
        name, bound = BOUNDS[kind]
        end = context[bound]
        shown = f"{end:g}" if isinstance(end, float) else str(end)
        return Message(f"check.entry.{name}", **{name: shown})
    if kind in LENGTHS:
        name, bound = LENGTHS[kind]
        return Message(f"check.entry.{name}", n=int(context[bound]))
    if kind in KINDS:
        return Message(f"check.entry.{KINDS[kind]}")
    return Message("check.said", said=str(error["msg"]))
