"""The locked terms of a language, and the words it never says: `locales/glossary/<tag>.toml`.

A term stands for its English words wherever they are used. Nobody's name beside it says that no
one who teaches in that language has confirmed it yet.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from starlore.language.marks import plain_tag

_GLOSSARIES = files("starlore.language") / "locales" / "glossary"
_CODE = re.compile(r"\{\{.*?\}\}|--[\w-]+|\w+\([^)]*\)|\b[A-Z]{3,}\b|[\w-]+\.[\w.-]*\w|\$.*?\$")
"""What is no word of a text: slots, options, calls, names of files, formulas."""
_JOINED = "\u200c"
_VOWELS = re.compile("[\u064b-\u0655\u0670]")
"""Marks of vowels and of the ezafe: a term is the same with and without them."""


@dataclass(frozen=True)
class Term:
    """One term.

    Attributes:
        name: its English name. term: the word that stands for it.
        first: the English words it stands for. never: other words for the same thing.
        forms: what it becomes in other forms, where that is no longer it.
        rooms: tables of the catalogue in which the English words have this sense, and "lesson";
            all, if empty.
        confirmed_by: who confirmed it, "" if nobody has.
    """

    name: str
    term: str
    first: tuple[str, ...]
    never: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    rooms: tuple[str, ...] = ()
    confirmed_by: str = ""

    def is_due(self, source: str) -> bool:
        """Whether an English text uses one of its words."""
        return any(_holds(source, word) for word in self.first)

    def is_in(self, text: str) -> bool:
        """Whether a text uses the term, in any form that begins or goes on with it."""
        plain = _plain(text)
        return any(_plain(form) in plain for form in (self.term, *self.forms))


@dataclass(frozen=True)
class Glossary:
    """The terms of a language, and what it never says with what it says instead.

    Attributes:
        idioms: English turns in which the words of a term mean something else.
    """

    tag: str
    terms: tuple[Term, ...] = ()
    never: Mapping[str, str] = field(default_factory=dict)
    idioms: tuple[str, ...] = ()

    def missing(self, source: str, text: str, room: str) -> Iterator[Term]:
        """Terms whose English words the source uses, and that the text does without.

        A text that holds the English word itself means something to be typed, and no term.

        Args:
            room: the table of the catalogue that both stand in, or "lesson".
        """
        words = _CODE.sub(" ", source)
        for idiom in self.idioms:
            words = re.sub(rf"\b{re.escape(idiom)}\b", " ", words, flags=re.IGNORECASE)
        for term in self.terms:
            is_meant = not term.rooms or room in term.rooms
            is_kept = term.is_due(text)
            if is_meant and term.is_due(words) and not (term.is_in(text) or is_kept):
                yield term

    def unsayable(self, text: str) -> Iterator[tuple[str, str]]:
        """Words in a text that the language never says, each with what it says instead."""
        for word, instead in self.never.items():
            if _holds(text, word):
                yield word, instead
        for term in self.terms:
            for word in term.never:
                if _holds(text, word):
                    yield word, term.term


@cache
def glossary(tag: str) -> Glossary:
    """The glossary of a language; an empty one where it has none.

    Example:
        >>> next(term.term for term in glossary("fa").terms if term.name == "key")
        'کلید'
        >>> [*glossary("en").unsayable("Great job")]
        [('great job', 'the reason, then what grew brighter')]
    """
    name = plain_tag(tag)
    file = _GLOSSARIES / f"{name}.toml"
    if not file.is_file():
        return Glossary(name)
    body = tomllib.loads(file.read_text(encoding="utf-8"))
    terms = tuple(
        Term(
            name=term_name,
            term=entry["term"],
            first=tuple(entry["first"]),
            never=tuple(entry.get("never", ())),
            forms=tuple(entry.get("forms", ())),
            rooms=tuple(entry.get("rooms", ())),
            confirmed_by=entry["confirmed-by"],
        )
        for term_name, entry in body.get("terms", {}).items()
    )
    return Glossary(name, terms, body.get("never", {}), tuple(body.get("idioms", ())))


def _holds(text: str, word: str) -> bool:
    """Whether a text holds a word as a whole; a sign is held anywhere."""
    if not word[-1].isalnum() or len(word) == 1:
        return word in text
    edge = f"[\\w{_JOINED}]"
    whole = f"(?<!{edge}){re.escape(_plain(word))}(?!{edge})"
    return re.search(whole, _plain(text), re.IGNORECASE) is not None


def _plain(text: str) -> str:
    """A text without marks of vowels."""
    return _VOWELS.sub("", text)
