"""What was measured beside what was aimed at, and the table of it."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Measured:
    """One number.

    Attributes:
        what: what was measured.
        value: how much. unit: of what.
        limit: the aim's number, None where nothing is aimed at.
        more_is_better: whether the aim is a floor.
        places: decimals shown.
    """

    what: str
    value: float
    unit: str
    limit: float | None = None
    more_is_better: bool = False
    places: int = 0

    @property
    def is_met(self) -> bool:
        """Whether the aim is reached; so it is where nothing is aimed at."""
        if self.limit is None:
            return True
        return self.value >= self.limit if self.more_is_better else self.value <= self.limit

    @property
    def shown(self) -> str:
        """The number with its unit."""
        return f"{self.value:,.{self.places}f} {self.unit}"

    @property
    def aim(self) -> str:
        """The aim in words, "" where there is none.

        Example:
            >>> Measured("answers", 900, "/s", 1000, more_is_better=True).aim
            'at least 1,000 /s: missed'
        """
        if self.limit is None:
            return ""
        bound = "at least" if self.more_is_better else "at most"
        return f"{bound} {self.limit:,g} {self.unit}" + ("" if self.is_met else ": missed")


def quantile(numbers: Sequence[float], share: float) -> float:
    """The number that a share of all does not exceed.

    Example:
        >>> quantile([4, 1, 3, 2], 0.5)
        2
    """
    ordered = sorted(numbers)
    return ordered[max(0, min(len(ordered), -int(-len(ordered) * share // 1)) - 1)]


def table(rows: Sequence[Measured]) -> str:
    """A Markdown table that also reads well as plain text."""
    cells = [("what", "measured", "aim"), *((row.what, row.shown, row.aim) for row in rows)]
    wide = [max(len(line[column]) for line in cells) for column in range(3)]
    lines = [
        f"| {line[0]:<{wide[0]}} | {line[1]:>{wide[1]}} | {line[2]:<{wide[2]}} |" for line in cells
    ]
    rule = f"| {'-' * wide[0]} | {'-' * (wide[1] - 1)}: | {'-' * wide[2]} |"
    return "\n".join([lines[0], rule, *lines[1:]])
