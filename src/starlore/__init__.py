"""Starlore: lessons that compute, on an attention engine that stands on its own.

The engine's names are found here on first use, so `import starlore` itself loads nothing but the
errors it raises, which every user of the engine wants to name.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from starlore.errors import (
    AlignmentError,
    DtypeError,
    ScoreOverflowError,
    ShapeError,
    StarloreError,
)

if TYPE_CHECKING:
    from starlore.attention import (
        Attention,
        Causal,
        Full,
        Plan,
        Read,
        Reading,
        Scheme,
        Steps,
        attend,
        blend,
        explain,
        score,
        softmax,
        top_scorers,
    )

__version__ = "0.1.0"

__all__ = [
    "AlignmentError",
    "Attention",
    "Causal",
    "DtypeError",
    "Full",
    "Plan",
    "Read",
    "Reading",
    "Scheme",
    "ScoreOverflowError",
    "ShapeError",
    "StarloreError",
    "Steps",
    "attend",
    "blend",
    "explain",
    "score",
    "softmax",
    "top_scorers",
]


def __getattr__(name: str) -> object:
    """Load the engine when one of its names is first asked for."""
    if name in __all__:
        return getattr(import_module("starlore.attention"), name)
    raise AttributeError(f"module 'starlore' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
