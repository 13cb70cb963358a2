"""A lesson's words for a sheet: passages as markup, in the sheet's language and digits."""

from collections.abc import Mapping
from dataclasses import dataclass

from starlore.language import Catalogue
from starlore.lessons.model import Lesson, Passage, PictureBlock, Prose
from starlore.lessons.pictures.weights_table import WeightsTable
from starlore.lessons.pictures.worktable import Worktable
from starlore.paper.pictures import picture
from starlore.paper.prose import prose
from starlore.paper.tables import weights_table, worktable
from starlore.view.passage import Scope, alt_of, picture_value
from starlore.view.pictures.worktable import filled
from starlore.view.prose import render, render_inline


@dataclass(frozen=True)
class Wording:
    """What turns an author's words into markup.

    Attributes:
        lesson: whose words. language: of the sheet. is_answer: tables are filled in, and drawings
            left out, for the words tell every step.
    """

    lesson: Lesson
    language: str
    is_answer: bool = False

    @property
    def catalogue(self) -> Catalogue:
        """The words and digits of the sheet."""
        return Catalogue.load(self.language)

    def scope(self, values: Mapping[str, object]) -> Scope:
        """The names a text may use."""
        return Scope(self.lesson, self.language, self.catalogue, values)

    def passage(self, passage: Passage, values: Mapping[str, object]) -> str:
        """A passage as blocks."""
        scope = self.scope(values)
        return "".join(self.piece(piece, scope) for piece in passage.pieces)

    def piece(self, piece: Prose | PictureBlock, scope: Scope, wide: str = "60%") -> str:
        """A stretch of prose, a table, or a drawing.

        Raises:
            PaperError: if it cannot be set.
        """
        if isinstance(piece, Prose):
            return prose(str(render(scope.fill(piece.text), self.catalogue)))
        value = picture_value(piece, scope)
        if isinstance(value, Worktable):
            shown = filled(value) if self.is_answer else value
            caption = str(render_inline(scope.fill(piece.caption), self.catalogue))
            return worktable(shown, caption, self.catalogue, piece.axis)
        if self.is_answer:
            return ""
        if isinstance(value, WeightsTable):
            return weights_table(value, self.catalogue)
        return picture(piece, value, alt_of(piece, scope), self.catalogue, wide)
