"""The ways on from an answered question; the last one is the main one."""

from dataclasses import dataclass, field

from starlore.language import Catalogue
from starlore.study.records import VariantRow
from starlore.view.links import Links


@dataclass(frozen=True)
class Step:
    """One way on.

    Attributes:
        name, href: what it says and where it leads. post: it changes something.
        key: the key that takes it; keycap: what is printed for it.
        fields: hidden fields of its form. swap: only the question's part is replaced.
        main: it is the one offered first.
    """

    name: str
    href: str
    post: bool = False
    key: str = ""
    keycap: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    swap: bool = False
    main: bool = False


WARM_UP = "warm-up "
"""Begins the place of a question that warms up for a lesson; that lesson's slug follows."""


def warms_up_for(place: str) -> str:
    """The lesson that a question warms up for, by the place it stands at; "" for any other.

    Example:
        >>> warms_up_for("warm-up lookup"), warms_up_for("lesson")
        ('lookup', '')
    """
    return place.removeprefix(WARM_UP) if place.startswith(WARM_UP) else ""


def steps_after(
    row: VariantRow,
    place: str,
    links: Links,
    catalogue: Catalogue,
    easier: tuple[str, str] | None = None,
) -> tuple[Step, ...]:
    """In a sitting: next. In a lesson: again, or on. By itself: the sky or the lesson.

    Args:
        easier: after a miss, id and name of the star to ask first; a sitting asks it by itself.
    """
    say, lesson = catalogue.say, row.star.partition(".")[0]
    if row.sitting:
        following = links.next(row.sitting)
        return (Step(say("question.next"), following, True, " ", "Space", swap=True),)
    warmed = warms_up_for(place)
    if warmed:
        return (Step(say("question.warm-up-go"), links.lesson(warmed), key=" "),)
    steps = _steps_by_itself(row, place, links, catalogue, lesson)
    if easier is None:
        return steps
    star, name = easier
    first = Step(say("question.easier", star=name), links.ask(), True, fields={"star": star})
    return (first, *steps)


def _steps_by_itself(
    row: VariantRow, place: str, links: Links, catalogue: Catalogue, lesson: str
) -> tuple[Step, ...]:
    """Outside a sitting: again, read, or look at the sky."""
    say = catalogue.say
    fields = {"star": row.star, "back": "lesson" if place == "lesson" else ""}
    again = Step(say("question.another"), links.ask(), True, "a", "", fields, place == "lesson")
    if place == "lesson":
        return (again, Step(say("review.look-at-sky"), links.sky(star=row.star), key=" "))
    read = Step(say("first.read-first"), links.lesson(lesson), key="l")
    return (read, Step(say("review.look-at-sky"), links.sky(star=row.star), key=" "))
