"""Run what an author wrote, for so long and no longer (decisions/0012).

It runs in a thread of its own. So whatever it raises, KeyboardInterrupt and SystemExit among it, is
the author's and not this machine's; and whoever waits for it can stop waiting.
"""

import _thread
import ctypes
import sys
from collections.abc import Callable
from contextvars import copy_context
from types import FrameType
from typing import TypeVar

from starlore.errors import QuestionError

T = TypeVar("T")

FILE_SECONDS = 10.0
"""For running a file, and for what it defines at once."""

DRAW_SECONDS = 5.0
"""For one Variant, all its redraws among it."""

LONGEST_SAID = 300
"""Characters told of what an author's exception says."""

_hurried: set[int] = set()
"""The threads that run an author's code now, by their number."""


class OutOfTime(BaseException):
    """Raised inside the author's code when its time is over; nobody catches it but `within`."""


class TookTooLong(QuestionError):
    """An author's code that did not end in its time; `places` is where it was then.

    Attributes:
        places: file and line of each call it was in, the deepest last.
    """

    def __init__(self, message: str, places: tuple[tuple[str, int], ...]) -> None:
        super().__init__(message)
        self.places = places


def within(seconds: float, work: Callable[[], T]) -> T:
    """What `work` gives or raises, if it ends in time.

    Work inside such work has the time that is left of the outer one. Code that does not let itself
    be interrupted (a call that waits, a loop that catches everything) is left behind in its
    thread, which ends with the process.

    Raises:
        TookTooLong: if it does not end in `seconds`.

    Example:
        >>> within(5, lambda: 2 + 2)
        4
    """
    if _thread.get_ident() in _hurried:
        return work()
    given: list[T] = []
    raised: list[BaseException] = []
    is_over = _thread.allocate_lock()
    is_over.acquire()
    context = copy_context()

    def body() -> None:
        number = _thread.get_ident()
        _hurried.add(number)
        try:
            given.append(context.run(work))
        except BaseException as fault:
            raised.append(fault)
        finally:
            _hurried.discard(number)
            is_over.release()

    number = _thread.start_new_thread(body, ())
    if not is_over.acquire(timeout=seconds):
        frame = sys._current_frames().get(number)
        _interrupt(number)
        is_over.acquire(timeout=1.0)
        places = _places(frame)
        raise TookTooLong(f"it did not end within {seconds:g} seconds", places)
    if raised:
        raise raised[0]
    return given[0]


def said_of(fault: BaseException) -> str:
    """The kind of an exception and what it says, in a line; an author's may refuse to say it.

    Example:
        >>> said_of(ValueError("no\\n such word"))
        'ValueError: no such word'
    """
    try:
        said = " ".join(str(fault).split())[:LONGEST_SAID]
    except OutOfTime:
        raise
    except BaseException:
        said = "it does not say why"
    return f"{type(fault).__name__}: {said}"


def _interrupt(thread: int) -> None:
    """Raise OutOfTime in a thread that runs an author's code, at its next step of Python."""
    if thread in _hurried:
        number, raised = ctypes.c_ulong(thread), ctypes.py_object(OutOfTime)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(number, raised)


def _places(frame: FrameType | None) -> tuple[tuple[str, int], ...]:
    """File and line of a frame and its callers, the deepest last."""
    places: list[tuple[str, int]] = []
    while frame is not None:
        places.append((frame.f_code.co_filename, frame.f_lineno))
        frame = frame.f_back
    return tuple(reversed(places))
