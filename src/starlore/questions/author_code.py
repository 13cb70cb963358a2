"""Run what an author wrote, for so long and no longer (decisions/0013).

It runs in a thread apart. So whatever it raises, KeyboardInterrupt and SystemExit among it, is
the author's and not this machine's; and whoever waits for it can stop waiting.
"""

import _thread
import ctypes
import os
import sys
import time
from collections.abc import Callable
from contextvars import copy_context
from typing import TypeVar, cast

from starlore.errors import QuestionError, Worded
from starlore.message import Message

T = TypeVar("T")

FILE_SECONDS = 10.0
"""For running a file, and for what it defines at once."""

DRAW_SECONDS = 5.0
"""For one Variant, all its redraws among it."""

PATIENCE = 6
"""How many times as long it may take by the clock where other work has the processor."""

BUSY = 0.5
"""Code that got this much of the processor was not kept from it: its time is over."""

LONGEST_SAID = 300
"""Characters told of what an author's exception says."""


class OutOfTime(BaseException):
    """Raised inside the author's code when its time is over; nobody catches it but `within`."""


class TookTooLong(QuestionError):
    """An author's code that did not end in its time; `places` is where it was then.

    Attributes:
        places: file and line of each call it was in, the deepest last.
    """

    def __init__(self, seconds: float, places: tuple[tuple[str, int], ...]) -> None:
        super().__init__("check.python.too-long", seconds=f"{seconds:g}")
        self.places = places


def within(seconds: float, work: Callable[[], T]) -> T:
    """What `work` gives or raises, if it ends in time.

    The time is the work's own: where the machine does so much else that the work hardly ran, it
    is waited for up to `PATIENCE` times as long.

    Work inside such work has the time that is left of the outer one. Code that does not let itself
    be interrupted (a call that waits, a loop that catches everything) is left behind in its
    thread, which ends with the process.

    Raises:
        TookTooLong: if it does not end in `seconds`.

    Example:
        >>> within(5, lambda: 2 + 2)
        4
    """
    if _thread.get_ident() in _hands:
        return work()
    try:
        hand = _idle.pop()
    except IndexError:
        hand = _Hand()
    context = copy_context()
    hand.begin(lambda: context.run(work))
    try:
        is_over = hand.ends_within(seconds)
    except BaseException:  # somebody ended this machine's work, not the author's
        hand.leave()
        raise
    if not is_over:
        places = hand.places()
        hand.leave()
        raise TookTooLong(seconds, places)
    given, raised = hand.given, hand.raised
    hand.given = hand.raised = None
    _idle.append(hand)
    if raised is not None:
        raise raised
    return cast(T, given)


class _Hand:
    """A thread that does one piece of work after another, until one takes too long."""

    def __init__(self) -> None:
        self.over, self._begun = _thread.allocate_lock(), _thread.allocate_lock()
        self.over.acquire()
        self._begun.acquire()
        self._work: Callable[[], object] | None = None
        self._is_left = False
        self.given: object = None
        self.raised: BaseException | None = None
        self._thread = _thread.start_new_thread(self._serve, ())

    def begin(self, work: Callable[[], object]) -> None:
        """Start on a work; `over` is released when it has ended."""
        self._work = work
        self._begun.release()

    def ends_within(self, seconds: float) -> bool:
        """Whether the work ends; it is waited for again as long as it hardly ran."""
        begun = self._ran()
        for turn in range(1, PATIENCE + 1):
            if self.over.acquire(timeout=seconds):
                return True
            if self._ran() - begun >= BUSY * seconds * turn:
                return False
        return False

    def _ran(self) -> float:
        """Seconds of a processor that the thread had; the clock's where no system tells."""
        if not hasattr(time, "pthread_getcpuclockid"):
            return time.monotonic()
        return time.clock_gettime(time.pthread_getcpuclockid(self._thread))

    def leave(self) -> None:
        """Raise OutOfTime in the work, at its next step of Python, and wait a moment for it."""
        self._is_left = True
        number, raised = ctypes.c_ulong(self._thread), ctypes.py_object(OutOfTime)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(number, raised)
        self.over.acquire(timeout=1.0)

    def places(self) -> tuple[tuple[str, int], ...]:
        """File and line of each call the work is in, the deepest last."""
        frame = sys._current_frames().get(self._thread)
        places: list[tuple[str, int]] = []
        while frame is not None:
            places.append((frame.f_code.co_filename, frame.f_lineno))
            frame = frame.f_back
        return tuple(reversed(places))

    def _serve(self) -> None:
        number = _thread.get_ident()
        _hands.add(number)
        try:
            while not self._is_left:
                self._begun.acquire()
                try:
                    self.given = self._work() if self._work else None
                except BaseException as fault:
                    self.raised = fault
                self._work = None
                self.over.release()
        except OutOfTime:  # it came when the work had just ended
            pass
        finally:
            _hands.discard(number)


_hands: set[int] = set()
"""The threads that run authors' code, by their number."""

_idle: list[_Hand] = []
"""Those that wait for work: making a thread anew takes longer than most draws."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)  # threads do not live on in a copy


def said_of(fault: BaseException) -> str:
    """The kind of an exception and what it says, in a line; an author's may fail to say it.

    Example:
        >>> said_of(ValueError("no\\n such word"))
        'ValueError: no such word'
    """
    try:
        said = " ".join(str(fault).split())[:LONGEST_SAID]
    except OutOfTime:
        raise
    except BaseException:
        said = ""
    return f"{type(fault).__name__}: {said}".removesuffix(": ")


def told_of(fault: BaseException) -> str | Message:
    """What an author is told of an exception: its kind, and its message or its own words."""
    if isinstance(fault, Worded):
        return Message("check.python.named", kind=type(fault).__name__, said=fault.message)
    said = said_of(fault)
    return said if ": " in said else Message("check.python.mute", kind=said)
