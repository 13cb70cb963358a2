"""Numbers that keep their own direction inside a sentence that runs from right to left.

A plain number does so by itself; its sign, the commas of a tuple and the point before a power
of ten would land on their wrong side. Where markup stands, `<bdi dir="ltr">` does the same.
"""

import re

from starlore.language.marks import ARABIC, LATIN, PERSIAN

LEFT_TO_RIGHT, END = "\u2066", "\u2069"
"""The isolate of text that runs from left to right, and its end."""

UNBROKEN, LONGEST_UNBROKEN = "\u00a0", 32
"""The space of a tuple that stays on one line: broken, its bracket would stand on the wrong side of
the first one. Longer tuples are wider than a phone and break."""

_DIGIT = f"[{LATIN}{ARABIC}{PERSIAN}]"
_PLAIN = f"{_DIGIT}(?:[.,\u066b\u066c\u202f]?{_DIGIT})*"
_SIGN = "[\u2212+-]"
_POWER = f"(?:[\u00b7\u00d7]{_PLAIN})?\\^\u2212?{_PLAIN}"
_ONE = f"{_SIGN}?(?:\u221e|{_PLAIN}(?:{_POWER})?)"
_FOUND = re.compile(
    f"\\({_ONE}(?:[,;،؛] {_ONE})+\\)"
    f"|(?<![\\w{LEFT_TO_RIGHT}]){_SIGN}(?:\u221e|{_PLAIN}(?:{_POWER})?)"
    f"|{_PLAIN}{_POWER}"
)
_ISOLATE = re.compile(f"{LEFT_TO_RIGHT}([^{END}]*){END}")


def isolated(text: str) -> str:
    """The text with its tuples, signed numbers and powers isolated, each on one line if it can be.

    Example:
        >>> isolated("۰٫۸۴"), isolated("\u2212۲") == LEFT_TO_RIGHT + "\u2212۲" + END
        ('۰٫۸۴', True)
        >>> isolated("(۱، ۲)") == LEFT_TO_RIGHT + "(۱،\u00a0۲)" + END
        True
    """
    if LEFT_TO_RIGHT in text:
        return text
    return _FOUND.sub(lambda found: f"{LEFT_TO_RIGHT}{_unbroken(found.group())}{END}", text)


def bare(text: str) -> str:
    """The text without its isolates, as a learner would type it.

    Example:
        >>> bare(isolated("(۲، \u2212۱)"))
        '(۲، \u2212۱)'
    """
    return _ISOLATE.sub(lambda isolate: isolate.group(1).replace(UNBROKEN, " "), text)


def _unbroken(found: str) -> str:
    return found if len(found) > LONGEST_UNBROKEN else found.replace(" ", UNBROKEN)
