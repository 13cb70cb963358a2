"""`starlore attend`: exact attention over long arrays, in memory that does not grow with n * n."""

import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from starlore.cli.options import LONGEST, Whole
from starlore.cli.options import width as width_option
from starlore.cli.output import report
from starlore.cli.place import plain_faults, plain_words
from starlore.cli.words import numeral, say

if TYPE_CHECKING:
    from starlore.attention import Attention, Scheme

BAR = 40
"""Characters of the whole bar."""

CHOOSING = {
    "topk": "TopK(32)",
    "pages": 'TopK(32, how="pages")',
    "lsh": "LSH(2, 64, seed=0)",
    "clusters": "Clusters(64, seed=0)",
}
"""Ways to choose keys by the data that only `cost` takes, as Python writes them."""

file = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.command(name="attend", help=say("cli.attend.help"), epilog=say("cli.attend.example"))
@click.argument("arrays", nargs=-1, type=file)
@click.option(
    "--scheme", "text", default="causal", show_default=True, help=say("cli.attend.scheme")
)
@click.option("--length", type=Whole(1, LONGEST), help=say("cli.attend.length"))
@width_option("cli.attend.width")
@click.option("--seed", type=Whole(0), default=0, show_default=True, help=say("cli.attend.seed"))
@click.option("--threads", type=Whole(1), help=say("cli.attend.threads"))
@click.option(
    "--output",
    "-o",
    type=click.Path(path_type=Path, dir_okay=False),
    help=say("cli.attend.output"),
)
def attend(
    arrays: tuple[Path, ...],
    text: str,
    length: int | None,
    width: int,
    seed: int,
    threads: int | None,
    output: Path | None,
) -> None:
    """Attend to arrays from files, or to made-up ones, and tell what it took."""
    from starlore.attention import attend as attend_to

    if len(arrays) != (3 if length is None else 0):
        raise click.UsageError(say("cli.attend.which"))
    scheme = _scheme(text)
    with plain_faults():
        q, k, v = _read(arrays) if length is None else _made(length, width, seed)
        loading = _loaded(q, k, v)
        start = time.perf_counter()
        with _bar():
            attention = attend_to(q, k, v, scheme, threads=threads)
        seconds = time.perf_counter() - start
    if output is not None:
        _write(output, attention.output)
    told = tell(attention, str(scheme), q.shape[-2], k.shape[-2], seconds, loading)
    if output is None:
        click.echo(told)
    else:
        report(told)


def tell(
    attention: "Attention", scheme: str, n_q: int, n_k: int, seconds: float, loading: float
) -> str:
    """What was computed, by which kernel, and what it took; `loading` comes before `seconds`."""
    counters = attention.counters
    return say(
        "cli.attend.told",
        scheme=scheme,
        queries=n_q,
        keys=n_k,
        comparisons=counters.comparisons,
        kernel=counters.kernel,
        seconds=numeral(f"{seconds:.2f}"),
        loading=numeral(f"{loading:.2f}"),
        megabytes=numeral(f"{counters.extra_bytes / 2**20:.1f}"),
        table=numeral(f"{4 * n_q * n_k / 2**20:,.1f}"),
    )


def _scheme(text: str) -> "Scheme":
    """The scheme of a text; what only `cost` takes is told with what computes it.

    Raises:
        UsageError: if it is no scheme.
    """
    from starlore.attention import parse_scheme
    from starlore.attention.cost.ways import WAYS
    from starlore.attention.schemes.text import NAMES

    named = [word for word in re.findall(r"[A-Za-z_]\w*", text) if word in WAYS]
    beyond = [word for word in named if word not in NAMES]
    if beyond:
        way = CHOOSING.get(beyond[0])
        told = "cli.attend.chooses" if way else "cli.attend.contrast"
        raise click.UsageError(say(told, name=beyond[0], way=way or ""))
    with plain_words():
        return parse_scheme(text)


def _loaded(*arrays: Any) -> float:
    """Seconds until the kernel for such arrays is there: zeros go through it, a row or two."""
    import numpy as np

    from starlore.attention import attend as attend_to
    from starlore.errors import StarloreError

    start = time.perf_counter()
    q, k, v = (np.zeros((*a.shape[:-2], min(2, a.shape[-2]), a.shape[-1]), a.dtype) for a in arrays)
    with suppress(StarloreError):  # the call itself tells what is wrong with its arrays
        attend_to(q, k, v, threads=1)
    return time.perf_counter() - start


def bar(share: float) -> str:
    """A share as a bar, with its number.

    Example:
        >>> bar(0.5)
        '[####################....................]  50 %'
    """
    full = int(share * BAR)
    return f"[{'#' * full}{'.' * (BAR - full)}] {int(share * 100):3} %"


@contextmanager
def _bar() -> Iterator[None]:
    """Draw on a terminal how far the call is, and wipe it away at its end."""
    if not sys.stderr.isatty():
        yield
        return
    from starlore.attention.progress import watching

    shown = [""]

    def draw(share: float) -> None:
        if bar(share) != shown[0]:
            shown[0] = bar(share)
            click.echo(f"\r{shown[0]}", nl=False, err=True)

    try:
        with watching(draw):
            yield
    finally:
        click.echo("\r\x1b[K", nl=False, err=True)


def _made(length: int, width: int, seed: int) -> Any:
    """Normal numbers for one head."""
    import numpy as np

    rng = np.random.default_rng(seed)
    return tuple(rng.standard_normal((length, width), dtype=np.float32) for _ in range(3))


def _read(paths: tuple[Path, ...]) -> Any:
    """Arrays of files, read from the disk as they are needed."""
    import numpy as np

    arrays = []
    for path in paths:
        try:
            arrays.append(np.load(path, mmap_mode="r", allow_pickle=False))
        except (OSError, ValueError, EOFError) as fault:
            name = click.format_filename(path)
            raise click.ClickException(say("cli.attend.no-array", file=name)) from fault
        if not hasattr(arrays[-1], "ndim") or arrays[-1].ndim < 2:
            name = click.format_filename(path)
            raise click.ClickException(say("cli.attend.no-array", file=name))
    return tuple(arrays)


def _write(path: Path, output: Any) -> None:
    import numpy as np

    try:
        with path.open("wb") as stream:
            np.save(stream, output)
    except OSError as fault:
        why = fault.strerror or str(fault)
        raise click.ClickException(say("cli.attend.unwritable", file=str(path), why=why)) from fault
