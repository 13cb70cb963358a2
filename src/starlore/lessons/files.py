"""Read an author's files: bounded, and whatever cannot be read is told."""

import os
import re
import stat
from pathlib import Path

from starlore.errors import Authored
from starlore.lessons.diagnostics import Diagnostic, printable
from starlore.message import Message

MOST_TEXT_BYTES, MOST_BYTES = 128 * 1024, 8 * 1024 * 1024
"""Of a text, five times the longest lesson; of any other file, such as an image."""

MOST_FILES = 200
"""In the folder of one lesson."""

TEXTS = (".md", ".py", ".toml")
NEEDED = re.compile(r"lesson\.md|lesson\..*\.md|numbers\.py|questions\.py")
WATCH = re.compile(r"watch(\.[a-z]{2,3}(-[A-Za-z0-9]{2,8})*)?\.toml")
"""The files of a lesson's animation: the first language's, and those of others."""

TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
"""What the tag of a language looks like in the name of a file."""


class Unreadable(Authored):
    """A file that cannot be read; says why."""


def is_folder(path: Path) -> bool:
    """Whether a folder is there that can be looked at."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def is_file(path: Path) -> bool:
    """Whether a file is there that can be looked at."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def read_bytes(path: Path) -> bytes:
    """What a file holds, up to its bound; nothing that would make the reader wait.

    Raises:
        FileNotFoundError: if it is not there.
        Unreadable: if it is no file, too large, or may not be read.
    """
    most = MOST_TEXT_BYTES if path.suffix in TEXTS else MOST_BYTES
    try:
        opened = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(opened, "rb") as file:
            if not stat.S_ISREG(os.fstat(opened).st_mode):
                raise Unreadable("check.file.no-file")
            data = file.read(most + 1)
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as fault:
        why = getattr(fault, "strerror", None) or Message("check.file.no-name")
        raise Unreadable("check.file.unread", why=why) from None
    if len(data) > most:
        raise Unreadable("check.file.large", most=most // 1024)
    return data


def read_text(path: Path) -> str:
    """A file's text, its lines ended by a line feed.

    Raises:
        FileNotFoundError, Unreadable: as for its bytes, or if it is not UTF-8.
    """
    return as_text(read_bytes(path))


def as_text(data: bytes) -> str:
    """Bytes as text without a byte order mark, its lines ended by a line feed.

    Raises:
        Unreadable: if they are not UTF-8.

    Example:
        >>> as_text(b"one\\r\\ntwo")
        'one\\ntwo'
    """
    try:
        return data.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n")
    except UnicodeDecodeError as fault:
        raise Unreadable("check.file.no-utf8", at=str(fault.start)) from None


def files_of(folder: Path, path: str, faults: list[Diagnostic]) -> dict[str, bytes]:
    """The files of a lesson, by name.

    Args:
        folder: on disk. path: the same for diagnostics. faults: what cannot be read is added.
    """
    files: dict[str, bytes] = {}

    def fault(name: str, message: Message) -> None:
        where = f"{path}/{printable(name)}" if name else path
        faults.append(Diagnostic(where, 1, 1, "L113", message))

    try:
        names = sorted(one.name for one in folder.iterdir() if not one.name.startswith("."))
    except OSError as refused:
        fault("", Message("check.file.unread", why=str(refused.strerror)))
        return {}
    for name in names:
        if len(files) >= MOST_FILES:
            fault("", Message("check.file.many", most=MOST_FILES))
            break
        place = folder / name
        is_needed = bool(NEEDED.fullmatch(name))
        try:
            if not is_needed and not is_file(place):
                continue
            name.encode()
            files[name] = read_bytes(place)
        except UnicodeEncodeError:
            fault(name, Message("check.file.name"))
        except FileNotFoundError:
            fault(name, Message("check.file.dangling"))
        except Unreadable as refused:
            fault(name, refused.message)
    return files
