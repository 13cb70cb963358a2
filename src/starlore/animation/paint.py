"""The paint of frames that stand alone: the colours of the style sheets as plain values.

A page colours its frames by its own tokens. A file has no page, so it carries these; a test holds
them to the tokens, so the two cannot drift apart.
"""

from collections.abc import Mapping
from functools import cache

from starlore.animation.signs import CHARACTERS, SHAPES
from starlore.language import Catalogue

GROUND = "ground"

COLOURS: Mapping[str, Mapping[str, str]] = {
    "night": {
        "ground": "#0B1020",
        "text": "#EFE9DC",
        "muted": "#A8AEC4",
        "line": "#5E6A8C",
        "focus": "#FFD166",
        "ember": "#B5532D",
        "bright": "#FFF6E3",
        "q": "#6CB8FF",
        "k": "#FFB454",
        "v": "#6FD6A5",
    },
    "paper": {
        "ground": "#FBF5E6",
        "text": "#1D2233",
        "muted": "#565B70",
        "line": "#7C7A70",
        "focus": "#8A4B00",
        "ember": "#A0785C",
        "bright": "#1D2233",
        "q": "#1B5FAE",
        "k": "#8F4B00",
        "v": "#0B6B4B",
    },
}
"""By theme and token."""

RULES = """
.ground {{ fill: {ground} }}
text {{ font-family: Vazirmatn; font-size: 17px; fill: {text} }}
use {{ color: {text} }}
.p-hair {{ stroke: {line}; stroke-opacity: .38; fill: none }}
.p-line {{ stroke: {line}; fill: none }}
.p-ink {{ stroke: {text}; fill: none; stroke-width: 1.4 }}
.p-dash {{ stroke: {line}; fill: none; stroke-dasharray: 2 6; stroke-width: 1.5 }}
.p-focus {{ stroke: {focus}; fill: none; stroke-width: 2 }}
.p-light {{ fill: {bright} }}
.p-ember {{ fill: {ember} }}
.p-score {{ fill: none; stroke: {text}; stroke-width: 1.4 }}
.p-power {{ fill: {line}; fill-opacity: .2; stroke: {text}; stroke-width: 1.2 }}
.p-weight {{ fill: {bright} }}
.p-rest {{ fill: {line}; fill-opacity: .2 }}
.p-tint {{ fill: {focus}; fill-opacity: .13 }}
.p-shadow {{ fill: {focus}; fill-opacity: .13; stroke: {text}; stroke-width: 1.2 }}
.p-damage {{ fill: none; stroke: {ember}; stroke-width: 2; stroke-dasharray: 5 3 }}
.w-q {{ stroke: {q}; stroke-width: 2.2; fill: none }}
.w-k {{ stroke: {k}; stroke-width: 2.2; fill: none }}
.w-v {{ stroke: {v}; stroke-width: 2.2; fill: none }}
.w-plain {{ stroke: {text}; stroke-width: 2.2; fill: none }}
.w-shadow {{ stroke: {focus}; stroke-width: 7; stroke-opacity: .55; fill: none }}
.w-ground {{ stroke: {ground}; stroke-width: .8; fill: none }}
.w-thread {{ stroke: {bright}; stroke-opacity: .45; fill: none }}
.t-q {{ color: {q}; fill: {q} }}
.t-k {{ color: {k}; fill: {k} }}
.t-v {{ color: {v}; fill: {v} }}
.t-small {{ font-size: 14px; fill: {muted} }}
.t-muted {{ color: {muted}; fill: {muted} }}
.t-slim {{ font-size: 15px }}
.t-note {{ font-size: 16px; fill: {muted} }}
.t-said {{ font-size: 17px }}
.t-big {{ font-size: 21px }}
.t-huge {{ font-size: 34px; font-weight: 700 }}
.t-bold {{ font-weight: 700 }}
.t-on {{ fill: {ground} }}
.t-mid {{ text-anchor: middle }}
rect.is-moved, circle.is-moved, line.is-moved {{ stroke: {focus} }}
text.is-moved {{ fill: {focus} }}
use.is-moved {{ color: {focus} }}
"""

WIDEST_CAPTION = 66
"""Characters of a caption in one line."""


@cache
def sheet(theme: str) -> str:
    """The style sheet of a theme."""
    return RULES.format(**COLOURS[theme]).replace("\n", "")


@cache
def sprite() -> str:
    """The signs, by name."""
    return "".join(
        f'<symbol id="{name}" viewBox="0 0 20 20">{shape}</symbol>'
        for name, shape in SHAPES.items()
    )


def spoken(caption: str, catalogue: Catalogue) -> str:
    """A caption whose signs are words, as files and voices need it.

    Example:
        >>> spoken("☉ asks.", Catalogue.load("en"))
        'sun asks.'
    """
    for character, name in CHARACTERS.items():
        caption = caption.replace(character, catalogue.say(f"sign.{name}"))
    return caption


def caption_lines(caption: str, catalogue: Catalogue) -> list[str]:
    """A caption in one line or, cut where it is nearest to even, in two."""
    said = spoken(caption, catalogue)
    if len(said) <= WIDEST_CAPTION:
        return [said]
    gaps = [at for at, letter in enumerate(said) if letter == " "]
    cut = min(gaps, key=lambda at: abs(at - len(said) / 2), default=len(said))
    return [said[:cut], said[cut + 1 :]]
