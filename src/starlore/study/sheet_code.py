"""A sheet's code: eight letters to be typed by hand, the last of them a check on the others.

The letters are Crockford's 32, which nobody confuses: no I, L, O, U. Seven of them hold 35 bits:
twenty for the seed, fifteen for a mark of the very numbers that are printed. The eighth is chosen
so that the sum of all letters, each times a weight of its own in the field of 32 elements, is
zero. The weights differ and none is zero, so no single wrong letter and no two letters that
changed places leave a code that holds (decisions/0025).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from starlore.errors import Refused

FORMAT = "starlore-sheet-1"
"""What a mark is taken of begins with it."""

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LONG = 8
SEED_BITS, MARK_BITS = 20, 15

_MEANT = str.maketrans({"I": "1", "L": "1", "O": "0"})
"""Letters that are not used, and the digits they are taken for."""

_LEFT_OUT = "-\u2010\u2011\u2012\u2013\u2014\u2212_.\u00a0\u200b\u200c\u200e\u200f"
"""What people put between groups, or what comes along when a code is copied."""


@dataclass(frozen=True)
class Code:
    """What a code holds.

    Attributes:
        seed: of the draws, below 2**20. mark: of the numbers they gave, below 2**15.
    """

    seed: int
    mark: int

    @property
    def letters(self) -> str:
        """The eight letters without a space: how a sheet is kept.

        Example:
            >>> Code(0, 0).letters, Code(7, 21_000).letters
            ('00000000', 'MG80007F')
        """
        number = self.mark << SEED_BITS | self.seed
        held = [number >> 5 * place & 31 for place in reversed(range(LONG - 1))]
        return "".join(LETTERS[one] for one in [*held, _check(held)])

    @property
    def printed(self) -> str:
        """Two groups of four.

        Example:
            >>> Code(7, 21_000).printed
            'MG80-007F'
        """
        return f"{self.letters[:4]}-{self.letters[4:]}"


def mark_of(lesson: str, held: str) -> int:
    """The mark of what stands on a sheet.

    Args:
        lesson: the slug. held: the canonical text of its questions and its exercise.

    Example:
        >>> mark_of("lookup", "{}") != mark_of("dot", "{}")
        True
    """
    digest = sha256(f"{FORMAT}|{lesson}|{held}".encode()).digest()
    return int.from_bytes(digest[:2], "big") >> 16 - MARK_BITS


def read_code(text: str) -> Code:
    """The code somebody typed: in any case, with or without its dash, in any digits.

    Raises:
        Refused: if it has another length, a letter that no code has, or if a letter must be wrong.

    Example:
        >>> read_code("mg8o 007f") == Code(7, 21_000)
        True
    """
    letters = plain_letters(text)
    if len(letters) != LONG:
        raise Refused("fault.sheet.length", count=len(letters), text=text.strip()[:40])
    strange = next((letter for letter in letters if letter not in LETTERS), "")
    if strange:
        raise Refused("fault.sheet.letter", letter=strange)
    held = [LETTERS.index(letter) for letter in letters]
    if not _holds(held):
        raise Refused("fault.sheet.mistyped", code=grouped(letters))
    return _code(held)


def plain_letters(text: str) -> str:
    """What was typed, as the letters of a code: digits of any script, no spaces, no dashes.

    Example:
        >>> plain_letters(" mg8o-۰۰۷f ")
        'MG80007F'
    """
    kept = (sign for sign in text[:80] if not sign.isspace() and sign not in _LEFT_OUT)
    return "".join(map(_plain, kept)).upper().translate(_MEANT)


def grouped(letters: str) -> str:
    """Letters in groups of four.

    Example:
        >>> grouped("MG80007F")
        'MG80-007F'
    """
    return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))


def one_slip_away(letters: str) -> Iterator[Code]:
    """The codes that somebody may have meant: one letter is wrong, or two changed places.

    Example:
        >>> Code(7, 21_000) in one_slip_away("MG80070F")
        True
    """
    held = [LETTERS.find(letter) for letter in letters]
    if len(held) != LONG or held.count(-1) > 1:
        return
    for place in range(LONG):
        if -1 in held and held[place] != -1:
            continue
        for other in range(32):
            tried = [*held[:place], other, *held[place + 1 :]]
            if tried != held and _holds(tried):
                yield _code(tried)
    if -1 in held:
        return
    for one in range(LONG):
        for other in range(one + 1, LONG):
            tried = [*held]
            tried[one], tried[other] = tried[other], tried[one]
            if tried != held and _holds(tried):
                yield _code(tried)


def _plain(sign: str) -> str:
    return str(int(sign)) if sign.isdecimal() else sign


def _code(held: list[int]) -> Code:
    number = 0
    for one in held[:-1]:
        number = number << 5 | one
    return Code(number & (1 << SEED_BITS) - 1, number >> SEED_BITS)


def _times_two(one: int) -> int:
    """A letter times the field's generator: a polynomial over two elements, by x^5 + x^2 + 1."""
    doubled = one << 1
    return doubled ^ 0b100101 if doubled & 32 else doubled


def _sum(held: list[int]) -> int:
    """Letters times the powers of the generator: the first has the highest, the last has one."""
    total = 0
    for one in held:
        total = _times_two(total) ^ one
    return total


def _check(held: list[int]) -> int:
    """The last letter: what makes the sum zero."""
    return _times_two(_sum(held))


def _holds(held: list[int]) -> bool:
    return _sum(held) == 0
