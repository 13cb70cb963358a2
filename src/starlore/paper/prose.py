"""The HTML of prose as markup of Typst. Strict: an element that is not known is an error."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from starlore.errors import PaperError
from starlore.paper.formula import formula
from starlore.paper.quoted import quoted, words
from starlore.paper.tree import Node, tree
from starlore.view.symbols import drawn_sign

AROUND = {
    "strong": "strong",
    "em": "emph",
    "p": "par",
    "blockquote": "quote",
    "h2": "par",
    "h3": "par",
    "h4": "par",
}
"""By the element: the function of Typst around what is in it."""

THROUGH = frozenset(("root", "a", "span", "div"))


@lru_cache(maxsize=2048)
def prose(html: str) -> str:
    """Blocks or a line of HTML as markup; a sheet has the same small pieces again and again.

    Raises:
        PaperError: at an element that has no counterpart.

    Example:
        >>> prose("<p>a <strong>b</strong></p>")
        '#par[#"a "#strong[#"b"]]'
    """
    return _set(tree(html))


def _set(node: Node) -> str:
    special = SPECIAL.get(node.name)
    if special is not None:
        return special(node)
    inside = "".join(_one(child) for child in node.inside)
    if node.name in THROUGH:
        return inside
    if node.name in AROUND:
        return f"#{AROUND[node.name]}[{inside}]"
    if node.name == "bdi":
        return _isolate(node, inside)
    raise PaperError("check.paper.element", element=f"<{node.name}>")


def _one(child: Node | str) -> str:
    """A child; a line's end among words is a space."""
    if isinstance(child, str):
        return words(" ".join(child.split("\n"))) if child.strip() or child == " " else ""
    return _set(child)


def _items(node: Node) -> str:
    """A list with its marks or its numbers."""
    items = [one for one in node.inside if isinstance(one, Node)]
    shown = ", ".join(f"[{''.join(map(_one, item.inside))}]" for item in items)
    return f"#{'list' if node.name == 'ul' else 'enum'}({shown})"


def _isolate(node: Node, inside: str) -> str:
    """A number or a word of its own direction; a list of numbers may go over several lines."""
    if node.attributes.get("class") == "list":
        return inside
    direction = node.attributes.get("dir")
    return f"#box(text(dir: {direction})[{inside}])" if direction else f"#box[{inside}]"


def _sign(node: Node) -> str:
    """A sign of the pages: drawn, with its name in words."""
    used = node.find("use")
    name = used[0].attributes.get("href", "").removeprefix("#") if used else ""
    spoken = node.attributes.get("aria-label", "")
    return drawing(drawn_sign(name), spoken, "1em") if name else ""


def drawing(svg: str, alt: str, height: str) -> str:
    """A small drawing in a line of text; one without words is decoration."""
    image = f'image(bytes({quoted(svg)}), format: "svg", height: {height}, alt: {quoted(alt)})'
    if not alt:
        image = f'pdf.artifact(image(bytes({quoted(svg)}), format: "svg", height: {height}))'
    return f"#box(baseline: 0.14em, {image})"


SPECIAL: Mapping[str, Callable[[Node], str]] = {
    "ul": _items,
    "ol": _items,
    "math": formula,
    "svg": _sign,
    "code": lambda node: f"#raw({quoted(node.text)})",
    "br": lambda node: "#linebreak()",
}
"""By the element: what is set of it by a rule of its own."""
