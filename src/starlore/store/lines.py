"""One line of an export: canonical JSON out, and every value checked on the way in.

Out: sorted names, no spaces, ASCII only, so that the same row is the same bytes and no line can be
split at a sign that only looks like a line end. In: exactly the names and types of the table.
"""

import json
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Mapping
from typing import Any

from starlore.errors import Refused
from starlore.store.rows import SHAPE_OF, VARIANT_TYPES

FORMAT = 1
LARGEST = 2**63

TYPES: Mapping[str, Mapping[str, type]] = {
    "content_version": {"hash": str, "files": dict},
    "variant": {name: kind for name, kind in VARIANT_TYPES.items() if name != "learner"},
    **{
        table: {name: kind for name, kind in shape.types.items() if name != "learner"}
        for table, shape in SHAPE_OF.items()
    },
}
"""Of each kind of line its names and types; the learner stands in the first line alone."""


def header(learner: str, count: int) -> str:
    """The first line.

    Example:
        >>> header("ada", 2)
        '{"format":1,"learner":"ada","lines":2,"starlore":"log"}\\n'
    """
    return _dump({"starlore": "log", "format": FORMAT, "learner": learner, "lines": count})


def read_header(line: str) -> tuple[str, int]:
    """The learner and the count of lines that follow.

    Raises:
        Refused: if it is no first line of an export this version can read.
    """
    values = _object(line)
    if values.get("starlore") != "log":
        raise Refused("fault.import.no-export")
    if values.get("format") != FORMAT:
        raise Refused("fault.import.format", found=_shown(values.get("format")), known=str(FORMAT))
    _check(values, {"starlore": str, "format": int, "learner": str, "lines": int})
    return values["learner"], values["lines"]


def line(table: str, values: Mapping[str, Any]) -> str:
    """One row as a line."""
    return _dump({"table": table, **{name: values[name] for name in TYPES[table]}})


def read_line(text: str) -> tuple[str, dict[str, Any]]:
    """The table and the values of a line.

    Raises:
        Refused: if it is no JSON, of no known table, or a value is missing, extra or of another
            type.
    """
    values = _object(text)
    table = values.pop("table", None)
    types = TYPES.get(table) if isinstance(table, str) else None
    if not isinstance(table, str) or types is None:
        raise Refused("fault.import.table", known=", ".join(TYPES), table=_shown(table))
    _check(values, types)
    return table, values


def files_to_text(files: Mapping[str, bytes]) -> dict[str, str]:
    """Files as JSON can carry them."""
    return {path: b64encode(files[path]).decode() for path in sorted(files)}


def text_to_files(texts: Mapping[str, Any]) -> dict[str, bytes]:
    """The files again.

    Raises:
        Refused: if one is not written in base64.
    """
    try:
        return {path: b64decode(text, validate=True) for path, text in texts.items()}
    except (Base64Error, TypeError, ValueError) as error:
        raise Refused("fault.import.base64", why=str(error)) from error


def _dump(values: Mapping[str, Any]) -> str:
    return json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=True) + "\n"


def _object(text: str) -> dict[str, Any]:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused("fault.import.no-json") from error
    if not isinstance(values, dict):
        raise Refused("fault.import.no-object")
    return values


def _check(values: Mapping[str, Any], types: Mapping[str, type]) -> None:
    """Exactly these names, each with a value of its type that a database can hold."""
    if values.keys() != types.keys():
        odd = sorted(values.keys() ^ types.keys())
        raise Refused("fault.import.names", known=", ".join(types), odd=", ".join(odd))
    for name, kind in types.items():
        value = values[name]
        if type(value) is not kind:
            raise Refused("fault.import.type", name=name, type=kind.__name__, value=_shown(value))
        if isinstance(value, int) and not -LARGEST <= value < LARGEST:
            raise Refused("fault.import.too-large", name=name)
        if isinstance(value, str):
            _check_text(name, value)


def _shown(value: object) -> str:
    """The beginning of a value, as a message can name it."""
    return ascii(value)[:60]


def _check_text(name: str, value: str) -> None:
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise Refused("fault.import.half-character", name=name) from error
