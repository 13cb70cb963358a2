"""Whatever may come in place of an argument, and what is wrong with the answer to it."""

import warnings
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from starlore import attention as a
from starlore.attention.arguments import shown
from starlore.errors import StarloreError

ODD: list[Any] = [
    None,
    "x",
    b"x",
    1.5,
    -1,
    2**70,
    float("nan"),
    float("inf"),
    True,
    1j,
    object(),
    [],
    {},
    {1},
    [1, [2]],
    [-1],
    [0.5],
    ["causal"],
    lambda *given: None,
    a.Causal,
    a.Read(),
    a.attend_part(*(np.ones((2, 5, 4)),) * 3),
    np.ones((2, 5, 4)),
    np.ones((2, 2, 2, 2), np.float32),
    np.arange(5),
    np.ones(3, dtype=np.bool_),
    np.array(["a"]),
    np.array([None, object()], dtype=object),
    np.datetime64("2020-01-01"),
]


def raw_faults(call: Callable[..., Any], given: Mapping[str, Any]) -> list[str]:
    """What is wrong with the answers of a call, each of its arguments being odd in turn."""
    return [fault for name in given for odd in ODD if (fault := raw(call, given, name, odd))]


def raw(call: Callable[..., Any], given: Mapping[str, Any], name: str, odd: Any) -> str | None:
    """What is wrong with the answer to one odd argument; None if nothing is."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            call(**{**given, name: odd})
    except StarloreError as refusal:
        sentence = str(refusal)
        if "\n" in sentence or not sentence:
            return f"{name}={shown(odd)}: {shown(sentence)}"
    except Exception as fault:
        return f"{name}={shown(odd)}: {fault!r}"
    return None
