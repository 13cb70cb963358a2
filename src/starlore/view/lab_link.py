"""From an explained answer into the Lab: its own numbers, with the mistake switched on."""

from dataclasses import dataclass

from starlore.lab.links import PART, worked_link
from starlore.lab.state import BREAKS, has_lab, lab_lesson, start_of
from starlore.language import spelled
from starlore.lessons.model import Course
from starlore.questions.model import Variant
from starlore.study.misses import Misses
from starlore.view.environment import Frame
from starlore.view.lab.damage import InPlace, broken_in_place
from starlore.view.pictures.sheet import Sheet

Way = tuple[str, str]
"""An address, and what its link says."""


@dataclass(frozen=True)
class Again:
    """What is offered when one and the same mistake was made again and again.

    Attributes:
        heading, told: why it is offered.
        shown: the mistake carried out beside the truth; None where the Lab has no switch for it.
        way: into the Lab with the mistake switched on, or to the lesson's reading.
    """

    heading: str
    told: str
    shown: InPlace | None
    way: Way


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
    told = worked_link(slug, variant.working)
    query, part = (dict(told.fields), told.part) if told else ({}, PART)
    name = _switch(explanation)
    say = frame.catalogue.say
    if name in BREAKS:
        address = frame.links.lab(slug, {**query, "break": name}, "break")
        return address, say("lab.see-what-breaks")
    return (frame.links.lab(slug, query, part), say("lab.open")) if told else None


def made_again(
    frame: Frame, course: Course, slug: str, variant: Variant, explanation: str, misses: Misses
) -> Again | None:
    """What is offered from the third miss by one misconception on; None before.

    From the fourth miss of one star the lesson is at fault, whether or not the Lab has a switch for
    what was made of it.
    """
    shown, way = _carried_out(frame, course, slug, variant, _switch(explanation))
    say, language = frame.catalogue.say, frame.language
    if misses.lesson_is_at_fault:
        words = spelled(misses.of_star, language)
        told = say("lab.again-fault" if shown else "lab.again-fault-read", words=words)
        return Again(say("lab.again-heading-fault"), told, shown, way)
    if shown is None or not misses.breaks_are_shown:
        return None
    told = say("lab.again-third", words=spelled(misses.in_all, language))
    return Again(say("lab.see-what-breaks"), told, shown, way)


def _switch(explanation: str) -> str:
    """The misconception of an explanation; "" if it tells of none."""
    outcome, _, name = explanation.partition(" ")
    return name if outcome == "wrong" else ""


def _carried_out(
    frame: Frame, course: Course, slug: str, variant: Variant, name: str
) -> tuple[InPlace | None, Way]:
    """The mistake beside the truth with the question's own numbers, and the way to go on.

    A question of a lesson without a Lab is shown the mistake in the course's.
    """
    say, own = frame.catalogue.say, worked_link(slug, variant.working)
    where = lab_lesson(course, slug)
    start = start_of(course.lessons[where]) if where and name in BREAKS else None
    fields = dict(own.fields) if own and where == slug else {}
    if start is not None:
        shown = broken_in_place(start, fields, name, Sheet(frame.catalogue, 0, "text"))
        if shown is not None:
            address = frame.links.lab(where, {**fields, "break": name}, "break")
            return shown, (address, say("lab.again-open"))
    return None, (frame.links.lesson(slug, part="read"), say("lab.again-read"))
