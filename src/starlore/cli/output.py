"""What the commands print must arrive: a full disk, a closed pipe or no output ends in a sentence.

The group of commands runs inside `arrives`, so no command looks after its own output.
"""

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from starlore.cli.words import say

FAULT = 1
"""Exit code where something was met that could not be done."""


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
        SystemExit: 1 if the output cannot be written, with a sentence on stderr; quietly if who
            read it has gone away.
    """
    _fill_gaps()
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _abandon_output()
        raise SystemExit(FAULT) from None
    except OSError as fault:
        _abandon_output()
        with suppress(OSError, ValueError):
            _told(fault).show()
        raise SystemExit(FAULT) from None


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


def _abandon_output() -> None:
    """Drop what could not be written; else Python tries once more when it ends, and complains."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
