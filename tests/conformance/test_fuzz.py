"""Two thousand calls drawn at random, on every kernel; a broken attention is found by fewer."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from starlore.attention import Full, attend
from tests.attention.kernels import KERNELS
from tests.conformance.fuzz import hunt

RUNS = {"dense": [200], "numpy": [200] * 4, "compiled": [250] * 4}
"""How many calls each run draws: apart, so that they can be run side by side."""


@pytest.mark.parametrize(
    ("kernel", "run", "examples"),
    [(kernel, run, examples) for kernel in KERNELS for run, examples in enumerate(RUNS[kernel])],
)
def test_any_call_comes_out_as_the_reference_says(kernel: str, run: int, examples: int) -> None:
    hunt(kernel, run, examples)


def without(name: str) -> Callable[..., Any]:
    """attend that forgets one of its arguments."""

    def attend_wrongly(q: Any, k: Any, v: Any, scheme: Any, **named: Any) -> Any:
        if name == "scheme":
            return attend(q, k, v, Full(), **named)
        return attend(q, k, v, scheme, **{**named, name: None})

    return attend_wrongly


def by_contiguous_memory(q: Any, k: Any, v: Any, scheme: Any, **named: Any) -> Any:
    """attend that reads a transposed view as if it were not."""
    turned = np.ascontiguousarray(q.swapaxes(-1, -2)).reshape(q.shape)
    return attend(turned if not q.flags.c_contiguous else q, k, v, scheme, **named)


@pytest.mark.parametrize(
    "broken",
    [
        *map(without, ("scheme", "mask", "bias", "scale", "softcap", "key_lengths")),
        by_contiguous_memory,
    ],
)
def test_a_broken_attention_is_found(broken: Callable[..., Any]) -> None:
    with pytest.raises(AssertionError):
        hunt("numpy", 0, 100, broken)
