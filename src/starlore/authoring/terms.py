"""The words of a lesson held to the glossary of their language: locked terms, words never said."""

import re
from collections.abc import Iterator

from starlore.language.glossary import Glossary, glossary
from starlore.lessons.diagnostics import Diagnostic
from starlore.lessons.model import Lesson, LessonText, Passage, Prose, QuestionText
from starlore.message import Message

_TARGET = re.compile(r"(?<=\])\((?:<[^>]*>|[^()\s]*)\)|<[a-z]+:[^>]*>")
"""Where a link leads to: no word of the language."""


def term_faults(lesson: Lesson) -> Iterator[Diagnostic]:
    """Where a language uses another word than its glossary, or one that it never says."""
    first = next(iter(lesson.texts.values()))
    for text in lesson.texts.values():
        terms = glossary(text.language)
        for part, (line, words) in _parts(text).items():
            yield from _unsayable(text, line, part, words, terms)
            if text is not first and part in (sources := _parts(first)):
                source = " ".join(words for _, words in sources[part][1])
                told = " ".join(words for _, words in words)
                for term in terms.missing(source, told, "lesson"):
                    asked = {"term": term.name, "word": term.term}
                    message = Message("check.term.missing", part=part, **asked)
                    yield Diagnostic(text.path, line, 1, "L614", message)


def _unsayable(
    text: LessonText, line: int, part: str, words: list[tuple[int, str]], terms: Glossary
) -> Iterator[Diagnostic]:
    """Words of a part that its language never says, each at the line it stands on."""
    for start, stretch in words:
        for offset, said in enumerate(stretch.split("\n")):
            for word, instead in terms.unsayable(said):
                at = (start or line) + (offset if start else 0)
                message = Message("check.term.never", part=part, word=word)
                hint = Message("check.term.say", word=instead)
                yield Diagnostic(text.path, at, 1, "L615", message, hint)


def _parts(text: LessonText) -> dict[str, tuple[int, list[tuple[int, str]]]]:
    """Of each part of a lesson its line, and its words with theirs."""
    head = [text.title, text.one_line, *text.outcomes.values(), *text.star_names.values()]
    parts = {"head": (2, [(0, words) for words in head])}
    for name, passage in text.parts.items():
        words = list(_words(passage))
        parts[name] = (words[0][0] if words else 1, words)
    if text.off_screen is not None:
        passages = text.off_screen.passages.values()
        words = [pair for passage in passages for pair in _words(passage)]
        parts["off-screen"] = (text.off_screen.line, [(0, text.off_screen.title), *words])
    for name, question in text.questions.items():
        words = [pair for passage in _passages(question) for pair in _words(passage)]
        parts[name] = (question.line, words)
    return parts


def _words(passage: Passage) -> Iterator[tuple[int, str]]:
    for piece in passage.pieces:
        if isinstance(piece, Prose):
            yield piece.line, _TARGET.sub("", piece.text)
        else:
            yield piece.line, f"{piece.alt} {piece.caption}"


def _passages(one: QuestionText) -> Iterator[Passage]:
    yield from (one.stem, one.answer, *one.hints, one.worked, one.general)
    for named in (one.wrong, one.headlines, one.options):
        yield from named.values()
