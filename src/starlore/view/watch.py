"""Watch in a lesson: a numbered strip of stills with captions, which a script makes a player of."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from markupsafe import Markup

from starlore.animation import Animation, draw, read_animation
from starlore.animation.paint import spoken
from starlore.animation.timeline import timeline
from starlore.errors import NotFound
from starlore.language import Catalogue, capitalised, own_name, plain_tag, show_number, spelled
from starlore.lessons.model import Course, Lesson
from starlore.view.environment import Frame
from starlore.view.prose import render_inline
from starlore.view.svg import joined, markup

SPEEDS = ("0.5", "0.75", "1", "1.5", "2")
USUAL = "1"


@dataclass(frozen=True)
class Still:
    """One beat of the strip.

    Attributes:
        anchor: its id in the page. shown: its place in the page's digits. svg: the still.
        said: the caption as HTML. aloud: the same in words alone. told: the text twin.
    """

    anchor: str
    shown: str
    svg: Markup
    said: Markup
    aloud: str
    told: str


@dataclass(frozen=True)
class Watch:
    """What the template shows.

    Attributes:
        address: where the player finds the timeline. seconds: how long all of it takes.
        language: of the captions, where it is not the page's; "" where it is.
        speeds: value and words. note: how many beats and how long. voice: its name, for what
            is said where the browser has none. ticks: where beats begin on the time line.
    """

    address: str
    ms: int
    language: str
    stills: tuple[Still, ...]
    speeds: tuple[tuple[str, str], ...]
    note: str
    no_voice: str
    ticks: Markup
    usual: str = USUAL


def watch_of(lesson: Lesson, frame: Frame) -> Watch | None:
    """A lesson's Watch, or None where it has none that can be shown."""
    figure = read_animation(lesson).animation
    if figure is None:
        return None
    catalogue, language = frame.catalogue, frame.language
    said_in = figure.beats[0].words.tag(language)
    count, seconds = len(figure.beats), round(figure.ms / 1000)
    words = spelled(count, language)
    return Watch(
        address=frame.links.watch(lesson.plan.id),
        ms=figure.ms,
        language="" if said_in == plain_tag(language) else said_in,
        stills=_stills(figure, language),
        speeds=tuple((one, _speed(one, catalogue)) for one in SPEEDS),
        note=capitalised(
            catalogue.say("watch.note", n=count, words=words, seconds=Decimal(seconds))
        ),
        ticks=_ticks(figure),
        no_voice=catalogue.say("watch.no-voice", language=own_name(said_in)),
    )


def watch_timeline(course: Course, slug: str, language: str) -> Mapping[str, object]:
    """What the player of a lesson plays.

    Raises:
        NotFound: if there is no such lesson, or it has no Watch.
        Unready: if the lesson cannot be served as it is written.
    """
    figure = read_animation(course.lesson(slug)).animation
    if figure is None:
        raise NotFound("fault.lesson.no-watch", lesson=slug[:60])
    return timeline(figure, language)


@lru_cache(maxsize=64)
def _stills(figure: Animation, language: str) -> tuple[Still, ...]:
    """The strip; drawn once, for it is the same on every page."""
    catalogue = Catalogue.load(language)
    return tuple(_still(figure, at, catalogue) for at in range(len(figure.beats)))


def _still(figure: Animation, at: int, catalogue: Catalogue) -> Still:
    beat, language = figure.beats[at], catalogue.tag
    return Still(
        anchor=f"watch-{beat.id}",
        shown=show_number(str(at + 1), language),
        svg=Markup(draw(figure, at, 1, language)),
        said=render_inline(beat.words.marked(language), catalogue),
        aloud=spoken(beat.caption(language), catalogue),
        told=beat.still.told(language),
    )


def _ticks(figure: Animation) -> Markup:
    """Where beats begin, below the time line."""
    lines = (
        markup('<path class="p-line" d="M{} 0V6"/>', figure.begins(at))
        for at in range(len(figure.beats) + 1)
    )
    return markup(
        '<svg class="ticks" viewBox="0 0 {} 6" preserveAspectRatio="none" aria-hidden="true" '
        'data-axis="math">{}</svg>',
        figure.ms,
        joined(lines),
    )


def _speed(value: str, catalogue: Catalogue) -> str:
    return catalogue.say("watch.times", speed=show_number(value, catalogue.tag))
