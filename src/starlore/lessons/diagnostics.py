"""What is told of an author's files: a code, the place, and messages; whoever shows it says it.

The hundreds of a code say where the fault is: 1 the file itself, 2 its prose, 3 its figures, 4 its
questions, 5 the course, 6 a language: of a lesson, or of the interface; 7 its beats. What each
means, and what mends it, stands in the catalogues under `check.code` and `check.remedy`.
"""

from dataclasses import dataclass

from starlore.errors import Worded
from starlore.language.catalogue import SOURCE, Catalogue
from starlore.language.isolate import as_sentence
from starlore.message import Message

CODES = (
    *(
        "L100",
        "L101",
        "L102",
        "L103",
        "L104",
        "L105",
        "L106",
        "L107",
        "L108",
        "L109",
        "L110",
        "L111",
        "L112",
        "L113",
        "L120",
        "L121",
        "L122",
        "L123",
        "L124",
    ),
    *("L201", "L202", "L203", "L204", "L205", "L206", "L207"),
    *("L301", "L302", "L303", "L304"),
    *(
        "L401",
        "L402",
        "L403",
        "L404",
        "L405",
        "L406",
        "L407",
        "L408",
        "L409",
        "L410",
        "L411",
        "L412",
        "L413",
    ),
    *("L500", "L501", "L502", "L503", "L504", "L505", "L506", "L507", "L508", "L509", "L510"),
    *("L601", "L602", "L611", "L612", "L613", "L614", "L615"),
    *("L701", "L702", "L703", "L704", "L705", "L706"),
)
"""Every code a diagnostic can carry; the reference shows them."""

LONGEST_TOLD = 600
"""Characters of a text that are told; an author's own words may be without end."""

JOINERS = "\u200c\u200d"
"""Join letters or keep them apart, as Persian words need."""


def meaning(code: str) -> Message:
    """What a code stands for."""
    return Message(f"check.code.{code}")


def remedy(code: str) -> Message:
    """What to do about a code, where the fault itself knows nothing better."""
    return Message(f"check.remedy.{code}")


def saying(fault: Exception) -> Message:
    """What an error says as a message, whether it holds one or has only words of its own."""
    return fault.message if isinstance(fault, Worded) else Message("check.said", said=str(fault))


def printable(text: str) -> str:
    """A text on one line that every terminal can print: what is no sign is escaped.

    Example:
        >>> printable("a\\nb \\udcff \\x00")
        'a b \\\\udcff \\\\x00'
    """
    return "".join(map(_printable, " ".join(text.split())))


def _printable(sign: str) -> str:
    if sign.isprintable() or sign in JOINERS:
        return sign
    return sign.encode("unicode_escape").decode()


@dataclass(frozen=True)
class Diagnostic:
    """A fault in an author's file: where it is, what it is, what to do.

    Attributes:
        path, line, column: where, as an editor counts. code: one of `CODES`.
        message: what is wrong. hint: what to do; None is what the code says.

    Example:
        >>> lessons = Message("check.graph.no-lessons")
        >>> print(Diagnostic("stars/course.toml", 1, 1, "L110", lessons))
        stars/course.toml:1:1 L110 lessons: it lists none; make them equal
    """

    path: str
    line: int
    column: int
    code: str
    message: Message
    hint: Message | None = None

    @property
    def place(self) -> str:
        """Where it is, and its code, as editors and other programs read it."""
        return f"{printable(self.path)}:{self.line}:{self.column} {self.code}"

    def sentence(self, catalogue: Catalogue) -> str:
        """What is wrong and what to do, on one line."""
        both = (self.message, self.hint or remedy(self.code))
        wrong, mends = (catalogue.tell(one.map(_short)) for one in both)
        return catalogue.say("check.told", wrong=wrong.removesuffix("."), remedy=mends)

    def told(self, catalogue: Catalogue) -> str:
        """The line that a terminal prints: the place, then a sentence of its own direction."""
        return f"{self.place} {as_sentence(self.sentence(catalogue), catalogue.tag)}"

    def __str__(self) -> str:
        """The line in English, for logs."""
        return self.told(Catalogue.load(SOURCE))

    def __lt__(self, other: "Diagnostic") -> bool:
        return self._order < other._order

    @property
    def _order(self) -> tuple[str, int, int, str, str]:
        return self.path, self.line, self.column, self.code, str(self.message)


def _short(text: str) -> str:
    return printable(text)[:LONGEST_TOLD]
