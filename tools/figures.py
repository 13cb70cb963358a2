"""What the lessons' figures are made of, counted from the code: own files, and parts they share."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from starlore.lessons.pictures import PICTURES

SOURCE = Path(__file__).resolve().parent.parent / "src" / "starlore"
ROOMS = ("lessons/pictures", "view/pictures")
"""Where a figure's value and its drawing stand."""

HEAD = """# What figures are made of

Made from the code by `make docs`, lines to the nearest ten.

A kind of figure is a value, in `lessons/pictures`, and a drawing of it, in `view/pictures`. What
two kinds need is a part of its own, or one kind inside another. *Own* lines are those of these two
files, and of others that no other kind uses.

| kind | own lines | made of |
| --- | --- | --- |
"""

SHARED = """
## Shared parts

| part | lines | kinds that are made of it |
| --- | --- | --- |
"""


def figures_page() -> str:
    """Two tables: each kind with what it is made of, and the parts that several kinds share."""
    reached = {kind: _reached(kind) for kind in sorted(PICTURES)}
    users = {
        name: [kind for kind, parts in reached.items() if name in parts]
        for name in sorted(set().union(*reached.values()))
    }
    rows = [HEAD]
    for kind, parts in reached.items():
        own = [name for name in parts if users[name] == [kind] or _belongs(name, kind)]
        made_of = sorted({_part(name) for name in parts} - {_part(name) for name in own})
        named = ", ".join(made_of) or "nothing else"
        rows.append(f"| `{kind}` | {_tens(own)} | {named} |\n")
    rows.append(SHARED)
    shared = sorted({_part(name) for name, kinds in users.items() if len(kinds) > 1})
    for part in shared:
        files = [name for name in users if _part(name) == part and len(users[name]) > 1]
        kinds = sorted({kind for name in files for kind in users[name]})
        rows.append(f"| {part} | {_tens(files)} | {len(kinds)} |\n")
    return "".join(rows)


def _reached(kind: str) -> frozenset[str]:
    """The files a kind's value and drawing consist of and import, near and far, in both rooms."""
    files = _files()
    waiting = [name for name in files if _belongs(name, kind)]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [other for other in _imported(files[name]) if other in files]
    return frozenset(found)


def _belongs(name: str, kind: str) -> bool:
    """Whether a file goes by the name of a kind, as `lookup_twin` does by `lookup-table`."""
    stem = kind.replace("-", "_")
    return _part(name) == stem or _part(name).startswith(f"{stem.partition('_')[0]}_")


def _files() -> Mapping[str, Path]:
    """Every file of the two rooms by name, such as `view/pictures/strip`."""
    return {
        f"{room}/{path.stem}": path
        for room in ROOMS
        for path in sorted((SOURCE / room).glob("*.py"))
        if path.stem != "__init__"
    }


def _imported(path: Path) -> Iterator[str]:
    """What a file imports of the two rooms."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            place = node.module.removeprefix("starlore.").replace(".", "/")
            yield place
            yield from (f"{place}/{alias.name}" for alias in node.names)


def _part(name: str) -> str:
    return name.rpartition("/")[2]


def _tens(names: list[str]) -> int:
    """Lines of some files, to the nearest ten."""
    files = _files()
    lines = sum(len(files[name].read_text(encoding="utf-8").splitlines()) for name in names)
    return 10 * round(lines / 10)
