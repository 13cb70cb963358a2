"""The printer: a sheet, its lesson, a language and a paper become a PDF, or a picture of a page."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from starlore.errors import NotFound
from starlore.lessons.model import Lesson
from starlore.paper.press import pages, pdf
from starlore.paper.worksheet import Leaf, sheet_source
from starlore.study.sheets import Sheet

PREVIEW_PPI = 120
"""Dots per inch of a page's picture: letters of nine points can be read on a wide screen."""


@lru_cache(maxsize=4)
def _previews(source: str) -> tuple[bytes, ...]:
    """All pages at once: a browser asks for one after the other."""
    return tuple(pages(source, PREVIEW_PPI))


@dataclass(frozen=True)
class Printer:
    """What the pages and the command line print with."""

    def pdf(
        self, sheet: Sheet, lesson: Lesson, language: str, paper: str, answers: bool = True
    ) -> bytes:
        """One sheet; its answers by themselves on the last pages, where they are wanted."""
        return pdf(sheet_source([Leaf(sheet, lesson)], language, paper, answers, key=False))

    def page(self, sheet: Sheet, lesson: Lesson, language: str, paper: str, number: int) -> bytes:
        """The picture of one page of a sheet with its answers, counted from 1.

        Raises:
            NotFound: if it has no such page.
        """
        source = sheet_source([Leaf(sheet, lesson)], language, paper, answers=True, key=False)
        made = _previews(source)
        if not 1 <= number <= len(made):
            raise NotFound("fault.sheet.no-page", count=len(made))
        return made[number - 1]

    def several(
        self, leaves: Iterator[Leaf], language: str, paper: str, answers: bool = False
    ) -> bytes:
        """A class's sheets, each its own numbers, and one table of all answers at the end."""
        return pdf(sheet_source([*leaves], language, paper, answers, key=True))
