"""A course on disk as it is now: loaded once, and again when one of its files has changed."""

import threading
from pathlib import Path

from starlore.lessons.load import load_course
from starlore.lessons.model import Course


class Shelf:
    """Gives the course of a folder; what was loaded serves until a file changes.

    Args:
        folder: the course's folder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._seen: tuple[tuple[str, int, int], ...] = ()
        self._course: Course | None = None

    def course(self) -> Course:
        """The course as the folder holds it now."""
        with self._lock:
            seen = self._look()
            if self._course is None or seen != self._seen:
                self._course, self._seen = load_course(self._folder), seen
            return self._course

    def _look(self) -> tuple[tuple[str, int, int], ...]:
        """Name, size and time of every file: what tells one state of a folder from another."""
        stats = (
            (str(path), path.stat())
            for path in sorted(self._folder.rglob("*"))
            if path.is_file() and "__pycache__" not in path.parts
        )
        return tuple((name, stat.st_size, stat.st_mtime_ns) for name, stat in stats)
