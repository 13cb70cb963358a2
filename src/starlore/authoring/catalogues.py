"""The catalogues of the interface held against the first one, and to the glossary of each."""

from collections.abc import Iterator, Mapping
from importlib.resources import files

from starlore.language.catalogue import SOURCE, Catalogue, languages
from starlore.language.glossary import Glossary, glossary
from starlore.language.icu import MessageFormat
from starlore.language.marks import page_marks
from starlore.language.patterns import shown_in, values_of, words_of
from starlore.lessons.diagnostics import Diagnostic
from starlore.message import Message

_LOCALES = files("starlore.language") / "locales"


def catalogue_faults() -> Iterator[Diagnostic]:
    """Everything that is wrong with the words of the interface, in every language there is."""
    first = Catalogue.load(SOURCE).messages
    for tag in languages():
        messages, lines = Catalogue.load(tag).messages, lines_of(_text(tag))
        yield from word_faults(tag, messages, lines, glossary(tag))
        if tag != SOURCE:
            yield from compared(tag, first, messages, lines, glossary(tag))


def compared(
    tag: str,
    first: Mapping[str, str],
    messages: Mapping[str, str],
    lines: Mapping[str, int],
    terms: Glossary,
) -> Iterator[Diagnostic]:
    """A catalogue held against the first one: the same ids, the same values, the locked terms.

    Args:
        first, messages: patterns by dotted id, of the first language and of this one.
        lines: where each id of this one stands. terms: its glossary.
    """
    for id_ in sorted(first.keys() - messages.keys()):
        missing = Message("check.catalogue.missing", id=id_, text=first[id_][:80])
        yield _fault(tag, 1, "L611", missing)
    for id_ in sorted(messages.keys() - first.keys()):
        foreign = Message("check.catalogue.foreign", id=id_)
        yield _fault(tag, lines.get(id_, 1), "L611", foreign)
    for id_ in sorted(first.keys() & messages.keys()):
        line, source, text = lines.get(id_, 1), first[id_], messages[id_]
        told = tuple(_other_values(source, text))
        if told:
            message = Message("check.catalogue.values", id=id_, said=told)
            yield _fault(tag, line, "L612", message)
        room = id_.partition(".")[0]
        if id_.endswith(".example"):
            continue
        for term in terms.missing(words_of(source), words_of(text), room):
            message = Message("check.term.missing", part=id_, term=term.name, word=term.term)
            yield _fault(tag, line, "L614", message)


def _other_values(source: str, text: str) -> Iterator[Message]:
    """The values that a pattern lacks, or has and the first language's has not."""
    for name in sorted(shown_in(source) - values_of(text)):
        yield Message("check.catalogue.lacks", value=f"{{{name}}}")
    for name in sorted(values_of(text) - values_of(source)):
        yield Message("check.catalogue.strange", value=f"{{{name}}}")


def word_faults(
    tag: str, messages: Mapping[str, str], lines: Mapping[str, int], terms: Glossary
) -> Iterator[Diagnostic]:
    """Patterns that do not compile, and words that the language never says."""
    for id_, pattern in messages.items():
        line = lines.get(id_, 1)
        try:
            MessageFormat(pattern, page_marks(tag).formats)
        except (ValueError, RuntimeError) as fault:
            message = Message("check.catalogue.pattern", id=id_, said=str(fault))
            yield _fault(tag, line, "L613", message)
            continue
        for word, instead in terms.unsayable(words_of(pattern)):
            message = Message("check.term.never", part=id_, word=word)
            yield _fault(tag, line, "L615", message, Message("check.term.say", word=instead))


def lines_of(text: str) -> dict[str, int]:
    """The line of each id in a catalogue's file.

    Example:
        >>> lines_of('[sky]\\nlit = "lit"\\ncol.star = "star"')
        {'sky.lit': 2, 'sky.col.star': 3}
    """
    found: dict[str, int] = {}
    table, inside = "", ""
    for number, line in enumerate(text.split("\n"), 1):
        if inside:
            inside = "" if inside in line else inside
            continue
        if line.startswith("[") and line.rstrip().endswith("]"):
            table = line.strip().strip("[]") + "."
        elif " = " in line and not line.startswith("#"):
            word, _, value = line.partition(" = ")
            found[table + word.strip()] = number
            opened = value[:3]
            if opened in ('"""', "'''") and opened not in value[3:]:
                inside = opened
    return found


def _text(tag: str) -> str:
    return (_LOCALES / f"{tag}.toml").read_text(encoding="utf-8")


def _fault(
    tag: str, line: int, code: str, message: Message, hint: Message | None = None
) -> Diagnostic:
    return Diagnostic(f"locales/{tag}.toml", line, 1, code, message, hint)
