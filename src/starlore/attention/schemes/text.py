"""Schemes as text, for a command line: `causal & (window(255) | global(0:4, asks=false))`.

    schemes  = both { "|" both }
    both     = one { "&" one }
    one      = "(" schemes ")"  or  name [ "(" argument { "," argument } ")" ]
    argument = [ name "=" ] value
    value    = 12, -3, open, true, false, start, end, 0:4, [0, 5, 9], [0*3, 1*4], [#.. ##. ###]

`open` is Python's None, 0:4 a range, 0*3 three zeros, and #.. a row of a table. A scheme's str is
its text form, so `parse_scheme(str(scheme)) == scheme` for all but Where, whose function no text
can hold.
"""

import re
from dataclasses import dataclass
from inspect import Parameter, signature

import numpy as np

from starlore.attention.arguments import must_be
from starlore.attention.schemes.base import Scheme
from starlore.attention.schemes.blocks import Blocks
from starlore.attention.schemes.chance import Random
from starlore.attention.schemes.distance import Causal, Dilated, Strided, Window
from starlore.attention.schemes.documents import Documents
from starlore.attention.schemes.full import Full
from starlore.attention.schemes.hubs import Global
from starlore.errors import ShapeError, StarloreError

NAMES: dict[str, type[Scheme]] = {
    leaf.__name__.lower(): leaf
    for leaf in (Full, Causal, Window, Dilated, Blocks, Global, Strided, Random, Documents)
}
"""The schemes that text can name."""

WORDS: dict[str, object] = {
    "open": None,
    "true": True,
    "false": False,
    "start": "start",
    "end": "end",
}
"""The words that are values."""

_TOKEN = re.compile(r"\s*(?:(-?\d+)|([A-Za-z_]\w*)|([#.]+)|([&|(),=:*\[\]]))")


def parse_scheme(text: str) -> Scheme:
    """Read a scheme from its text form; & binds tighter than |.

    Args:
        text: as in `causal & window(256)`; spaces are free.

    Raises:
        ShapeError: naming the column, what was expected, and what came.
        DtypeError: if it is no text.

    Example:
        >>> parse_scheme("causal & (window(255) | global(0:4, asks=false))")
        Causal() & (Window(255) | Global(range(0, 4), asks=False))
    """
    must_be(text, str, "a scheme's text", "a str, as 'causal & window(3)'")
    reader = _Reader(_tokens(text))
    scheme = reader.schemes()
    reader.expect("", "the end, & or |")
    return scheme


@dataclass(frozen=True)
class _Token:
    kind: str  # number, word, row, sign, or end
    text: str
    column: int


class _Reader:
    """Reads tokens from left to right."""

    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens = tokens
        self._at = 0

    @property
    def next(self) -> _Token:
        return self._tokens[self._at]

    def take(self) -> _Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def takes(self, sign: str) -> bool:
        """Whether the next token is this sign, which is then passed."""
        if self.next.text == sign and self.next.kind == "sign":
            self._at += 1
            return True
        return False

    def expect(self, sign: str, wanted: str) -> None:
        if self.next.text != sign:
            raise _fault(self.next, wanted)
        self._at += 1

    def schemes(self) -> Scheme:
        scheme = self.both()
        while self.takes("|"):
            scheme = scheme | self.both()
        return scheme

    def both(self) -> Scheme:
        scheme = self.one()
        while self.takes("&"):
            scheme = scheme & self.one()
        return scheme

    def one(self) -> Scheme:
        if self.takes("("):
            scheme = self.schemes()
            self.expect(")", "a closing bracket, & or |")
            return scheme
        name = self.take()
        if name.text == "where":
            raise ShapeError(
                f"column {name.column}: where takes a function, which no text can hold"
            )
        if name.text not in NAMES:
            raise _fault(name, f"a scheme ({', '.join(NAMES)})")
        return _made(name, self.arguments(name) if self.takes("(") else {})

    def arguments(self, name: _Token) -> dict[str, object]:
        """The arguments up to the closing bracket, each by its name."""
        parameters = list(signature(NAMES[name.text]).parameters)
        given: dict[str, object] = {}
        while not self.takes(")"):
            if given:
                self.expect(",", "a comma or a closing bracket")
            at, by_name = self.next, self._tokens[min(self._at + 1, len(self._tokens) - 1)].text
            if by_name == "=" and at.kind == "word":
                self._at += 2
                if at.text not in parameters or at.text in given:
                    left = [one for one in parameters if one not in given]
                    raise _fault(at, f"an argument of {name.text} ({', '.join(left) or 'no more'})")
                given[at.text] = self.value()
            elif len(given) >= len(parameters):
                raise _fault(at, f"a closing bracket, as {name.text} takes no more arguments")
            elif parameters[len(given)] in given or list(given) != parameters[: len(given)]:
                raise _fault(at, "an argument by name, as one before it is")
            else:
                given[parameters[len(given)]] = self.value()
        return given

    def value(self) -> object:
        token = self.take()
        if token.kind == "number":
            if not self.takes(":"):
                return int(token.text)
            return range(int(token.text), self.number("the end of the range"))
        if token.text in WORDS:
            return WORDS[token.text]
        if token.text == "[" and token.kind == "sign":
            return self.table() if self.next.kind == "row" else self.numbers()
        raise _fault(token, "a value (a whole number, open, true, false, start, end, 0:4, [0, 5])")

    def number(self, wanted: str) -> int:
        token = self.take()
        if token.kind != "number":
            raise _fault(token, wanted)
        return int(token.text)

    def numbers(self) -> list[int]:
        numbers: list[int] = []
        while not self.takes("]"):
            if numbers:
                self.expect(",", "a comma or ]")
            number = self.number("a whole number or ]")
            at = self.next
            times = self.number("how many of it") if self.takes("*") else 1
            if not 1 <= times <= 2**24:
                raise ShapeError(f"column {at.column + 1}: expected 1 to 2^24 of it, found {times}")
            numbers += [number] * times
        return numbers

    def table(self) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
        rows: list[_Token] = []
        while not self.takes("]"):
            row = self.take()
            if row.kind != "row":
                raise _fault(row, "a row of # and . or ]")
            if rows and len(row.text) != len(rows[0].text):
                raise _fault(row, f"a row of {len(rows[0].text)} cells, like the first")
            rows.append(row)
        return np.array([[cell == "#" for cell in row.text] for row in rows], dtype=np.bool_)


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    at = 0
    while text[at:].strip():
        found = _TOKEN.match(text, at)
        if found is None:
            column = at + len(text[at:]) - len(text[at:].lstrip())
            unknown = _Token("sign", text[column], column + 1)
            raise _fault(unknown, "a name, a number or a sign (& | ( ) , = : * [ ])")
        group = found.lastindex or 1
        kind = ("number", "word", "row", "sign")[group - 1]
        tokens.append(_Token(kind, found.group(group), found.start(group) + 1))
        at = found.end()
    return [*tokens, _Token("end", "", len(text) + 1)]


def _made(name: _Token, given: dict[str, object]) -> Scheme:
    leaf = NAMES[name.text]
    for parameter in signature(leaf).parameters.values():
        if parameter.default is Parameter.empty and parameter.name not in given:
            raise ShapeError(f"column {name.column}: {name.text} needs {parameter.name}")
    try:
        return leaf(**given)
    except StarloreError as error:
        raise ShapeError(f"column {name.column}: {error}") from error


def _fault(token: _Token, wanted: str) -> ShapeError:
    found = f'"{token.text}"' if token.text else "the end"
    return ShapeError(f"column {token.column}: expected {wanted}, found {found}")
