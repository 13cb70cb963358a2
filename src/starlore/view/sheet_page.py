"""A sheet on screen: its very numbers, a field for each answer, and what each came to."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from starlore.language import capitalised, show_number, spelled
from starlore.lessons.model import Course, Lesson
from starlore.study.sheets import Sheet
from starlore.study.skies import SeenSky
from starlore.view.environment import Frame
from starlore.view.marks import constellation_mark
from starlore.view.names import lesson_title
from starlore.view.off_screen import by_hand_part
from starlore.view.passage import Scope
from starlore.view.question_card import QuestionCard
from starlore.view.sky import constellation_svg


@dataclass(frozen=True)
class Row:
    """One question of a sheet: its place from 0, its number, and its card."""

    place: int
    number: str
    card: QuestionCard


def sheet_page(
    frame: Frame,
    course: Course,
    lesson: Lesson,
    sheet: Sheet,
    cards: Sequence[QuestionCard],
    seen: SeenSky,
) -> dict[str, object]:
    """The values of the page."""
    say, language = frame.catalogue.say, frame.language
    slug = sheet.lesson
    answered = sum(not card.is_open for card in cards)
    left = len(cards) - answered
    picture: Markup | None = None
    if slug in seen.lessons:
        mark = constellation_mark(course, seen, slug, frame.links, frame.catalogue, "")
        picture = constellation_svg(mark, frame.catalogue)
    scope = Scope(lesson, language, frame.catalogue, lesson.numbers, course.lessons.keys())
    return {
        "code": sheet.code.printed,
        "title": lesson_title(course, slug, language),
        "lesson": frame.links.lesson(slug) if slug in course.lessons else "",
        "print": frame.links.print(slug, sheet.code.printed) if slug in course.lessons else "",
        "picture": picture,
        "rows": [
            Row(place, show_number(str(place + 1), language), card)
            for place, card in enumerate(cards)
        ],
        "state": capitalised(
            say(
                "sheet-page.state",
                answered=answered,
                left=left,
                a=spelled(answered, language),
                b=spelled(left, language),
            )
        ),
        "left": left,
        "questions": capitalised(
            say("paper.test", n=len(cards), words=spelled(len(cards), language))
        ),
        "by_hand": by_hand_part(lesson, scope, sheet.by_hand),
    }
