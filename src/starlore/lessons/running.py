"""Run a lesson's Python: `numbers.py` gives its numbers, `questions.py` its questions.

A course is trusted: its files run with the rights of whoever put it here. Each runs in a namespace
of its own, made anew at every load and known to nobody else; whatever it raises is the author's
fault, told with its line, and so is what does not end in its time (decisions/0013).
"""

import sys
import types
from collections.abc import Callable, Mapping
from functools import partial
from importlib.util import decode_source
from typing import Any, TypeVar

from starlore.errors import QuestionError, StarloreError
from starlore.lessons.diagnostics import Diagnostic, saying
from starlore.lessons.question_fields import ill_fields
from starlore.message import Message
from starlore.questions.author_code import (
    FILE_SECONDS,
    OutOfTime,
    TookTooLong,
    said_of,
    told_of,
    within,
)
from starlore.questions.exercise import Exercise, draw_exercise
from starlore.questions.model import Question, Value
from starlore.questions.plain import plain_map

Files = Mapping[str, bytes]
Given = TypeVar("Given")


def run_file(
    files: Files,
    name: str,
    slug: str,
    path: str,
    faults: list[Diagnostic],
    seconds: float = FILE_SECONDS,
) -> Any:
    """The names that one of a lesson's Python files defines.

    Args:
        files: the lesson's files by name. name: which one to run. slug: the lesson's.
        path: of the lesson's folder. faults: what goes wrong is added to it.
        seconds: how long it may take.
    """
    where = f"{path}/{name}"
    if name not in files:
        faults.append(Diagnostic(where, 1, 1, "L120", Message("check.file.missing", file=name)))
        return {}
    module = types.ModuleType(f"starlore_lesson_{slug.replace('-', '_')}_{name[:-3]}")
    module.__file__ = where
    module.__dict__["print"] = partial(print, file=sys.stderr)
    reading, running = Message("check.python.reading"), Message("check.python.running")
    code = _run(lambda: _compiled(files[name], where), where, reading, faults, seconds)
    if isinstance(code, Diagnostic):
        faults.append(code)
    elif code is not None:
        _run(lambda: exec(code, module.__dict__), where, running, faults, seconds)
    return module.__dict__


def numbers_of(
    module: Mapping[str, Any],
    path: str,
    faults: list[Diagnostic],
    seconds: float = FILE_SECONDS,
) -> Mapping[str, Value]:
    """What `numbers()` gives, as values that can be kept as data."""
    where = f"{path}/numbers.py"
    make = module.get("numbers")
    if not callable(make):
        faults.append(Diagnostic(where, 1, 1, "L123", Message("check.numbers.none")))
        return {}
    values = _run(lambda: _named(make()), where, "numbers()", faults, seconds)
    if isinstance(values, Message):
        faults.append(Diagnostic(where, _line_of(make, where), 1, "L123", values))
        return {}
    return values or {}


def questions_of(
    module: Mapping[str, Any], slug: str, path: str, faults: list[Diagnostic]
) -> dict[str, Question]:
    """The questions by id."""
    where = f"{path}/questions.py"
    listed = module.get("QUESTIONS")
    if not isinstance(listed, list | tuple) or not all(isinstance(q, Question) for q in listed):
        faults.append(Diagnostic(where, 1, 1, "L124", Message("check.questions.none")))
        return {}
    asked: dict[str, Question] = {}
    for question in listed:
        line = line_of(question, where)
        field = Message("check.python.field")
        ill = _run(partial(_ill, question), where, field, faults, FILE_SECONDS)
        if ill is None or ill:
            faults += [Diagnostic(where, line, 1, "L124", message) for message in ill or ()]
            continue
        if question.id in asked:
            twice = Message("check.questions.twice", question=question.id)
            faults.append(Diagnostic(where, line, 1, "L406", twice))
        if not question.id.startswith(f"{slug}."):
            message = Message("check.questions.prefix", question=question.id, lesson=slug)
            hint = Message("check.hint.write", code=f"{slug}.{question.id.rpartition('.')[2]}")
            faults.append(Diagnostic(where, line, 1, "L406", message, hint))
        asked[question.id] = question
    return asked


def exercise_of(
    module: Mapping[str, Any], slug: str, path: str, faults: list[Diagnostic]
) -> Exercise | None:
    """The exercise to be done by hand, drawn once to see that it can be; None if there is none."""
    where, given = f"{path}/questions.py", module.get("BY_HAND")
    if given is None:
        return None
    if not isinstance(given, Exercise):
        faults.append(Diagnostic(where, 1, 1, "L124", Message("check.exercise.no-exercise")))
        return None
    try:
        draw_exercise(given, slug, 0)
    except StarloreError as fault:
        line = line_raised(fault.__cause__, where) or _line_of(given.vary, where)
        faults.append(Diagnostic(where, line, 1, "L412", saying(fault)))
    return given


def line_of(question: Question, path: str) -> int:
    """The line where a question's `vary` begins, if that file holds it."""
    return _line_of(question.vary, path)


def _line_of(function: object, path: str) -> int:
    """The line where a function begins, if that file holds it."""
    code = getattr(function, "__code__", None)
    is_there = isinstance(code, types.CodeType) and code.co_filename == path
    return code.co_firstlineno if isinstance(code, types.CodeType) and is_there else 1


def _ill(question: Question) -> list[Message]:
    return list(ill_fields(question))


def _compiled(source: bytes, where: str) -> types.CodeType | Diagnostic:
    """A file as code, or why it is none."""
    try:
        return compile(source, where, "exec", dont_inherit=True)
    except SyntaxError as fault:
        line, column = _place(source, fault)
        message = Message("check.python.no-python", said=fault.msg)
        return Diagnostic(where, line, column, "L121", message)
    except (ValueError, MemoryError, RecursionError, OverflowError) as fault:
        message = Message("check.python.no-python", said=said_of(fault))
        return Diagnostic(where, 1, 1, "L121", message)


def _place(source: bytes, fault: SyntaxError) -> tuple[int, int]:
    """Line and column of what is no Python; of bytes Python counts bytes, of a text letters."""
    try:
        compile(decode_source(source), "", "exec", dont_inherit=True)
    except SyntaxError as in_letters:
        fault = in_letters
    except (ValueError, MemoryError, RecursionError, OverflowError):
        pass  # it is no text either
    return max(fault.lineno or 1, 1), max(fault.offset or 1, 1)


def _named(values: object) -> Mapping[str, Value] | Message:
    """The numbers of a lesson as plain values, or why they are none."""
    if not isinstance(values, Mapping):
        return Message("check.numbers.no-map")
    try:
        return plain_map(values, "numbers()")
    except QuestionError as fault:
        return fault.message


def _run(
    work: Callable[[], Given],
    where: str,
    what: str | Message,
    faults: list[Diagnostic],
    seconds: float,
) -> Given | None:
    """What an author's code gives; None where it raises, which is told."""

    def told() -> Given | Diagnostic:
        try:
            return work()
        except OutOfTime:
            raise
        except BaseException as fault:
            message = Message("check.python.raises", what=what, said=told_of(fault))
            return Diagnostic(where, line_raised(fault, where) or 1, 1, "L122", message)

    try:
        given = within(seconds, told)
    except TookTooLong as fault:
        line = next((line for path, line in reversed(fault.places) if path == where), 1)
        message = Message("check.python.endless", what=what, said=fault.message)
        given = Diagnostic(where, line, 1, "L122", message)
    if isinstance(given, Diagnostic) and given.code == "L122":
        faults.append(given)
        return None
    return given  # type: ignore[return-value]


def line_raised(fault: BaseException | None, path: str) -> int:
    """The deepest line of a file that a fault came through; 0 if it came through none of it."""
    line, trace = 0, fault.__traceback__ if fault is not None else None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
