"""Load a course from its folder. A lesson with faults is left out and told; the rest is served."""

import tomllib
import types
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from starlore.errors import LessonError
from starlore.lessons.model import (
    Course,
    CourseWords,
    Diagnostic,
    Lesson,
    LessonPlan,
    LessonText,
    Node,
    StarPlan,
)
from starlore.lessons.parse import Head, Parsed, parse_lesson
from starlore.questions.model import Question

SOURCE = "lesson.md"


def load_course(folder: Path) -> Course:
    """Read a course. Never raises for what is written in it: faults are in `diagnostics`."""
    faults: list[Diagnostic] = []
    head = _toml(folder / "course.toml", folder, faults)
    nodes = _nodes(head, folder, faults)
    lessons: dict[str, Lesson] = {}
    for slug in nodes:
        if (folder / slug).is_dir():
            files = _files(folder / slug)
            lesson, found = load_lesson(slug, files, f"{folder.name}/{slug}")
            faults += found
            if lesson is not None:
                lessons[slug] = lesson
    return Course(
        id=str(head.get("id", folder.name)),
        nodes=nodes,
        lessons=lessons,
        words_by=_course_words(folder, faults),
        first_question=str(head.get("first_question", "")),
        diagnostics=tuple(faults),
    )


def load_lesson(
    slug: str, files: Mapping[str, bytes], path: str
) -> tuple[Lesson | None, list[Diagnostic]]:
    """Make a lesson of its files: the words, then the numbers and questions by running them.

    The files are trusted: they are run with the rights of whoever put the course here.
    """
    faults: list[Diagnostic] = []
    parsed = _parse_all(files, path, faults)
    numbers = _run(files, "numbers.py", slug, path, faults)
    questions = _run(files, "questions.py", slug, path, faults)
    base = parsed.get(SOURCE)
    if base is None or base.head is None or faults:
        return None, faults
    if base.head.id != slug:
        message = f"the id is {base.head.id!r} and the folder {slug!r}"
        return None, [Diagnostic(f"{path}/{SOURCE}", 2, 1, "L110", message, "make them equal")]
    plan = _plan(base.head, f"{path}/{SOURCE}", faults)
    values = _numbers(numbers, path, faults)
    asked = _questions(questions, path, faults)
    if plan is None or faults:
        return None, faults
    texts = {_language(name): _text(one, name, path) for name, one in parsed.items() if one.head}
    faults += _incomplete(asked, texts)
    if faults:
        return None, faults
    return Lesson(plan, texts, asked, values, content_hash(files), dict(files)), faults


def lesson_from_files(slug: str, files: Mapping[str, bytes]) -> Lesson:
    """A lesson of an earlier release, from the files kept of it.

    Raises:
        LessonError: if they do not make a lesson any more.
    """
    lesson, faults = load_lesson(slug, files, slug)
    if lesson is None:
        raise LessonError(f"the kept lesson {slug} cannot be read: {faults[0]}", tuple(faults))
    return lesson


def content_hash(files: Mapping[str, bytes]) -> str:
    """SHA-256 over a lesson's files, in the order of their names."""
    digest = sha256()
    for name in sorted(files):
        digest.update(name.encode() + b"\0" + sha256(files[name]).digest())
    return digest.hexdigest()


def _files(folder: Path) -> dict[str, bytes]:
    """The files of a lesson, by name."""
    paths = (path for path in sorted(folder.iterdir()) if path.is_file())
    return {path.name: path.read_bytes() for path in paths if not path.name.startswith(".")}


def _parse_all(
    files: Mapping[str, bytes], path: str, faults: list[Diagnostic]
) -> dict[str, Parsed]:
    """Every language's file, the first language first."""
    names = [n for n in files if n == SOURCE or (n.startswith("lesson.") and n.endswith(".md"))]
    parsed: dict[str, Parsed] = {}
    if SOURCE not in names:
        faults.append(Diagnostic(path, 1, 1, "L100", f"{SOURCE} is missing"))
    for name in sorted(names, key=lambda n: n != SOURCE):
        try:
            text = files[name].decode("utf-8")
        except UnicodeDecodeError as fault:
            message = f"this is not UTF-8 at byte {fault.start}"
            faults.append(Diagnostic(f"{path}/{name}", 1, 1, "L100", message))
            continue
        parsed[name] = parse_lesson(text.replace("\r\n", "\n"), f"{path}/{name}")
        faults += parsed[name].diagnostics
    return parsed


def _language(name: str) -> str:
    """The language of a lesson file.

    Example:
        >>> _language("lesson.md"), _language("lesson.fa.md")
        ('en', 'fa')
    """
    return "en" if name == SOURCE else name.removeprefix("lesson.").removesuffix(".md")


def _run(
    files: Mapping[str, bytes], name: str, slug: str, path: str, faults: list[Diagnostic]
) -> Mapping[str, Any]:
    """Run one of a lesson's Python files in a namespace of its own."""
    where = f"{path}/{name}"
    if name not in files:
        faults.append(Diagnostic(where, 1, 1, "L120", f"{name} is missing"))
        return {}
    module = types.ModuleType(f"starlore_lesson_{slug.replace('-', '_')}_{name[:-3]}")
    module.__file__ = where
    try:
        exec(compile(files[name], where, "exec"), module.__dict__)
    except SyntaxError as fault:
        message = f"this is no Python: {fault.msg}"
        at = Diagnostic(where, fault.lineno or 1, fault.offset or 1, "L121", message)
        faults.append(at)
    except Exception as fault:
        message = f"running it raises {type(fault).__name__}: {fault}"
        faults.append(Diagnostic(where, _line_in(fault, where), 1, "L122", message))
    return module.__dict__


def _line_in(fault: BaseException, where: str) -> int:
    """The deepest line of a file that a fault came through."""
    line, trace = 1, fault.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == where:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _numbers(
    module: Mapping[str, Any], path: str, faults: list[Diagnostic]
) -> Mapping[str, object]:
    """What `numbers()` gives."""
    where = f"{path}/numbers.py"
    make = module.get("numbers")
    if not callable(make):
        faults.append(Diagnostic(where, 1, 1, "L123", "there is no function numbers()"))
        return {}
    try:
        values = make()
    except Exception as fault:
        message = f"numbers() raises {type(fault).__name__}: {fault}"
        faults.append(Diagnostic(where, _line_in(fault, where), 1, "L122", message))
        return {}
    if not isinstance(values, Mapping):
        faults.append(Diagnostic(where, 1, 1, "L123", "numbers() gives no map of names"))
        return {}
    return values


def _questions(
    module: Mapping[str, Any], path: str, faults: list[Diagnostic]
) -> dict[str, Question]:
    """The questions by id."""
    where = f"{path}/questions.py"
    listed = module.get("QUESTIONS")
    if not isinstance(listed, list | tuple) or not all(isinstance(q, Question) for q in listed):
        faults.append(Diagnostic(where, 1, 1, "L124", "QUESTIONS is no list of Question"))
        return {}
    asked: dict[str, Question] = {}
    slug = path.rpartition("/")[2]
    for question in listed:
        if question.id in asked:
            faults.append(Diagnostic(where, 1, 1, "L406", f"{question.id} stands twice"))
        if not question.id.startswith(f"{slug}."):
            message = f"{question.id!r} does not begin with {slug!r} and a point"
            faults.append(Diagnostic(where, 1, 1, "L406", message))
        asked[question.id] = question
    return asked


def _plan(head: Head, path: str, faults: list[Diagnostic]) -> LessonPlan | None:
    """What is the same in every language; the first language's file must hold it."""
    if head.minutes is None:
        faults.append(Diagnostic(path, 2, 1, "L105", "minutes: how long the lesson takes"))
    stars: dict[str, StarPlan] = {}
    for name, star in head.stars.items():
        if star.at is None or star.outcome not in head.outcomes:
            message = f"stars.{name}: needs at: [x, y] and an outcome of the lesson"
            faults.append(Diagnostic(path, 2, 1, "L105", message))
        else:
            stars[name] = StarPlan(star.outcome, star.at)
    for one, other in head.lines:
        ends = [stars.get(one), stars.get(other)]
        if None in ends or ends[0].outcome != ends[1].outcome:  # type: ignore[union-attr]
            message = f"lines: {one} to {other} does not join two stars of one outcome"
            faults.append(Diagnostic(path, 2, 1, "L111", message))
    if faults:
        return None
    return LessonPlan(head.id, head.minutes or 0, stars, tuple(head.lines))


def _text(parsed: Parsed, name: str, path: str) -> LessonText:
    """The words of one language."""
    head = parsed.head
    assert head is not None
    return LessonText(
        language=_language(name),
        path=f"{path}/{name}",
        title=head.title,
        one_line=head.one_line,
        outcomes=head.outcomes,
        star_names={star: words.name for star, words in head.stars.items()},
        sentences=tuple(tuple(sentence) for sentence in head.sentences),
        parts=parsed.parts,
        questions=parsed.questions,
    )


def _incomplete(asked: Mapping[str, Question], texts: Mapping[str, LessonText]) -> list[Diagnostic]:
    """Questions that could not be explained: those are never served."""
    faults = []
    for text in texts.values():
        for question in asked.values():
            words = text.questions.get(question.id.partition(".")[2])
            if words is None:
                message = f"the question {question.id} has no part here"
                hint = f"write # Title {{#{question.id.partition('.')[2]}}}"
                faults.append(Diagnostic(text.path, 1, 1, "L402", message, hint))
                continue
            needed = {"stem": words.stem, "answer": words.answer, "worked": words.worked}
            needed["general"] = words.general
            for key in (key for key, passage in needed.items() if passage.is_empty):
                message = f"the question {question.id} has no {key}"
                faults.append(Diagnostic(text.path, words.line, 1, "L402", message))
    return faults


def _toml(path: Path, folder: Path, faults: list[Diagnostic]) -> dict[str, Any]:
    where = f"{folder.name}/{path.name}"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        faults.append(Diagnostic(where, 1, 1, "L500", f"{path.name} is missing"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        faults.append(Diagnostic(where, 1, 1, "L501", f"this is no TOML: {fault}"))
    return {}


def _nodes(head: Mapping[str, Any], folder: Path, faults: list[Diagnostic]) -> dict[str, Node]:
    """The map; an unknown neighbour is a fault, and is left out."""
    listed = head.get("lessons", {})
    nodes: dict[str, Node] = {}
    for slug, entry in listed.items():
        sides: dict[str, tuple[str, ...]] = {}
        for side in ("needs", "contrasts", "helped_by"):
            wanted = tuple(entry.get(side, ()))
            for other in (other for other in wanted if other not in listed):
                message = f"{slug}.{side} names an unknown lesson {other!r}"
                where = f"{folder.name}/course.toml"
                faults.append(Diagnostic(where, 1, 1, "L502", message))
            sides[side] = tuple(other for other in wanted if other in listed)
        nodes[slug] = Node(slug, int(entry.get("level", 0)), **sides)
    return nodes


def _course_words(folder: Path, faults: list[Diagnostic]) -> dict[str, CourseWords]:
    """The course's words by language, English first."""
    words: dict[str, CourseWords] = {}
    paths = sorted(folder.glob("course.*.toml"), key=lambda path: path.name != "course.en.toml")
    for path in paths:
        body = _toml(path, folder, faults)
        lessons = body.get("lessons", {})
        words[path.name.split(".")[1]] = CourseWords(
            title=str(body.get("title", folder.name)),
            titles={slug: str(entry.get("title", slug)) for slug, entry in lessons.items()},
            asks={slug: str(entry.get("question", "")) for slug, entry in lessons.items()},
        )
    return words or {"en": CourseWords(folder.name)}
