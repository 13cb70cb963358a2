"""Text as Typst source: whatever it says, it is text and nothing that runs."""

import re

_PLAIN = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_SPECIAL = re.compile('["\\\\\x00-\x1f\x7f-\x9f\ud800-\udfff]')


def quoted(text: str) -> str:
    """A text as a string of Typst; control characters go, half a surrogate pair is replaced.

    Example:
        >>> print(quoted('"]#evil'))
        "\\"]#evil"
        >>> quoted("a" + chr(0) + "b")
        '"ab"'
    """
    return f'"{_SPECIAL.sub(_sign, text)}"'


def _sign(found: re.Match[str]) -> str:
    sign = found.group()
    if sign in _PLAIN:
        return _PLAIN[sign]
    return "\ufffd" if sign >= "\ud800" else ""


def words(text: str) -> str:
    """A text where Typst expects markup.

    Example:
        >>> words("a *b*")
        '#"a *b*"'
    """
    return f"#{quoted(text)}" if text else ""


def block(markup: str) -> str:
    """Markup as an argument.

    Example:
        >>> block(words("a"))
        '[#"a"]'
    """
    return f"[{markup}]"


def listed(items: list[str]) -> str:
    """Arguments as an array, whatever their number.

    Example:
        >>> listed([]), listed(["1"]), listed(["1", "2"])
        ('()', '(1,)', '(1, 2)')
    """
    return f"({', '.join(items)},)" if len(items) == 1 else f"({', '.join(items)})"
