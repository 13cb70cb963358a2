"""What a call costs, in closed form: counted from the lengths, before anything is computed."""

from typing import TypeAlias

from starlore.attention.chosen.choice import Chosen
from starlore.attention.cost.chosen import chosen_bytes, chosen_cost, moved
from starlore.attention.cost.contrasts import Contrast
from starlore.attention.cost.memory import compiled_bytes, tiled_bytes
from starlore.attention.cost.sizes import Cost, Sizes
from starlore.attention.cost.units import spans_in
from starlore.attention.cost.work import kernel_here, work_of
from starlore.attention.schemes import Scheme

Way: TypeAlias = Scheme | Chosen | Contrast
"""A way to read the past: who reads whom by place, keys chosen by the data, or no keys at all."""


def count(
    way: Way,
    n_q: int,
    n_k: int,
    d_k: int,
    d_v: int,
    h_q: int = 1,
    h_kv: int = 1,
    batch: int = 1,
    dtype: str = "float32",
    *,
    kernel: str | None = None,
    threads: int = 1,
) -> Cost:
    """What one call costs: comparisons, multiply-adds, exponentials, bytes and memory.

    Comparisons are exact, whatever a kernel scores in vain on top of them; multiply-adds are
    comparisons * (d_k + d_v), and bytes are those of queries, keys, values and outputs. Memory is
    that of the kernel which `attend` takes here.

    Args:
        way: a scheme, one that chooses by the data, or a contrast.
        n_q, n_k, d_k, d_v, h_q, h_kv, batch, dtype: of the call, as `attend` knows them.
        kernel: "compiled" or "numpy"; None for the one of this machine.
        threads: each holds memory of its own.

    Raises:
        ShapeError, AlignmentError, DtypeError: if the sizes do not fit each other or the scheme.

    Example:
        >>> from starlore.attention import Causal
        >>> cost = count(Causal(), 4096, 4096, 64, 64)
        >>> cost.comparisons, cost.multiply_adds, cost.bytes
        (8390656, 1074003968, 4194304)
    """
    sizes = Sizes(n_q, n_k, d_k, d_v, h_q, h_kv, batch, dtype)
    return cost_of(way, sizes, kernel, threads)


def cost_of(way: Way, sizes: Sizes, kernel: str | None = None, threads: int = 1) -> Cost:
    """The same, of sizes that were put together before."""
    if isinstance(way, Contrast):
        return way.cost(sizes)
    if isinstance(way, Chosen):
        return chosen_cost(way, sizes)
    work = work_of(way, sizes, kernel or kernel_here(sizes.dtype), threads)
    comparisons = sizes.batch * sizes.h_q * way.count(sizes.n_q, sizes.n_k)
    return Cost(
        comparisons=comparisons,
        multiply_adds=comparisons * (sizes.d_k + sizes.d_v),
        exponentials=comparisons,
        bytes=moved(sizes),
        extra_bytes=work.extra_bytes,
    )


def peak_bytes(way: Way, sizes: Sizes, kernel: str | None = None, threads: int = 1) -> int:
    """All memory at once, inputs and outputs too, without counting anything else.

    Raises:
        ShapeError, AlignmentError: if the lengths do not fit the way.

    Example:
        >>> from starlore.attention import Causal
        >>> sizes = Sizes(512, 512)
        >>> peak_bytes(Causal(), sizes) == cost_of(Causal(), sizes).peak_bytes
        True
    """
    if isinstance(way, Contrast):
        return way.cost(sizes).peak_bytes
    if isinstance(way, Chosen):
        return moved(sizes) + chosen_bytes(way, sizes)
    if (kernel or kernel_here(sizes.dtype)) == "numpy":
        return moved(sizes) + tiled_bytes(sizes, threads)
    way.fits(sizes.n_q, sizes.n_k)
    spans = spans_in(way.at(sizes.n_q, sizes.n_k), sizes.n_q, sizes.n_k)
    return moved(sizes) + compiled_bytes(sizes, spans, threads)
