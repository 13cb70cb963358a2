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


@contextmanager
def told(kind: type[Worded], pattern: str) -> Iterator[None]:
    """Expect an error of this kind whose English sentence holds the pattern, and no open brace."""
    with pytest.raises(kind) as caught:
        yield
    sentence = Catalogue.load("en").tell(caught.value)
    assert re.search(pattern, sentence), sentence
    assert "{" not in sentence
