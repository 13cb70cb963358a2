"""Calls of attention drawn at random, each held to the float64 reference.

The gate runs a few thousand. Before a release, a million, in runs of a thousand:

    python -m tests.conformance.fuzz 1000000
"""

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import ml_dtypes  # noqa: F401 - teaches NumPy the name bfloat16
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from starlore.attention import Alibi, Causal, Documents, Full, Scheme, Window, explain
from starlore.attention.arrays import Array
from starlore.errors import StarloreError
from tests.attention.kernels import KERNELS, by
from tests.attention.schemes.kinds import JOINED, LEAVES

EPS = {"float64": 2.0**-52, "float32": 2.0**-23, "float16": 2.0**-10, "bfloat16": 2.0**-7}
DTYPES = {
    "dense": ("float16", "bfloat16", "float32", "float64"),
    "numpy": ("float16", "bfloat16", "float32", "float64"),
    "compiled": ("float16", "bfloat16", "float32"),
}
LENGTHS = st.one_of(*[st.integers(0, 9), st.integers(0, 70)] * 4, st.sampled_from([257, 513, 600]))
WIDTHS = st.one_of(st.integers(0, 9), st.sampled_from([16, 17, 33, 64]))


@dataclass(frozen=True)
class Call:
    """One call: three arrays, a scheme, and the rest by name."""

    arrays: tuple[Array, Array, Array]
    scheme: Scheme
    named: dict[str, Any]

    def by(self, function: Callable[..., Any]) -> Any:
        """What this function makes of it."""
        return function(*self.arrays, self.scheme, **self.named)


@st.composite
def calls(draw: st.DrawFn, kernel: str) -> Call:
    """Every size, stride and setting drawn on its own; the numbers are normal."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n_q, n_k, d_k, d_v = draw(LENGTHS), draw(LENGTHS), draw(WIDTHS), draw(WIDTHS)
    if n_q > 70 and n_k > 70:  # the reference is slow: one long side at a time
        n_q %= 64
    is_one_head = draw(st.integers(0, 9)) == 0 or n_q * n_k > 4096
    batch = () if is_one_head else draw(st.sampled_from([(), (), (1,), (2,), (3,), (2, 2), (0,)]))
    h_kv = 1 if is_one_head else draw(st.sampled_from([1, 1, 2, 3]))
    h_q = 1 if is_one_head else h_kv * draw(st.integers(1, 3))
    dtype = draw(st.sampled_from(DTYPES[kernel]))
    shapes = (*batch, h_q, n_q, d_k), (*batch, h_kv, n_k, d_k), (*batch, h_kv, n_k, d_v)
    size = draw(st.sampled_from([0.5, 1.0, 1.0, 3.0]))
    arrays = [laid(draw, rng, shape, size, dtype) for shape in shapes]
    lengths = draw(key_lengths(batch, n_k, rng))
    if lengths is not None and draw(st.booleans()):
        poison(arrays[1:], np.broadcast_to(lengths, batch), rng)
    scheme = draw(schemes(n_q, n_k, rng))
    if is_one_head:
        arrays = [array[0] for array in arrays]
    named: dict[str, Any] = {
        "mask": draw(tables((*batch, h_q, n_q, n_k), rng, "bool")),
        "bias": draw(biases((*batch, h_q, n_q, n_k), rng, dtype, kernel)),
        "scale": draw(st.sampled_from([None, None, None, 0.0, 1.0, -0.7, 0.125])),
        "softcap": draw(st.sampled_from([None, None, None, 0.5, 4.0, 30.0])),
        "key_lengths": lengths,
    }
    return Call((arrays[0], arrays[1], arrays[2]), scheme, named)


def laid(
    draw: st.DrawFn, rng: np.random.Generator, shape: tuple[int, ...], size: float, dtype: str
) -> Array:
    """Normal numbers that lie in memory in one of six ways."""
    way = draw(st.integers(0, 5))
    if way == 1:  # heads inside of rows
        order = (*shape[:-3], shape[-2], shape[-3], shape[-1])
        return normal(rng, order, size, dtype).swapaxes(-2, -3)
    if way == 2:  # coordinates outside of rows
        return normal(rng, (*shape[:-2], shape[-1], shape[-2]), size, dtype).swapaxes(-1, -2)
    if way == 3:  # a part of something wider, backwards
        return normal(rng, (*shape[:-1], 2 * shape[-1]), size, dtype)[..., ::-1, ::2]
    if way == 4:  # every head the same
        return np.broadcast_to(normal(rng, (*shape[:-3], 1, *shape[-2:]), size, dtype), shape)
    if way == 5:  # a row and a coordinate further on than the start of the memory
        return normal(rng, (*shape[:-2], shape[-2] + 1, shape[-1] + 1), size, dtype)[..., 1:, 1:]
    return normal(rng, shape, size, dtype)


def normal(rng: np.random.Generator, shape: tuple[int, ...], size: float, dtype: str) -> Array:
    """Normal numbers of a dtype."""
    kind: Any = np.dtype(dtype)
    made: Array = (size * rng.standard_normal(shape)).astype(kind)
    return made


def poison(arrays: list[Array], lengths: Array, rng: np.random.Generator) -> None:
    """Put what must not be read into the keys and values that are not there."""
    for place, array in enumerate(arrays):
        if 0 not in array.strides:
            for at in np.ndindex(*lengths.shape):
                array[at][:, int(lengths[at]) :] = rng.choice([np.nan, np.inf, -np.inf])
        arrays[place] = array


def key_lengths(
    batch: tuple[int, ...], n_k: int, rng: np.random.Generator
) -> st.SearchStrategy[Any]:
    """None, one length, or one for each item."""
    return st.sampled_from([None, None, rng.integers(0, n_k + 1), rng.integers(0, n_k + 1, batch)])


def schemes(n_q: int, n_k: int, rng: np.random.Generator) -> st.SearchStrategy[Scheme]:
    """Every kind of scheme, most of them with an alignment, joined at times."""
    ids, key_ids = rng.integers(-1, 3, n_q), rng.integers(-1, 3, n_k)
    offset, left, right = (int(number) for number in rng.integers(-9, 40, 3))
    aligned: list[Scheme] = [
        Causal(offset),
        Window(abs(left), abs(right), offset),
        Documents(ids.tolist(), key_ids.tolist()),
        Causal("end") & Window(abs(left), align="end"),
    ]
    return st.one_of(
        st.just(Full()),
        st.sampled_from([Causal("start"), Causal("end")]),
        st.sampled_from(aligned),
        st.sampled_from(LEAVES),
        st.sampled_from(JOINED),
    )


def tables(
    shape: tuple[int, ...], rng: np.random.Generator, kind: str
) -> st.SearchStrategy[Array | None]:
    """None, or a table of any shape that broadcasts to the scores, n_k kept."""

    def made(drawn: tuple[int, list[bool], float]) -> Array:
        axes, is_whole, share = drawn
        kept = [
            size if whole else 1
            for size, whole in zip(shape[-axes:], is_whole[-axes + 1 :] + [True], strict=False)
        ]
        kept[-1] = shape[-1]
        if kind == "bool":
            return np.asarray(rng.random(kept) < share)
        return np.where(rng.random(kept) < share, rng.normal(size=kept), -np.inf).astype(kind)

    flags = st.lists(st.booleans(), min_size=len(shape), max_size=len(shape))
    drawn = st.tuples(st.integers(1, len(shape)), flags, st.sampled_from([0.1, 0.6, 0.97, 1.0]))
    return st.one_of(st.none(), drawn.map(made))


def biases(
    shape: tuple[int, ...], rng: np.random.Generator, dtype: str, kernel: str
) -> st.SearchStrategy[Any]:
    """None, a table, slopes of distance, or a function of places; machine code calls none."""
    slopes = [Alibi(0.3, align="end"), Alibi(rng.random(shape[-3]).tolist(), align="start")]
    functions = [] if kernel == "compiled" else [lambda i, j: 0.1 * ((i + 2 * j) % 5)]
    return st.one_of(st.none(), tables(shape, rng, dtype), st.sampled_from([*slopes, *functions]))


def check_call(call: Call, attend: Callable[..., Any]) -> None:
    """What `attend` makes of it is what the reference makes of it, as near as its dtype can be.

    What the reference refuses, `attend` refuses in the same words.

    Raises:
        AssertionError: if it is not.
    """
    before = [array.tobytes() for array in call.arrays]
    try:
        exact = call.by(explain)
    except StarloreError as refusal:  # a table of blocks that is too small for these lengths
        with pytest.raises(type(refusal), match=re.escape(str(refusal))):
            call.by(attend)
        return
    made = call.by(attend)
    assert [array.tobytes() for array in call.arrays] == before
    assert (made.output.shape, made.output.dtype) == (exact.output.shape, call.arrays[0].dtype)
    assert made.counters.comparisons == np.count_nonzero(exact.allowed)
    is_empty = ~exact.allowed.any(axis=-1)
    assert np.array_equal(is_empty, made.lse == -np.inf) and not made.output[is_empty].any()
    own, least = EPS[made.output.dtype.name], EPS[made.lse.dtype.name]
    far = 8 * least * reach_of(call, exact)
    values = exact.output.shape[-1] and largest(call.arrays[2])
    narrow = 2 * own if own > least else 0
    off = np.abs(made.output.astype(np.float64) - exact.output)
    assert np.all(off <= (narrow + far) * values), f"output off by {off.max()}"
    off = np.abs(made.lse[~is_empty] - exact.lse[~is_empty])
    assert np.all(off <= far), f"lse off by {off.max()}"


def reach_of(call: Call, exact: Any) -> float:
    """How large the numbers behind a score may be: what its rounding is a share of."""
    q, k, _ = call.arrays
    scale = call.named["scale"]
    factor = 1 / np.sqrt(q.shape[-1] or 1) if scale is None else abs(scale)
    read = exact.biased[exact.allowed]
    products = q.shape[-1] ** 0.5 * largest(q) * largest(k) * factor
    return float(1 + products + np.abs(read).max(initial=0))


def largest(array: Array) -> float:
    """The largest finite number, whatever its sign."""
    wide = np.abs(array.astype(np.float64))
    return float(wide[np.isfinite(wide)].max(initial=0))


def hunt(kernel: str, run: int, examples: int, attend: Callable[..., Any] | None = None) -> None:
    """Check so many calls of a kernel; each run draws others, the same each time.

    Args:
        attend: what to check in its place.

    Raises:
        AssertionError: for the smallest call that comes out wrong.
    """
    function = by(kernel) if attend is None else attend

    @seed(run)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate] if attend else [Phase.generate, Phase.shrink],
    )
    @given(calls(kernel))
    def holds(call: Call) -> None:
        check_call(call, function)

    holds()


def main(examples: int) -> None:
    """Hunt with all kernels in turn, a thousand calls at a time."""
    for run in range(-(-examples // 1000)):
        kernel = KERNELS[run % len(KERNELS)]
        hunt(kernel, 1000 + run, 1000)
        sys.stdout.write(f"{kernel}: run {run} holds\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
