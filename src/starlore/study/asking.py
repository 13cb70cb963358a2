"""Draw a question for a star and keep it: the same Variant is shown until it is answered."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from starlore.errors import NotFound
from starlore.figures import Figure
from starlore.lessons.model import Course, Lesson
from starlore.memory.stars import Star, lesson_of
from starlore.memory.study_day import DAY_MS
from starlore.questions.codec import to_json, variant_hash
from starlore.questions.grade import GRADER_VERSION
from starlore.questions.model import Question, Variant
from starlore.study.desk import Desk, Moment
from starlore.study.drawing import drawn
from starlore.study.port import Unit
from starlore.study.records import VariantRow
from starlore.study.stamping import new_id

KEPT_OPEN_MS = 30 * DAY_MS
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
        NotFound: if no lesson asks for such a star.
        Unready: if none of its questions can be drawn, or its lesson cannot be read.
    """
    with desk.store.read() as unit:
        held_by = lesson_with(desk.course(), star)
        waiting = unit.open_variant(desk.learner, star, at.now_ms, mode, sitting)
        if waiting is not None:
            return waiting
        turn = turn_of(desk, unit, held_by, star)
    row = replace(new_row(desk, at, turn, language), mode=mode, sitting=sitting, lesson=lesson)
    with desk.store.write() as unit:
        return keep(desk, unit, at, turn, row)


@dataclass(frozen=True)
class Turn:
    """What is known of a star before it is asked.

    Attributes:
        star: its id. lesson: that asks for it. known: as folded, None if never answered.
        questions: of the star, the one not asked for longest first.
        seeds: of its last Variants; none of them may return yet.
    """

    star: str
    lesson: Lesson
    known: Star | None
    questions: tuple[Question, ...]
    seeds: tuple[int, ...]


def turn_of(desk: Desk, unit: Unit, lesson: Lesson, star: str) -> Turn:
    """Read what asking for a star takes."""
    known = unit.star(desk.learner, star)
    questions = in_turn(lesson, star, unit.recent_questions(desk.learner, star))
    return Turn(star, lesson, known, questions, unit.recent_seeds(desk.learner, star))


def new_row(desk: Desk, at: Moment, turn: Turn, language: str) -> VariantRow:
    """Draw for a star; nothing is written, and no transaction waits for an author's code.

    Raises:
        Unready: if no question of the star can be drawn.
    """
    seed, id_ = fresh_seed(desk, turn.seeds), new_id(at.now_ms, desk.bits)
    question, variant = drawn(turn.lesson, turn.questions, turn.star, seed, id_)
    form = form_for(question, variant, turn.known)
    return row_of(desk, at, turn.lesson.content_hash, variant, form, language, id_)


def keep(desk: Desk, unit: Unit, at: Moment, turn: Turn, row: VariantRow) -> VariantRow:
    """Keep a question that was drawn, and the lesson it came from; or give the one that somebody
    else has asked for meanwhile."""
    waiting = unit.open_variant(desk.learner, row.star, at.now_ms, row.mode, row.sitting)
    if waiting is not None:
        return waiting
    unit.keep_content(turn.lesson.content_hash, turn.lesson.files)
    unit.put_variant(row)
    return row


def lesson_with(course: Course, star: str) -> Lesson:
    """The lesson in which a star can be asked for.

    Raises:
        NotFound: if there is none, or nothing in it asks for the star any more.
        Unready: if the lesson cannot be read as it is written now.
    """
    slug = lesson_of(star)
    if slug in course.nodes:
        course.hold_ready(slug)
    lesson = course.lessons.get(slug)
    if lesson is None or not lesson.asks(star):
        raise NotFound("fault.star.none", star=star[:80])
    return lesson


def in_turn(lesson: Lesson, star: str, recent: tuple[str, ...]) -> tuple[Question, ...]:
    """The star's questions as they take turns: the one not asked for longest is the first."""

    def asked_ago(question: Question) -> int:
        return recent.index(question.id) if question.id in recent else len(recent)

    return tuple(sorted(lesson.asks(star), key=asked_ago, reverse=True))


def fresh_seed(desk: Desk, recent: Sequence[int]) -> int:
    """A seed of 64 bits that none of the star's last Variants had."""
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
    content_hash: str,
    variant: Variant,
    form: str,
    language: str,
    id_: str,
) -> VariantRow:
    """The kept row of a Variant: a snapshot that no later release changes."""
    text = to_json(variant)
    return VariantRow(
        id=id_,
        learner=desk.learner,
        star=variant.star,
        question=variant.question,
        form=form,
        variant_json=text,
        variant_hash=variant_hash(text),
        content_hash=content_hash,
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
