"""What the commands print must arrive: a full disk or no output ends in a sentence.

The group of commands runs inside `arrives`, so no command looks after its own output. A command
whose work is what it prints has not done it where that cannot be written: it ends with 1. One that
changed or serves something has done it whether it can say so or not: it says so by `report`, and
ends with 0. Where a reader has gone away (`starlore export | head`) printing ends without a word.
"""

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

import click

from starlore.cli.words import say
from starlore.language.catalogue import harmless

FAULT = 1
"""Exit code where something was met that could not be done."""

HUNG_UP = 141
"""Exit code where the reader of the output has gone away: 128 and the number of SIGPIPE, as a shell
names the end of the tools that die of that signal."""


class Closed(io.TextIOBase):
    """Stands where no output is open (`starlore export >&-`): every write fails, none is lost."""

    def write(self, text: str) -> int:
        """Refuse the text."""
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))

    def writable(self) -> bool:
        """It takes texts, to refuse them."""
        return True

    @property
    def buffer(self) -> "_ClosedBytes":
        """The same for bytes."""
        return _ClosedBytes()


class _ClosedBytes(io.RawIOBase):
    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


@contextmanager
def arrives() -> Iterator[None]:
    """Run a command; what it printed is written out before it ends.

    Raises:
        SystemExit: 1 if the output cannot be written, with a sentence on stderr; 141, quietly, if
            who read it has gone away.
    """
    _fill_gaps()
    try:
        with hangs_up():
            try:
                yield
            finally:
                sys.stdout.flush()
    except OSError as fault:
        _abandon(sys.stdout)
        with suppress(OSError, ValueError):
            _told(fault).show()
        raise SystemExit(FAULT) from None


@contextmanager
def hangs_up() -> Iterator[None]:
    """End the program quietly where nobody reads its output any more.

    Raises:
        SystemExit: 141.
    """
    try:
        yield
    except BrokenPipeError:
        _abandon(sys.stdout)
        raise SystemExit(HUNG_UP) from None


@contextmanager
def without_commands() -> Iterator[None]:
    """Keep what somebody typed, and click repeats in its own words, from commanding the terminal.

    Raises:
        ClickException: as it came, with signs in place of what a terminal obeys.
    """
    try:
        yield
    except click.ClickException as fault:
        vars(fault)["message"] = harmless(fault.message)  # typed as final, and said from here
        raise


def report(sentence: str, err: bool = False) -> None:
    """Say what has been done. That it cannot be said undoes nothing, so it is no fault: the
    sentence goes to stderr then, if that takes it; and nowhere if its reader has gone away.

    Args:
        sentence: what to print. err: on stderr, not on stdout.
    """
    try:
        click.echo(sentence, err=err)
    except BrokenPipeError:
        _abandon(sys.stderr if err else sys.stdout)
    except OSError as fault:
        _abandon(sys.stderr if err else sys.stdout)
        with suppress(OSError, ValueError):
            why = fault.strerror or str(fault)
            click.echo(say("cli.output.unsaid", why=why), err=True)
            click.echo(sentence, err=True)


def _told(fault: OSError) -> click.ClickException:
    """What happened, as a sentence; only an output has no name."""
    why = fault.strerror or str(fault)
    if fault.filename is None:
        return click.ClickException(say("cli.output.unwritable", why=why))
    return click.ClickException(say("cli.output.fault", file=str(fault.filename), why=why))


def _fill_gaps() -> None:
    """Put something in place of a closed output, so that no file opened later takes its number;
    and let a terminal that lacks a letter show its number instead."""
    nowhere = Path(os.devnull)
    if sys.stdin is None:
        sys.stdin = nowhere.open(encoding="utf-8")
    if sys.stdout is None:
        with suppress(OSError):
            os.open(os.devnull, os.O_WRONLY)
        sys.stdout = Closed()
    if sys.stderr is None:
        sys.stderr = nowhere.open("w", encoding="utf-8")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _abandon(stream: TextIO) -> None:
    """Drop what could not be written; else Python tries once more when it ends, and complains."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
