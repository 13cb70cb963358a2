"""What this processor can do, and which shape of kernel follows from it; never from the sizes."""

import os
from functools import cache
from importlib.util import find_spec

from starlore.attention.compiled.shape import EVERY, PAIRED, SHAPES, Shape
from starlore.errors import BadValue


@cache
def features() -> frozenset[str]:
    """Names of the vector extensions the processor has, as LLVM calls them."""
    from llvmlite import binding  # type: ignore[import-untyped]

    found = binding.get_host_cpu_features()
    names = {name for name, there in found.items() if there}
    if binding.get_process_triple().startswith(("aarch64", "arm64")):
        names.add("neon")
    return frozenset(names)


@cache
def is_available() -> bool:
    """Whether numba is installed and the processor fuses multiply-adds."""
    if find_spec("numba") is None:
        return False
    return bool(features() & {"fma", "avx512f", "neon"})


def shape_of(names: frozenset[str]) -> Shape:
    """The shape of kernel for a processor that has these extensions.

    `STARLORE_SHAPE` names another, as a test of the narrower kernels on a wide machine; the name
    of a shape for bfloat16 alone changes nothing here.

    Raises:
        BadValue: if `STARLORE_SHAPE` names no shape.

    Example:
        >>> shape_of(frozenset({"fma", "avx2"})).lanes
        8
    """
    forced = os.environ.get("STARLORE_SHAPE", "")
    if forced and forced not in PAIRED:
        if forced not in SHAPES:
            names_known = ", ".join(EVERY)
            raise BadValue(f"STARLORE_SHAPE must be one of {names_known}: it is {forced!r}")
        return SHAPES[forced]
    if "avx512f" in names:
        return SHAPES["avx512"]
    return SHAPES["avx2" if {"avx2", "fma"} <= names else "generic"]
