"""The words that a question needs and its part of the lesson file does not have.

A question that could not be explained is never asked: whatever the answer, right or wrong, the
page has words for it.
"""

from collections.abc import Iterator, Mapping, Sequence

from starlore.errors import StarloreError
from starlore.lessons.diagnostics import Diagnostic, saying
from starlore.lessons.model import LessonText, QuestionText
from starlore.lessons.running import line_of, line_raised
from starlore.memory.star import name_of
from starlore.message import Message
from starlore.questions.author_code import TookTooLong
from starlore.questions.draw import NeverFair, draw_variant
from starlore.questions.lawbook import mends
from starlore.questions.model import Place, Question, Text, Variant


def unsaid(
    question: Question, variant: Variant, words: QuestionText, path: str
) -> Iterator[Diagnostic]:
    """What this Variant needs and the part lacks."""
    needed = {"stem": words.stem, "worked": words.worked, "general": words.general}
    if question.may_be_typed and not isinstance(variant.solution, Text | Place):
        needed["answer"] = words.answer
    for key, passage in needed.items():
        if passage.is_empty:
            is_stem = key == "stem"
            hint = Message("check.hint.heading") if is_stem else _write(f"## {key}")
            message = Message("check.words.none", question=question.id, key=key)
            yield Diagnostic(path, words.line, 1, "L402", message, hint)
    for misconception in variant.misconceptions:
        if words.wrong.get(misconception.name) is None:
            name = misconception.name
            message = Message("check.words.no-wrong", question=question.id, name=name)
            yield Diagnostic(path, words.line, 1, "L403", message, _write(f"## wrong {name}"))
    answers = (variant.solution, *(m.answer for m in variant.misconceptions))
    for name in (answer.name for answer in answers if isinstance(answer, Text)):
        if words.options.get(name) is None:
            message = Message("check.words.no-option", question=question.id, name=name)
            yield Diagnostic(path, words.line, 1, "L402", message, _write(f"## option {name}"))


def no_part(question: str, path: str) -> Diagnostic:
    """A question that has no words at all in a file."""
    message = Message("check.words.no-part", question=question)
    return Diagnostic(path, 1, 1, "L402", message, _write(f"# Title {{#{name_of(question)}}}"))


def _write(code: str) -> Message:
    return Message("check.hint.write", code=code)


def drawn(asked: Mapping[str, Question], path: str, faults: list[Diagnostic]) -> dict[str, Variant]:
    """A Variant of each question; what cannot be drawn is told.

    After one that takes too long no other is tried: each would take as long.
    """
    variants: dict[str, Variant] = {}
    where = f"{path}/questions.py"
    for question in asked.values():
        line = line_of(question, where)
        try:
            variants[question.id] = draw_variant(question, 0, companions(question, asked))
        except TookTooLong as fault:
            line = next((line for file, line in reversed(fault.places) if file == where), line)
            said = fault.message
            message = Message("check.question.seed", question=question.id, seed="0", said=said)
            faults.append(Diagnostic(where, line, 1, "L407", message))
            break
        except StarloreError as fault:
            line = line_raised(fault.__cause__, where) or line
            faults.append(Diagnostic(where, line, 1, "L407", saying(fault), mends(_law(fault))))
    return variants


def unexplained(
    asked: Mapping[str, Question], variants: Mapping[str, Variant], texts: Sequence[LessonText]
) -> Iterator[Diagnostic]:
    """Why questions that can be drawn could not be asked: some language lacks their words."""
    for id_, variant in variants.items():
        question = asked[id_]
        for text in texts:
            words = text.questions.get(part_of(question))
            if words is None:
                yield no_part(question.id, text.path)
            else:
                yield from unsaid(question, variant, words, text.path)


def _law(fault: StarloreError) -> str:
    """The law that a question breaks which cannot be drawn."""
    if isinstance(fault, NeverFair):
        return "L2" if fault.alike else "L7"
    return "L1"


def part_of(question: Question) -> str:
    """The id of a question's part: its own id after the lesson's.

    Example:
        >>> part_of(Question("lookup.three-shares", vary=lambda rng: Variant({}, Text("right"))))
        'three-shares'
    """
    return name_of(question.id)


def companions(question: Question, asked: Mapping[str, Question]) -> tuple[Question, ...]:
    """The other questions that show the same numbers under one seed."""
    return tuple(
        other
        for other in asked.values()
        if other.group == question.group and other.id != question.id
    )
