"""A lesson's words in the pseudo-languages: made when they are first asked for, by a test."""

import re
from collections.abc import Mapping
from dataclasses import replace

from starlore.language.pseudo import PSEUDO, disguise
from starlore.lessons.model import (
    LessonText,
    OffScreenText,
    Passage,
    PictureBlock,
    Prose,
    QuestionText,
)

_HELD = re.compile(
    r"(\{\{.*?\}\}|(?<!\\)\$\$?(?:(?!\n\s*\n).)+?(?<!\\)\$\$?|\]\([^)\s]*\)|`[^`]*`|&\w+;)",
    re.DOTALL,
)
"""What is no word of a text: slots, formulas, addresses, code, entities."""


def disguised(words: str, tag: str) -> str:
    """Words of a lesson in a pseudo-language, its slots and formulas as they are.

    Example:
        >>> disguised("{{ n }} stars", "en-XA")
        '[{{ n }} šţààŕš~]'
    """
    return disguise(words, tag, _HELD)


def in_disguise(text: LessonText) -> dict[str, LessonText]:
    """The words of a lesson's first language in each of the pseudo-languages, by tag."""
    return {tag: _Disguise(tag).text(text) for tag in PSEUDO}


class _Disguise:
    """What one pseudo-language makes of each part of a lesson."""

    def __init__(self, tag: str) -> None:
        self._tag = tag

    def text(self, text: LessonText) -> LessonText:
        """All of it; the words of the bank stay single words."""
        return replace(
            text,
            language=self._tag,
            title=self._words(text.title),
            one_line=self._words(text.one_line),
            outcomes=self._all(text.outcomes),
            outcome_names=self._all(text.outcome_names),
            star_names=self._all(text.star_names),
            sentences=tuple(tuple(map(self._words, words)) for words in text.sentences),
            parts={name: self._passage(part) for name, part in text.parts.items()},
            questions={name: self._question(one) for name, one in text.questions.items()},
            off_screen=text.off_screen and self._off_screen(text.off_screen),
        )

    def _words(self, words: str) -> str:
        return disguised(words, self._tag)

    def _all(self, words: Mapping[str, str]) -> dict[str, str]:
        return {name: self._words(one) for name, one in words.items()}

    def _question(self, one: QuestionText) -> QuestionText:
        return replace(
            one,
            stem=self._passage(one.stem),
            answer=self._passage(one.answer),
            hints=tuple(map(self._passage, one.hints)),
            worked=self._passage(one.worked),
            general=self._passage(one.general),
            wrong=self._passages(one.wrong),
            headlines=self._passages(one.headlines),
            options=self._passages(one.options),
        )

    def _off_screen(self, one: OffScreenText) -> OffScreenText:
        return replace(one, title=self._words(one.title), passages=self._passages(one.passages))

    def _passages(self, passages: Mapping[str, Passage]) -> dict[str, Passage]:
        return {name: self._passage(one) for name, one in passages.items()}

    def _passage(self, passage: Passage) -> Passage:
        return Passage(tuple(map(self._piece, passage.pieces)))

    def _piece(self, piece: Prose | PictureBlock) -> Prose | PictureBlock:
        if isinstance(piece, PictureBlock):
            return replace(piece, alt=self._words(piece.alt), caption=self._words(piece.caption))
        return replace(piece, text="\n".join(map(self._line, piece.text.split("\n"))))

    def _line(self, line: str) -> str:
        """A line of Markdown: its mark of a list or a heading stays where it is."""
        mark = re.match(r"\s*(?:[-*+]|#+|\d+\.|>)?\s*", line)
        begun = mark.end() if mark else 0
        return line[:begun] + self._words(line[begun:])
