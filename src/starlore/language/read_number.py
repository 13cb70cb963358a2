"""The one reader of typed numbers: for fields, worksheets, imports and the laws of questions.

A closed grammar with exact results: never eval, never a locale library, and no input raises. A
number is read as its writer meant it, or asked back; asking back costs nothing (decisions/0004).
The rules, in the order they act: `clean`, then `ways` takes the text apart, `part` and `grammar`
read each number, `ways` settles what the marks mean, `echo` writes what was read.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from starlore.language.catalogue import nearest
from starlore.language.clean import Typed, clean, unfolded
from starlore.language.echo import echo, typeable
from starlore.language.numeral import Fault, Numeral
from starlore.language.part import Reader
from starlore.language.ways import number_list, one_number


@dataclass(frozen=True)
class Reading:
    """What a typed text says.

    Args:
        numbers: exactly what was read; a typed a/b is a Fraction.
        unit: the id of the unit that was typed, "%" where per cent are asked, or None.
        echo: the reading in the page's digits and decimal mark, to be shown before it counts.
    """

    numbers: tuple[Decimal | Fraction, ...]
    unit: str | None
    echo: str


@dataclass(frozen=True)
class Refusal:
    """Why a typed text is no answer yet. It costs no try and is not logged.

    Args:
        reason: one word or two, stable across languages, such as "two-ways".
        sentence: the reason in the page's language, and what would do.
        choices: texts that would do, each of which reads in one way on this page.
    """

    reason: str
    sentence: str
    choices: tuple[str, ...] = ()


def read(
    text: str,
    language: str,
    count: int = 1,
    units: Mapping[str, Fraction] | Collection[str] = (),
    per_cent: bool = False,
) -> Reading | Refusal:
    """Read what somebody typed, or say why not and what would do.

    Args:
        text: as typed, in any script's digits.
        language: the page's tag.
        count: how many numbers are asked.
        units: ids of the units allowed behind a number; their plural forms are known.
        per_cent: whether per cent are asked for; then % is the unit and divides nothing.

    Example:
        >>> read("۰٫۸۴", "fa").numbers, read("21/25", "en").echo
        ((Decimal('0.84'),), '21/25 = 0.84')
        >>> read("1,024", "en").numbers, read("1,024", "de").numbers
        ((Decimal('1024'),), (Decimal('1.024'),))
        >>> read("1.024", "de").sentence
        'This could be read two ways. Write 1,024 or 1024.'
    """
    found = _found(text, language, count, tuple(units), per_cent)
    if isinstance(found, Fault):
        return _refusal(found, language)
    units_typed = [numeral.unit for numeral in found if numeral.unit is not None]
    return Reading(
        numbers=tuple(numeral.value for numeral in found),
        unit=units_typed[0] if units_typed else None,
        echo=echo(found, language),
    )


def is_echo(text: str, reading: Reading) -> bool:
    """Whether the text already is its echo, so that it counts at once.

    Example:
        >>> is_echo(" -0.5", read("-0.5", "en")), is_echo(".84", read(".84", "en"))
        (True, False)
    """
    return text.strip().replace("-", "\u2212") == reading.echo


def _found(
    text: str, language: str, count: int, units: tuple[str, ...], per_cent: bool
) -> tuple[Numeral, ...] | Fault:
    typed = clean(text)
    if isinstance(typed, Fault):
        one_folded = typed.reason == "folded" and count == 1
        return _with_plain_form(typed, text, language) if one_folded else typed
    reader = Reader(language, typed.arabic_digits, units, per_cent)
    if count == 1:
        return one_number(typed.text, reader)
    return number_list(typed.text, count, reader)


def _with_plain_form(fault: Fault, text: str, language: str) -> Fault:
    """The fault with a choice, if small or boxed digits have a plain form: 10²³ is 10^23."""
    plain = unfolded(text)
    typed = clean(plain) if plain else fault
    if not isinstance(typed, Typed):
        return fault
    found = one_number(typed.text, Reader(language, False, (), False))
    choice = None if isinstance(found, Fault) else typeable(found[0], language)
    return Fault(fault.reason, fault.values, (choice,)) if choice else fault


def _refusal(fault: Fault, language: str) -> Refusal:
    catalogue = nearest(language)
    sentence = catalogue.say(f"refusal.{fault.reason}", **fault.values)
    if fault.choices:
        listed, *others = fault.choices
        for other in others:
            listed = catalogue.say("refusal.either", one=listed, other=other)
        sentence = catalogue.say("refusal.write", sentence=sentence, choices=listed)
    return Refusal(fault.reason, sentence, fault.choices)
