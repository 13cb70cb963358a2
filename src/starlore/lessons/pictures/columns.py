"""Columns: scores as outlined columns on their zero line, below it where they are negative."""

from dataclasses import dataclass

from starlore.figures import Figure
from starlore.lessons.pictures.data import figures_of


@dataclass(frozen=True)
class Columns:
    """The scores, in reading order."""

    scores: tuple[Figure, ...]


def columns(data: object) -> Columns:
    """Columns of a list of numbers."""
    return Columns(figures_of(data, "columns"))
