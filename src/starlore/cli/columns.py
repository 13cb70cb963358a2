"""Tables of the terminal: columns in line by what is seen of each cell, in every language."""

from collections.abc import Sequence
from unicodedata import bidirectional

from starlore.language import letters_of

BY_ITSELF, END = "\u2068", "\u2069"
"""The isolate of text that runs as its first letter does, and its end."""


def aligned(rows: Sequence[Sequence[str]], left: int) -> list[str]:
    """The rows as lines, two spaces between cells.

    A cell that runs from right to left stands by itself, else it would change places with its
    neighbours, in some rows and not in others.

    Args:
        rows: of as many cells each. left: columns from the first whose cells begin in line; those
            of the others end in line.

    Example:
        >>> print("\\n".join(aligned([["way", "share"], ["rnn", "0.5"]], left=1)))
        way  share
        rnn    0.5
    """
    widths = [max(map(letters_of, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for at, (cell, width) in enumerate(zip(row, widths, strict=True)):
            gap = " " * (width - letters_of(cell))
            cells.append(_apart(cell) + gap if at < left else gap + _apart(cell))
        lines.append("  ".join(cells).rstrip())
    return lines


def _apart(cell: str) -> str:
    if any(bidirectional(sign) in ("R", "AL") for sign in cell):
        return f"{BY_ITSELF}{cell}{END}"
    return cell
