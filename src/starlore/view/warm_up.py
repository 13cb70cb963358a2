"""Before a lesson, one question on what it needs where that is dim: offered, never a gate."""

from starlore.lessons.model import Course
from starlore.memory.star import lesson_of
from starlore.study.roads import dim_need
from starlore.study.skies import SeenSky
from starlore.view.environment import Frame
from starlore.view.names import lesson_title, star_name
from starlore.view.question_card import QuestionCard
from starlore.view.steps import WARM_UP


def warm_up(
    frame: Frame, course: Course, seen: SeenSky, slug: str, card: QuestionCard | None
) -> dict[str, object] | None:
    """The question that is open or answered, or the offer of one; None where nothing is dim."""
    if card is not None:
        return {"card": card}
    one = dim_need(course, seen, slug)
    if one is None:
        return None
    title = lesson_title(course, lesson_of(one.id), frame.language)
    name = star_name(course, one.id, frame.language)
    note = frame.catalogue.say("question.warm-up-note", lesson=title, star=name)
    return {"card": None, "note": note, "star": one.id, "back": f"{WARM_UP}{slug}"}
