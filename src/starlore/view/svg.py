"""What every drawing is written with: places, opacities, and text that keeps its direction.

Equal values give equal bytes: a place has one decimal, an opacity two, and neither a minus
before zero.
"""

from collections.abc import Iterable

from markupsafe import Markup


def place(value: float) -> str:
    """A length or a place in user units, to one decimal.

    Example:
        >>> place(12), place(-0.04), place(3.25)
        ('12', '0', '3.2')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text in ("-0", "0") else text


def opacity(value: float) -> str:
    """An opacity from 0 to 1, to two decimals.

    Example:
        >>> opacity(0.7), opacity(1)
        ('0.70', '1.00')
    """
    return f"{min(max(value, 0.0), 1.0):.2f}"


def text(x: float, y: float, words: str, classes: str = "") -> Markup:
    """Words of the page's language.

    Example:
        >>> text(4, 9, "a < b", "t-small")
        Markup('<text x="4" y="9" class="t-small">a &lt; b</text>')
    """
    return Markup('<text x="{}" y="{}"{}>{}</text>').format(
        place(x), place(y), _class(classes), words
    )


def number(x: float, y: float, shown: str, classes: str = "t-mid") -> Markup:
    """A shown number or tuple, isolated left to right, else its sign lands on its wrong side.

    Example:
        >>> number(4, 9, "−2", "")
        Markup('<text x="4" y="9"><tspan direction="ltr" unicode-bidi="isolate">−2</tspan></text>')
    """
    return Markup(
        '<text x="{}" y="{}"{}><tspan direction="ltr" unicode-bidi="isolate">{}</tspan></text>'
    ).format(place(x), place(y), _class(classes), shown)


def line(path: str, classes: str) -> Markup:
    """A stroke along a path.

    Example:
        >>> line("M0 0H9", "p-line")
        Markup('<path class="p-line" d="M0 0H9"/>')
    """
    return Markup('<path class="{}" d="{}"/>').format(classes, path)


def rect(
    x: float, y: float, width: float, height: float, classes: str, radius: float = 0
) -> Markup:
    """A box with its corner at a place.

    Example:
        >>> rect(0, 1, 20, 7, "p-weight", 3.5)
        Markup('<rect class="p-weight" x="0" y="1" width="20" height="7" rx="3.5"/>')
    """
    rounded = Markup(' rx="{}"').format(place(radius)) if radius else Markup()
    return Markup('<rect class="{}" x="{}" y="{}" width="{}" height="{}"{}/>').format(
        classes, place(x), place(y), place(width), place(height), rounded
    )


def circle(x: float, y: float, radius: float, classes: str, light: float | None = None) -> Markup:
    """A disc or ring, by its class; `light` is its opacity.

    Example:
        >>> circle(1, 2, 3, "light", 0.5)
        Markup('<circle class="light" cx="1" cy="2" r="3" opacity="0.50"/>')
    """
    shine = Markup() if light is None else Markup(' opacity="{}"').format(opacity(light))
    return Markup('<circle class="{}" cx="{}" cy="{}" r="{}"{}/>').format(
        classes, place(x), place(y), place(radius), shine
    )


def joined(parts: Iterable[str]) -> Markup:
    """Parts one after the other.

    Example:
        >>> joined([circle(1, 2, 3, "halo"), "<"])
        Markup('<circle class="halo" cx="1" cy="2" r="3"/>&lt;')
    """
    return Markup().join(parts)


def _class(classes: str) -> Markup:
    return Markup(' class="{}"').format(classes) if classes else Markup()
