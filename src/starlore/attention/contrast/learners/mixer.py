"""What a way of reading the past has to say to be learned: its tables, its way there and back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from starlore.attention.arrays import Array
from starlore.attention.contrast.learners.layers import Params, Sums

Shapes = Mapping[str, tuple[tuple[int, ...], float]]
"""Tables by name: shape, and the deviation they are drawn with (0: zeros)."""


@dataclass(frozen=True)
class Mixer:
    """One way of reading, between a text of vectors and what is read at the places that ask.

    Attributes:
        tables: what it learns.
        read: parameters, text `[b, n, d]`, places that ask `[b, p]` -> read `[b, p, d]`, trace.
        back: parameters, trace, gradient of what was read, sums -> gradient of the text.
        hidden: numbers that are carried from one place to the next; None where all are kept.
        begins: what is added to tables when they are drawn.
    """

    tables: Shapes
    read: Callable[[Params, Array, Array], tuple[Array, Any]]
    back: Callable[[Params, Any, Array, Sums], Array]
    hidden: int | None
    begins: Mapping[str, Array] = field(default_factory=dict)
