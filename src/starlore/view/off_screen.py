"""What a lesson gives to do away from the screen, for its page and for its sheets."""

from collections.abc import Mapping, Sequence

from starlore.language import Catalogue, show_number
from starlore.lessons.model import Lesson, OffScreen, OffScreenText
from starlore.lessons.pictures.worktable import Worktable
from starlore.lessons.scope import exercise_scope
from starlore.view.passage import Scope, alt_of, picture_value, show_passage
from starlore.view.pictures.sheet import Sheet
from starlore.view.pictures.worktable import filled, worktable_html
from starlore.view.prose import render_inline
from starlore.view.svg import markup

ROWS = ((("materials", "roles"), ("steps",)), (("notice",), ("alone",)))
"""What stands beside each other, on the page and on paper, in the order in which it is read."""


def time_and_people(plan: OffScreen, catalogue: Catalogue) -> str:
    """How long it takes, and for how many people it is.

    Example:
        >>> time_and_people(OffScreen(20, 2, 30), Catalogue.load("en"))
        '20 minutes, 2 to 30 people'
    """
    shown = [show_number(str(one), catalogue.tag) for one in (plan.minutes, plan.least, plan.most)]
    time = catalogue.say("paper.time", minutes=plan.minutes, n=shown[0])
    people = catalogue.say("paper.people", least=plan.least, most=plan.most, a=shown[1], b=shown[2])
    return f"{time}{catalogue.say('app.comma')}{people}"


def off_screen_part(lesson: Lesson, scope: Scope) -> dict[str, object] | None:
    """The section of a lesson's page; None where nothing is planned."""
    text = lesson.text(scope.language).off_screen
    if lesson.plan.off_screen is None or text is None:
        return None
    return {
        "title": text.title,
        "time": time_and_people(lesson.plan.off_screen, scope.catalogue),
        "rows": [
            [column for keys in row if (column := _column(text, keys, scope))] for row in ROWS
        ],
    }


def _column(text: OffScreenText, keys: Sequence[str], scope: Scope) -> list[dict[str, object]]:
    """The parts under some keys, each with its name; those that are not there left out."""
    return [
        {"name": scope.catalogue.say(f"paper.{key}"), "html": show_passage(text.under(key), scope)}
        for key in keys
        if not text.under(key).is_empty
    ]


def by_hand_part(
    lesson: Lesson, scope: Scope, drawn: Mapping[str, object]
) -> dict[str, object] | None:
    """The exercise of a sheet: as printed, and its tables filled in; None where there is none."""
    text = lesson.text(scope.language).off_screen
    passage = text.under("exercise") if text else None
    if passage is None or passage.is_empty or not drawn:
        return None
    own = scope.with_values(exercise_scope(lesson, drawn))
    answers = []
    for block in passage.pictures:
        value = picture_value(block, own)
        if isinstance(value, Worktable) and value.is_blank:
            caption = render_inline(own.fill(block.caption), own.catalogue)
            sheet = Sheet(own.catalogue, 0, block.axis)
            table = worktable_html(filled(value), alt_of(block, own), sheet)
            answers.append(markup("<p class='note'>{}</p>{}", caption, table))
    return {"html": show_passage(passage, own), "answers": answers}
