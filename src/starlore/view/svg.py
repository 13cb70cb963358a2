"""What every drawing and table is written with: markup, places, opacities, directed text.

Equal values give equal bytes: a place has one decimal, an opacity two, and neither a minus
before zero. A page may hold a thousand of these, so only what could hold markup is escaped: words
and shown numbers, not classes and paths, which are ours.
"""

from collections.abc import Iterable

from markupsafe import Markup, escape


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
    return _ours(f'<text x="{place(x)}" y="{place(y)}"{_class(classes)}>{escape(words)}</text>')


def number(x: float, y: float, shown: str, classes: str = "t-mid") -> Markup:
    """A shown number or tuple, isolated left to right, else its sign lands on its wrong side.

    Example:
        >>> number(4, 9, "−2", "")
        Markup('<text x="4" y="9"><tspan direction="ltr" unicode-bidi="isolate">−2</tspan></text>')
    """
    return _ours(
        f'<text x="{place(x)}" y="{place(y)}"{_class(classes)}>'
        f'<tspan direction="ltr" unicode-bidi="isolate">{escape(shown)}</tspan></text>'
    )


def line(path: str, classes: str) -> Markup:
    """A stroke along a path.

    Example:
        >>> line("M0 0H9", "p-line")
        Markup('<path class="p-line" d="M0 0H9"/>')
    """
    return _ours(f'<path class="{classes}" d="{path}"/>')


def rect(
    x: float, y: float, width: float, height: float, classes: str, radius: float = 0
) -> Markup:
    """A box with its corner at a place.

    Example:
        >>> rect(0, 1, 20, 7, "p-weight", 3.5)
        Markup('<rect class="p-weight" x="0" y="1" width="20" height="7" rx="3.5"/>')
    """
    rounded = f' rx="{place(radius)}"' if radius else ""
    size = f'width="{place(width)}" height="{place(height)}"'
    return _ours(f'<rect class="{classes}" x="{place(x)}" y="{place(y)}" {size}{rounded}/>')


def circle(x: float, y: float, radius: float, classes: str, light: float | None = None) -> Markup:
    """A disc or ring, by its class; `light` is its opacity.

    Example:
        >>> circle(1, 2, 3, "light", 0.5)
        Markup('<circle class="light" cx="1" cy="2" r="3" opacity="0.50"/>')
    """
    shine = "" if light is None else f' opacity="{opacity(light)}"'
    at = f'cx="{place(x)}" cy="{place(y)}" r="{place(radius)}"'
    return _ours(f'<circle class="{classes}" {at}{shine}/>')


def markup(template: str, *parts: object) -> Markup:
    """A template of ours with its parts filled in; what is not markup already is escaped.

    It writes what `Markup.format` writes, without reading the template anew in Python each time.

    Args:
        template: with a place for each part, as `str.format` has them. parts: numbers stay
            numbers until their place gives them a form.

    Example:
        >>> markup('<b class="{}">{}</b>{:.1f}', "a", "<", 2)
        Markup('<b class="a">&lt;</b>2.0')
    """
    return _ours(template.format(*map(_escaped, parts)))


def joined(parts: Iterable[str]) -> Markup:
    """Parts one after the other.

    Example:
        >>> joined([circle(1, 2, 3, "halo"), "<"])
        Markup('<circle class="halo" cx="1" cy="2" r="3"/>&lt;')
    """
    return _ours("".join([part if type(part) is Markup else escape(part) for part in parts]))


def _escaped(part: object) -> object:
    """A part as it may stand in markup; a number holds nothing to escape."""
    return part if type(part) in (Markup, int, float) else escape(part)


def _ours(text: str) -> Markup:
    """Text that is markup: without asking first, as `Markup` does, whether it was made of some."""
    return str.__new__(Markup, text)


def _class(classes: str) -> str:
    return f' class="{classes}"' if classes else ""
