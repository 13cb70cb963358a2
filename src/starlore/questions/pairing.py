"""Pair numbers with the windows that hold them, where no order is asked."""

from collections.abc import Callable, Sequence
from typing import TypeVar

One = TypeVar("One")
Other = TypeVar("Other")


def paired(
    ones: Sequence[One], others: Sequence[Other], fits: Callable[[One, Other], bool]
) -> tuple[bool, ...]:
    """Say which of `ones` get a partner of their own among `others`, as many as can.

    Whoever finds all fitting partners taken asks one of them to give way (augmenting paths), so no
    pair is missed because an earlier one chose badly.

    Cost: O(n^3) questions of whether two fit.

    Example:
        >>> paired([5, 1], [1, 5, 9], lambda a, b: a == b)
        (True, True)
        >>> paired([1, 2], [(0, 5), (0, 1)], lambda a, b: b[0] <= a <= b[1])
        (True, True)
        >>> paired([1, 1], [1, 2], lambda a, b: a == b)
        (True, False)
    """
    taken: dict[int, int] = {}

    def finds(one: int, tried: set[int]) -> bool:
        for place, other in enumerate(others):
            if place in tried or not fits(ones[one], other):
                continue
            tried.add(place)
            if place not in taken or finds(taken[place], tried):
                taken[place] = one
                return True
        return False

    return tuple(finds(one, set()) for one in range(len(ones)))
