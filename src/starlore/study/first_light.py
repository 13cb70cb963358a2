"""The very first question: in the page, before anything is written, the same for one learner.

Its Variant is made from the learner's id, so that looking writes nothing; the answer writes both.
"""

from hashlib import sha256

from starlore.errors import NotFound
from starlore.lessons.model import Course, Lesson
from starlore.memory.star import lesson_of
from starlore.questions.model import Question
from starlore.study.answering import AskedBack, Sent, Taken, answer_new
from starlore.study.asking import row_of
from starlore.study.desk import Desk, Moment
from starlore.study.drawing import drawn
from starlore.study.records import VariantRow
from starlore.study.stamping import uuid_of


def first_question(desk: Desk) -> Question | None:
    """The course's first question, or None where it has none."""
    found = _found(desk.course())
    return None if found is None else found[1]


def _found(course: Course) -> tuple[Lesson, Question] | None:
    """The first question, and the lesson it stands in."""
    for lesson in course.lessons.values():
        question = lesson.questions.get(course.first_question)
        if question is not None:
            return lesson, question
    return None


def first_variant(desk: Desk, at: Moment, language: str) -> VariantRow | None:
    """The first question as it stands in the page, kept or not; None where there is none.

    Raises:
        Unready: if it cannot be drawn.
    """
    course = desk.course()
    found = _found(course)
    if found is None:
        return None
    lesson, question = found
    digest = _digest(desk, question.id)
    id_ = first_id(desk)
    with desk.store.read() as unit:
        kept = unit.variant(desk.learner, id_)
    if kept is not None:
        return kept
    seed = int.from_bytes(digest[16:24], "big")
    _, variant = drawn(lesson, (question,), question.star_id, seed, id_)
    return row_of(desk, at, lesson.content_hash, variant, "choice", language, id_)


def answer_first(desk: Desk, at: Moment, language: str, id_: str, sent: Sent) -> Taken | AskedBack:
    """Answer the first question; its Variant is kept together with the answer.

    Raises:
        NotFound: if that is not the first question's id.
        Unready: if it is, but its lesson cannot be read any more.
    """
    course = desk.course()
    if id_ != first_id(desk):
        raise NotFound("fault.question.none")
    course.hold_ready(lesson_of(course.first_question))
    row = first_variant(desk, at, language)
    if row is None:
        raise NotFound("fault.question.none")
    return answer_new(desk, at, row, sent, course.lessons[lesson_of(row.star)])


def first_id(desk: Desk) -> str:
    """The id of the learner's first Variant, whether it can be drawn or not."""
    return uuid_of(_digest(desk, desk.course().first_question))


def _digest(desk: Desk, question: str) -> bytes:
    """What id and seed of a learner's first Variant are made from."""
    return sha256(f"starlore-first-light-1|{desk.learner}|{question}".encode()).digest()
