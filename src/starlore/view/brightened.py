"""What an answer also brightened: each easier star in its constellation, and in words."""

from dataclasses import dataclass

from markupsafe import Markup

from starlore.lessons.model import Course
from starlore.memory.star import lesson_of
from starlore.study.effects import Effect
from starlore.study.skies import SeenSky
from starlore.view.constellation import small_svg
from starlore.view.environment import Frame
from starlore.view.marks import constellation_mark
from starlore.view.names import lesson_title, span, star_name


@dataclass(frozen=True)
class Also:
    """An easier star that an answer brightened: its constellation, and what is said of it."""

    picture: Markup
    words: str


def brightened(
    course: Course, effect: Effect | None, seen: SeenSky | None, frame: Frame
) -> tuple[Also, ...]:
    """The easier stars that an answer practised; those no longer in the sky are passed over."""
    if effect is None or seen is None:
        return ()
    catalogue, told = frame.catalogue, list[Also]()
    for one in (seen.find(star) for star in effect.also):
        if one is None or one.star is None:
            continue
        slug = lesson_of(one.id)
        mark = constellation_mark(course, seen, slug, frame.links, catalogue, "")
        words = catalogue.say(
            "question.also",
            star=star_name(course, one.id, catalogue.tag),
            lesson=lesson_title(course, slug, catalogue.tag),
            span=span(one.star.stability_days, catalogue.tag),
        )
        told.append(Also(small_svg(mark.with_grown({one.id})), words))
    return tuple(told)
