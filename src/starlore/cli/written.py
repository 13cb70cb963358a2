"""Files that commands write: whole or not at all, and told where one cannot be written."""

import errno
import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from starlore.cli.words import say


def refuse_early(output: Path) -> None:
    """Refuse a place where no file can be, before anything is made that nobody would have.

    Raises:
        ClickException: if it is a folder, or in none, or in one that cannot be written.
    """
    if output == Path("-"):
        return
    if output.is_dir():
        raise click.ClickException(say("cli.export.folder", file=str(output)))
    folder = output.resolve().parent
    if not folder.is_dir():
        raise _unwritable(output, os.strerror(errno.ENOENT))
    if not output.exists() and not os.access(folder, os.W_OK):
        raise _unwritable(output, os.strerror(errno.EACCES))


@contextmanager
def told_unwritable(output: Path) -> Iterator[None]:
    """Tell in one sentence that a file cannot be written; a reader who goes away is no fault."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as fault:
        raise _unwritable(output, fault.strerror or str(fault)) from fault


def _unwritable(output: Path, why: str) -> click.ClickException:
    return click.ClickException(say("cli.export.unwritable", file=str(output), why=why))


def write_whole(output: Path, lines: Iterable[bytes]) -> int:
    """Write lines to a file that then holds all of them, or what it held before.

    A link is followed: the file it leads to is replaced, the link stays. What is no regular file,
    such as a device or a pipe, is written to and never replaced.

    Returns:
        How many lines were written.

    Raises:
        OSError: if it cannot be written; what was begun is removed.
    """
    if output.exists() and not output.is_file():
        with output.open("wb", buffering=0) as file:
            return sum(1 for line in lines if file.write(line))
    target = Path(os.path.realpath(output))
    begun = target.with_name(f".starlore-{secrets.token_hex(4)}.part")
    try:
        with begun.open("xb") as file:
            count = sum(1 for line in lines if file.write(line))
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            begun.chmod(target.stat().st_mode & 0o777)
        begun.replace(target)
    except BaseException:
        begun.unlink(missing_ok=True)
        raise
    return count
