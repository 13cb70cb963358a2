"""One plain pool of threads for the whole process, and work shared out over it.

The caller works too, so a call makes progress however busy the pool is, and calls from many
threads at once are safe. Results come in the order of the work, whoever did it.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import count
from typing import TypeVar

Work = TypeVar("Work")
Result = TypeVar("Result")


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def share(
    work: Callable[[Work], Result], items: Sequence[Work], threads: int | None
) -> list[Result]:
    """Do `work` on each item, on up to so many threads; None means every core allowed.

    Raises:
        Whatever `work` raised, for the first item that raised; items not begun are left out.

    Example:
        >>> share(lambda item: item * item, [1, 2, 3], threads=2)
        [1, 4, 9]
    """
    wanted = len(items) if threads is None else min(threads, len(items))
    if wanted <= 1:
        return [work(item) for item in items]
    wanted = min(wanted, cores())
    done: dict[int, Result] = {}
    faults: dict[int, BaseException] = {}
    turns = count()

    def take_turns() -> None:
        for turn in turns:  # drawing from a count is one step: no two threads get one turn
            if turn >= len(items) or faults:
                return
            try:
                done[turn] = work(items[turn])
            except BaseException as fault:
                faults[turn] = fault

    helpers = [_pool(os.getpid()).submit(take_turns) for _ in range(wanted - 1)]
    take_turns()
    for helper in helpers:
        if not helper.cancel():
            helper.result()
    if faults:
        raise faults[min(faults)]
    return [done[turn] for turn in range(len(items))]


@cache
def _pool(process: int) -> ThreadPoolExecutor:
    """The pool of a process; a forked child makes its own."""
    return ThreadPoolExecutor(max_workers=max(1, cores() - 1), thread_name_prefix="starlore")
