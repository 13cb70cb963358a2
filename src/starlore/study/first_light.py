"""The very first question: in the page, before anything is written, the same for one learner.

Its Variant is made from the learner's id, so that looking writes nothing; the answer writes both.
"""

from hashlib import sha256

from starlore.errors import NotFound
from starlore.questions.draw import draw_variant
from starlore.questions.model import Question
from starlore.study.answering import AskedBack, Sent, Taken, answer_row
from starlore.study.asking import row_of
from starlore.study.desk import Desk, Moment
from starlore.study.records import VariantRow


def first_question(desk: Desk) -> Question | None:
    """The course's first question, or None where it has none."""
    course = desk.course()
    for lesson in course.lessons.values():
        for question in lesson.questions.values():
            if question.id == course.first_question:
                return question
    return None


def first_variant(desk: Desk, at: Moment, language: str) -> VariantRow | None:
    """The first question as it stands in the page, kept or not."""
    question = first_question(desk)
    if question is None:
        return None
    digest = sha256(f"starlore-first-light-1|{desk.learner}|{question.id}".encode()).digest()
    id_ = _as_uuid(digest)
    with desk.store.read() as unit:
        kept = unit.variant(desk.learner, id_)
    if kept is not None:
        return kept
    lesson = next(one for one in desk.course().lessons.values() if question.id in one.questions)
    variant = draw_variant(question, int.from_bytes(digest[16:24], "big"))
    return row_of(desk, at, lesson, question, variant, "choice", language, id_)


def answer_first(desk: Desk, at: Moment, language: str, id_: str, sent: Sent) -> Taken | AskedBack:
    """Answer the first question; its Variant is kept together with the answer.

    Raises:
        NotFound: if that is not the first question's id.
    """
    row = first_variant(desk, at, language)
    if row is None or row.id != id_:
        raise NotFound("fault.question.none")
    lesson = desk.course().lessons[row.star.partition(".")[0]]
    with desk.store.write() as unit:
        unit.keep_content(lesson.content_hash, lesson.files)
    return answer_row(desk, at, row, sent)


def _as_uuid(digest: bytes) -> str:
    """The first 16 bytes in the shape of a UUIDv8, the version for one's own making."""
    number = int.from_bytes(digest[:16], "big")
    number = number & ~(0xF << 76) | 8 << 76
    number = number & ~(0x3 << 62) | 2 << 62
    text = f"{number:032x}"
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))
