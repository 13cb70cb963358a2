"""`starlore bench attention`: how fast attention is here, beside its peers and the processor."""

import json
import os
import platform
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from starlore.cli.bench_picture import picture
from starlore.cli.columns import aligned
from starlore.cli.options import Whole
from starlore.cli.place import plain_faults
from starlore.cli.words import numeral, say

if TYPE_CHECKING:
    from starlore.attention.peers import Case, Measurement


@click.command(name="bench", help=say("cli.bench.help"), epilog=say("cli.bench.example"))
@click.argument("what", type=click.Choice(["attention"]))
@click.option("--against", default="numpy", show_default=True, help=say("cli.bench.against"))
@click.option("--only", default="", help=say("cli.bench.only"))
@click.option(
    "--threads",
    type=Whole(1),
    default=1,
    show_default=True,
    help=say("cli.bench.threads"),
)
@click.option("--rounds", type=Whole(2), default=9, show_default=True, help=say("cli.bench.rounds"))
@click.option("--json", "as_json", is_flag=True, help=say("cli.bench.json"))
@click.option("--plot", type=click.Path(path_type=Path, dir_okay=False), help=say("cli.bench.plot"))
def bench(
    what: str,
    against: str,
    only: str,
    threads: int,
    rounds: int,
    as_json: bool,
    plot: Path | None,
) -> None:
    """Time attention beside its peers, in turns; tell ratios and shares of the peak."""
    from starlore.attention.peers import CASES, PEERS, Measurement

    goals = _names(only)
    unknown = set(goals) - {case.goal for case in CASES}
    if unknown:
        known = ", ".join(dict.fromkeys(case.goal for case in CASES))
        raise click.UsageError(
            say("cli.bench.no-goal", goal=", ".join(sorted(unknown)), goals=known)
        )
    for name in _names(against):
        if name not in PEERS:
            raise click.UsageError(say("cli.bench.no-peer", peer=name, peers=", ".join(PEERS)))
    told: list[Measurement] = []
    with plain_faults():
        for case in CASES:
            if not goals or case.goal in goals:
                _progress(name_of(case))
                told.append(_measured(case, _names(against), threads, rounds))
    _progress("")
    if plot is not None:
        try:
            plot.write_text(picture(told), encoding="utf-8")
        except OSError as fault:
            why = fault.strerror or str(fault)
            raise click.ClickException(
                say("cli.bench.unwritable", file=str(plot), why=why)
            ) from fault
    click.echo(
        as_text(told, rounds) if not as_json else json.dumps(as_data(told, rounds), indent=2)
    )


def as_text(told: "list[Measurement]", rounds: int) -> str:
    """A table, what it was measured on above it, and what the columns mean below."""
    titles = ("goal", "case", "share", "peer", "ratio", "asked", "verdict")
    rows = [[say(f"cli.bench.column.{title}") for title in titles]]
    for one in told:
        rows += _rows(one)
    machine = machine_of(told)
    head = say("cli.bench.head", rounds=rounds, **machine)
    return "\n".join([head, "", *aligned(rows, left=len(titles)), "", say("cli.bench.legend")])


def as_data(told: "list[Measurement]", rounds: int) -> dict[str, Any]:
    """The same for a program."""
    return {
        "machine": machine_of(told),
        "rounds": rounds,
        "measured": [
            {
                **asdict(one),
                "scheme": str(one.case.scheme),
                "is_noisy": one.is_noisy,
                "misses": one.misses,
            }
            for one in told
        ],
    }


def machine_of(told: "list[Measurement]") -> dict[str, Any]:
    """What it was measured on; the peak in billions of multiplications and additions."""
    import numpy

    peaks = [2e-9 * one.peak for one in told if one.case.dtype == "float32" and not one.case.shape]
    return {
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count() or 1,
        "threads": told[0].threads if told else 1,
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "peak": round(max(peaks, default=0.0)),
    }


def name_of(case: "Case") -> str:
    """A case in symbols.

    Example:
        >>> from starlore.attention.peers import Case
        >>> name_of(Case("S7", 16384, n_q=1, heads=8)), name_of(Case("S5", 64, work="reading"))
        ('full, 1 x 16384, d 64, h 8', 'full, 64 x 64, d 64, reading')
    """
    parts = [
        str(case.scheme),
        f"{case.queries} x {case.n}",
        f"d {case.d}",
        f"h {case.heads}" if case.heads > 1 else "",
        case.dtype if case.dtype != "float32" else "",
        case.work if case.work != "forward" else "",
        case.kernel,
        case.shape,
    ]
    return ", ".join(filter(None, parts))


def _rows(one: "Measurement") -> list[list[str]]:
    """A line for the share of the peak, and one for each peer."""
    own, asked = one.shares["starlore"], one.case.share
    floors = dict(one.case.floors)
    lines = [["", numeral(f"{asked:.0%}") if asked else "", _verdict(one, "peak", asked)]]
    peers = [""]
    for peer, ratio in one.ratios.items():
        floor = floors.get(peer)
        middle, low, high = (
            numeral(f"{part:.2f}") for part in (ratio.middle, ratio.low, ratio.high)
        )
        told = f"{middle} ({low}-{high})"
        lines.append([told, numeral(f"{floor:.2f}") if floor else "", _verdict(one, peer, floor)])
        peers.append(peer)
    parts = [own, *(one.shares[peer] for peer in peers[1:])]
    shares = [numeral(f"{part.middle:.0%}") for part in parts]
    firsts = [(one.case.goal, name_of(one.case)), *[("", "")] * len(one.ratios)]
    return [
        [*first, share, peer, *line]
        for first, share, peer, line in zip(firsts, shares, peers, lines, strict=True)
    ]


def _verdict(one: "Measurement", what: str, asked: float | None) -> str:
    if asked is None:
        return ""
    turn = "noisy" if one.is_noisy else "missed" if what in one.misses else "met"
    return say(f"cli.bench.verdict.{turn}")


def _measured(case: "Case", against: list[str], threads: int, rounds: int) -> "Measurement":
    from starlore.attention.peers import calls_of, measure, peak_of

    clock = time.thread_time if threads == 1 else time.perf_counter
    case = case.widened(threads)
    calls = calls_of(case, against, threads)
    return measure(case, calls, peak_of(case.dtype, threads, clock), clock, rounds, threads)


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _progress(text: str) -> None:
    """Show on a terminal what is measured; "" wipes it away."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{text}", nl=False, err=True)
