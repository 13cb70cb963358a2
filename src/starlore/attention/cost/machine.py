"""A machine's constants, what they foretell, and how they are kept without being trusted blindly.

Kept constants carry a stamp of the machine they were measured on and a hash of themselves. Whatever
does not read back exactly, from another machine or another version, is no machine at all.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from starlore.attention.cost.amounts import FAMILIES, Case, amounts_of, family_of
from starlore.attention.cost.fit import Line

VERSION = 3
"""Of the form in which constants are kept, and of how amounts are counted: constants that were
fitted to other amounts foretell other seconds. 2: ends of spans by the tiles that are visited.
3: joined schemes, and numbers that come from memory, have constants of their own."""

MOST = 1e6
"""Seconds, and spreads, that no machine has; beyond them what is foretold would be no number."""


@dataclass(frozen=True)
class Machine:
    """What one machine takes for one of each amount, on so many threads.

    Args:
        stamp: what was measured where; constants serve only where it is the same.
        asking: of each kind of scheme, the seconds that one pair takes to be asked of it.
        lines: constants of the families measured so far.
    """

    stamp: str
    asking: Mapping[str, float] = field(default_factory=dict)
    lines: Mapping[str, Line] = field(default_factory=dict)


@dataclass(frozen=True)
class Prediction:
    """Seconds that a call should take, and between which 95 % of such calls lie."""

    seconds: float
    low: float
    high: float


def predict(case: Case, machine: Machine) -> Prediction | None:
    """How long a call should take.

    Returns:
        None where the numbers decide it, or where the machine was not measured for it.

    Example:
        >>> from starlore.attention.cost import Convolution, Line, Machine, square
        >>> line = Line((0.5, 0.0, 0.0, 0.0, 0.001, 0.0), (0.0,) * 6, 0.1)
        >>> machine = Machine("here", lines={"convolution": line})
        >>> prediction = predict(square(Convolution(5), 100, width=1), machine)
        >>> round(prediction.seconds, 6), round(prediction.low, 6), round(prediction.high, 6)
        (1.0, 0.9, 1.1)
    """
    line = machine.lines.get(family_of(case) or "")
    if line is None:
        return None
    seconds = line.at(amounts_of(case, machine.asking))
    return Prediction(seconds, seconds * max(0.0, 1 - line.spread), seconds * (1 + line.spread))


def to_text(machine: Machine) -> str:
    """A machine as text, with its own hash."""
    lines = {name: vars(line) for name, line in sorted(machine.lines.items())}
    told = {
        "version": VERSION,
        "stamp": machine.stamp,
        "asking": dict(sorted(machine.asking.items())),
        "lines": lines,
    }
    return json.dumps({**told, "hash": _hash(told)}, indent=1) + "\n"


def from_text(text: str, stamp: str) -> Machine | None:
    """The machine of a text; None if one letter of it is not as it was written, or not from here.

    Example:
        >>> text = to_text(Machine("here"))
        >>> from_text(text, "here"), from_text(text, "elsewhere"), from_text(text[:-9], "here")
        (Machine(stamp='here', asking={}, lines={}), None, None)
    """
    try:
        told = json.loads(text)
        found = told.pop("hash")
        is_ours = type(told["version"]) is int and told["version"] == VERSION
        if not is_ours or told["stamp"] != stamp or found != _hash(told):
            return None
        lines = {name: _line(name, line) for name, line in told["lines"].items()}
        asking = {str(name): _seconds(value) for name, value in told["asking"].items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return Machine(stamp, asking, lines)


def _line(name: str, line: Mapping[str, Any]) -> Line:
    constants = tuple(_seconds(one) for one in line["constants"])
    errors = tuple(_seconds(one) for one in line["errors"])
    if not len(constants) == len(errors) == len(FAMILIES[name]):
        raise ValueError(name)
    return Line(constants, errors, _seconds(line["spread"]))


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MOST:
        raise ValueError
    return float(value)


def _hash(told: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
