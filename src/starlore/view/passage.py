"""A passage of a lesson as HTML: its prose filled and rendered, its pictures drawn."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup

from starlore.language import Catalogue, direction, plain_tag
from starlore.lessons.fill import fill, with_words
from starlore.lessons.model import Lesson, Passage, PictureBlock, Prose
from starlore.lessons.pictures import picture_of
from starlore.questions.model import Place
from starlore.view.pictures import Live, draw_picture
from starlore.view.prose import render, render_inline
from starlore.view.svg import markup


@dataclass(frozen=True)
class Scope:
    """The names a text may use, the language it is in, and the lessons it may lead to."""

    lesson: Lesson
    language: str
    catalogue: Catalogue
    values: Mapping[str, object]
    lessons: Collection[str] = ()

    def fill(self, text: str, marks: bool = True) -> str:
        """A text with its names filled in."""
        bank = self.lesson.text(self.language).sentences
        return fill(text, self.values, self.tongue, bank, marks)

    def with_values(self, more: Mapping[str, object]) -> "Scope":
        """The same scope with more names."""
        return replace(self, values={**self.values, **more})

    def word(self, place: Place) -> str:
        """The word at a place."""
        return self.words[place.index]

    @property
    def tongue(self) -> str:
        """The language the text is in: the page's with its digits, or that of what there is."""
        written = self.lesson.text(self.language).language
        return self.language if written == plain_tag(self.language) else written

    @property
    def foreign(self) -> Markup:
        """What marks a text in another language than the page's; nothing where it is the same."""
        if plain_tag(self.tongue) == plain_tag(self.catalogue.tag):
            return Markup()
        return markup(' lang="{}" dir="{}"', self.tongue, direction(self.tongue))

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the sentence that the values name; none where they name none."""
        bank, sentence = self.lesson.text(self.language).sentences, self.values.get("sentence")
        return bank[sentence % len(bank)] if bank and isinstance(sentence, int) else ()


def show_passage(passage: Passage, scope: Scope) -> Markup:
    """A passage as blocks of HTML, pictures in their place."""
    return Markup("").join(_piece(piece, scope) for piece in passage.pieces)


def inline(passage: Passage, scope: Scope) -> tuple[Markup, Markup]:
    """The first paragraph without its element, and the rest as blocks."""
    if not passage.pieces:
        return Markup(""), Markup("")
    first, *rest = passage.pieces
    if not isinstance(first, Prose):
        return Markup(""), show_passage(passage, scope)
    head, _, tail = first.text.partition("\n\n")
    below = [Prose(tail, first.line)] if tail.strip() else []
    shown = render_inline(scope.fill(head), scope.catalogue, scope.lessons)
    return _marked("span", shown, scope), show_passage(Passage((*below, *rest)), scope)


def plain_text(html: Markup) -> str:
    """The words of some HTML, for a place that takes no markup."""
    return html.striptags()


def around_pictures(passage: Passage, scope: Scope) -> tuple[Markup, Markup]:
    """A passage's prose before its first picture, and the prose after it."""
    pieces = passage.pieces
    first = next((i for i, piece in enumerate(pieces) if not isinstance(piece, Prose)), len(pieces))
    after = tuple(piece for piece in pieces[first:] if isinstance(piece, Prose))
    return show_passage(Passage(pieces[:first]), scope), show_passage(Passage(after), scope)


def picture_value(block: PictureBlock, scope: Scope) -> object:
    """The value a picture draws, its words those of the sentence in scope.

    Raises:
        Refused: if its kind or its data is not there.
    """
    bank = scope.lesson.text(scope.language).sentences
    return picture_of(block, with_words(scope.values, bank))


def alt_of(block: PictureBlock, scope: Scope) -> str:
    """A picture's one sentence."""
    return scope.fill(block.alt, marks=False)


def _piece(piece: Prose | PictureBlock, scope: Scope) -> Markup:
    if isinstance(piece, Prose):
        return _marked("div", render(scope.fill(piece.text), scope.catalogue, scope.lessons), scope)
    return draw(piece, scope, picture_value(piece, scope))


def draw(block: PictureBlock, scope: Scope, value: object, live: Live | None = None) -> Markup:
    """A picture with its twin and caption."""
    words = render_inline(scope.fill(block.caption), scope.catalogue, scope.lessons)
    caption = _marked("span", words, scope) if words else words
    return draw_picture(block, value, alt_of(block, scope), caption, scope.catalogue, live)


def _marked(element: str, html: Markup, scope: Scope) -> Markup:
    """HTML in an element that says its language, where that is not the page's."""
    if not scope.foreign:
        return html
    return markup("<{0}{1}>{2}</{0}>", element, scope.foreign, html)
