"""The kinds of pictures, as values: what each shows, computed and exact, before anyone draws it.

A kind takes the data a figure names and gives the value its drawing needs. Data of the wrong shape
raises LessonError with a message that an author can act on.
"""

from collections.abc import Callable, Mapping

from starlore.errors import LessonError
from starlore.lessons.fill import look_up
from starlore.lessons.model import PictureBlock
from starlore.lessons.pictures.beam import beam
from starlore.lessons.pictures.cells import cells
from starlore.lessons.pictures.columns import columns
from starlore.lessons.pictures.dials import Dialled, read_dials
from starlore.lessons.pictures.glass import glass
from starlore.lessons.pictures.layers import layers
from starlore.lessons.pictures.lookup_table import LookupTable, lookup_table, start_inputs
from starlore.lessons.pictures.number_line import number_line
from starlore.lessons.pictures.plane import plane
from starlore.lessons.pictures.project import project
from starlore.lessons.pictures.shadow import shadow
from starlore.lessons.pictures.softmax import softmax
from starlore.lessons.pictures.squares import squares
from starlore.lessons.pictures.strip import strip
from starlore.lessons.pictures.ways import ways
from starlore.lessons.pictures.weights_table import weights_table
from starlore.lessons.pictures.worktable import worktable

PICTURES: Mapping[str, Callable[[object], object]] = {
    "beam": beam,
    "cells": cells,
    "columns": columns,
    "glass": glass,
    "layers": layers,
    "lookup-table": lambda data: lookup_table(start_inputs(data)),
    "number-line": number_line,
    "plane": plane,
    "project": project,
    "shadow": shadow,
    "softmax": softmax,
    "squares": squares,
    "strip": strip,
    "ways": ways,
    "weights-table": weights_table,
    "worktable": worktable,
}
"""By kind: from the data a figure names to the value that is drawn."""


def picture_of(block: PictureBlock, values: Mapping[str, object]) -> object:
    """The value a figure draws, from the values in scope.

    A map that lacks `words`, or names them, gets those of the scope, so that a table speaks the
    page's language.

    Raises:
        LessonError: if there is no such kind or no such name, or the data does not suit the kind.
    """
    if block.kind not in PICTURES:
        raise LessonError("check.figure.kind", kind=block.kind, known=tuple(PICTURES))
    try:
        data = look_up(block.data, values)
    except KeyError:
        raise LessonError("check.slot.unknown", name=block.data) from None
    if isinstance(data, Mapping):
        words = data.get("words", "words")
        if isinstance(words, str) and words in values:
            data = {**data, "words": values[words]}
    return PICTURES[block.kind](data)


def is_live(picture: object) -> bool:
    """Whether a reader can change the picture's numbers."""
    return isinstance(picture, LookupTable | Dialled)


def field_names(picture: object) -> tuple[str, ...]:
    """What an address may say of a picture; nothing of a still one."""
    if isinstance(picture, LookupTable):
        return picture.field_names
    return tuple(dial.name for dial in picture.dials) if isinstance(picture, Dialled) else ()


def turned(picture: object, query: Mapping[str, str]) -> object:
    """The picture as an address asks for it; a still one as it is.

    Raises:
        Refused: naming the number that does not fit, and what would do.
    """
    if isinstance(picture, LookupTable):
        return picture.read(query)
    if isinstance(picture, Dialled):
        return picture.turned(read_dials(picture.dials, query))
    return picture
