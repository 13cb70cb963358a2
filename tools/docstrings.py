"""A module's public names as a page: signature, docstring, and of classes what they offer."""

import inspect
import re
import textwrap
from collections.abc import Iterator
from types import ModuleType

SECTION = re.compile(r"^(Args|Attributes|Returns|Raises|Cost|Source|Example|Yields): ?(.*)$")
WIDTH = 88
LONGEST = 95
"""Characters of an argument that stands on a line of its own."""

ENTRY = re.compile(r"^\*{0,2}[\w*., ]+:(?: |$)")


def api_page(module: ModuleType, names: tuple[str, ...] | None = None) -> str:
    """Every public name of a module, in the order of the alphabet."""
    shown = names or tuple(sorted(module.__all__, key=str.casefold))
    return "\n\n".join(_entry(name, getattr(module, name)) for name in shown) + "\n"


def _entry(name: str, thing: object) -> str:
    """One name with its heading."""
    parts = [f"## `{name}`"]
    if callable(thing):
        call = _signature(name, thing)
        if len(call) > WIDTH:
            call = broken(call)
        parts.append(f"```text\n{call}\n```")
    parts.append(markdown(inspect.getdoc(thing) or ""))
    if inspect.isclass(thing):
        parts += list(_members(thing))
    return "\n\n".join(parts)


def _members(kind: type) -> Iterator[str]:
    """What a class offers beside its fields, in the order of its file."""
    for name, member in vars(kind).items():
        if name.startswith("_"):
            continue
        if isinstance(member, property):
            yield f"### `.{name}`\n\n{markdown(inspect.getdoc(member) or '')}"
        elif inspect.isfunction(member) and inspect.getdoc(member):
            call = _signature(f".{name}", member)
            yield f"### `{call}`\n\n{markdown(inspect.getdoc(member) or '')}"


def _signature(name: str, thing: object) -> str:
    """A call as one writes it: names and defaults; what they mean stands below it."""
    try:
        found = inspect.signature(thing)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return name
    kept = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for parameter in found.parameters.values()
        if parameter.name != "self"
    ]
    plain = str(inspect.Signature(kept)).replace("<factory>", "...")
    return name + re.sub(r"<function (\w+) at 0x[0-9a-f]+>", r"\1", plain)


def broken(call: str) -> str:
    """A long call, each of its arguments on a line of its own; what stands in brackets stays whole.

    What is longer than a line is told by its name: `counters=Counters(...)`.

    Example:
        >>> print(broken("f(a, b=((0, 1), 2), *, c=3)"))
        f(
            a,
            b=((0, 1), 2),
            *,
            c=3)
    """
    name, _, rest = call.removesuffix(")").partition("(")
    arguments, depth = [""], 0
    for sign in rest:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            arguments.append("")
        else:
            arguments[-1] += sign
    shown = [one.strip() for one in arguments]
    shown = [one if len(one) <= LONGEST else one.partition("(")[0] + "(...)" for one in shown]
    return f"{name}(\n    " + ",\n    ".join(shown) + ")"


def markdown(doc: str) -> str:
    """A Google docstring as Markdown: sections become lists, examples code.

    Example:
        >>> print(markdown("Halve it.\\n\\nArgs:\\n    n: even. m: odd."))
        Halve it.
        <BLANKLINE>
        **Args**
        <BLANKLINE>
        - n: even. m: odd.
    """
    blocks: list[str] = []
    lines = doc.split("\n")
    while lines:
        line = lines.pop(0)
        section = SECTION.match(line)
        if section is None:
            blocks.append(line)
            continue
        body = []
        while lines and (not lines[0].strip() or lines[0].startswith(" ")):
            body.append(lines.pop(0))
        blocks.append(_section(section[1], section[2], textwrap.dedent("\n".join(body)).strip()))
        blocks.append("")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(blocks)).strip()


def _section(title: str, said: str, body: str) -> str:
    """One section; where it is a list of names, as a list."""
    if title == "Example":
        return f"**Example**\n\n```python\n{body}\n```"
    if said:
        return f"**{title}**: " + " ".join([said, *body.split("\n")]).strip()
    items: list[str] = []
    for line in body.split("\n"):
        if items and (line.startswith(" ") or not ENTRY.match(line)):
            items[-1] += "\n  " + line.strip() if line.strip() else ""
        else:
            items.append(f"- {line}")
    listed = "\n".join(items) if title in ("Args", "Attributes", "Raises") else body
    return f"**{title}**\n\n{listed}"
