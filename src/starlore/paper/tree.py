"""The HTML of a page's part as a tree: what `view` made of an author's words, to be set again."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser

from starlore.errors import PaperError

VOID = frozenset(("br", "img", "hr", "mspace", "use", "circle", "path", "rect", "line"))


@dataclass(frozen=True)
class Node:
    """An element: its name, its attributes, and what is in it."""

    name: str
    attributes: Mapping[str, str]
    inside: list["Node | str"] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All its words."""
        return "".join(one if isinstance(one, str) else one.text for one in self.inside)

    def find(self, name: str) -> "list[Node]":
        """Every element of a name in it, in order."""
        found: list[Node] = []
        for one in self.inside:
            if isinstance(one, Node):
                found += [one] * (one.name == name) + one.find(name)
        return found


class _Reader(HTMLParser):
    """Builds the tree; what is closed out of order was not made by `view`."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("root", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].inside.append(Node(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if self.open[-1].name != tag:
            opened = f"<{self.open[-1].name}>"
            raise PaperError("check.paper.closes", element=f"</{tag}>", opened=opened)
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def tree(html: str) -> Node:
    """The tree of some HTML, below a root of its own.

    Raises:
        PaperError: if its elements do not close in order.

    Example:
        >>> tree("<p>a <em>b</em></p>").find("em")[0].text
        'b'
    """
    reader = _Reader()
    reader.feed(html)
    reader.close()
    if len(reader.open) > 1:
        raise PaperError("check.paper.open", element=f"<{reader.open[-1].name}>")
    return reader.root
