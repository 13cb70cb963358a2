"""Run a lesson's Python: `numbers.py` gives its numbers, `questions.py` its questions.

A course is trusted: its files run with the rights of whoever put it here. Each runs in a namespace
of its own, made anew at every load and known to nobody else; whatever it raises is the author's
fault, told with its line.
"""

import types
from collections.abc import Mapping
from typing import Any

from starlore.errors import QuestionError
from starlore.lessons.model import Diagnostic
from starlore.questions.model import Question, Value
from starlore.questions.plain import plain_map

Files = Mapping[str, bytes]


def run_file(files: Files, name: str, slug: str, path: str, faults: list[Diagnostic]) -> Any:
    """The names that one of a lesson's Python files defines.

    Args:
        files: the lesson's files by name. name: which one to run. slug: the lesson's.
        path: of the lesson's folder. faults: what goes wrong is added to it.
    """
    where = f"{path}/{name}"
    if name not in files:
        faults.append(Diagnostic(where, 1, 1, "L120", f"{name} is missing"))
        return {}
    module = types.ModuleType(f"starlore_lesson_{slug.replace('-', '_')}_{name[:-3]}")
    module.__file__ = where
    try:
        exec(compile(files[name], where, "exec", dont_inherit=True), module.__dict__)
    except SyntaxError as fault:
        line, column = fault.lineno or 1, fault.offset or 1
        message = f"this is no Python: {fault.msg}"
        faults.append(Diagnostic(where, line, column, "L121", message))
    except (Exception, SystemExit) as fault:
        faults.append(_raised(fault, where, "running it"))
    return module.__dict__


def numbers_of(
    module: Mapping[str, Any], path: str, faults: list[Diagnostic]
) -> Mapping[str, Value]:
    """What `numbers()` gives, as values that can be kept as data."""
    where = f"{path}/numbers.py"
    make = module.get("numbers")
    if not callable(make):
        faults.append(Diagnostic(where, 1, 1, "L123", "there is no function numbers()"))
        return {}
    try:
        values = make()
    except (Exception, SystemExit) as fault:
        faults.append(_raised(fault, where, "numbers()"))
        return {}
    if not isinstance(values, Mapping):
        faults.append(Diagnostic(where, 1, 1, "L123", "numbers() gives no map of names"))
        return {}
    try:
        return plain_map(values, "numbers()")
    except QuestionError as fault:
        faults.append(Diagnostic(where, 1, 1, "L123", str(fault)))
        return {}


def questions_of(
    module: Mapping[str, Any], slug: str, path: str, faults: list[Diagnostic]
) -> dict[str, Question]:
    """The questions by id."""
    where = f"{path}/questions.py"
    listed = module.get("QUESTIONS")
    if not isinstance(listed, list | tuple) or not all(isinstance(q, Question) for q in listed):
        faults.append(Diagnostic(where, 1, 1, "L124", "QUESTIONS is no list of Question"))
        return {}
    asked: dict[str, Question] = {}
    for question in listed:
        line = line_of(question, where)
        if question.id in asked:
            faults.append(Diagnostic(where, line, 1, "L406", f"{question.id} stands twice"))
        if not question.id.startswith(f"{slug}."):
            message = f"the id {question.id!r} does not begin with {slug!r} and a point"
            hint = f"write {slug}.{question.id.rpartition('.')[2]}"
            faults.append(Diagnostic(where, line, 1, "L406", message, hint))
        asked[question.id] = question
    return asked


def line_of(question: Question, path: str) -> int:
    """The line where a question's `vary` begins, if that file holds it."""
    code = getattr(question.vary, "__code__", None)
    return int(code.co_firstlineno) if code is not None and code.co_filename == path else 1


def _raised(fault: BaseException, where: str, what: str) -> Diagnostic:
    """A fault told at the deepest line of the file that it came through."""
    line, trace = 1, fault.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == where:
            line = trace.tb_lineno
        trace = trace.tb_next
    message = f"{what} raises {type(fault).__name__}: {fault}"
    return Diagnostic(where, line, 1, "L122", message)
