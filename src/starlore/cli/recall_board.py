"""The board of `starlore recall` as text: a line for each way of reading and length."""

from typing import TYPE_CHECKING

from starlore.cli.columns import aligned
from starlore.cli.words import numeral, say

if TYPE_CHECKING:
    from starlore.attention.contrast.recall import Row

COLUMNS = ("way", "length", "accuracy", "spread", "ceiling", "said", "bits", "rate", "seeds")
PUBLISHED = "published"


def told_board(rows: "list[Row]") -> str:
    """A table, with what the task is above it and what the columns mean below."""
    beside = [_published(row) for row in rows]
    columns = (*COLUMNS, PUBLISHED) if any(beside) else COLUMNS
    cells = [[say(f"cli.recall.column.{name}") for name in columns]]
    for row, published in sorted(zip(rows, beside, strict=True), key=lambda pair: pair[0].trial.n):
        cells.append([*_cells(row), published][: len(columns)])
    first = rows[0].trial
    head = say(
        f"cli.recall.head.{first.task}",
        words=numeral(f"{first.vocab:,}"),
        width=numeral(str(first.width)),
    )
    legend = [say("cli.recall.legend")]
    if any(beside):
        legend.append(_told_published())
    return "\n".join([head, "", *aligned(cells, left=1), "", *legend])


def told_distances(rows: "list[Row]") -> str:
    """For each row, how many of the questions were answered, by how far back the answer lay."""
    lines = [say("cli.recall.distances")]
    for row in sorted(rows, key=lambda row: row.trial.n):
        parts = [
            say("cli.recall.far", end=str(end), share=share(right / asked))
            for end, asked, right in row.by_distance
        ]
        lines.append(f"{way_of(row)} {row.trial.n}: " + "  ".join(parts))
    return "\n".join(lines)


def way_of(row: "Row") -> str:
    """The name of a way of reading, as it is asked for."""
    window = row.trial.window
    return row.trial.way if window is None else f"{row.trial.way}:{window}"


def share(part: float) -> str:
    """A share with three decimals.

    Example:
        >>> share(0.25)
        '0.250'
    """
    return numeral(f"{part:.3f}")


def _published(row: "Row") -> str:
    """What others have published of the nearest kin, for texts as long with as many pairs."""
    from starlore.attention.contrast.published import published_of
    from starlore.attention.contrast.trials import PAIRED, pairs_of

    trial = row.trial
    if trial.task not in PAIRED or trial.window is not None:
        return ""
    found = published_of(trial.way, trial.n, pairs_of(trial.n))
    return ", ".join(f"{name} {numeral(f'{share:.2f}')}" for name, share in found.items())


def _told_published() -> str:
    from starlore.attention.contrast.published import MQAR_WORDS

    return say("cli.recall.published", words=numeral(f"{MQAR_WORDS:,}"))


def _cells(row: "Row") -> list[str]:
    bits = row.ceiling.hidden_bits
    return [
        way_of(row),
        numeral(str(row.trial.n)),
        share(row.accuracy),
        share(row.spread),
        share(row.ceiling.accuracy),
        share(row.ceiling.said),
        say("cli.recall.all") if bits is None else numeral(f"{bits:,}"),
        numeral(f"{row.trial.rate:g} ({len(row.rates)})"),
        numeral(str(len(row.accuracies))),
    ]
