"""What the server read, written in the page's digits and decimal mark, without group marks."""

from collections.abc import Sequence
from decimal import Context, Decimal, Inexact
from fractions import Fraction

from starlore.language.marks import LATIN, TRUE_MINUS, page_marks
from starlore.language.numeral import Numeral, shifted
from starlore.language.show_number import join_numbers, show_number, with_unit

LONGEST_PLAIN = 21
APPROXIMATE_DIGITS = 12


def canonical(value: Decimal) -> str:
    """A decimal as canonical text; with a power of ten where that is shorter than long text.

    Example:
        >>> canonical(Decimal("0.840")), canonical(Decimal("6.022E+23")), canonical(Decimal("1E+6"))
        ('0.840', '6.022e23', '1000000')
    """
    plain = format(value, "f")
    if len(plain) <= LONGEST_PLAIN:
        return plain
    sign, digits, _ = value.as_tuple()
    first, rest = str(digits[0]), "".join(map(str, digits[1:]))
    mantissa = f"{first}.{rest}" if rest else first
    return min(plain, f"{'-' if sign else ''}{mantissa}e{value.adjusted()}", key=len)


def echo(numerals: Sequence[Numeral], language: str) -> str:
    """The reading of an answer, fractions and per cents also as decimals.

    Example:
        >>> echo([Numeral(Fraction(21, 25), fraction=(21, 25))], "en")
        '21/25 = 0.84'
        >>> echo([Numeral(Decimal("0.84"), per_cent=True)], "fa")
        '۸۴٪ = ۰٫۸۴'
    """
    return join_numbers([_echo_of(numeral, language) for numeral in numerals], language)


def typeable(numeral: Numeral, language: str) -> str | None:
    """Text that reads as this numeral on the page and in no other way.

    A fraction that never ends has no such decimal text: None.

    Example:
        >>> typeable(Numeral(Fraction(21, 25), fraction=(21, 25)), "fa")
        '۲۱⁄۲۵'
        >>> typeable(Numeral(Fraction(1, 3)), "en") is None
        True
    """
    if numeral.fraction:
        text = _fraction(*numeral.fraction, language)
    else:
        ended, is_exact = _ended(numeral.value)
        if not is_exact:
            return None
        text = show_number(canonical(ended), language, grouped=False)
    return _united(text, numeral, language)


def typeable_list(numerals: Sequence[Numeral], language: str) -> str | None:
    """Several numerals with semicolons between them, or None if one has no text.

    Example:
        >>> typeable_list([Numeral(Decimal("0.84")), Numeral(Decimal("0.11"))], "de")
        '0,84; 0,11'
    """
    texts = [typeable(numeral, language) for numeral in numerals]
    mark = "؛ " if page_marks(language).right_to_left else "; "
    return None if None in texts else mark.join(text for text in texts if text)


def _echo_of(numeral: Numeral, language: str) -> str:
    ended, is_exact = _ended(numeral.value)
    text = show_number(canonical(ended), language, grouped=False)
    before = ""
    if numeral.fraction:
        before = _fraction(*numeral.fraction, language)
    if numeral.per_cent:
        sign = "٪" if page_marks(language).right_to_left else "%"
        typed = before or show_number(canonical(shifted(ended, 2)), language, grouped=False)
        before = typed + sign
    if before:
        text = f"{before} {'=' if is_exact else '≈'} {text}"
    return _united(text, numeral, language)


def _united(text: str, numeral: Numeral, language: str) -> str:
    if numeral.unit is None:
        return text
    if numeral.unit == "%":
        return text + ("٪" if page_marks(language).right_to_left else "%")
    ended, _ = _ended(numeral.value)
    return with_unit(text, ended, numeral.unit, language)


def _fraction(top: int, bottom: int, language: str) -> str:
    page = page_marks(language)
    text = f"{TRUE_MINUS if top < 0 else ''}{abs(top)}{page.slash}{bottom}"
    return text.translate(str.maketrans(LATIN, page.digits))


def _ended(value: Decimal | Fraction) -> tuple[Decimal, bool]:
    """The value as a decimal of at most 12 digits if it was a fraction, and whether exactly."""
    if isinstance(value, Decimal):
        return value, True
    context = Context(prec=APPROXIMATE_DIGITS, traps=[])
    ended = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    return ended, not context.flags[Inexact]
