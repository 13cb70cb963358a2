"""Draw a question for a star and keep it: the same Variant is shown until it is answered."""

from dataclasses import replace

from starlore.errors import NotFound
from starlore.figures import Figure
from starlore.lessons.model import Course, Lesson
from starlore.memory.stars import Star, lesson_of
from starlore.questions.codec import to_json, variant_hash
from starlore.questions.draw import draw_variant
from starlore.questions.grade import GRADER_VERSION
from starlore.questions.model import Question, Variant
from starlore.study.desk import Desk, Moment
from starlore.study.port import Unit
from starlore.study.records import VariantRow
from starlore.study.stamping import new_id

KEPT_OPEN_MS = 30 * 86_400_000
"""How long a question that was shown may still be answered."""

TYPED_FROM = 3
"""Right answers of a star after which numbers are typed instead of chosen."""


def ask(
    desk: Desk,
    at: Moment,
    star: str,
    language: str,
    mode: str = "lesson",
    sitting: str = "",
    lesson: str = "",
) -> VariantRow:
    """Ask for a star: its open question of the same sitting, or a new one with fresh numbers.

    Raises:
        NotFound: if no lesson has such a star.
    """
    with desk.store.write() as unit:
        return ask_in(desk, unit, at, star, language, mode, sitting, lesson)


def ask_in(
    desk: Desk,
    unit: Unit,
    at: Moment,
    star: str,
    language: str,
    mode: str,
    sitting: str,
    lesson: str,
) -> VariantRow:
    """Ask within a transaction that is already open."""
    held_by = lesson_with(desk.course(), star)
    waiting = unit.open_variant(desk.learner, star, at.now_ms)
    if waiting is not None and waiting.sitting == sitting and waiting.mode == mode:
        return waiting
    question = next_question(held_by, star, unit.recent_questions(desk.learner, star))
    variant = draw_variant(question, fresh_seed(desk, unit, star))
    known = next((s for s in unit.stars(desk.learner) if s.star == star), None)
    row = row_of(desk, at, held_by, question, variant, form_for(question, variant, known), language)
    row = replace(row, mode=mode, sitting=sitting, lesson=lesson)
    unit.keep_content(held_by.content_hash, held_by.files)
    unit.put_variant(row)
    return row


def lesson_with(course: Course, star: str) -> Lesson:
    """The lesson a star belongs to."""
    lesson = course.lessons.get(lesson_of(star))
    if lesson is None or star not in {q.star_id for q in lesson.questions.values()}:
        raise NotFound("fault.star.none", star=star[:80])
    return lesson


def next_question(lesson: Lesson, star: str, recent: tuple[str, ...]) -> Question:
    """The star's question whose turn it is: the one not asked for longest."""
    own = [q for q in lesson.questions.values() if q.star_id == star and not q.first_only]

    def waited(question: Question) -> int:
        return recent.index(question.id) if question.id in recent else len(recent)

    return max(own, key=waited)


def fresh_seed(desk: Desk, unit: Unit, star: str) -> int:
    """A seed of 64 bits that none of the star's last twenty Variants had."""
    recent = unit.recent_seeds(desk.learner, star)
    while (seed := desk.bits(64)) in recent:
        pass
    return seed


def form_for(question: Question, variant: Variant, known: Star | None) -> str:
    """Choice at first; numbers and lists are typed once the star has three right answers."""
    solution = variant.solution
    numbers = isinstance(solution, Figure) or (
        isinstance(solution, tuple) and all(isinstance(part, Figure) for part in solution)
    )
    often = known is not None and known.right_answers >= TYPED_FROM
    return "typed" if question.may_be_typed and numbers and often else "choice"


def row_of(
    desk: Desk,
    at: Moment,
    lesson: Lesson,
    question: Question,
    variant: Variant,
    form: str,
    language: str,
    id_: str = "",
) -> VariantRow:
    """The kept row of a Variant: a snapshot that no later release changes."""
    text = to_json(variant)
    return VariantRow(
        id=id_ or new_id(at.now_ms, desk.bits),
        learner=desk.learner,
        star=question.star_id,
        question=question.id,
        form=form,
        variant_json=text,
        variant_hash=variant_hash(text),
        content_hash=lesson.content_hash,
        grader_version=GRADER_VERSION,
        language=language,
        mode="lesson",
        sitting="",
        lesson="",
        status="open",
        hints_shown=0,
        shown_at_ms=at.now_ms,
        expires_at_ms=at.now_ms + KEPT_OPEN_MS,
    )
