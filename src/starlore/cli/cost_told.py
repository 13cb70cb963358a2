"""What one call costs, as lines."""

from decimal import Decimal
from typing import Any

from starlore.cli.amount import told_bytes, told_seconds
from starlore.cli.words import numeral, say

HOW = {
    "at least": "cli.cost.how.at-least",
    "at most": "cli.cost.how.at-most",
    "even": "cli.cost.how.even",
}
"""What is said of counts that only the data can tell exactly."""


def told(facts: dict[str, Any]) -> str:
    """The lines of one way: counts, bytes, memory, and seconds where they are known."""
    lines = [
        say("cli.cost.head", **_only(facts, "scheme", "n", "width", "heads", "threads")),
        *_counts(facts),
        say(
            "cli.cost.line.bytes",
            bytes=numeral(f"{facts['bytes']:,}"),
            size=told_bytes(facts["bytes"]),
        ),
        say(
            "cli.cost.line.memory",
            size=told_bytes(facts["bytes"] + facts["extra_bytes"]),
            extra=told_bytes(facts["extra_bytes"]),
            table=told_bytes(4 * facts["pairs"]),
        ),
    ]
    if facts["doubled"] is not None:
        lines.append(say("cli.cost.line.doubled", times=numeral(f"{facts['doubled']:.2f}")))
    return "\n".join([*lines, *_seconds(facts)])


def _counts(facts: dict[str, Any]) -> list[str]:
    """Comparisons and the products they take; with a word where the data decide."""
    lines = []
    how = say(HOW[facts["how"]]) if facts["how"] in HOW else ""
    if facts["comparisons"]:
        share = told_share(facts["comparisons"] / facts["pairs"])
        counted = numeral(f"{facts['comparisons']:,}")
        named = {"n": counted, "share": share, "pairs": facts["pairs"], "how": how}
        lines.append(say("cli.cost.line.comparisons", **named).rstrip())
    products, powers = (numeral(f"{facts[name]:,}") for name in ("multiply_adds", "exponentials"))
    lines.append(say("cli.cost.line.multiply-adds", n=products, how=how).rstrip())
    lines.append(say("cli.cost.line.exponentials", n=powers, how=how).rstrip())
    return lines


def told_share(share: float) -> str:
    """A share in percent to one decimal; a small one to two digits, for it is not nothing.

    Example:
        >>> told_share(1.0), told_share(0.0607), told_share(0.0000153)
        ('100.0%', '6.1%', '0.0015%')
    """
    is_plain = share >= 0.001 or share == 0
    return numeral(f"{share:.1%}" if is_plain else f"{Decimal(f'{100 * share:.1e}'):f}%")


def _seconds(facts: dict[str, Any]) -> list[str]:
    """The prediction, and beside it what was measured and the power of n."""
    predicted, measured, exponent = (
        facts.get(name) for name in ("predicted", "measured", "exponent")
    )
    lines = [say("cli.cost.line.unpredicted")]
    if predicted is not None:
        lines = [say("cli.cost.line.predicted", **_times(predicted))]
        full = facts.get("predicted_full")
        if full is not None and predicted["seconds"] > full:
            lines.append(say("cli.cost.line.slower", seconds=told_seconds(full)))
    if measured is not None:
        lines.append(say("cli.cost.line.measured", **_times(measured), runs=measured["runs"]))
        if predicted is not None:
            off = predicted["seconds"] / measured["seconds"] - 1
            turn = "cli.cost.line.short" if off < 0 else "cli.cost.line.long"
            lines.append(say(turn, off=numeral(f"{abs(off):.0%}")))
    if exponent is not None:
        lengths = [numeral(f"{n:,}") for n in exponent["lengths"]]
        ends = {"first": lengths[0], "last": lengths[-1]}
        shown = {name: numeral(f"{exponent[name]:.2f}") for name in ("power", "low", "high")}
        lines.append(say("cli.cost.line.exponent", **shown, **ends, count=len(lengths)))
    return lines


def _times(three: dict[str, Any]) -> dict[str, str]:
    return {name: told_seconds(three[name]) for name in ("seconds", "low", "high")}


def _only(facts: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: facts[name] for name in names}
