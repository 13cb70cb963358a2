"""Hold the matrix products of NumPy to one thread, so that our own threads do not crowd them.

NumPy's wheels multiply matrices with OpenBLAS, which has threads of its own for the whole process
and one switch for their number. While calls of ours run, the switch stands at one; the last of
them to end puts it back. Where the switch is not found, we use one thread and leave BLAS its own.
"""

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any

import numpy as np

NAMES = (
    ("scipy_openblas_get_num_threads64_", "scipy_openblas_set_num_threads64_"),
    ("scipy_openblas_get_num_threads", "scipy_openblas_set_num_threads"),
    ("openblas_get_num_threads64_", "openblas_set_num_threads64_"),
    ("openblas_get_num_threads", "openblas_set_num_threads"),
)


@dataclass
class Holders:
    """How many calls hold BLAS to one thread, and how many threads it had before."""

    count: int = 0
    before: int = 0


_holders = Holders()
_lock = Lock()


@contextmanager
def one_thread() -> Iterator[bool]:
    """Hold BLAS to one thread for the time of the block; tell whether that can be done here.

    Example:
        >>> with one_thread() as is_held:
        ...     is_held in (True, False)
        True
    """
    switch = _switch()
    if switch is None:
        yield False
        return
    threads_now, set_threads = switch
    with _lock:
        if _holders.count == 0:
            _holders.before = threads_now()
            set_threads(1)
        _holders.count += 1
    try:
        yield True
    finally:
        with _lock:
            _holders.count -= 1
            if _holders.count == 0:
                set_threads(_holders.before)


@cache
def _switch() -> tuple[Callable[[], int], Callable[[int], None]] | None:
    """The two functions of the OpenBLAS that NumPy has loaded, looked up through NumPy itself."""
    core: Any = getattr(np, "_core", None)
    try:
        library = ctypes.CDLL(core._multiarray_umath.__file__)
    except (AttributeError, OSError, TypeError):
        return None
    for get, put in NAMES:
        if hasattr(library, get) and hasattr(library, put):
            threads_now, set_threads = getattr(library, get), getattr(library, put)
            threads_now.restype, threads_now.argtypes = ctypes.c_int, []
            set_threads.restype, set_threads.argtypes = None, [ctypes.c_int]
            return threads_now, set_threads
    return None
