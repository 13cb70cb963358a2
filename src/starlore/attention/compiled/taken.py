"""Which shape of kernel a call takes: by its dtype, its scale and the processor, never by sizes."""

import math
import os

from starlore.attention.arrays import name_of
from starlore.attention.compiled.features import shape_of
from starlore.attention.compiled.shape import PAIRED
from starlore.attention.compiled.tiles import is_granted
from starlore.attention.inputs import Inputs

MOST_HALVINGS = 20
"""Halvings that leave queries the range they need."""

LEAST_SCALE, LARGEST_SCALE = 1e-30, 1e30
"""Scales that float32 holds with room to spare; products of pairs are scaled afterwards."""


def taken(inputs: Inputs, names: frozenset[str], reads: bool = False) -> str:
    """The name of the shape for these inputs on a processor with these extensions.

    `STARLORE_SHAPE` names another; one for bfloat16 alone is taken for bfloat16 alone. A kernel
    that `reads` along widens bfloat16: of rounded weights nothing is read.

    Raises:
        BadValue: if `STARLORE_SHAPE` names no shape.
    """
    forced = os.environ.get("STARLORE_SHAPE", "")
    is_narrow = name_of(inputs.q.dtype) == "bfloat16" and not reads and forced in ("", *PAIRED)
    is_held = inputs.scale == 0 or LEAST_SCALE < abs(inputs.scale) < LARGEST_SCALE
    if is_narrow and is_held and is_granted(names):
        return "matrix"
    return shape_of(names).name


def scales(scale: float) -> tuple[float, float]:
    """The scale in two factors: of queries, by which none is rounded, and of scores.

    Example:
        >>> scales(0.125), scales(-0.75), scales(0.0)
        ((0.125, 1.0), (0.5, -1.5), (1.0, 0.0))
    """
    mantissa, exponent = math.frexp(scale)
    if scale == 0 or abs(exponent) > MOST_HALVINGS:
        return 1.0, scale
    return math.ldexp(1.0, exponent - 1), 2 * mantissa
