"""What a piece of typed text may stand for: a numeral, or a fault that asks back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Literal

Role = Literal["group", "decimal", "fraction"]


@dataclass(frozen=True)
class Numeral:
    """One reading of one number.

    Args:
        value: the number, exactly.
        roles: what the marks "," "." and "/" mean in this reading.
        fraction: numerator and denominator as typed, if it is one.
        per_cent: whether `value` is a hundredth of what was typed.
        unit: the id of its unit, "%" where per cent are asked for, or None.
    """

    value: Decimal | Fraction
    roles: Mapping[str, Role] = field(default_factory=dict, hash=False)
    fraction: tuple[int, int] | None = None
    per_cent: bool = False
    unit: str | None = None


@dataclass(frozen=True)
class Fault:
    """Why a text is no answer yet.

    Args:
        reason: the id of the sentence in the catalogue, below `refusal`.
        values: what the sentence names.
        choices: what would do, as text that reads back on the same page.
    """

    reason: str
    values: Mapping[str, str | int] = field(default_factory=dict, hash=False)
    choices: tuple[str, ...] = ()


def shifted(value: Decimal, places: int) -> Decimal:
    """The value times 10**places, exactly: no context rounds it.

    Example:
        >>> shifted(Decimal("84"), -2), shifted(Decimal("0.0"), 5)
        (Decimal('0.84'), Decimal('0'))
    """
    sign, digits, exponent = value.as_tuple()
    if not any(digits) or not isinstance(exponent, int):
        return Decimal(0)
    return Decimal((sign, digits, exponent + places))
