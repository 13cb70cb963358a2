"""Watching a long call: how much of it is done, told while it runs.

A kernel makes a `Meter` of all the work it sees ahead and adds to it piece by piece. Unless
somebody is watching, adding does nothing.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

Seen: TypeAlias = Callable[[float], None]
"""Takes the share of the work that is done, from 0 to 1."""

_watcher: ContextVar[Seen | None] = ContextVar("watcher", default=None)


@contextmanager
def watching(seen: Seen) -> Iterator[None]:
    """Tell `seen` how far the calls of attention in this block have come.

    Args:
        seen: gets the share that is done of the call that runs, one call at a time, from whichever
            thread did a piece. It rises to 1, and begins anew where a call must be folded a second
            time: a sum passed the limit of its dtype, or what is read takes a pass of its own. What
            it raises ends the call.

    Example:
        >>> import numpy as np
        >>> from starlore.attention import attend
        >>> shares = []
        >>> with watching(shares.append):
        ...     output = attend(*np.ones((3, 300, 8), np.float32)).output
        >>> shares[-1], shares == sorted(shares)
        (1.0, True)
    """
    token = _watcher.set(seen)
    try:
        yield
    finally:
        _watcher.reset(token)


class Meter:
    """How much of one call is done, told to whoever watches the thread that made it.

    Args:
        total: all the work, in any unit; asked for only if somebody watches.
    """

    def __init__(self, total: Callable[[], int]) -> None:
        self._seen = _watcher.get()
        self._total = 0 if self._seen is None else total()
        self._done = 0
        self._lock = threading.Lock()

    @property
    def is_watched(self) -> bool:
        """Whether it is worth the while to say how large a piece was."""
        return self._seen is not None

    def add(self, work: int) -> None:
        """Say that so much more is done."""
        if self._seen is None:
            return
        with self._lock:
            self._done += work
            if self._done < self._total:
                self._seen(self._done / self._total)

    def finish(self) -> None:
        """Say that all is done."""
        if self._seen is not None:
            self._seen(1.0)
