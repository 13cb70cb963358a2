"""Attention as machine code, generated in Python: numba and LLVM vector instructions.

Importing this package loads neither numba nor LLVM; the first call does.
"""

from typing import TYPE_CHECKING

from starlore.attention.compiled.features import features, is_available

if TYPE_CHECKING:
    from starlore.attention.inputs import Inputs
    from starlore.attention.reading import Read
    from starlore.attention.results import Attention


def run(inputs: "Inputs", read: "Read | None", threads: int | None) -> "Attention":
    """Attend by machine code; compile it first if this machine has not yet.

    Raises:
        ScoreOverflowError: if finite queries and keys have a log-sum that is not finite.
    """
    from starlore.attention.compiled.run import run as run_compiled

    return run_compiled(inputs, read, threads)


def takes(inputs: "Inputs") -> bool:
    """Whether the machine code can do this call: float16, bfloat16 and float32."""
    return inputs.dtype.name in ("float16", "bfloat16", "float32")


__all__ = ["features", "is_available", "run", "takes"]
