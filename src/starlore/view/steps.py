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


def steps_after(
    row: VariantRow, place: str, links: Links, catalogue: Catalogue
) -> tuple[Step, ...]:
    """In a sitting: next. In a lesson: again, or on. By itself: the sky or the lesson."""
    say, lesson = catalogue.say, row.star.partition(".")[0]
    if row.sitting:
        following = links.next(row.sitting)
        return (Step(say("question.next"), following, True, " ", "Space", swap=True),)
    fields = {"star": row.star, "back": "lesson" if place == "lesson" else ""}
    again = Step(say("question.another"), links.ask(), True, "a", "", fields, place == "lesson")
    if place == "lesson":
        return (again, Step(say("review.look-at-sky"), links.sky(star=row.star), key=" "))
    read = Step(say("first.read-first"), links.lesson(lesson), key="l")
    return (read, Step(say("review.look-at-sky"), links.sky(star=row.star), key=" "))
