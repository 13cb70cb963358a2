"""Attention as machine code, generated in Python: numba and LLVM vector instructions.

Importing this package loads neither numba nor LLVM; importing its module `run`, whose function
`run` is the kernel, does.
"""

from typing import TYPE_CHECKING

from starlore.attention.arrays import name_of
from starlore.attention.compiled.features import features, is_available

if TYPE_CHECKING:
    from starlore.attention.inputs import Inputs


def takes(inputs: "Inputs") -> bool:
    """Whether the machine code can do this call: float16, bfloat16 and float32."""
    return name_of(inputs.dtype) in ("float16", "bfloat16", "float32")


__all__ = ["features", "is_available", "takes"]
