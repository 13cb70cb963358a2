"""Languages: message catalogues, digits and direction, and the reader of typed numbers."""

from starlore.language.capital import capitalised
from starlore.language.catalogue import (
    Catalogue,
    direction,
    is_spoken,
    languages,
    nearest,
    own_name,
)
from starlore.language.marks import plain_tag
from starlore.language.read_number import Reading, Refusal, is_echo, read
from starlore.language.room import letters_of
from starlore.language.show_day import show_day, show_days_span, spelled
from starlore.language.show_number import show_amount, show_list, show_number

__all__ = [
    "Catalogue",
    "Reading",
    "Refusal",
    "capitalised",
    "direction",
    "is_echo",
    "is_spoken",
    "languages",
    "letters_of",
    "nearest",
    "own_name",
    "plain_tag",
    "read",
    "show_amount",
    "show_day",
    "show_days_span",
    "show_list",
    "show_number",
    "spelled",
]
