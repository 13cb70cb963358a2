"""The kernels this machine has, and ways to run one of them whatever would be chosen."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import starlore
from starlore.attention import Attention
from starlore.attention.arrays import Array, as_floats


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


def attend(q: Any, k: Any, v: Any, *given: Any, **named: Any) -> Attention:
    """attend; what a forced kernel does not take, float64 and lists, is given to it as float32."""
    if chosen() == "compiled":
        q, k, v = (fitted(array, "compiled") for array in (q, k, v))
    return starlore.attend(q, k, v, *given, **named)


def by(kernel: str) -> Callable[..., Attention]:
    """attend, done by one kernel."""

    def attend_by(*given: Any, **named: Any) -> Attention:
        with forced(kernel):
            return attend(*given, **named)

    attend_by.__name__ = kernel
    return attend_by


def fitted(numbers: Any, kernel: str) -> Any:
    """Numbers in the widest dtype that the kernel takes."""
    array = as_floats(numbers, "numbers")
    if kernel != "compiled" or array.dtype != np.float64:
        return numbers
    return array.astype(np.float32)


def chosen() -> str:
    """The kernel that is forced now."""
    return os.environ.get("STARLORE_KERNEL", "")


def near() -> float:
    """How far the kernel that is forced now may be from the right value."""
    return 2e-6 if chosen() == "compiled" else 1e-12


def column(*numbers: float) -> Array:
    """Vectors of one number, in the widest dtype of the kernel that is forced now."""
    made: Array = fitted(np.array(numbers, dtype=np.float64)[:, None], chosen())
    return made


def random(*shape: int, seed: int = 0) -> Array:
    """Normal numbers, the same each time, in the widest dtype of the kernel forced now."""
    made: Array = fitted(np.random.default_rng(seed).normal(size=shape), chosen())
    return made
