"""Names of compiled functions, each different from every other that a process can hold.

numba names machine code by the function's name and a number that counts the functions of the
process that compiled it; code from the disk keeps both. So two functions of one name, compiled by
two processes, may meet in a third under one symbol, and the linker takes the first for both: a
kernel of another shape, which gives wrong numbers. Here a name says the shape and the room as well.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any

from numba import njit

from starlore.attention.compiled.shape import Shape


def named(function: Any, kind: str) -> Any:
    """The same function under a name that says of what kind it is.

    Example:
        >>> def fold(job): ...
        >>> named(fold, "avx2-single").__qualname__
        'fold_avx2_single'
    """
    name = f"{function.__name__}_{kind}".replace("-", "_")
    code, defaults = function.__code__, function.__defaults__
    twin = FunctionType(code, function.__globals__, name, defaults, function.__closure__)
    twin.__qualname__, twin.__doc__ = name, function.__doc__
    return twin


def part_of(shape: Shape, room: str) -> Callable[[Callable[..., Any]], Any]:
    """Mark a function that other compiled functions of this shape and room call; Python does not,
    so nothing is made for it to be called by."""
    return _marked(shape, room, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def inner_of(shape: Shape, room: str) -> Callable[[Callable[..., Any]], Any]:
    """Mark such a function that is written into its only caller.

    A part is compiled, and compiled again in everything that calls it. For those that hold the
    generator's machine code that was half of all the time that compiling took.
    """
    return _marked(shape, room, inline="always")


def _marked(shape: Shape, room: str, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    kind = f"{room}_{shape.name}_{shape.rows}"

    def mark(function: Callable[..., Any]) -> Any:
        return njit(error_model="numpy", **options)(named(function, kind))

    return mark
