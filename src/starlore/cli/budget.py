"""The longest text that a time or a memory allows, way by way: what the square rules out."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from starlore.cli.amount import told_bytes, told_seconds
from starlore.cli.columns import aligned
from starlore.cli.words import numeral, say

if TYPE_CHECKING:
    from starlore.attention.cost import Machine, Sizes, Way

WAYS = (
    "full",
    "causal",
    "causal & window(255)",
    "causal & (window(255) | global(0:4, asks=false))",
    "strided(64)",
    "topk(32, causal)",
    "convolution(4)",
    "gru",
    "linear",
    "delta",
)
"""What is asked if nothing else is."""


def rows_of(
    ways: "Sequence[Way]",
    kind: str,
    budget: float,
    sizes: "Callable[[int], Sizes]",
    machine: "Machine",
    threads: int,
    seen: Callable[[float], None],
) -> list[dict[str, Any]]:
    """The longest length of each way, and what it takes there.

    Args:
        kind: "seconds" or "bytes". sizes: of a length. seen: gets the share that is done.
    """
    from starlore.attention.cost import text_of

    rows: list[dict[str, Any]] = []
    if kind == "bytes":
        rows.append(_row("table", lambda n: _table_bytes(sizes(n)) <= budget, {}))
    for at, way in enumerate(ways):
        rows.append(_of_way(text_of(way), way, kind, budget, sizes, machine, threads))
        seen((at + 1) / len(ways))
    return rows


def _of_way(
    text: str,
    way: "Way",
    kind: str,
    budget: float,
    sizes: "Callable[[int], Sizes]",
    machine: "Machine",
    threads: int,
) -> dict[str, Any]:
    from starlore.attention.cost import Case, peak_bytes, predict

    def taken(n: int) -> float | None:
        if kind == "bytes":
            return peak_bytes(way, sizes(n), threads=threads)
        foretold = predict(Case(way, sizes(n)), machine)
        return None if foretold is None else foretold.seconds

    if taken(1) is None:
        return {"scheme": text, "longest": None, "known": False}
    row = _row(text, lambda n: (taken(n) or 0.0) <= budget, {"known": True})
    if row["longest"]:
        foretold = predict(Case(way, sizes(row["longest"])), machine)
        row["seconds"] = None if foretold is None else foretold.seconds
        row["peak_bytes"] = peak_bytes(way, sizes(row["longest"]), threads=threads)
    return row


def _row(text: str, fits: Callable[[int], bool], more: dict[str, Any]) -> dict[str, Any]:
    from starlore.attention.cost import longest

    return {"scheme": text, "longest": longest(fits), **more}


def _table_bytes(sizes: "Sizes") -> int:
    """Inputs, outputs and all scores at once, in float32."""
    from starlore.attention.cost.chosen import moved

    return moved(sizes) + 4 * sizes.batch * sizes.h_q * sizes.n_q * sizes.n_k


def told_rows(rows: list[dict[str, Any]], head: str) -> str:
    """The rows as a table, longest lengths to the right."""
    titles = [say(f"cli.cost.column.{name}") for name in ("scheme", "longest", "seconds", "memory")]
    cells = [titles]
    for row in rows:
        name = say("cli.cost.table") if row["scheme"] == "table" else row["scheme"]
        cells.append([name, _longest(row), *_taken(row)])
    return "\n".join([head, "", *aligned(cells, left=1)])


def _longest(row: dict[str, Any]) -> str:
    if row.get("known") is False:
        return say("cli.cost.data-decide")
    return say("cli.cost.no-end") if row["longest"] is None else numeral(f"{row['longest']:,}")


def _taken(row: dict[str, Any]) -> tuple[str, str]:
    seconds, peak = row.get("seconds"), row.get("peak_bytes")
    return (
        "" if seconds is None else told_seconds(seconds),
        "" if peak is None else told_bytes(peak),
    )
