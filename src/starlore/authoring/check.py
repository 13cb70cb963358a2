"""Check a course: that it loads, that no number is typed by hand, that every question is sound.

Codes: L1xx the file's form · L2xx its text · L3xx its pictures · L4xx its questions · L5xx the
course's map · L6xx its languages. Each fault says what to do where that can be said.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from starlore.errors import Refused, StarloreError
from starlore.figures import Figure
from starlore.lessons.fill import SLOT, FillFault, fill, look_up, slots
from starlore.lessons.load import load_course
from starlore.lessons.map import loop
from starlore.lessons.model import (
    Course,
    Diagnostic,
    Lesson,
    LessonText,
    Passage,
    PictureBlock,
    Prose,
    QuestionText,
)
from starlore.lessons.pictures import PICTURES
from starlore.questions.draw import draw_variant
from starlore.questions.laws import check_question
from starlore.questions.model import Place, Question, Solution, Text, Variant

SAMPLE_SEEDS = 20
DIGIT = re.compile(r"\d[\d.,]*")
AXES = ("text", "math")
SAFE_LINK = re.compile(r"(https?://|mailto:|#|\.{0,2}/|[\w-]+(/|\.md|$))")


@dataclass(frozen=True)
class Report:
    """What a check found.

    Attributes:
        faults: in the order of files and lines. lessons, questions: how many were checked.
        seeds: how many each question was drawn with.
    """

    faults: tuple[Diagnostic, ...]
    lessons: int
    questions: int
    seeds: int


def check_course(folder: Path, seeds: int = 200) -> Report:
    """Check everything in a course's folder.

    Args:
        folder: where course.toml lies. seeds: how many Variants of each question are drawn.
    """
    course = load_course(folder)
    faults = list(course.diagnostics)
    faults += _map_faults(course, folder)
    for slug, lesson in course.lessons.items():
        path = f"{folder.name}/{slug}"
        for text in lesson.texts.values():
            faults += _text_faults(lesson, text)
        faults += _language_faults(lesson)
        faults += _question_faults(lesson, path, seeds)
    questions = sum(len(lesson.questions) for lesson in course.lessons.values())
    return Report(tuple(sorted(set(faults))), len(course.lessons), questions, seeds)


def _map_faults(course: Course, folder: Path) -> Iterator[Diagnostic]:
    """The map: no lesson needs itself, and the first question is there."""
    where = f"{folder.name}/course.toml"
    around = loop(course.nodes)
    if around:
        yield Diagnostic(
            where, 1, 1, "L503", f"the lessons need one another: {' -> '.join(around)}"
        )
    known = {id_ for lesson in course.lessons.values() for id_ in lesson.questions}
    if course.first_question and course.first_question not in known:
        message = f"first_question names {course.first_question!r}, which is not there"
        yield Diagnostic(where, 1, 1, "L504", message)


def _passages(text: LessonText) -> Iterator[tuple[str, Passage]]:
    """Every passage of a text, by the part it stands in; "" for those outside questions."""
    for passage in text.parts.values():
        yield "", passage
    for id_, words in text.questions.items():
        yield from ((id_, passage) for passage in _of_question(words))


def _of_question(words: QuestionText) -> Iterator[Passage]:
    yield from (words.stem, words.answer, *words.hints, words.worked, words.general)
    for named in (words.wrong, words.headlines, words.options):
        yield from named.values()


def _text_faults(lesson: Lesson, text: LessonText) -> Iterator[Diagnostic]:
    """Digits typed by hand, slots, links, HTML, formulas, pictures."""
    samples = {id_: _sample(lesson, text, id_) for id_ in text.questions}
    ids: set[str] = set()
    for id_, passage in _passages(text):
        values = samples[id_] if id_ else lesson.numbers
        for piece in passage.pieces:
            if isinstance(piece, Prose):
                yield from _prose_faults(text.path, piece, values)
            else:
                yield from _picture_faults(text.path, piece, values, ids)
    heads = [text.title, text.one_line, *text.outcomes.values(), *text.star_names.values()]
    for words in heads:
        if DIGIT.search(words):
            yield Diagnostic(text.path, 2, 1, "L203", f"{words!r} holds a digit typed by hand")


def _sample(lesson: Lesson, text: LessonText, id_: str) -> Mapping[str, object]:
    """The names a question's words may use, with the values of one Variant."""
    question = lesson.questions.get(f"{lesson.plan.id}.{id_}")
    if question is None:
        return {"lesson": lesson.numbers}
    try:
        return scope_of(lesson, text, draw_variant(question, 0))
    except StarloreError:
        return {"lesson": lesson.numbers}


def scope_of(lesson: Lesson, text: LessonText, variant: Variant) -> dict[str, object]:
    """All names a question's words may use once it is answered."""
    values: dict[str, object] = {"lesson": lesson.numbers, **variant.given, **variant.working}
    sentence = variant.given.get("sentence")
    if isinstance(sentence, int) and text.sentences:
        values["words"] = text.sentences[sentence % len(text.sentences)]
    values["solution"] = values["yours"] = _value(variant.solution, values)
    for misconception in variant.misconceptions:
        values.setdefault(misconception.name, _value(misconception.answer, values))
    return values


def _value(solution: Solution, values: Mapping[str, object]) -> object:
    if isinstance(solution, Place):
        words = values.get(solution.among, ())
        known = isinstance(words, tuple) and solution.index < len(words)
        return words[solution.index] if known and isinstance(words, tuple) else solution.index
    return solution.name if isinstance(solution, Text) else solution


def _prose_faults(path: str, piece: Prose, values: Mapping[str, object]) -> Iterator[Diagnostic]:
    text = piece.text
    blank = SLOT.sub(lambda match: re.sub(r"[^\n]", "\x00", match.group()), text)
    for match in DIGIT.finditer(_without_links(blank)):
        line, column = _at(piece, match.start())
        number = match.group().rstrip(".,")
        hint = _named_like(number, values)
        yield Diagnostic(path, line, column, "L203", f'"{number}" is typed by hand', hint)
    for at, name in slots(text):
        line, column = _at(piece, at)
        if not name:
            yield Diagnostic(path, line, column, "L202", "this is no name in double braces")
            continue
        try:
            look_up(name, values)
        except KeyError:
            hint = _near(name, values)
            yield Diagnostic(path, line, column, "L201", f"no value is named {name!r} here", hint)
    yield from _markup_faults(path, piece, values)


def _markup_faults(path: str, piece: Prose, values: Mapping[str, object]) -> Iterator[Diagnostic]:
    """Links, raw HTML and formulas, as Markdown reads them."""
    try:
        filled = fill(piece.text, values, "en", marks=False)
    except FillFault:
        return
    for token in _tokens(filled):
        line = piece.line + (token.map[0] if token.map else 0)
        if token.type == "link_open":
            href = str(token.attrs.get("href", ""))
            if not SAFE_LINK.match(href):
                message = f"the link {href!r} leads nowhere a page may lead"
                yield Diagnostic(path, line, 1, "L204", message, "use https, mailto or a page here")
        elif token.type in ("math_inline", "math_block"):
            yield from _formula_fault(path, line, token.content)
    if re.search(r"<[a-zA-Z/!]", filled):
        yield Diagnostic(path, piece.line, 1, "L205", "raw HTML is not used in lessons")


def _formula_fault(path: str, line: int, latex: str) -> Iterator[Diagnostic]:
    from math_core import LatexError, LatexToMathML

    try:
        LatexToMathML().convert_with_local_state(latex, displaystyle=False)
    except LatexError:
        message = f"the formula {latex!r} cannot be set"
        yield Diagnostic(path, line, 1, "L206", message, "check its commands and braces")


def _tokens(text: str) -> Iterator[Token]:
    markdown = MarkdownIt("commonmark", {"html": False}).use(dollarmath_plugin)
    for token in markdown.parse(text):
        yield token
        for child in token.children or ():
            child.map = child.map or token.map
            yield child


def _picture_faults(
    path: str, block: PictureBlock, values: Mapping[str, object], ids: set[str]
) -> Iterator[Diagnostic]:
    def fault(code: str, message: str, hint: str = "") -> Diagnostic:
        return Diagnostic(path, block.line, 1, code, message, hint)

    if block.kind not in PICTURES:
        kinds = ", ".join(PICTURES)
        yield fault("L301", f"there is no picture of kind {block.kind!r}", f"kinds: {kinds}")
    if not block.alt:
        yield fault("L302", "the picture has no alt text", "write alt: one sentence that says it")
    if block.axis not in AXES:
        hint = "tokens in reading order: text; places, time, number lines: math"
        yield fault("L303", f"the axis is {block.axis!r}", f"write axis: text or math; {hint}")
    if block.id and block.id in ids:
        yield fault("L304", f"two pictures have the id {block.id!r}")
    ids.add(block.id)
    for words in (block.alt, block.caption):
        yield from _prose_faults(path, Prose(words, block.line), values)
    try:
        data = look_up(block.data, values)
        if isinstance(data, Mapping) and "words" in values:
            data = {"words": values["words"], **data}
        if block.kind in PICTURES:
            PICTURES[block.kind](data)
    except KeyError:
        yield fault("L301", f"no value is named {block.data!r} here", _near(block.data, values))
    except Refused as refusal:
        yield fault("L301", str(refusal))


def _language_faults(lesson: Lesson) -> Iterator[Diagnostic]:
    """Every language has the same parts, questions, stars and outcomes as the first."""
    first, *others = lesson.texts.values()
    for other in others:
        for name in ("parts", "questions", "star_names", "outcomes"):
            ours, theirs = set(getattr(first, name)), set(getattr(other, name))
            if ours != theirs:
                message = f"{name} differ from {first.path}: {', '.join(sorted(ours ^ theirs))}"
                yield Diagnostic(other.path, 1, 1, "L601", message)
        if len(first.sentences) != len(other.sentences):
            message = f"{len(other.sentences)} sentences, {len(first.sentences)} in {first.path}"
            yield Diagnostic(other.path, 2, 1, "L602", message)


def _question_faults(lesson: Lesson, path: str, seeds: int) -> Iterator[Diagnostic]:
    """Stars, words and laws of every question."""
    fed = {question.star_id for question in lesson.questions.values() if not question.first_only}
    text = next(iter(lesson.texts.values()))
    for name in lesson.plan.stars:
        if f"{lesson.plan.id}.{name}" not in fed:
            yield Diagnostic(text.path, 2, 1, "L401", f"no question feeds the star {name!r}")
    for outcome in text.outcomes:
        if outcome not in {star.outcome for star in lesson.plan.stars.values()}:
            yield Diagnostic(text.path, 2, 1, "L505", f"no star serves the outcome {outcome!r}")
    for question in lesson.questions.values():
        if question.star_id.partition(".")[2] not in lesson.plan.stars:
            message = f"{question.id} feeds {question.star_id!r}, which is no star of the lesson"
            yield Diagnostic(f"{path}/questions.py", 1, 1, "L401", message)
        for words in lesson.texts.values():
            yield from _word_faults(lesson, words, question)
        yield from _law_faults(lesson, question, path, seeds)


def _word_faults(lesson: Lesson, text: LessonText, question: Question) -> Iterator[Diagnostic]:
    """Every misconception has its words, and no words are left over."""
    words = text.questions[question.id.partition(".")[2]]
    try:
        variants = [draw_variant(question, seed) for seed in range(SAMPLE_SEEDS)]
    except StarloreError:
        return
    foreseen = {m.name for variant in variants for m in variant.misconceptions}
    options = {
        answer.name
        for variant in variants
        for answer in (variant.solution, *(m.answer for m in variant.misconceptions))
        if isinstance(answer, Text)
    }
    for name in sorted(foreseen - set(words.wrong)):
        message = f"{question.id}: the misconception {name!r} has no words"
        yield Diagnostic(text.path, words.line, 1, "L403", message, f"write ## wrong {name}")
    for name in sorted(options - set(words.options)):
        message = f"{question.id}: the answer {name!r} has no words"
        yield Diagnostic(text.path, words.line, 1, "L403", message, f"write ## option {name}")
    spare = [("wrong", n) for n in set(words.wrong) - foreseen]
    spare += [("headline", n) for n in set(words.headlines) - foreseen]
    spare += [("option", n) for n in set(words.options) - options]
    for kind, name in sorted(spare):
        line = words.lines.get(f"{kind} {name}", words.line)
        yield Diagnostic(text.path, line, 1, "L405", f"nothing uses ## {kind} {name}")
    if len(words.hints) < 2:
        message = f"{question.id} has {len(words.hints)} hints, two are wanted"
        yield Diagnostic(text.path, words.line, 1, "L402", message, "write ## hint 1 and ## hint 2")


def _law_faults(lesson: Lesson, question: Question, path: str, seeds: int) -> Iterator[Diagnostic]:
    """The laws over the seeds, and all words filled for each."""

    def words(variant: Variant) -> Iterable[str]:
        for text in lesson.texts.values():
            values = scope_of(lesson, text, variant)
            part = text.questions[question.id.partition(".")[2]]
            for passage in _of_question(part):
                for piece in passage.pieces:
                    shown = piece.text if isinstance(piece, Prose) else piece.alt + piece.caption
                    yield fill(shown, values, text.language, marks=False)

    for breach in check_question(question, range(seeds), words):
        yield Diagnostic(f"{path}/questions.py", 1, 1, "L407", str(breach))


def _at(piece: Prose, offset: int) -> tuple[int, int]:
    """Line and column of an offset in a piece."""
    before = piece.text[:offset]
    return piece.line + before.count("\n"), offset - (before.rfind("\n") + 1) + 1


def _without_links(text: str) -> str:
    """The text with addresses of links blanked: an address is not prose."""
    return re.sub(r"\]\([^)]*\)", lambda match: " " * len(match.group()), text)


def _named_like(number: str, values: Mapping[str, object]) -> str:
    """A hint that names a value that prints like a number typed by hand."""
    wanted = number.replace(",", "")
    for name, figure in _figures(values):
        if figure.printed == wanted:
            return f"write {{{{ {name} }}}}"
        places = len(wanted.partition(".")[2])
        if figure.places is not None and figure.at(places).printed == wanted:
            return f"write {{{{ {name}:{places} }}}}"
    return "let numbers.py or the question compute it, and write its name in double braces"


def _figures(values: object, path: str = "") -> Iterator[tuple[str, Figure]]:
    """Every figure in some values, by its dotted name."""
    if isinstance(values, Figure):
        yield path, values
    elif isinstance(values, Mapping):
        for name, value in values.items():
            yield from _figures(value, f"{path}.{name}" if path else str(name))
    elif isinstance(values, tuple):
        for place, value in enumerate(values):
            yield from _figures(value, f"{path}.{place}")


def _near(name: str, values: Mapping[str, object]) -> str:
    """A hint with the names that are there, or one that looks alike."""
    from difflib import get_close_matches

    names = [known for known, _ in _figures(values)] + [str(known) for known in values]
    alike = get_close_matches(name, names, 1)
    return f"did you mean {alike[0]}" if alike else f"known: {', '.join(sorted(map(str, values)))}"
