"""This machine's constants: read where they are kept, measured where they are not, kept again."""

import hashlib
import os
import platform
import secrets
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from starlore import __version__
from starlore.cli.attend import bar
from starlore.cli.words import numeral, say

if TYPE_CHECKING:
    from starlore.attention.cost import Machine

LARGEST = 2**20
"""Bytes of any file of constants; a larger one is none."""

STARTS = 256
"""Bytes in which a file of constants tells what it belongs to."""

RESTLESS = 0.25
"""A spread of the kernel's times that says others were at work."""


def clock_for(threads: int) -> Callable[[], float]:
    """Time of the thread itself where there is only one, so that others do not count."""
    return time.thread_time if threads == 1 else time.perf_counter


def constants_file(threads: int) -> Path:
    """Where constants are kept: in the user's cache folder, for each number of threads."""
    from platformdirs import user_cache_path

    return user_cache_path("starlore", appauthor=False) / f"cost-{threads}.json"


def stamp(threads: int) -> str:
    """What the constants belong to: version, processor, libraries, kernel, threads."""
    import numpy

    from starlore.attention.cost import kernel_here

    kernel = kernel_here("float32")
    if kernel == "compiled":
        from starlore.attention.compiled.cache import stamp as sources

        kernel = f"compiled {os.environ.get('STARLORE_SHAPE', '')} {sources()}"
    parts = (__version__, processor(), os.cpu_count(), numpy.__version__, kernel, threads)
    return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()[:32]


def processor() -> str:
    """The name of the processor, as the system tells it."""
    with suppress(OSError, UnicodeDecodeError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def known(path: Path, families: Iterable[str], threads: int, anew: bool = False) -> "Machine":
    """The machine with the constants of these families.

    What is kept is used if it reads back exactly and belongs to this machine and this version; if
    not, that is told. Whatever is missing is measured now, and kept. A file that cannot be kept is
    told of and costs nothing else.

    Args:
        path: of the kept constants. families: that are needed.
        anew: trust nothing that was kept.
    """
    from starlore.attention.cost import Machine, kernel_here, learn, to_text

    ours, kept = stamp(threads), None
    if not anew and _is_there(path):
        kept = _read(path, ours)
        if kept is None:
            click.echo(say("cli.cost.distrusted", file=str(path)), err=True)
    machine = kept or Machine(ours)
    missing = [name for name in dict.fromkeys(families) if name not in machine.lines]
    if not missing:
        return machine
    click.echo(say("cli.cost.measuring", names=", ".join(missing)), err=True)
    with progress() as seen:
        for at, name in enumerate(missing):

            def share(part: float, at: int = at) -> None:
                seen((at + part) / len(missing))

            machine = learn(machine, name, clock_for(threads), threads, share)
    _keep(path, to_text(machine if anew else _with_others(machine, _read(path, ours))), threads)
    kernel = machine.lines.get(kernel_here("float32"))
    if kernel is not None and kernel.spread > RESTLESS:
        click.echo(say("cli.cost.restless", spread=numeral(f"{kernel.spread:.0%}")), err=True)
    return machine


def _is_there(path: Path) -> bool:
    """Whether a file is there; a name that no file can have is none."""
    try:
        return path.is_file()
    except OSError:
        return False


def _read(path: Path, ours: str) -> "Machine | None":
    """The machine that is kept, if it is this one and can be trusted."""
    from starlore.attention.cost import from_text

    with suppress(OSError, UnicodeDecodeError):
        if path.is_file() and path.stat().st_size <= LARGEST:
            return from_text(path.read_text(encoding="utf-8"), ours)
    return None


def _is_anothers(path: Path) -> bool:
    """Whether a file holds something that was never constants, however spoilt they may be."""
    with suppress(FileNotFoundError):
        with path.open("rb") as stream:
            start = stream.read(STARTS)
        return bool(start) and b'"stamp"' not in start
    return False


def _with_others(machine: "Machine", kept: "Machine | None") -> "Machine":
    """The machine with what another process has measured and kept meanwhile; constants that
    were fitted to other times of asking are not joined to these."""
    if kept is None or kept.asking != machine.asking:
        return machine
    return replace(machine, lines={**kept.lines, **machine.lines})


@contextmanager
def progress() -> Iterator[Callable[[float], None]]:
    """What draws on a terminal how far something is, and wipes it away at the end."""
    if not sys.stderr.isatty():
        yield lambda share: None
        return
    shown = [""]

    def draw(share: float) -> None:
        if bar(share) != shown[0]:
            shown[0] = bar(share)
            click.echo(f"\r{shown[0]}", nl=False, err=True)

    try:
        yield draw
    finally:
        click.echo("\r\x1b[K", nl=False, err=True)


def _keep(path: Path, text: str, threads: int) -> None:
    """Write the file whole or not at all; a pipe, a device and another's file are left alone."""
    fresh = path.parent / f"{path.name}.{secrets.token_hex(4)}"
    try:
        refused = "cli.place.no-file" if path.exists() and not path.is_file() else None
        if refused is None and path != constants_file(threads) and _is_anothers(path):
            refused = "cli.cost.anothers"
        if refused is not None:
            click.echo(say("cli.cost.unkept", file=str(path), why=say(refused)), err=True)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(path)
    except OSError as fault:
        with suppress(OSError):
            fresh.unlink()
        why = fault.strerror or str(fault)
        click.echo(say("cli.cost.unkept", file=str(path), why=why), err=True)
