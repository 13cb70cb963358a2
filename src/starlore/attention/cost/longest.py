"""The other way round: the longest text that a budget allows."""

from collections.abc import Callable

from starlore.errors import BadValue

MOST = 2**40
"""Beyond this no length is sought: a million million places."""


def longest(fits: Callable[[int], bool], most: int = MOST) -> int | None:
    """The length n that fits while n + 1 does not.

    Of a cost that grows with the length it is the longest that fits.

    Args:
        fits: whether a length lies within the budget.
        most: sought up to here.

    Returns:
        0 if not even one place fits; None if `most` fits.

    Raises:
        BadValue: if `most` is below 1.

    Example:
        >>> longest(lambda n: n * n <= 1000), longest(lambda n: False), longest(lambda n: True, 9)
        (31, 0, None)
    """
    if most < 1:
        raise BadValue(f"a length of 1 or more must be allowed: it is {most}")
    low, high = 0, 1
    while high < most and fits(high):
        low, high = high, high * 2
    if high >= most:
        if fits(most):
            return None
        high = most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low
