"""Laws of gradients and of merging, each with a fault that breaks it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from starlore.attention import (
    Attention,
    Causal,
    Gradients,
    attend,
    attend_backward,
    attend_part,
    merge,
)
from starlore.attention.arrays import Array
from tests.attention.kernels import KERNELS, forced

lawful = settings(derandomize=True, deadline=None, max_examples=15, database=None)
unshrunk = settings(lawful, phases=[Phase.generate])
Backward = Callable[..., Gradients]
Merge = Callable[[Sequence[Any]], Any]


def drawn(seed: int) -> tuple[Array, Array, Array, Array]:
    """grad_output, q, k, v: grouped heads, every size apart."""
    rng = np.random.default_rng(seed)
    n_q, n_k, d_k, d_v = rng.integers(1, 6, size=4)
    return (
        rng.normal(size=(4, n_q, d_v)),
        rng.normal(size=(4, n_q, d_k)),
        rng.normal(size=(2, n_k, d_k)),
        rng.normal(size=(2, n_k, d_v)),
    )


def law_gradients_are_what_small_steps_gain(run: Backward, seed: int) -> None:
    moved, *arrays = drawn(seed)
    attention = attend(*arrays, Causal("end"), softcap=2.0, scale=0.7)  # type: ignore[call-arg, arg-type]
    found = run(moved, *arrays, attention, Causal("end"), softcap=2.0, scale=0.7)
    for name, array, grown in zip("qkv", arrays, (found.q, found.k, found.v), strict=True):
        step = np.random.default_rng(seed).normal(size=array.shape) * 1e-6
        losses = []
        for sign in (1, -1):
            stepped = [a + sign * step if a is array else a for a in arrays]
            made = attend(*stepped, Causal("end"), softcap=2.0, scale=0.7)  # type: ignore[call-arg, arg-type]
            losses.append((made.output * moved).sum())
        gained = (losses[0] - losses[1]) / 2
        error = abs(gained - (step * grown).sum())
        assert error < (1e-12 if grown.dtype == np.float64 else 1e-11), name


def law_no_gradient_comes_from_what_is_masked(run: Backward, seed: int) -> None:
    moved, q, k, v = drawn(seed)
    mask = np.ones(k.shape[-2], dtype=bool)
    mask[-1] = False
    attention = attend(q, k, v, mask=mask)
    clean = run(moved, q, k, v, attention, mask=mask)
    k[:, -1], v[:, -1] = np.nan, np.inf
    dirty = run(moved, q, k, v, attention, mask=mask)
    assert np.array_equal(clean.q, dirty.q) and np.array_equal(clean.k, dirty.k)
    assert np.array_equal(clean.v, dirty.v) and not dirty.k[:, -1].any()


def law_threads_change_no_bit_of_a_gradient(run: Backward, seed: int) -> None:
    moved, q, k, v = (np.tile(a, (1, 90, 1)) for a in drawn(seed))
    attention = attend(q, k, v)
    one, two = (run(moved, q, k, v, attention, threads=threads) for threads in (1, 2))
    assert np.array_equal(one.q, two.q) and np.array_equal(one.k, two.k)
    assert np.array_equal(one.v, two.v)


def forgets_the_mean(moved: Any, q: Any, k: Any, v: Any, made: Attention, *a: Any, **n: Any) -> Any:
    return attend_backward(moved, q, k, v, replace(made, output=0 * made.output), *a, **n)


def blends_what_is_masked(*given: Any, **named: Any) -> Any:
    found = attend_backward(*given, **named)
    return replace(found, q=found.q + 0 * given[2].sum())


def sums_in_the_order_of_threads(*given: Any, threads: int, **named: Any) -> Any:
    found = attend_backward(*given, threads=threads, **named)
    return replace(found, k=found.k * (1 + threads * 2.0**-50))


GRADIENT_LAWS: dict[Callable[[Backward, int], None], Backward] = {
    law_gradients_are_what_small_steps_gain: forgets_the_mean,
    law_no_gradient_comes_from_what_is_masked: blends_what_is_masked,
    law_threads_change_no_bit_of_a_gradient: sums_in_the_order_of_threads,
}


def law_parts_merge_to_the_whole_however_grouped(run: Merge, seed: int) -> None:
    _, q, k, v = drawn(seed)
    whole = attend(q, k, v)
    parts = [attend_part(q, k[:, j : j + 1], v[:, j : j + 1]) for j in range(k.shape[-2])]
    cut = len(parts) // 2
    for merged in (run(parts), run([*parts[:cut], run(parts[cut:])])):
        np.testing.assert_allclose(merged.output, whole.output, rtol=0, atol=1e-12)
        np.testing.assert_allclose(merged.lse, whole.lse, rtol=0, atol=1e-12)


def counts_in_base_2(parts: Sequence[Any]) -> Any:
    return merge([replace(part, lse=part.lse / np.log(2)) for part in parts])


def check(law: Callable[[Any, int], None], run: Any, how: settings = lawful) -> None:
    """Try a law on drawn seeds."""

    @how
    @given(st.integers(0, 2**32 - 1))
    def tried(seed: int) -> None:
        law(run, seed)

    tried()


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("law", GRADIENT_LAWS, ids=lambda law: law.__name__)
def test_the_law_holds(law: Callable[[Backward, int], None], kernel: str) -> None:
    check(law, by_kernel(kernel))


def by_kernel(kernel: str) -> Backward:
    """attend_backward by one kernel; to machine code everything goes as float32.

    The log-sum it gets is computed in float64, so that its gradients are held to those that small
    steps in float64 gain.
    """
    if kernel != "compiled":
        return attend_backward

    def run(*given: Any, **named: Any) -> Gradients:
        arrays = [np.asarray(x, dtype=np.float32) for x in given[:4]]
        with forced(kernel):
            return attend_backward(*arrays, *given[4:], **named)  # type: ignore[arg-type]

    run.__name__ = kernel
    return run


@pytest.mark.parametrize("law", GRADIENT_LAWS, ids=lambda law: GRADIENT_LAWS[law].__name__)
def test_the_fault_breaks_its_law(law: Callable[[Backward, int], None]) -> None:
    with pytest.raises(AssertionError):
        check(law, GRADIENT_LAWS[law], unshrunk)


def test_parts_merge_to_the_whole_however_they_are_grouped() -> None:
    check(law_parts_merge_to_the_whole_however_grouped, merge)


def test_log_sums_in_base_2_break_that_law() -> None:
    with pytest.raises(AssertionError):
        check(law_parts_merge_to_the_whole_however_grouped, counts_in_base_2, unshrunk)
