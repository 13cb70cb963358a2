"""What an error tells a person, for tests that care about the sentence."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from starlore.errors import Worded
from starlore.language import Catalogue
from starlore.message import Message


def english(message: Message | None) -> str:
    """The English sentence of a message, its braces filled; "" of none."""
    return Catalogue.load("en").tell(message) if message else ""


def left_in_english(said: str) -> list[str]:
    """Two Latin words in a row that a sentence from right to left shows as its own, and not as
    code or as another program's words.

    Example:
        >>> left_in_english("این no Python است: \u2066name 'x' is not defined\u2069")
        ['no Python']
    """
    return re.findall(r"[A-Za-z]{2,} [A-Za-z]{2,}", re.sub("\u2066[^\u2069]*\u2069", "", said))


@contextmanager
def told(kind: type[Worded], pattern: str) -> Iterator[None]:
    """Expect an error of this kind whose English sentence holds the pattern, and no open brace."""
    with pytest.raises(kind) as caught:
        yield
    sentence = Catalogue.load("en").tell(caught.value)
    assert re.search(pattern, sentence), sentence
    assert "{" not in sentence
