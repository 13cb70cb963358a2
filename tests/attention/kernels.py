"""The kernels this machine has, and ways to run one of them whatever would be chosen."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import pytest

import starlore


def available() -> list[str]:
    """Every kernel that can run here, the reference first."""
    try:
        compiled = import_module("starlore.attention.compiled")
    except ImportError:
        return ["dense", "numpy"]
    is_there = hasattr(compiled, "is_available") and compiled.is_available()
    return ["dense", "numpy", "compiled"] if is_there else ["dense", "numpy"]


KERNELS = available()


@contextmanager
def forced(kernel: str) -> Iterator[None]:
    """Have this kernel run every call inside the block."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(os.environ, "STARLORE_KERNEL", kernel)
        yield


def by(kernel: str, verb: str = "attend") -> Callable[..., Any]:
    """A verb of the engine, done by one kernel."""

    def do(*given: Any, **named: Any) -> Any:
        with forced(kernel):
            return getattr(starlore.attention, verb)(*given, **named)

    do.__name__ = kernel
    return do
