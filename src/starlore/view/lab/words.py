"""How the Lab speaks of places, and of several things at once."""

from collections.abc import Iterable

from starlore.figures import Figure
from starlore.view.pictures.sheet import NAMES, Sheet

NOTHING = "–"
"""Stands where no number comes out."""


def at_start(sentence: str) -> str:
    """A sentence with a capital at its start, where its script has one."""
    return sentence[:1].upper() + sentence[1:]


def spoken(name: str, sheet: Sheet) -> str:
    """A place in a sentence: by its sign's name, or by its number."""
    if name in NAMES:
        return sheet.who(name)
    return sheet.catalogue.say("lab.place", n=sheet.count(int(name)) if name.isdigit() else name)


def listed(words: Iterable[str], sheet: Sheet) -> str:
    """Words with commas between, and the page's "and" before the last."""
    *others, last = words
    if not others:
        return last
    mark = sheet.catalogue.say("lab.comma")
    return sheet.catalogue.say("lab.and", others=mark.join(others), last=last)


def vector_or_none(figures: tuple[Figure, ...] | None, sheet: Sheet) -> str:
    """A vector, or a dash where nothing comes out."""
    return NOTHING if figures is None else sheet.vector(figures)


def number_or_none(figure: Figure | None, sheet: Sheet) -> str:
    """A number, or a dash where nothing comes out."""
    return NOTHING if figure is None else sheet.number(figure)
