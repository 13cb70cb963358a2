"""The questions of a sheet: to be answered on paper, and answered with every step shown."""

from dataclasses import dataclass

from starlore.language import show_number
from starlore.lessons.model import PictureBlock, Prose, QuestionText
from starlore.lessons.scope import answered_scope, open_scope
from starlore.memory.star import name_of
from starlore.paper.prose import prose
from starlore.paper.quoted import block, listed, words
from starlore.paper.words import Wording
from starlore.questions.model import Text
from starlore.study.sheets import Asked
from starlore.view.passage import Scope, inline
from starlore.view.prose import render_inline
from starlore.view.question_card import show_solution

SHORT = 8
"""Letters of an option that fits a quarter of a column."""


@dataclass(frozen=True)
class Task:
    """A question as it stands on the sheet.

    Attributes:
        markup: the question with room for its answer.
        at_hand: what it may look up, each a paragraph: sheets print it once for all questions.
    """

    markup: str
    at_hand: tuple[str, ...]


def task(asked: Asked, number: int, wording: Wording) -> Task:
    """A question to be answered on paper: its stem, then a line or options."""
    text, variant = text_of(asked, wording), asked.variant
    scope = wording.scope(open_scope(wording.lesson, variant))
    stem, _ = inline(text.stem, scope)
    first, *others = text.stem.pieces
    below = first.text.partition("\n\n")[2] if isinstance(first, Prose) else ""
    hands = [below] if below.strip() else []
    extra = ""
    for piece in others:
        if isinstance(piece, PictureBlock):
            extra += wording.piece(piece, scope, wide="38%")
        else:
            hands.append(piece.text)
    options: list[str] = []
    if asked.form == "choice":
        for place, name in enumerate(variant.order, 1):
            answer = variant.answer_named(name)
            shown = prose(str(show_solution(answer, name, text, scope)))
            numeral = block(words(show_number(str(place), wording.language)))
            options.append(f"({numeral}, {block(shown)})")
    line = block(prose(str(inline(text.answer, scope)[0]))) if asked.form == "typed" else "none"
    set_ = (
        f"#task({block(_numeral(number, wording))}, {block(prose(str(stem)))}, "
        f"extra: {block(extra) if extra else 'none'}, options: {listed(options)}, "
        f"abreast: {_abreast(asked, text, scope)}, answer: {line})"
    )
    at_hand = tuple(prose(str(render_inline(scope.fill(one), wording.catalogue))) for one in hands)
    return Task(set_, at_hand)


def _abreast(asked: Asked, text: QuestionText, scope: Scope) -> int:
    """How many options stand beside each other: sentences stand alone, short words by fours."""
    answers = [asked.variant.answer_named(name) for name in asked.variant.order]
    if any(isinstance(one, Text) for one in answers):
        return 1
    longest = max(
        (len(show_solution(one, "", text, scope).striptags()) for one in answers), default=0
    )
    return 4 if longest <= SHORT else 2


def solved(asked: Asked, number: int, wording: Wording) -> str:
    """A question's answer: the solution, the worked path, one sentence that generalises."""
    text, variant = text_of(asked, wording), asked.variant
    values = answered_scope(wording.lesson, variant)
    names = wording.lesson.text(wording.language).star_names
    title = names.get(name_of(variant.star), "")
    return (
        f"#solved({block(_numeral(number, wording))}, {block(words(title))}, "
        f"{block(solution(asked, wording))}, {block(wording.passage(text.worked, values))}, "
        f"{block(wording.passage(text.general, values))})"
    )


def solution(asked: Asked, wording: Wording, is_short: bool = False) -> str:
    """What is right; of a choice its number first, and on a key nothing but that and a word."""
    text, variant = text_of(asked, wording), asked.variant
    scope = wording.scope(answered_scope(wording.lesson, variant))
    shown = prose(str(show_solution(variant.solution, "", text, scope)))
    if asked.form != "choice":
        return shown
    place = show_number(str(variant.order.index("") + 1), wording.language)
    numeral = f"#strong[{words(place)}]"
    if is_short and isinstance(variant.solution, Text):
        return numeral
    return f"{numeral}#h(1.2mm){shown}"


def text_of(asked: Asked, wording: Wording) -> QuestionText:
    """The words of a question."""
    return wording.lesson.text(wording.language).questions[name_of(asked.variant.question)]


def _numeral(number: int, wording: Wording) -> str:
    return words(show_number(str(number), wording.language))
