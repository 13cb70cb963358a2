"""`starlore cost`: what attention costs, told before it is computed, and what a budget allows."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from starlore.cli.amount import read_budget, told_seconds
from starlore.cli.budget import WAYS, rows_of, told_rows
from starlore.cli.cost_told import told
from starlore.cli.machine import clock_for, constants_file, known, processor, progress
from starlore.cli.options import LONGEST, Whole
from starlore.cli.options import width as width_option
from starlore.cli.place import plain_faults, plain_words
from starlore.cli.words import numeral, say

if TYPE_CHECKING:
    from starlore.attention.cost import Machine, Prediction, Sizes, Way

STEPS, SHORTEST, ROUNDS, PATIENCE = 6, 64, (3, 15), 8.0
"""Lengths below the asked one that an exponent is fitted to, each the root of a half of the next;
the shortest of them; rounds at least and at most; seconds that all of them may take."""


@click.command(name="cost", help=say("cli.cost.help"), epilog=say("cli.cost.example"))
@click.argument("length", type=Whole(1, LONGEST), required=False)
@click.option("--scheme", "texts", multiple=True, help=say("cli.cost.scheme"))
@width_option("cli.cost.width")
@click.option(
    "--heads",
    type=Whole(1, 1024),
    default=1,
    show_default=True,
    help=say("cli.cost.heads"),
)
@click.option(
    "--threads", type=Whole(1), default=1, show_default=True, help=say("cli.cost.threads")
)
@click.option("--budget", help=say("cli.cost.budget"))
@click.option("--run", "is_run", is_flag=True, help=say("cli.cost.run"))
@click.option("--measure", "is_measured", is_flag=True, help=say("cli.cost.measure"))
@click.option(
    "--constants",
    type=click.Path(path_type=Path, dir_okay=False),
    help=say("cli.cost.constants"),
)
@click.option("--json", "as_json", is_flag=True, help=say("cli.cost.json"))
def cost(
    length: int | None,
    texts: tuple[str, ...],
    width: int,
    heads: int,
    threads: int,
    budget: str | None,
    is_run: bool,
    is_measured: bool,
    constants: Path | None,
    as_json: bool,
) -> None:
    """Count, foretell, and on demand measure; or ask which length a budget allows."""
    from starlore.attention.cost import Sizes, parse_way

    if (length is None) == (budget is None) and not (is_measured and length is None):
        raise click.UsageError(say("cli.cost.which"))
    if is_run and length is None:
        raise click.UsageError(say("cli.cost.run-what"))
    allowed = None if budget is None else read_budget(budget)
    path = constants or constants_file(threads)

    def sizes(n: int) -> "Sizes":
        return Sizes(n, n, width, width, heads, heads)

    def machine_for(ways: "list[Way]", n: int) -> "Machine":
        return known(path, _families(ways, sizes(n)), threads)

    with plain_words():
        ways = [parse_way(text) for text in texts or (("causal",) if allowed is None else WAYS)]
    with plain_faults():
        if is_measured:
            machine = known(path, _every_family(), threads, anew=True)
            if length is None and allowed is None:
                click.echo(_measured(machine, path, threads, as_json))
                return
        if allowed is not None:
            _tell_budget(ways, allowed, sizes, machine_for(ways, 1), threads, as_json)
        elif length is not None:
            machine = machine_for(ways, length)
            rows = [_facts(way, length, sizes, machine, threads, is_run) for way in ways]
            if as_json:
                click.echo(json.dumps(rows, indent=2))
            else:
                click.echo("\n\n".join(map(told, rows)))


def _tell_budget(
    ways: "list[Way]",
    allowed: tuple[str, float],
    sizes: "Callable[[int], Sizes]",
    machine: "Machine",
    threads: int,
    as_json: bool,
) -> None:
    from starlore.cli.amount import told_bytes

    kind, amount = allowed
    with progress() as seen:
        rows = rows_of(ways, kind, amount, sizes, machine, threads, seen)
    one = sizes(1)
    if as_json:
        click.echo(json.dumps({kind: amount, "width": one.d_k, "heads": one.h_q, "ways": rows}))
        return
    shown = told_seconds(amount) if kind == "seconds" else told_bytes(int(amount))
    head = say("cli.cost.allowed", budget=shown, width=one.d_k, heads=one.h_q, threads=threads)
    click.echo(told_rows(rows, head))


def _families(ways: "list[Way]", sizes: "Sizes") -> list[str]:
    """The families whose constants foretell these ways."""
    from starlore.attention.cost import Case, family_of

    found = (family_of(Case(way, sizes)) for way in ways)
    return [family for family in found if family is not None]


def _every_family() -> list[str]:
    """All that can be asked of this command on this machine."""
    from starlore.attention.cost import FAMILIES, kernel_here

    kernels = {"compiled", "numpy"} - {kernel_here("float32")}
    return [family for family in FAMILIES if family not in kernels]


def _facts(
    way: "Way",
    n: int,
    sizes: "Callable[[int], Sizes]",
    machine: "Machine",
    threads: int,
    is_run: bool,
) -> dict[str, Any]:
    """All that is told of one way, as plain numbers."""
    from starlore.attention import Full, Scheme
    from starlore.attention.cost import Case, cost_of, predict, text_of
    from starlore.errors import ShapeError

    own = cost_of(way, sizes(n), threads=threads)
    try:
        twice = cost_of(way, sizes(2 * n), threads=threads).multiply_adds
        doubled = twice / own.multiply_adds if own.multiply_adds else None
    except ShapeError:  # a scheme that was made for one length
        doubled = None
    foretold = predict(Case(way, sizes(n)), machine)
    full = predict(Case(Full(), sizes(n)), machine) if isinstance(way, Scheme) else None
    facts: dict[str, Any] = {
        "scheme": text_of(way),
        "n": n,
        "width": sizes(n).d_k,
        "heads": sizes(n).h_q,
        "threads": threads,
        "pairs": sizes(n).h_q * n * n,
        **vars(own),
        "doubled": doubled,
        "predicted": None if foretold is None else vars(foretold),
        "predicted_full": None if full is None else full.seconds,
    }
    if is_run:
        facts |= _run(way, n, sizes, machine, threads, foretold)
    return facts


def _run(
    way: "Way",
    n: int,
    sizes: "Callable[[int], Sizes]",
    machine: "Machine",
    threads: int,
    foretold: "Prediction | None",
) -> dict[str, Any]:
    """The times of a call, and the power of n that they follow from shorter calls to this one."""
    import numpy as np

    from starlore.attention.cost import Case, fit_exponent, measure, predict

    lengths = sorted({round(n / 2 ** (step / 2)) for step in range(STEPS + 1)})
    lengths = [one for one in lengths if one >= SHORTEST or one == n]
    if foretold is None or len(lengths) < 3:
        lengths = [n]
    cases = [Case(way, sizes(one)) for one in lengths]
    expected = sum(one.seconds for case in cases if (one := predict(case, machine)) is not None)
    rounds = max(ROUNDS[0], min(ROUNDS[1], int(PATIENCE / max(expected, 1e-6))))
    with progress() as seen:
        times = measure(cases, clock_for(threads), rounds, threads, seen)
    low, middle, high = np.percentile(times[-1], [25, 50, 75]).tolist()
    found: dict[str, Any] = {
        "measured": {"seconds": middle, "low": low, "high": high, "runs": len(times[-1])},
        "exponent": None,
    }
    if len(lengths) < 3:
        return found
    empty = predict_empty(cases[-1], machine)
    beyond = [float(np.median(taken)) - empty for taken in times]
    if min(beyond) > 0:
        found["exponent"] = {**vars(fit_exponent(lengths, beyond)), "lengths": lengths}
    return found


def predict_empty(case: Any, machine: "Machine") -> float:
    """Seconds of a call that has next to nothing to do: what does not grow with the length."""
    from starlore.attention.cost import FAMILIES, family_of
    from starlore.attention.cost.amounts import amounts_of

    family = family_of(case) or ""
    constants, amounts = machine.lines[family].constants, amounts_of(case, machine.asking)
    named = zip(FAMILIES[family], constants, amounts, strict=True)
    return sum(one * much for name, one, much in named if name.startswith("call"))


def _measured(machine: "Machine", path: Path, threads: int, as_json: bool) -> str:
    """The constants, family by family."""
    from starlore.attention.cost import FAMILIES

    if as_json:
        lines = {
            name: {**vars(line), "names": FAMILIES[name]} for name, line in machine.lines.items()
        }
        return json.dumps({"processor": processor(), "threads": threads, "families": lines})
    rows = [say("cli.cost.measured-head", processor=processor(), threads=threads, file=str(path))]
    for family, line in machine.lines.items():
        rows.append(say("cli.cost.family", family=family, spread=numeral(f"{line.spread:.0%}")))
        named = zip(FAMILIES[family], line.constants, line.errors, strict=True)
        rows += [f"  {name:<13} {one:.3g} s +- {off:.2g}" for name, one, off in named]
    return "\n".join(rows)
