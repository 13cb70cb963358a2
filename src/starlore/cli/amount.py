"""Times and sizes in units one can read, and read back: 12.3 ms, 8 GB."""

import re
from difflib import get_close_matches

import click

from starlore.cli.words import numeral, say
from starlore.language.clean import Typed, clean
from starlore.language.marks import ARABIC_DECIMAL

SECONDS = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0, "d": 86400.0, "a": 31557600}
"""Units of time, in seconds; a is a year."""

BYTES = {"B": 1, "KB": 2**10, "MB": 2**20, "GB": 2**30, "TB": 2**40}
"""Units of memory, in bytes, as memory is sold: powers of 1024."""


OTHER_NAMES = {"m": "min", "hr": "h", "hrs": "h", "y": "a", "yr": "a", "year": "a", "years": "a"}
"""Units by names that are not near to theirs."""

SHOWN = 40
"""Signs of a text that a sentence repeats."""


def told_seconds(seconds: float) -> str:
    """A time with three digits.

    Example:
        >>> told_seconds(0.00512), told_seconds(75), told_seconds(0.0)
        ('5.12 ms', '1.25 min', '0 us')
    """
    return _told(seconds, SECONDS)


def told_bytes(size: int) -> str:
    """A size of memory with three digits.

    Example:
        >>> told_bytes(512), told_bytes(3 * 2**19)
        ('512 B', '1.5 MB')
    """
    return _told(size, BYTES)


def _told(amount: float, units: dict[str, float] | dict[str, int]) -> str:
    least = next(iter(units))
    unit = [name for name, size in units.items() if amount >= size] or [least]
    value = amount / units[unit[-1]]
    digits = 0 if value >= 100 else 1 if value >= 10 else 2
    shown = f"{value:,.{digits}f}"
    short = shown.rstrip("0").rstrip(".") if "." in shown else shown
    return f"{numeral(short)} {unit[-1]}"


def _near(unit: str, units: list[str]) -> list[str]:
    """The unit that is nearest to what came; none if it is nothing like one."""
    meant = OTHER_NAMES.get(unit)
    if meant is not None:
        return [meant]
    same_start = [one for one in units if unit.startswith(one)]
    return get_close_matches(unit, units, n=1) or same_start[:1]


def read_budget(text: str) -> tuple[str, float]:
    """What a budget is of, "seconds" or "bytes", and how much.

    Raises:
        UsageError: naming what came, and the unit that is nearest to it.

    Example:
        >>> read_budget("1.5 min"), read_budget("8GiB"), read_budget("\u06f1\u066b\u06f5 s")
        (('seconds', 90.0), ('bytes', 8589934592.0), ('seconds', 1.5))
    """
    typed = clean(text)
    plain = typed.text if isinstance(typed, Typed) else ""
    found = re.fullmatch(rf"(\d+(?:[.{ARABIC_DECIMAL}]\d+)?)\s*([A-Za-z]+)", plain)
    units = {name.lower(): (name, "seconds", size) for name, size in SECONDS.items()}
    units |= {name.lower(): (name, "bytes", float(size)) for name, size in BYTES.items()}
    names = ", ".join(name for name, _, _ in units.values())
    units |= {name.lower().replace("b", "ib"): units[name.lower()] for name in [*BYTES][1:]}
    if found is not None and found[2].lower() in units:
        _, kind, size = units[found[2].lower()]
        amount = float(found[1].replace(ARABIC_DECIMAL, ".")) * size
        if 0 < amount < float("inf"):
            return kind, amount
    near = _near(found[2].lower(), list(units)) if found is not None else []
    shown = text if len(text) <= SHOWN else f"{text[:SHOWN]}\u2026"
    hint = say("cli.cost.near", unit=units[near[0]][0]) if near else ""
    raise click.UsageError(say("cli.cost.no-budget", text=shown, units=names, hint=hint).strip())
