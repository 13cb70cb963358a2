"""Schemes as text, for a command line: `causal & (window(255) | global(0:4, asks=false))`.

    schemes  = both { "|" both }
    both     = one { "&" one }
    one      = "(" schemes ")"  or  name [ "(" argument { "," argument } ")" ]
    argument = [ name "=" ] value
    value    = 12, -3, open, true, false, start, end, 0:4, [0, 5, 9], [0*3, 1*4], [#.. ##. ###]

`open` is Python's None, 0:4 a range, 0*3 three zeros, and #.. a row of a table. A scheme's str is
its text form, so `parse_scheme(str(scheme)) == scheme` for all but Where, whose function no text
can hold. `parse_named` reads the same grammar with other names, whose arguments may be schemes.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from inspect import Parameter, signature
from typing import Any

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

LONGEST, MOST_DIGITS, MOST_JOINED, SHOWN = 2**20, 20, 128, 40
"""Signs of a text that is read at all; digits of a number, which are more than any place has;
schemes that & and | join in one text, as every one lies within the one before; signs of a word
that a sentence repeats."""

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
    scheme: Scheme = parse_named(text, NAMES)
    return scheme


def parse_named(text: str, names: Mapping[str, Callable[..., Any]]) -> Any:
    """Read what `names` make of their arguments, joined by & and |.

    Args:
        text: as `parse_scheme` takes it.
        names: what makes the thing of each name; its signature says what the brackets hold.

    Raises:
        ShapeError: naming the column, what was expected, what came, and a name near to it.
        DtypeError: if it is no text.

    Example:
        >>> parse_named("pair(full, 3)", {**NAMES, "pair": lambda scheme, n: (scheme, n)})
        (Full(), 3)
    """
    must_be(text, str, "a scheme's text", "a str, as 'causal & window(3)'")
    if len(text) > LONGEST:
        raise ShapeError(f"expected a scheme of 2^20 characters at most, found {len(text)}")
    reader = _Reader(_tokens(text), names)
    try:
        found = reader.schemes()
    except RecursionError:
        raise ShapeError(f"column {reader.next.column}: too many brackets in brackets") from None
    reader.expect("", "the end, & or |")
    return found


@dataclass(frozen=True)
class _Token:
    kind: str  # number, word, row, sign, or end
    text: str
    column: int


class _Reader:
    """Reads tokens from left to right; what a name makes is in `names`."""

    def __init__(self, tokens: list[_Token], names: Mapping[str, Callable[..., Any]]) -> None:
        self._tokens = tokens
        self._names = names
        self._at = self._signs = 0

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

    def schemes(self) -> Any:
        scheme = self.both()
        while self.next.text == "|":
            scheme = self.joined(scheme, self.both)
        return scheme

    def both(self) -> Any:
        scheme = self.one()
        while self.next.text == "&":
            scheme = self.joined(scheme, self.one)
        return scheme

    def joined(self, first: Any, other: Callable[[], Any]) -> Any:
        """What stands before a sign, joined to what stands behind it."""
        sign = self.take()
        self._signs += 1
        if self._signs >= MOST_JOINED:
            raise ShapeError(
                f"column {sign.column}: expected {MOST_JOINED} schemes joined at most, found more"
            )
        return _joined(sign, first, other())

    def one(self) -> Any:
        if self.takes("("):
            scheme = self.schemes()
            self.expect(")", "a closing bracket, & or |")
            return scheme
        name = self.take()
        if name.text == "where":
            raise ShapeError(
                f"column {name.column}: where takes a function, which no text can hold"
            )
        if name.text not in self._names:
            raise _fault(name, f"a scheme ({', '.join(self._names)})", list(self._names))
        makes = self._names[name.text]
        return _made(name, makes, self.arguments(name) if self.takes("(") else {})

    def arguments(self, name: _Token) -> dict[str, object]:
        """The arguments up to the closing bracket, each by its name."""
        parameters = list(signature(self._names[name.text]).parameters)
        given: dict[str, object] = {}
        while not self.takes(")"):
            if given:
                self.expect(",", "a comma or a closing bracket")
            at, by_name = self.next, self._tokens[min(self._at + 1, len(self._tokens) - 1)].text
            if by_name == "=" and at.kind == "word":
                self._at += 2
                if at.text not in parameters or at.text in given:
                    left = [one for one in parameters if one not in given]
                    wanted = f"an argument of {name.text} ({', '.join(left) or 'no more'})"
                    raise _fault(at, wanted, left)
                given[at.text] = self.value()
            elif len(given) >= len(parameters):
                raise _fault(at, f"a closing bracket, as {name.text} takes no more arguments")
            elif parameters[len(given)] in given or list(given) != parameters[: len(given)]:
                raise _fault(at, "an argument by name, as one before it is")
            else:
                given[parameters[len(given)]] = self.value()
        return given

    def value(self) -> object:
        if self.next.text in self._names or self.next.text == "(":
            return self.schemes()
        token = self.take()
        if token.kind == "number":
            if not self.takes(":"):
                return _whole(token)
            return range(_whole(token), self.number("the end of the range"))
        if token.text in WORDS:
            return WORDS[token.text]
        if token.text == "[" and token.kind == "sign":
            return self.table() if self.next.kind == "row" else self.numbers()
        wanted = "a value (a whole number, open, true, false, start, end, 0:4, [0, 5])"
        raise _fault(token, wanted, [*WORDS, *self._names])

    def number(self, wanted: str) -> int:
        token = self.take()
        if token.kind != "number":
            raise _fault(token, wanted)
        return _whole(token)

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


def _whole(token: _Token) -> int:
    if len(token.text.lstrip("-")) > MOST_DIGITS:
        raise _fault(token, f"a number of {MOST_DIGITS} digits at most")
    return int(token.text)


def _made(name: _Token, makes: Callable[..., Any], given: dict[str, object]) -> Any:
    for parameter in signature(makes).parameters.values():
        if parameter.default is Parameter.empty and parameter.name not in given:
            raise ShapeError(f"column {name.column}: {name.text} needs {parameter.name}")
    try:
        return makes(**given)
    except StarloreError as error:
        raise ShapeError(f"column {name.column}: {error}") from error


def _joined(sign: _Token, first: Any, second: Any) -> Any:
    try:
        return first & second if sign.text == "&" else first | second
    except (StarloreError, TypeError) as error:
        why = error if isinstance(error, StarloreError) else f"{sign.text} joins schemes alone"
        raise ShapeError(f"column {sign.column}: {why}") from error


def _fault(token: _Token, wanted: str, names: list[str] | None = None) -> ShapeError:
    """One sentence; where a name was expected, with the one that is nearest to what came."""
    shown = token.text if len(token.text) <= SHOWN else f"{token.text[:SHOWN]}\u2026"
    found = f'"{shown}"' if shown else "the end"
    begun = [name for name in names or [] if token.text and name.startswith(token.text)]
    near = begun or get_close_matches(token.text[:SHOWN], names or [], n=1)
    hint = f'; did you mean "{near[0]}"?' if near else ""
    return ShapeError(f"column {token.column}: expected {wanted}, found {found}{hint}")
