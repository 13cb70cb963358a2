"""The signs of the pages: drawn once in a sprite, used by name, spoken from the catalogue.

No font holds them all, so they are drawings: sun, moon and comet are the three words of the
first lesson; diamond, triangle and disc mark query, key and value beside their letters.
"""

from functools import lru_cache

from markupsafe import Markup

from starlore.animation.signs import CHARACTERS, SHAPES
from starlore.language import Catalogue
from starlore.view.svg import markup

SIGNS = CHARACTERS
"""Characters typed in lessons that stand for a drawn sign."""

_FILL = 'fill="currentColor"'

_EMBER = '<circle class="ember" cx="16" cy="16" r="4.7"/>'
_STARS = {
    "spark": f'<path d="M16 3c.8 8.6 4.4 12.2 13 13-8.6.8-12.2 4.4-13 13-.8-8.6-4.4-12.2-13-13 '
    f'8.6-.8 12.2-4.4 13-13z" {_FILL}/>',
    "bright": f'{_EMBER}<circle class="light" cx="16" cy="16" r="4.7"/><path class="rays" '
    'd="M16 2.5l1.7 11.8l11.8 1.7l-11.8 1.7l-1.7 11.8l-1.7-11.8l-11.8-1.7l11.8-1.7z"/>',
    "dimming": f'{_EMBER}<circle class="light" cx="16" cy="16" r="4.7" opacity=".6"/>',
    "tonight": f'{_EMBER}<circle class="light" cx="16" cy="16" r="4.7" opacity=".6"/>'
    '<circle class="halo" cx="16" cy="16" r="9.7"/>',
    "bright-tonight": f'{_EMBER}<circle class="light" cx="16" cy="16" r="4.7"/>'
    '<circle class="halo" cx="16" cy="16" r="9.7"/>',
    "ember": '<circle class="ember" cx="16" cy="16" r="4.2"/>'
    '<circle class="closed" cx="16" cy="16" r="7.4"/>',
    "ember-tonight": '<circle class="ember" cx="16" cy="16" r="4.2"/>'
    '<circle class="closed" cx="16" cy="16" r="7"/><circle class="halo" cx="16" cy="16" r="10.6"/>',
    "not-yet": '<circle class="hollow" cx="16" cy="16" r="4.6"/>',
}


def symbols() -> Markup:
    """The sprite: every page carries it once, before anything that uses it."""
    glow = (
        '<radialGradient id="glow"><stop class="glow-in" offset="0"/>'
        '<stop class="glow-mid" offset=".35"/><stop class="glow-out" offset="1"/></radialGradient>'
    )
    signs = "".join(
        f'<symbol id="{name}" viewBox="0 0 20 20">{shape}</symbol>'
        for name, shape in SHAPES.items()
    )
    stars = "".join(
        f'<symbol id="{name}" viewBox="0 0 32 32"><g class="star">{shape}</g></symbol>'
        for name, shape in _STARS.items()
    )
    return Markup(
        '<svg class="unseen" aria-hidden="true" width="0" height="0">'
        f"<defs>{glow}{signs}{stars}</defs></svg>"
    )


def sprite() -> str:
    """The signs as definitions in black, for a drawing of its own that uses them."""
    shapes = "".join(
        f'<symbol id="{name}" viewBox="0 0 20 20">{shape}</symbol>'
        for name, shape in SHAPES.items()
    )
    return f"<defs>{shapes}</defs>".replace("currentColor", "#000")


def drawn_sign(name: str) -> str:
    """A sign as a drawing of its own, in black, for paper.

    Raises:
        KeyError: if there is no such sign.

    Example:
        >>> drawn_sign("query")[-19:]
        'fill="#000"/></svg>'
    """
    shape = SHAPES[name].replace("currentColor", "#000")
    frame = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" width="20" height="20"'
    return f"<svg {frame}>{shape}</svg>"


@lru_cache(maxsize=256)
def sign(name: str, catalogue: Catalogue, spoken: bool = True) -> Markup:
    """A sign in a line of text, spoken by its name unless its word stands beside it.

    Example:
        >>> sign("sun", Catalogue.load("en"), spoken=False)
        Markup('<svg class="sign" aria-hidden="true"><use href="#sun"/></svg>')
    """
    if not spoken:
        return markup('<svg class="sign" aria-hidden="true"><use href="#{}"/></svg>', name)
    return markup(
        '<svg class="sign" role="img" aria-label="{}"><use href="#{}"/></svg>',
        catalogue.say(f"sign.{name}"),
        name,
    )


def word_svg(word: str, is_tonight: bool = False, label: str = "") -> Markup:
    """The shape of a star's word, as lists and margins show it.

    Args:
        word: "bright", "dimming", "ember" or "not-yet". is_tonight: it wears the halo.
        label: its accessible name; without one it is decoration beside its word.
    """
    name = word
    if is_tonight:
        name = {"dimming": "tonight"}.get(word, f"{word}-tonight")
    spoken = markup('role="img" aria-label="{}"', label) if label else 'aria-hidden="true"'
    return markup(
        '<svg class="word-mark" viewBox="0 0 32 32" {}>'
        '<use href="#{}" width="32" height="32"/></svg>',
        Markup(spoken),
        name if name != "not-yet-tonight" else "not-yet",
    )
