"""Two languages that nobody speaks, made from English at load, to see what no one can read.

In `en-XA` every message is accented, longer by four tenths, and stands in brackets: what is not so
was never translated, and where the bracket is missing something was cut. `en-XB` is the same
mirrored: its letters run from right to left, and its digits are Persian. Neither is offered.
"""

import re

ACCENTED, MIRRORED = "en-XA", "en-XB"
PSEUDO = (ACCENTED, MIRRORED)

OPEN, CLOSE = "\ue002", "\ue003"
"""Round what is filled into a message: it has its own words, and they are another's matter."""

LONGER = 1.4

_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MARKED = "àƀçđèƒğĥìĵķĺṁñòþɋŕšţùṽŵẋýžÀƁÇĐÈƑĞĤÌĴĶĹṀÑÒÞɊŔŠŢÙṼŴẊÝŽ"
_ACCENTS = str.maketrans(_PLAIN, _MARKED)
_VOWELS = re.compile("[aeiouAEIOU]")
_LETTERS = re.compile(f"[{_MARKED}]+")
_FILLED = re.compile(f"({OPEN}[^{OPEN}{CLOSE}]*{CLOSE})")
_WORDS = re.compile(r"[A-Za-z]{2}")
_TURNED, _END, _MARK = "\u202e", "\u202c", "\u200f"


def disguise(text: str, tag: str, held: re.Pattern[str] = _FILLED) -> str:
    """A text as the pseudo-language writes it; one without words stays as it is.

    Args:
        tag: of the pseudo-language. held: what is not touched; its one group is the whole of it.

    Example:
        >>> disguise("Open the sky", "en-XA"), disguise("; ", "en-XA")
        ('[ÒÒþèèñ ţĥèè šķý~~]', '; ')
    """
    parts = held.split(text)
    own = "".join(parts[::2])
    if not _WORDS.search(own):
        return _bare(text)
    told = [part if i % 2 else _spoken(part, tag) for i, part in enumerate(parts)]
    grown = sum(len(_VOWELS.findall(part)) for part in parts[::2])
    short = max(0, round(len(own) * (LONGER - 1)) - grown)
    pad = "".join(" " if place % 6 == 5 else "~" for place in range(short))
    return _bare(f"[{''.join(told)}{pad}]")


def _spoken(text: str, tag: str) -> str:
    """Letters accented, vowels twice; mirrored where the language is."""
    said = _VOWELS.sub(lambda vowel: vowel.group() * 2, text).translate(_ACCENTS)
    if tag != MIRRORED:
        return said
    return _LETTERS.sub(lambda word: f"{_MARK}{_TURNED}{word.group()}{_END}{_MARK}", said)


def _bare(text: str) -> str:
    return text.replace(OPEN, "").replace(CLOSE, "")
