"""A course on disk as it is now: loaded once, and again when one of its files has changed."""

import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from starlore.lessons.load import load_course
from starlore.lessons.model import Course

REST_MS = 200
"""How long a look at the folder serves: less than it takes to save a file and turn to the page."""

Seen = tuple[tuple[str, int, int], ...]


class Shelf:
    """Gives the course of a folder; what was loaded serves until a file changes.

    One thread loads; meanwhile all others are served what was there before (decisions/0013). Only
    where there is nothing yet, they wait.

    Args:
        folder: the course's folder. load: reads it.
        clock: gives milliseconds; the folder is looked at `REST_MS` after the last look at the
            earliest. None looks at it each time.
    """

    def __init__(
        self,
        folder: Path,
        load: Callable[[Path], Course] = load_course,
        clock: Callable[[], int] | None = None,
    ) -> None:
        self._folder, self._load, self._clock = folder, load, clock
        self._looked_ms: int | None = None
        self._loading = threading.Lock()
        self._held: tuple[Seen, Course] | None = None

    def course(self) -> Course:
        """The course as the folder holds it now, or held it before while it is being loaded."""
        held = self._held
        if self._rests() and held is not None:
            return held[1]
        seen = self._look()
        if held is not None and held[0] == seen:
            return held[1]
        if not self._loading.acquire(blocking=held is None):
            assert held is not None
            return held[1]
        try:
            if self._held is None or self._held[0] != seen:
                self._held = (seen, self._load(self._folder))
            return self._held[1]
        finally:
            self._loading.release()

    def _rests(self) -> bool:
        """Whether the folder was looked at just now; if not, it is from here on."""
        if self._clock is None:
            return False
        now_ms = self._clock()
        if self._looked_ms is not None and 0 <= now_ms - self._looked_ms < REST_MS:
            return True
        self._looked_ms = now_ms
        return False

    def _look(self) -> Seen:
        """Name, size and time of every file: what tells one state of a folder from another."""
        return tuple(sorted(_stats(self._folder)))


def _stats(folder: Path) -> Iterator[tuple[str, int, int]]:
    """Every file below a folder; one that cannot be looked at has no size and no time."""
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        for name in names:
            path = os.path.join(place, name)  # noqa: PTH118 (names need not be text)
            try:
                stat = os.stat(path)  # noqa: PTH116
                yield path, stat.st_size, stat.st_mtime_ns
            except OSError:
                yield path, -1, -1
