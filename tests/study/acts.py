"""What a learner does, in one call each."""

from dataclasses import replace

from starlore.questions.codec import from_json
from starlore.study.answering import AskedBack, Sent, Taken, answer
from starlore.study.asking import ask
from starlore.study.desk import Desk, Moment
from starlore.study.records import VariantRow
from starlore.study.stamping import new_id
from tests.study.conftest import DAY_MS


def later(at: Moment, days: float = 0, ms: int = 0) -> Moment:
    """A later moment."""
    return replace(at, now_ms=at.now_ms + round(days * DAY_MS) + ms)


def right_option(row: VariantRow) -> str:
    """The number of the right option."""
    return str(from_json(row.variant_json).order.index("") + 1)


def wrong_option(row: VariantRow, name: str = "") -> str:
    """The number of a wrong option, or of the one of that misconception."""
    order = from_json(row.variant_json).order
    return str(order.index(name or next(n for n in order if n)) + 1)


def sent(desk: Desk, at: Moment, text: str, **more: object) -> Sent:
    """An answer with an id of its own."""
    return replace(Sent(new_id(at.now_ms, desk.bits), text), **more)  # type: ignore[arg-type]


def answered(desk: Desk, at: Moment, star: str = "adding.sum", right: bool = True) -> VariantRow:
    """Ask a star and answer it."""
    row = ask(desk, at, star, "en")
    variant = from_json(row.variant_json)
    if row.form == "choice":
        text = right_option(row) if right else wrong_option(row)
    else:
        value = variant.solution if right else variant.misconceptions[0].answer
        parts = value if isinstance(value, tuple) else (value,)
        text = "; ".join(str(part) for part in parts)
    outcome = answer(desk, at, row.id, sent(desk, at, text))
    if isinstance(outcome, AskedBack) and outcome.reading is not None:
        confirmed = sent(desk, at, text, confirmed=outcome.reading.echo)
        outcome = answer(desk, at, row.id, confirmed)
    assert isinstance(outcome, Taken), outcome
    return outcome.variant


def without(desk: Desk, *questions: str) -> Desk:
    """The same desk after a release in which these questions are gone."""
    course = desk.course()
    lessons = {
        slug: replace(
            lesson,
            questions={id_: one for id_, one in lesson.questions.items() if id_ not in questions},
            content_hash=f"{lesson.content_hash} without",
        )
        for slug, lesson in course.lessons.items()
    }
    return replace(desk, course=lambda: replace(course, lessons=lessons))
