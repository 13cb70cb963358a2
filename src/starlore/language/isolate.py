"""Numbers that keep their own direction inside a sentence that runs from right to left.

A plain number does so by itself; its sign, the commas of a tuple and the point before a power
of ten would land on their wrong side. Where markup stands, `<bdi dir="ltr">` does the same.
"""

import re
from unicodedata import bidirectional

from starlore.language.marks import ARABIC, LATIN, PERSIAN, page_marks

LEFT_TO_RIGHT, RIGHT_TO_LEFT, END = "\u2066", "\u2067", "\u2069"
"""The isolates of text that runs from left to right and from right to left, and their end."""

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
_ISOLATES = f"{LEFT_TO_RIGHT}{RIGHT_TO_LEFT}\u2068{END}"
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


def as_code(text: str) -> str:
    """A text from left to right by itself, unless it has letters that run the other way.

    Example:
        >>> as_code("## hint 1") == LEFT_TO_RIGHT + "## hint 1" + END, as_code("مقدار")
        (True, 'مقدار')
    """
    if not text or any(bidirectional(sign) in ("R", "AL") for sign in text):
        return text
    return f"{LEFT_TO_RIGHT}{text}{END}"


def closed(text: str) -> str:
    """The text if each of its isolates ends in it; else with signs that are seen in their place,
    for an end too many would end the isolates of the sentence around it.

    Example:
        >>> closed("x" + END), closed(as_code("x")) == as_code("x")
        ('x\ufffd', True)
    """
    if not any(sign in text for sign in _ISOLATES):
        return text
    depth = 0
    for sign in text:
        depth += (sign in _ISOLATES) - 2 * (sign == END)
        if depth < 0:
            break
    return text if depth == 0 else text.translate(dict.fromkeys(map(ord, _ISOLATES), "\ufffd"))


def as_sentence(text: str, language: str) -> str:
    """A sentence behind text of the other direction, such as a file's name: it runs as its
    language does.

    Example:
        >>> as_sentence("no file", "en"), as_sentence("نیست", "fa") == "\u2067نیست" + END
        ('no file', True)
    """
    return f"{RIGHT_TO_LEFT}{text}{END}" if page_marks(language).right_to_left else text


def bare(text: str) -> str:
    """The text without its isolates, as a learner would type it.

    Example:
        >>> bare(isolated("(۲، \u2212۱)"))
        '(۲، \u2212۱)'
    """
    return _ISOLATE.sub(lambda isolate: isolate.group(1).replace(UNBROKEN, " "), text)


def _unbroken(found: str) -> str:
    return found if len(found) > LONGEST_UNBROKEN else found.replace(" ", UNBROKEN)
