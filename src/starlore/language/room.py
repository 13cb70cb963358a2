"""How much room a text takes, in letters: what is not seen, or sits on another, takes none."""

import unicodedata

_UNSEEN = ("Mn", "Me", "Cf")


def letters_of(text: str) -> int:
    """How many signs of a text take room of their own.

    Example:
        >>> letters_of("lookup"), letters_of("جست\u200cوجوی"), letters_of("سرِ")
        (6, 7, 2)
    """
    return sum(unicodedata.category(sign) not in _UNSEEN for sign in text)
