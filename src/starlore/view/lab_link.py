"""From an explained answer into the Lab: its own numbers, with the mistake switched on."""

from collections.abc import Mapping

from starlore.figures import Figure
from starlore.lab.state import BREAKS, has_lab
from starlore.lessons.model import Course
from starlore.questions.model import Variant
from starlore.view.environment import Frame

Way = tuple[str, str]
"""An address, and what its link says."""


def lab_link(
    frame: Frame, course: Course, slug: str, variant: Variant, explanation: str
) -> Way | None:
    """Where the Lab shows what an answer was about; None if there is nothing to show.

    Args:
        variant: its working may hold `lab`, fields of the Lab's address, and in it `part`, where on
            the page to begin.
        explanation: how the answer was explained, such as "wrong share-of-total".
    """
    if slug not in course.lessons or not has_lab(course.lessons[slug]):
        return None
    told = variant.working.get("lab")
    fields = told if isinstance(told, Mapping) else {}
    query = {name: _text(value) for name, value in fields.items()}
    part = query.pop("part", "table")
    outcome, _, name = explanation.partition(" ")
    say = frame.catalogue.say
    if outcome == "wrong" and name in BREAKS:
        address = frame.links.lab(slug, {**query, "break": name}, "break")
        return address, say("lab.see-what-breaks")
    return (frame.links.lab(slug, query, part), say("lab.open")) if fields else None


def _text(value: object) -> str:
    return value.printed if isinstance(value, Figure) else str(value)
