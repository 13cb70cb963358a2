"""What seconds are a sum of: the amounts of each family of calls that have constants of their own.

Families are the kernels of attention, the ways to choose keys, and the contrasts. A family's
constants are fitted once for a machine; a call's amounts follow from its sizes.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from starlore.attention import tiled
from starlore.attention.chosen import TopK
from starlore.attention.chosen.choice import Chosen
from starlore.attention.cost.chosen import blended, moved
from starlore.attention.cost.contrasts import CELLS, RULES, Contrast, Convolution, RecurrentState
from starlore.attention.cost.count import Way
from starlore.attention.cost.sizes import Sizes
from starlore.attention.cost.work import kernel_here, work_of
from starlore.attention.schemes import Full, Scheme
from starlore.attention.schemes.join import Joined
from starlore.attention.scoring import KEYS, ROWS
from starlore.errors import BadValue

FAMILIES: dict[str, tuple[str, ...]] = {
    "compiled": (
        *("call", "join", "number moved", "number from afar", "pair", "multiply-add"),
        *("masked pair", "call of spans", "span", "table", "cell"),
    ),
    "numpy": ("call", "tile", "joined tile", "multiply-add", "masked pair", "cell"),
    "topk": ("call", "pair", "pair from afar", "multiply-add", "blended", "cell"),
    "convolution": (
        *("call", "step", "number", "number from afar"),
        *("multiply-add", "multiply-add from afar"),
    ),
    **dict.fromkeys(CELLS, ("call", "place", "multiply-add", "power")),
    **dict.fromkeys(RULES, ("call", "place", "multiply-add")),
}
"""What each family has constants of, in seconds of one."""

NEAR, CACHED = 2**21, 2**18
"""Numbers of a call that stay near the processor, about, read once or again and again; beyond them
each one takes longer, to come from memory and to be given a place in it."""


@dataclass(frozen=True)
class Case:
    """One call: a way to read, and its sizes."""

    way: Way
    sizes: Sizes


def square(way: Way, n: int, width: int = 64, dtype: str = "float32") -> Case:
    """A call of one head over a text of n places."""
    return Case(way, Sizes(n, n, width, width, dtype=dtype))


def family_of(case: Case) -> str | None:
    """The family of a call on this machine; None if its numbers decide how long it takes."""
    way = case.way
    if isinstance(way, Scheme):
        return kernel_here(case.sizes.dtype)
    if isinstance(way, Contrast):
        return way.name
    return "topk" if isinstance(way, TopK) and way.how == "scan" else None


def amounts_of(case: Case, asking: Mapping[str, float]) -> list[float]:
    """The amounts of a call, in the order of its family's constants.

    Args:
        asking: of each kind of scheme, the seconds that one pair takes to be asked of it.

    Raises:
        BadValue: if the numbers decide how long the call takes.
    """
    way, sizes = case.way, case.sizes
    if isinstance(way, Contrast):
        return _contrast(way, sizes)
    if isinstance(way, Chosen):
        return _top_k(way, sizes, asking)
    kernel = kernel_here(sizes.dtype)
    work = work_of(way, sizes, kernel)
    asked = seconds_to_ask(way, asking)
    if kernel == "numpy":
        width = -(-(sizes.d_v + 1) // tiled.COLUMNS) * tiled.COLUMNS
        products = work.tiles * ROWS * KEYS * (sizes.d_k + width)
        cells = work.pairs_masked * asked
        return [1, work.tiles, work.tiles * _joins(way), products, work.pairs_masked, cells]
    numbers = moved(sizes) / sizes.itemsize
    products = work.pairs_scored * (sizes.d_k + sizes.d_v)
    return [
        *(1, _joins(way), numbers, max(0, numbers - NEAR), work.pairs_scored, products),
        *(work.pairs_masked, float(work.spans > 0), work.spans, work.tables, work.cells * asked),
    ]


def _joins(scheme: Scheme) -> int:
    """How often schemes are joined in this one: settling each is work of Python's."""
    if not isinstance(scheme, Joined):
        return 0
    return 1 + _joins(scheme.first) + _joins(scheme.second)


def seconds_to_ask(scheme: Scheme, asking: Mapping[str, float]) -> float:
    """Seconds to ask a scheme about one pair: those of its leaves; the middle one if not known."""
    if isinstance(scheme, Joined):
        return seconds_to_ask(scheme.first, asking) + seconds_to_ask(scheme.second, asking)
    known = list(asking.values()) or [0.0]
    return asking.get(type(scheme).__name__.lower(), float(np.median(known)))


def _contrast(way: Contrast, sizes: Sizes) -> list[float]:
    cost = way.cost(sizes)
    if isinstance(way, Convolution):
        numbers = sizes.batch * sizes.h_q * sizes.d_v * sizes.length
        products, far = cost.multiply_adds, max(0.0, 1 - CACHED / max(1, numbers))
        return [1, way.width, numbers, far * numbers, products, far * products]
    powers = [cost.exponentials] if isinstance(way, RecurrentState) else []
    return [1, sizes.length, cost.multiply_adds, *powers]


def _top_k(way: Chosen, sizes: Sizes, asking: Mapping[str, float]) -> list[float]:
    if not isinstance(way, TopK):
        raise BadValue(f"the numbers decide what {way!r} takes; no amounts are known before")
    heads = sizes.batch * sizes.h_q
    cells = heads * sizes.n_q * sizes.n_k
    kept = heads * blended(way, sizes, way.k)
    asked = 0.0 if isinstance(way.among, Full) else cells * seconds_to_ask(way.among, asking)
    far = max(0.0, cells - heads * CACHED)
    return [1, cells, far, cells * sizes.d_k, kept * (sizes.d_k + sizes.d_v), asked]
