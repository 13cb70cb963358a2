"""A sheet as Typst source: the front to do, the back to answer, the answers by themselves."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from starlore.language import capitalised, direction, show_number, spelled
from starlore.language.show_number import join_numbers
from starlore.lessons.model import Lesson, LessonText, OffScreenText, Passage, Prose
from starlore.lessons.pictures.worktable import Worktable
from starlore.lessons.scope import exercise_scope, reading_scope
from starlore.paper.quoted import block, listed, quoted, words
from starlore.paper.tasks import Task, solution, solved, task
from starlore.paper.words import Wording
from starlore.study.sheets import Sheet
from starlore.view.off_screen import ROWS, time_and_people
from starlore.view.passage import Scope, picture_value

PAPERS = {"a4": "a4", "letter": "us-letter"}
"""By the name a person types: what Typst calls it."""


@dataclass(frozen=True)
class Leaf:
    """A sheet with the lesson it is printed in the words of."""

    sheet: Sheet
    lesson: Lesson

    @property
    def code(self) -> str:
        """Its code as it is printed."""
        return self.sheet.code.printed


def sheet_source(leaves: list[Leaf], language: str, paper: str, answers: bool, key: bool) -> str:
    """The source of some sheets of one lesson.

    Args:
        leaves: at least one. language: of the words. paper: one of PAPERS.
        answers: each sheet's answers follow it. key: one table of all answers comes at the end.

    Raises:
        PaperError: if something of it cannot be set.
    """
    parts = [_opening(leaves[0], language, paper)]
    for leaf in leaves:
        parts += [_front(leaf, language), _back(leaf, language)]
        if answers:
            parts.append(_answers(leaf, language))
    if key:
        parts.append(_key(leaves, language))
    return "\n".join(parts)


@cache
def _template() -> str:
    return (files("starlore.paper") / "template.typ").read_text(encoding="utf-8")


def _opening(leaf: Leaf, language: str, paper: str) -> str:
    say = Wording(leaf.lesson, language).catalogue.say
    title = f"{leaf.lesson.text(language).title}: {say('paper.kind')}"
    return (
        f"#let numeral = {quoted(show_number('1', language))}\n{_template()}\n"
        f"#show: document.with(title: {quoted(title)}, lang: {quoted(_tag(language))}, "
        f"dir: {direction(language)}, paper: {quoted(PAPERS[paper])})"
    )


def _tag(language: str) -> str:
    """The language itself, as PDF names it."""
    return language.partition("-")[0]


def _leaf(leaf: Leaf, language: str, body: str, is_first: bool = False) -> str:
    """Pages of one sheet, its code at the foot of each."""
    first = "true" if is_first else "false"
    title = leaf.lesson.text(language).title
    return f"#leaf({quoted(title)}, {quoted(leaf.code)}, first: {first})[\n{body}\n]"


def _front(leaf: Leaf, language: str) -> str:
    """What to do away from the screen, and the exercise with its tables."""
    wording = Wording(leaf.lesson, language)
    text, say = leaf.lesson.text(language), wording.catalogue.say
    off = text.off_screen
    head = _head(text, leaf, say("paper.kind"), wording, name=say("paper.name"))
    if off is None:
        return _leaf(leaf, language, head, is_first=True)
    values = reading_scope(leaf.lesson)

    def part(key: str) -> str:
        passage = off.under(key)
        if passage.is_empty:
            return ""
        return f"#part({quoted(say(f'paper.{key}'))}, level: 3)\n{wording.passage(passage, values)}"

    title = f"#activity({quoted(off.title)}, {block(_time(leaf, wording))})"
    body = head + title
    for row in ROWS:
        left, right = ("".join(map(part, keys)) for keys in row)
        body += f"#beside({block(left)}, {block(right)})\n" if right else left
    exercise = off.under("exercise")
    if not exercise.is_empty and leaf.sheet.by_hand:
        drawn = exercise_scope(leaf.lesson, leaf.sheet.by_hand)
        body += f"#part({quoted(say('paper.exercise'))})\n"
        body += _exercise(off, wording, drawn)
    body += f"#squared({quoted(say('paper.room'))})"
    return _leaf(leaf, language, body, is_first=True)


def _exercise(off: OffScreenText, wording: Wording, drawn: Mapping[str, object]) -> str:
    """The exercise: its words, then its tables side by side, those to fill in by themselves."""
    passage, scope = off.under("exercise"), wording.scope(drawn)
    told = "".join(wording.piece(one, scope) for one in passage.pieces if isinstance(one, Prose))
    return told + _tables(passage, wording, scope)


def _tables(passage: Passage, wording: Wording, scope: Scope) -> str:
    """The tables of an exercise; what is given stands above what is to be filled in."""
    given, blank = list[str](), list[str]()
    for one in passage.pictures:
        value = picture_value(one, scope)
        is_blank = isinstance(value, Worktable) and value.is_blank
        (blank if is_blank else given).append(block(wording.piece(one, scope)))
    groups = (given, blank) if len(given) > 1 and len(blank) > 1 else ([*given, *blank],)
    return "".join(f"#side-by-side({listed(some)})" for some in groups if some)


def _time(leaf: Leaf, wording: Wording) -> str:
    """How long it takes, and for how many people it is."""
    plan = leaf.lesson.plan.off_screen
    return words(time_and_people(plan, wording.catalogue)) if plan else ""


def _back(leaf: Leaf, language: str) -> str:
    """The questions, in two columns."""
    wording = Wording(leaf.lesson, language)
    text, say = leaf.lesson.text(language), wording.catalogue.say
    count = len(leaf.sheet.asked)
    title = capitalised(say("paper.test", n=count, words=spelled(count, language)))
    tasks = [task(one, place, wording) for place, one in enumerate(leaf.sheet.asked, 1)]
    half = (count + 1) // 2
    columns = [block("".join(one.markup for one in some)) for some in (tasks[:half], tasks[half:])]
    body = (
        f"{_head(text, leaf, title, wording)}#small({block(words(say('paper.test-note')))})\n"
        f"#at-hand({listed(_at_hand(tasks, wording))})\n#test({columns[0]}, {columns[1]})\n"
        f"#small({block(words(say('paper.enter')))})"
    )
    return _leaf(leaf, language, body)


def _at_hand(tasks: list[Task], wording: Wording) -> list[str]:
    """What may be looked up, once for all questions that need it, with their numbers."""
    language, needed = wording.language, dict[str, list[int]]()
    for place, one in enumerate(tasks, 1):
        for paragraph in one.at_hand:
            needed.setdefault(paragraph, []).append(place)
    hands = []
    for paragraph, places in needed.items():
        shown = join_numbers((show_number(str(place), language) for place in places), language)
        which = wording.catalogue.say("paper.at-hand", n=len(places), which=shown)
        hands.append(block(f"#strong{block(words(which))} {paragraph}"))
    return hands


def _answers(leaf: Leaf, language: str) -> str:
    """Every step: the exercise's tables filled in, then each question's path."""
    wording = Wording(leaf.lesson, language, is_answer=True)
    text, say = leaf.lesson.text(language), wording.catalogue.say
    body = _head(text, leaf, say("paper.answers"), wording)
    off = text.off_screen
    if off is not None and leaf.sheet.by_hand and off.under("exercise").pictures:
        drawn = wording.scope(exercise_scope(leaf.lesson, leaf.sheet.by_hand))
        body += f"#part({quoted(say('paper.exercise'))})\n"
        body += _tables(off.under("exercise"), wording, drawn)
    solutions = "".join(
        solved(one, place, wording) for place, one in enumerate(leaf.sheet.asked, 1)
    )
    count = len(leaf.sheet.asked)
    title = capitalised(say("paper.test", n=count, words=spelled(count, language)))
    body += f"#part({quoted(title)})\n#columns(2, gutter: 8mm)[{solutions}]"
    return _leaf(leaf, language, body)


def _key(leaves: list[Leaf], language: str) -> str:
    """One table: a row for each sheet, a column for each question."""
    wording = Wording(leaves[0].lesson, language)
    say = wording.catalogue.say
    text = leaves[0].lesson.text(language)
    count = len(leaves[0].sheet.asked)
    numerals = [block(words(show_number(str(n), language))) for n in range(1, count + 1)]
    heads = [block(words(say("paper.key-sheet"))), *numerals]
    rows = []
    for leaf in leaves:
        mine = Wording(leaf.lesson, language)
        shown = [block(solution(one, mine, is_short=True)) for one in leaf.sheet.asked]
        code = block(f'#text(dir: ltr, weight: "bold", {quoted(leaf.code)})')
        rows.append(listed([code, *shown]))
    body = (
        f"#plain-head({quoted(say('paper.key'))}, {quoted(text.title)})"
        f"#small({block(words(say('paper.key-note')))})\n"
        f"#bars(columns: {count + 1}, heads: {listed(heads)}, rows: {listed(rows)})"
    )
    return f"#leaf({quoted(text.title)}, {quoted(say('paper.key'))}, first: true)[\n{body}\n]"


def _head(text: LessonText, leaf: Leaf, kind: str, wording: Wording, name: str = "") -> str:
    code_word = wording.catalogue.say("paper.sheet")
    own = f"name: {quoted(name)}" if name else "name: none"
    told = ", ".join(map(quoted, (kind, text.title, code_word, leaf.code)))
    return f"#head({told}, {own})\n"
