"""A number type that counts its own multiplications: arrays that write down what is done to them.

Products with a single number are scalings and are not counted; neither are sums.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import numpy as np
import pytest

tally = {"products": 0, "powers": 0}

CONTRASTS = ("convolution", "recurrent", "linear")


class Counting(np.ndarray[Any, Any]):
    """An array that counts products and powers of e."""

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **given: Any) -> Any:
        given["out"] = tuple(map(plain, given.get("out", ()))) or None
        found = getattr(ufunc, method)(*map(plain, inputs), **given)
        if ufunc in (np.exp, np.tanh):
            tally["powers"] += found.size
        elif ufunc is np.matmul:
            tally["products"] += found.size * inputs[0].shape[-1]
        elif ufunc is np.multiply and all(np.ndim(one) for one in inputs):
            tally["products"] += found.size
        return counting(found)

    def __array_function__(self, func: Any, types: Any, inputs: Any, given: Any) -> Any:
        if func is np.einsum:
            letters, *arrays = inputs
            sizes: dict[str, int] = {}
            for part, array in zip(letters.split("->")[0].split(","), arrays, strict=True):
                named = part.replace("...", "")
                sizes |= dict(
                    zip(named, np.shape(array)[np.ndim(array) - len(named) :], strict=True)
                )
                lead = np.shape(array)[: np.ndim(array) - len(named)]
            tally["products"] += int(np.prod([*lead, *sizes.values()]))
        return counting(func(*plain(inputs), **given))


def plain(value: Any) -> Any:
    """The numbers themselves."""
    if isinstance(value, tuple | list):
        return type(value)(map(plain, value))
    return value.view(np.ndarray) if isinstance(value, Counting) else value


def counting(value: Any) -> Any:
    """The same, counting from here on."""
    if isinstance(value, tuple | list):
        return type(value)(map(counting, value))
    return value.view(Counting) if isinstance(value, np.ndarray) else value


@contextmanager
def counted() -> Iterator[dict[str, int]]:
    """Let the contrasts work on numbers that count, and tell what they counted."""
    tally.update(products=0, powers=0)
    with pytest.MonkeyPatch.context() as patch:
        for name in CONTRASTS:
            module = import_module(f"starlore.attention.contrast.{name}")
            laid, shaped = module.laid, module.shaped

            def counts(named: Any, laid: Any = laid) -> Any:
                arrays, dtype = laid(named)
                return {name: counting(array) for name, array in arrays.items()}, dtype

            def filled(*given: Any, shaped: Any = shaped) -> Any:
                return counting(shaped(*given))

            patch.setattr(module, "laid", counts)
            patch.setattr(module, "shaped", filled)
        yield tally
