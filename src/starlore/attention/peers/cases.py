"""What is measured: the cases behind the goals of speed, and what each goal asks."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.schemes import Causal, Full, Scheme, Window

Work = Literal["forward", "reading", "backward"]

PRODUCTS: dict[Work, float] = {"forward": 1.0, "reading": 1.0, "backward": 2.5}
"""Matrix products of each kind of work, in those of a forward pass: backward has five to two."""


@dataclass(frozen=True)
class Case:
    """One thing to be timed.

    Args:
        goal: the goal it serves, such as "S1".
        n: keys; and queries, unless `n_q` says otherwise. d: width of queries, keys and values.
        is_causal: keys after the query's place are not read. left: nor those farther back.
        work: a forward pass, one that reads along, or the backward pass alone.
        share: the share of the processor's peak asked for; None where none is.
        floors: how many times as fast as a peer it must be, peer by peer.
        kernel: the one that is measured, "" for the one that is chosen.
        shape: the shape of the compiled kernel, "" for this processor's.
    """

    goal: str
    n: int
    d: int = 64
    n_q: int | None = None
    heads: int = 1
    dtype: str = "float32"
    is_causal: bool = False
    left: int | None = None
    work: Work = "forward"
    share: float | None = None
    floors: tuple[tuple[str, float], ...] = ()
    kernel: str = ""
    shape: str = ""

    @property
    def queries(self) -> int:
        """Queries of each head."""
        return self.n if self.n_q is None else self.n_q

    @property
    def scheme(self) -> Scheme:
        """Who may read whom.

        Example:
            >>> print(Case("S4", 8192, is_causal=True, left=255).scheme)
            causal & window(255)
        """
        scheme: Scheme = Causal() if self.is_causal else Full()
        return scheme if self.left is None else scheme & Window(self.left)

    @property
    def multiply_adds(self) -> float:
        """The useful multiply-adds: those of pairs that are read.

        Example:
            >>> Case("S2", 4, d=1, is_causal=True).multiply_adds
            20.0
        """
        pairs = self.scheme.plan(self.queries, self.n).comparisons
        return pairs * 2 * self.d * self.heads * PRODUCTS[self.work]

    def widened(self, heads: int) -> "Case":
        """The same with at least so many heads, one for each thread."""
        return replace(self, heads=max(heads, self.heads))

    def arrays(self) -> tuple[Array, Array, Array]:
        """Normal numbers for q, k, v `[1, heads, n, d]`; always the same."""
        rng = np.random.default_rng(0)
        sizes = (self.queries, self.n, self.n)
        q, k, v = (
            rng.standard_normal((1, self.heads, n, self.d)).astype(np.float32) for n in sizes
        )
        return q, k, v


TORCH, ORT = ("torch", 1.15), ("onnxruntime", 1.0)
NUMPY = ("numpy", 0.95)
CASES = (
    Case("S1", 2048, share=0.85, floors=(TORCH, ORT, NUMPY)),
    Case("S1", 8192, share=0.85, floors=(TORCH, ORT, NUMPY)),
    Case("S1", 2048, d=128, share=0.85, floors=(("torch", 1.1), NUMPY)),
    *(
        Case(
            "S2",
            n,
            is_causal=True,
            share=None if n < 2048 else 0.8,
            floors=(("torch", torch), ("onnxruntime", 1.4), NUMPY),
        )
        for n, torch in ((1024, 1.4), (2048, 1.4), (8192, 1.15))
    ),
    *(Case("S3", n, dtype="bfloat16", floors=(("torch", 1.9),)) for n in (2048, 4096)),
    Case("S4", 8192, is_causal=True, left=255, floors=(("flex", 3.0), ("torch", 15.0))),
    Case("S5", 4096, work="reading", floors=(("plain", 1 / 1.1),)),
    Case("S6", 2048, work="backward", floors=(("torch", 1.0),)),
    Case("S7", 16384, n_q=1, heads=8, floors=(("torch", 1.0),)),
    Case("S10", 2048, shape="avx2", share=0.8),
    Case("S10", 2048, kernel="numpy", share=0.5),
)
"""The goals, case by case. "plain" is our own call without reading."""
