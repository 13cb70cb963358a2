"""A frame as SVG: a pure function of animation, beat, t, language and theme.

Equal arguments give equal bytes. Scrubbing, stills, paper, video and tests all call it.
"""

from collections.abc import Iterable
from typing import Literal

from markupsafe import Markup, escape

from starlore.animation.beats import Animation
from starlore.animation.between import Track
from starlore.animation.marks import Mark, Spot
from starlore.animation.paint import GROUND, caption_lines, sheet, sprite
from starlore.animation.stage import TALL, WIDE
from starlore.language import Catalogue, direction, plain_tag

Theme = Literal["page", "night", "paper"]

FOOT, LEADING = 40.0, 19.0
"""Room below the stage for the caption, in a frame that stands alone."""

NAMES = {
    "rect": ("x", "y", "width", "height"),
    "circle": ("cx", "cy", "r"),
    "line": ("x1", "y1", "x2", "y2"),
    "text": ("x", "y"),
    "number": ("x", "y"),
    "sign": ("x", "y", "width", "height"),
}
"""By shape: the attributes that hold its place and size."""


def draw(
    figure: Animation, beat: int, t: float, language: str = "en", theme: Theme = "page"
) -> str:
    """One frame.

    Args:
        figure: what is animated. beat: which, from 0. t: how much of it is over, 0 to 1.
        language: of digits, words and caption.
        theme: "page": coloured by the page it stands in, whose list of captions is beside it;
            "night", "paper": a file of its own, with its colours and its caption.

    Raises:
        IndexError: if there is no such beat.
    """
    move, ms = figure.move_at(beat, t)
    u, is_marked = move.part(ms), move.is_marked(ms)
    drawn = Markup().join(
        element(track.mark, track.at(u), track.is_moved and is_marked)
        for track in move.tracks(language)
        if track.at(u).light > 0
    )
    if theme == "page":
        return str(drawing(drawn, figure.beats[beat].still.told(language), language))
    caption = figure.beats[beat].caption(language)
    return _alone(drawn, caption, language, theme)


def drawing(body: Markup, told: str, language: str) -> Markup:
    """The stage of a page with what stands on it; what is told is its text."""
    return Markup(
        '<svg class="stage" viewBox="0 0 {:.0f} {:.0f}" role="img" aria-label="{}" lang="{}">'
        "{}</svg>"
    ).format(WIDE, TALL, told, plain_tag(language), body)


def element(mark: Mark, spot: Spot, is_marked: bool = False) -> Markup:
    """A mark as it stands somewhere."""
    classes = " ".join(filter(None, (mark.classes, "is-moved" if is_marked else "")))
    drawn = attributes(mark, spot)
    opacity = drawn.pop("opacity", "")
    held = [("class", classes), *drawn.items(), ("opacity", opacity)]
    told = Markup(" ").join(
        Markup('{}="{}"').format(name, value) for name, value in held if value != ""
    )
    if mark.shape == "text":
        return Markup("<text {}>{}</text>").format(told, mark.words)
    if mark.shape == "number":
        inside = '<text {}><tspan direction="ltr" unicode-bidi="isolate">{}</tspan></text>'
        return Markup(inside).format(told, mark.words)
    if mark.shape == "sign":
        return Markup('<use href="#{}" {}/>').format(mark.words, told)
    return Markup("<{} {}/>").format(Markup(mark.shape), told)


def attributes(mark: Mark, spot: Spot) -> dict[str, str]:
    """Place, size and light of a mark as SVG writes them; a full light is left out."""
    x, y, w, h, light = spot
    values: Iterable[float] = (x, y, w, h)
    if mark.shape == "line":
        values = (x, y, x + w, y + h)
    if mark.shape == "sign":
        values = (x, y, w, w)
    named = {name: tenth(value) for name, value in zip(NAMES[mark.shape], values, strict=False)}
    return named if light >= 1 else {**named, "opacity": f"{max(light, 0.0):.2f}"}


def tenth(value: float) -> str:
    """A length or a place to one decimal, without a minus before zero.

    Example:
        >>> tenth(12), tenth(-0.04), tenth(3.25)
        ('12', '0', '3.2')
    """
    shown = f"{value:.1f}".removesuffix(".0")
    return "0" if shown == "-0" else shown


def visible(tracks: Iterable[Track]) -> tuple[Track, ...]:
    """The tracks of marks that are ever seen."""
    return tuple(one for one in tracks if one.start.light > 0 or one.end.light > 0)


def _turned(line: str, language: str) -> str:
    """A line that keeps its direction where a program that draws files passes over `direction`."""
    return f"\u2067{line}\u2069" if direction(language) == "rtl" else line


def _alone(body: Markup, caption: str, language: str, theme: Theme) -> str:
    """A frame as a file of its own."""
    tall = TALL + FOOT
    catalogue = Catalogue.load(language)
    lines = caption_lines(caption, catalogue)
    top = TALL + FOOT / 2 - LEADING * (len(lines) - 1) / 2 + 3
    said = Markup().join(
        Markup('<text class="t-mid t-said" x="{}" y="{}" direction="{}">{}</text>').format(
            tenth(WIDE / 2), tenth(top + LEADING * k), direction(language), _turned(one, language)
        )
        for k, one in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE:.0f} {tall:.0f}" '
        f'width="{WIDE:.0f}" height="{tall:.0f}"><title>{escape(caption)}</title>'
        f"<style>{sheet(theme)}</style><defs>{sprite()}</defs>"
        f'<rect class="{GROUND}" x="0" y="0" width="{WIDE:.0f}" height="{tall:.0f}"/>'
        f"{body}{said}</svg>"
    )
