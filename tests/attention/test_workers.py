"""Work shared over threads: in order, with the first fault, and from many callers at once."""

import threading

import pytest

from starlore.attention.blas import one_thread
from starlore.attention.workers import cores, share


@pytest.mark.parametrize("threads", [None, 1, 2, 50])
def test_results_come_in_the_order_of_the_work(threads: int | None) -> None:
    assert share(lambda item: item * item, list(range(100)), threads) == [
        item * item for item in range(100)
    ]
    assert share(str, [], threads) == []
    assert cores() >= 1


def test_a_fault_is_raised_where_the_work_was_asked_for() -> None:
    def fail(item: int) -> int:
        if item == 3:
            raise KeyError(item)
        return item

    with pytest.raises(KeyError, match="3"):
        share(fail, list(range(1000)), 2)


def test_many_callers_at_once_each_get_their_own() -> None:
    found: dict[int, list[int]] = {}

    def call(caller: int) -> None:
        found[caller] = share(lambda item: item + caller, list(range(50)), 2)

    callers = [threading.Thread(target=call, args=(i,)) for i in range(6)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert all(found[i] == list(range(i, i + 50)) for i in range(6))


def test_blas_is_held_from_the_first_call_to_the_end_of_the_last() -> None:
    with one_thread() as outer, one_thread() as inner:
        assert outer == inner
    with one_thread() as again:
        assert again == outer
