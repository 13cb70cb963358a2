"""What the pages print with; the composition root hands it in, for `web` knows no typesetter."""

from typing import Protocol

from starlore.lessons.model import Lesson
from starlore.study.sheets import Sheet


class Press(Protocol):
    """Makes a PDF of a sheet, or a picture of one of its pages."""

    def pdf(
        self, sheet: Sheet, lesson: Lesson, language: str, paper: str, answers: bool = True
    ) -> bytes:
        """The sheet, its answers on pages of their own."""

    def page(self, sheet: Sheet, lesson: Lesson, language: str, paper: str, number: int) -> bytes:
        """The picture of one page, counted from 1, as PNG.

        Raises:
            NotFound: if the sheet has no such page.
        """
