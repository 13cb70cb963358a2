"""Make click's own words for each language that has them in its catalogue: `make docs` does it too.

click is written with gettext, so what it is handed is what gettext reads: a file of pairs, the
sentence in click's source and the one to say instead. The pairs come from the table `cli.click`
of the catalogues: its English names the sentence, the other language says what stands for it.
"""

import ast
import re
import struct
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import click

from starlore.cli.clicks import spoken
from starlore.language import Catalogue, languages
from starlore.language.patterns import values_of

SOURCE = Path(click.__file__).parent
TABLE = "cli.click."
HEAD = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
"""What gettext must know: click has one sentence for one of a thing and one for several, which say
different things (one name, or many), so every language needs both."""

Asked = tuple[str, ...]
"""A sentence of click; or two, for one of a thing and for several."""


def main() -> Iterator[Path]:
    """Write the file of every language but English, and say where."""
    for tag in languages():
        if tag != "en":
            path = spoken(tag)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(packed(pairs(Catalogue.load(tag), all_asked())))
            yield path


def asked(source: str) -> Iterator[Asked]:
    """What a module asks gettext for.

    Raises:
        ValueError: if it asks for what only running it would tell.

    Example:
        >>> list(asked('_("Aborted!"); ngettext("one", "{n}", n); echo("ok")'))
        [('Aborted!',), ('one', '{n}')]
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            count = {"_": 1, "ngettext": 2}.get(node.func.id, 0)
            if count:
                yield tuple(_literal(part) for part in node.args[:count])


def all_asked(folder: Path = SOURCE) -> list[Asked]:
    """What all modules of click ask gettext for, sorted, each once."""
    found = {one for path in folder.glob("*.py") for one in asked(path.read_text("utf-8"))}
    return sorted(found)


def pairs(catalogue: Catalogue, wanted: list[Asked]) -> dict[Asked, Asked]:
    """What a language says for each of the sentences; those it lacks are left to click.

    Raises:
        LookupError: if the English catalogue has no message for one of them.
    """
    ids = {one: tuple(map(message_id, one)) for one in wanted}
    return {
        one: tuple(_filled(text, catalogue, id_) for text, id_ in zip(one, found, strict=True))
        for one, found in ids.items()
        if catalogue.messages.keys() >= set(found)
    }


def message_id(text: str) -> str:
    """The message that stands for a sentence of click; where that shouts, ours has a full stop.

    Raises:
        LookupError: if there is none.

    Example:
        >>> message_id("No such option {name!r}.")
        'cli.click.no-option'
    """
    plain = re.sub(r"!$", ".", text.replace("!r}", "}"))
    if plain not in _ids():
        raise LookupError(f"no message of the table cli.click says {plain!r} in English")
    return _ids()[plain]


@cache
def _ids() -> dict[str, str]:
    """The messages of the table by what they say in English, their values in braces."""
    english = Catalogue.load("en")
    ids = [id_ for id_ in english.ids() if id_.startswith(TABLE)]
    names = {id_: values_of(english.messages[id_]) for id_ in ids}
    return {english.say(id_, **{name: f"{{{name}}}" for name in names[id_]}): id_ for id_ in ids}


def _filled(text: str, catalogue: Catalogue, id_: str) -> str:
    """What a catalogue says for a sentence, its values left for click to fill in as it would."""
    held = {name: how for _, name, _, how in Formatter().parse(text) if name}
    return catalogue.say(
        id_, **{name: f"{{{name}!{how}}}" if how else f"{{{name}}}" for name, how in held.items()}
    )


def packed(said: dict[Asked, Asked]) -> bytes:
    """The pairs as gettext reads them: how many, where each stands, the sentences sorted.

    Example:
        >>> import gettext, io
        >>> gettext.GNUTranslations(io.BytesIO(packed({("Yes",): ("بله",)}))).gettext("Yes")
        'بله'
    """
    rows = sorted(
        ("\0".join(key).encode(), "\0".join(value).encode())
        for key, value in {("",): (HEAD,), **said}.items()
    )
    size, texts, tables = 28 + 16 * len(rows), b"", b""
    for column in zip(*rows, strict=True):
        for text in column:
            tables += struct.pack("<2I", len(text), size + len(texts))
            texts += text + b"\0"
    first, second = 28, 28 + 8 * len(rows)
    head = struct.pack("<7I", 0x950412DE, 0, len(rows), first, second, 0, size)
    return head + tables + texts


def _literal(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if ast.unparse(node) == "extra['required']":  # core.py sets it to this word alone
        return "required"
    raise ValueError(f"click asks gettext for {ast.unparse(node)}, which no reading can tell")


if __name__ == "__main__":
    for written in main():
        print(f"{written.relative_to(Path.cwd())} written")
