"""A MathML tree as a formula of Typst. Strict: an element that is not known here is an error."""

from starlore.errors import PaperError
from starlore.paper.quoted import quoted
from starlore.paper.tree import Node

RELATIONS = frozenset("=≈<>≤≥≠→∈≪≫∝↦")
BINARY = frozenset("+−-±·⋅×÷∗*/")
CLASSES = {
    **dict.fromkeys("([{⟨⌊⌈", "opening"),
    **dict.fromkeys(")]}⟩⌋⌉", "closing"),
    **dict.fromkeys(",;،؛", "punctuation"),
    **dict.fromkeys(RELATIONS, "relation"),
    **dict.fromkeys(BINARY, "binary"),
}
WHOLE = 24
"""More signs than this may go over two lines; beside words from right to left a half misleads."""
INVISIBLE = frozenset("\u2061\u2062\u2063\u2064")


def formula(math: Node) -> str:
    """A formula in a line, or by itself, with its text for those who do not see it.

    Raises:
        PaperError: at an element that has no counterpart.
    """
    is_block = "true" if math.attributes.get("display") == "block" else "false"
    body = _row(_parts(math))
    said = spoken(math)
    set_ = f"math.equation(alt: {quoted(said)}, block: {is_block}, $ {body} $.body)"
    return f"#box({set_})" if is_block == "false" and len(said) <= WHOLE else f"#{set_}"


def spoken(node: Node) -> str:
    """A formula as one line of text.

    Example:
        >>> from starlore.paper.tree import tree
        >>> spoken(tree("<msup><mi>e</mi><mn>3</mn></msup><mo>=</mo><mn>20</mn>"))
        'e^3 = 20'
    """
    if node.name in ("msup", "msub"):
        below, above = (spoken(one) for one in _two(node))
        return f"{below}{'^' if node.name == 'msup' else '_'}{_held(above)}"
    if node.name == "msubsup":
        below, low, high = (spoken(one) for one in _several(node, 3))
        return f"{below}_{_held(low)}^{_held(high)}"
    if node.name == "mfrac":
        over, under = (spoken(one) for one in _two(node))
        return f"{_held(over)}/{_held(under)}"
    if node.name == "msqrt":
        return f"√{_held(''.join(map(spoken, _parts(node))))}"
    if node.name == "mo":
        sign = node.text.strip()
        spaced = sign in RELATIONS or (sign in BINARY and not _is_prefix(node))
        return f" {sign} " if spaced else "" if sign in INVISIBLE else sign
    if node.name in ("mi", "mn", "mtext"):
        return node.text
    return "" if node.name == "mspace" else "".join(map(spoken, _parts(node)))


def _held(text: str) -> str:
    return text if len(text) == 1 or text.replace(".", "").isalnum() else f"({text})"


def _row(parts: list[Node]) -> str:
    """Elements one after the other; a sign and the number it belongs to are one."""
    shown, at = "", 0
    while at < len(parts):
        one, after = parts[at], parts[at + 1] if at + 1 < len(parts) else None
        if one.name == "mo" and _is_prefix(one) and after is not None and after.name == "mn":
            shown += f"{quoted(one.text.strip() + after.text)} "
            at += 2
        else:
            shown += _set(one)
            at += 1
    return shown


def _set(node: Node) -> str:
    """One element; each result stands by itself between spaces."""
    if node.name in ("mrow", "semantics", "mstyle"):
        return _row(_parts(node))
    if node.name == "mi":
        return f"italic({quoted(node.text)}) " if len(node.text) == 1 else f"{_upright(node)} "
    if node.name in ("mn", "mtext"):
        return f"{_upright(node)} "
    if node.name == "mo":
        return _operator(node)
    if node.name == "mspace":
        return "thin "
    if node.name in ("msup", "msub"):
        base, mark = _two(node)
        side = "t" if node.name == "msup" else "b"
        return f"attach({_held_set(base)}, {side}: {_held_set(mark)}) "
    if node.name == "msubsup":
        base, low, high = _several(node, 3)
        return f"attach({_held_set(base)}, b: {_held_set(low)}, t: {_held_set(high)}) "
    if node.name == "mfrac":
        over, under = _two(node)
        return f"frac({_held_set(over)}, {_held_set(under)}) "
    if node.name == "msqrt":
        return f"sqrt({_row(_parts(node))}) "
    raise PaperError("check.paper.formula", element=f"<{node.name}>")


def _held_set(node: Node) -> str:
    return f"#$ {_set(node)} $.body"


def _upright(node: Node) -> str:
    return quoted(node.text)


def _operator(node: Node) -> str:
    sign = node.text.strip()
    if sign in INVISIBLE or not sign:
        return ""
    kind = "normal" if _is_prefix(node) else CLASSES.get(sign, "normal")
    return f"class({quoted(kind)}, {quoted(sign)}) "


def _is_prefix(node: Node) -> bool:
    """A sign before a number, which has no space behind it."""
    return node.attributes.get("rspace") == "0"


def _parts(node: Node) -> list[Node]:
    """The elements in one; blanks between them are nothing.

    Raises:
        PaperError: if there are words between them.
    """
    for one in node.inside:
        if isinstance(one, str) and one.strip():
            words = one.strip()[:40]
            raise PaperError("check.paper.words", element=f"<{node.name}>", words=words)
    return [one for one in node.inside if isinstance(one, Node)]


def _two(node: Node) -> tuple[Node, Node]:
    first, second = _several(node, 2)
    return first, second


def _several(node: Node, count: int) -> list[Node]:
    parts = _parts(node)
    if len(parts) != count:
        counts = {"got": len(parts), "wanted": count}
        raise PaperError("check.paper.parts", element=f"<{node.name}>", **counts)
    return parts
