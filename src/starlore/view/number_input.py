"""A field for one number: the browser's own, or a text in the digits of the page.

A browser shows its own number fields in digits of its own choice. On a page with other digits the
field is a text, which a script steps and the server reads in any script's digits.
"""

from decimal import Decimal

from markupsafe import Markup

from starlore.language import show_number
from starlore.language.marks import LATIN, page_marks
from starlore.view.svg import markup

LONGEST = 40
Ends = tuple[Decimal | int, Decimal | int, Decimal | str]
"""The least, the most, and a step."""


def number_input(name: str, at: Decimal, ends: Ends, language: str, more: Markup) -> Markup:
    """A field with a number in it.

    Args:
        name: in the form. ends: how far the number goes, and in which steps.
        more: further attributes, such as a label.

    Example:
        >>> shown = number_input("q", Decimal("0.5"), (0, 1, "any"), "en", Markup('id="q"'))
        >>> 'type="number" name="q" value="0.5" min="0" max="1" step="any"' in shown
        True
        >>> shown = number_input("q", Decimal("-0.5"), (-1, 1, "any"), "fa", Markup('id="q"'))
        >>> 'type="text"' in shown, 'value="−۰٫۵"' in shown
        (True, True)
    """
    least, most, step = ends
    if not own_digits(language):
        return markup(
            '<input class="field" type="number" name="{}" value="{}" min="{}" max="{}" step="{}" '
            "{} required>",
            name,
            f"{at:f}",
            str(least),
            str(most),
            step,
            more,
        )
    # The small keyboards of telephones have no minus.
    keys = Markup("") if least < 0 else Markup(' inputmode="decimal"')
    return markup(
        '<input class="field" type="text" name="{}" value="{}" dir="ltr" autocomplete="off" '
        'spellcheck="false" maxlength="{}" data-least="{}" data-most="{}" data-step="{}"{}{} {} '
        "required>",
        name, in_digits(at, language), LONGEST, str(least), str(most), step, keys,
        digits_for(language), more,
    )  # fmt: skip


def in_digits(at: Decimal, language: str) -> str:
    """A number as a field shows it: in the page's digits, without groups.

    Example:
        >>> in_digits(Decimal("-1024.50"), "fa")
        '−۱۰۲۴٫۵۰'
    """
    return show_number(f"{at:f}", language, grouped=False)


def own_digits(language: str) -> str:
    """The digits and the decimal mark of a page that browsers do not write; "" on other pages.

    Example:
        >>> own_digits("fa"), own_digits("fa-u-nu-latn"), own_digits("en")
        ('۰۱۲۳۴۵۶۷۸۹٫', '', '')
    """
    page = page_marks(language)
    return "" if page.digits == LATIN else page.digits + page.decimal


def digits_for(language: str) -> Markup:
    """What tells a script which digits a field has."""
    own = own_digits(language)
    return markup(' data-digits="{}"', own) if own else Markup("")
