"""Laws of attention: the points of its contract, each with a fault that breaks it.

A law takes an `attend` and a drawn case. It must hold for ours, and it must fail for `faulty`,
a short plain attention that makes one well known mistake at a time. Without a mistake the same
plain attention holds every law, so it is the mistake that breaks it.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from starlore import Causal, Full, Scheme, softmax
from starlore.attention import reference
from starlore.attention.arrays import Array
from starlore.attention.schemes import Random, Window
from starlore.errors import AlignmentError
from tests import oracles_attention as oracle
from tests.attention.kernels import KERNELS, by

lawful = settings(
    derandomize=True, deadline=None, max_examples=40, database=None, report_multiple_bugs=False
)
unshrunk = settings(lawful, phases=[Phase.generate])
Attend = Callable[..., Any]


@dataclass(frozen=True)
class Case:
    """Grouped heads with sizes drawn apart, and a mask that may leave rows empty."""

    q: Array
    k: Array
    v: Array
    mask: Array

    @property
    def near(self) -> float:
        """How far a result may be from the right value."""
        return 1e-12 if self.q.dtype == np.float64 else 1e-5


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Random normal arrays; every size is drawn on its own."""
    size = st.integers(1, 6)
    batch, groups, h_kv, n_q, n_k, d_k, d_v = (
        draw(st.integers(1, 3)),
        draw(st.integers(1, 3)),
        draw(st.integers(1, 3)),
        *(draw(size) for _ in range(4)),
    )
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    return Case(
        rng.normal(size=(batch, groups * h_kv, n_q, d_k)),
        rng.normal(size=(batch, h_kv, n_k, d_k)),
        rng.normal(size=(batch, h_kv, n_k, d_v)),
        rng.random((batch, 1, n_q, n_k)) < draw(st.sampled_from([0.3, 0.7, 1.0])),
    )


@dataclass(frozen=True)
class Result:
    """What `faulty` gives."""

    output: Array
    lse: Array


def faulty(fault: str) -> Attend:
    """A plain attention that makes one mistake, named by `fault`."""
    chance = np.random.default_rng(0)

    def attend_wrongly(
        q: Any,
        k: Any,
        v: Any,
        scheme: Scheme = Full(),  # noqa: B008 - a frozen value
        *,
        mask: Any = None,
        bias: Any = 0.0,
        scale: float | None = None,
        softcap: float | None = None,
        threads: int | None = None,
    ) -> Result:
        q, k, v = (np.asarray(a) for a in (q, k, v))
        if fault == "writes to its inputs":
            q *= 1 / math.sqrt(q.shape[-1])
            scale = 1.0
        if fault == "follows no strides":
            q = np.lib.stride_tricks.as_strided(q.base if q.base is not None else q, q.shape)
        dtype = q.dtype.type if fault == "stays in float16" else np.float64
        q, k, v = (a.astype(dtype) for a in (q, k, v))
        if q.ndim > 2:
            groups = q.shape[-3] // k.shape[-3]
            whole = fault == "repeats heads as a whole"
            turn = [1] * (k.ndim - 3) + [groups, 1, 1]
            k, v = (np.tile(a, turn) if whole else a.repeat(groups, -3) for a in (k, v))
        n_q, n_k = q.shape[-2], k.shape[-2]
        with np.errstate(all="ignore"):
            scores = q @ k.swapaxes(-1, -2)
            width = q.shape[-1] or (0 if fault == "divides by the root of no width" else 1)
            scores = scores * dtype(1 / np.sqrt(np.float64(width)) if scale is None else scale)
            allowed = Causal(0).mask(range(n_q), range(n_k))
            if fault != "always aligns at the start" or isinstance(scheme, Full):
                allowed = scheme.at(n_q, n_k).mask(range(n_q), range(n_k))
            if fault == "counts one neighbour more":
                allowed = allowed | scheme.at(n_q, n_k).mask(range(n_q), range(1, n_k + 1))
            allowed = np.broadcast_to(allowed if mask is None else allowed & mask, scores.shape)
            if fault == "caps after the mask":
                scores = np.where(allowed, scores, -np.inf)
                allowed = np.ones_like(allowed)
            if softcap is not None and fault != "forgets the cap":
                scores = softcap * np.tanh(scores / softcap)
            forbidden = -1e9 if fault == "masks with a stand-in" else -np.inf
            scores = np.where(allowed, scores + bias, forbidden)
            largest = scores.max(axis=-1, keepdims=True, initial=-np.inf)
            if fault == "takes away the largest of all rows":
                largest = np.full_like(largest, scores.max(initial=-np.inf))
            powers = np.exp(scores - largest)
            if fault != "divides nothing by nothing":
                powers = np.nan_to_num(powers)
            if fault == "drops by chance":
                v = v * chance.random()
            totals = powers.sum(axis=-1, keepdims=True)
            weights = powers / np.where(totals == 0, 0 if "nothing" in fault else 1, totals)
            if fault != "blends what is masked":
                v = np.nan_to_num(v, nan=0.0, posinf=0.0, neginf=0.0)
            lse = largest[..., 0] + np.log(totals[..., 0])
            lse = lse / math.log(2) if fault == "counts in base 2" else lse
            output = powers @ v / totals if fault == "blends before it shares" else weights @ v
        return Result(output, lse)

    return attend_wrongly


def law_every_head_equals_the_loops(run: Attend, case: Case) -> None:
    n_q, n_k = case.q.shape[-2], case.k.shape[-2]
    groups, last = case.q.shape[1] // case.k.shape[1], n_k - n_q
    bias = np.where(np.arange(n_k) % 3 == 2, -np.inf, np.linspace(-1, 1, n_k))
    given = {"mask": case.mask, "bias": bias, "scale": -0.7, "softcap": 1.5}
    result = run(case.q, case.k, case.v, Causal("end"), **given)
    for b, h in np.ndindex(case.q.shape[:2]):
        table = case.mask[b, 0] & np.tri(n_q, n_k, last, dtype=bool)
        arrays = (case.q[b, h], case.k[b, h // groups], case.v[b, h // groups])
        right = oracle.attend(
            *(array.tolist() for array in arrays),
            allowed=lambda i, j, table=table: bool(table[i, j]),  # type: ignore[misc]
            bias=lambda i, j: float(bias[j]),
            scale=-0.7,
            softcap=1.5,
        )
        np.testing.assert_allclose(result.output[b, h], right.output, rtol=0, atol=case.near)
        np.testing.assert_allclose(result.lse[b, h], right.lse, rtol=0, atol=case.near)


def law_an_empty_row_reads_zero_and_moves_no_other(run: Attend, case: Case) -> None:
    case.mask[:, :, 0] = False
    result = run(case.q, case.k, case.v, mask=case.mask)
    empty = np.broadcast_to(~case.mask.any(axis=-1), result.lse.shape)
    assert not result.output[empty].any()
    assert (result.lse[empty] == -np.inf).all() and np.isfinite(result.lse[~empty]).all()
    others = run(case.q[:, :, 1:], case.k, case.v, mask=case.mask[:, :, 1:])
    np.testing.assert_allclose(result.output[:, :, 1:], others.output, rtol=0, atol=case.near)
    np.testing.assert_allclose(result.lse[:, :, 1:], others.lse, rtol=0, atol=case.near)


def law_what_is_masked_changes_nothing(run: Attend, case: Case) -> None:
    case.mask[..., -1] = False
    clean = run(case.q, case.k, case.v, mask=case.mask)
    for poison in (np.nan, np.inf, -np.inf):
        k, v = case.k.copy(), case.v.copy()
        k[..., -1, :], v[..., -1, :] = poison, poison
        dirty = run(case.q, k, v, mask=case.mask)
        assert np.array_equal(clean.output, dirty.output)
        assert np.array_equal(clean.lse, dirty.lse)


def law_masking_selects_however_low_the_scores(run: Attend, case: Case) -> None:
    lowest = -1e12 if case.near < 1e-10 else -1e3
    low = run(case.q, case.k, case.v, mask=case.mask, bias=np.full(case.k.shape[-2], lowest))
    plain = run(case.q, case.k, case.v, mask=case.mask)
    np.testing.assert_allclose(low.output, plain.output, rtol=0, atol=1e-2)


def law_causal_says_where_two_lengths_meet(run: Attend, case: Case) -> None:
    n_q, n_k = case.q.shape[-2], case.k.shape[-2]
    last = run(case.q, case.k, case.v, Causal("end")).output[..., -1, :]
    every = run(case.q, case.k, case.v).output[..., -1, :]
    np.testing.assert_allclose(last, every, rtol=0, atol=case.near)
    try:
        run(case.q, case.k, case.v, Causal())
    except AlignmentError:
        assert n_q != n_k
    else:
        assert n_q == n_k


def law_the_log_sum_is_natural_and_parts_merge(run: Attend, case: Case) -> None:
    cut = case.k.shape[-2] // 2
    whole = run(case.q, case.k, case.v)
    cuts = [slice(cut), slice(cut, None)] if cut else [slice(None)]
    parts = [run(case.q, case.k[..., s, :], case.v[..., s, :]) for s in cuts]
    lse = np.logaddexp.reduce([part.lse for part in parts])
    output = sum(np.exp(part.lse - lse)[..., None] * part.output for part in parts)
    np.testing.assert_allclose(whole.lse, lse, rtol=0, atol=case.near)
    np.testing.assert_allclose(whole.output, output, rtol=0, atol=case.near)


def law_a_query_head_reads_the_key_head_of_its_group(run: Attend, case: Case) -> None:
    result = run(case.q, case.k, case.v)
    groups = case.q.shape[1] // case.k.shape[1]
    for h in range(case.q.shape[1]):
        alone = run(case.q[:, h], case.k[:, h // groups], case.v[:, h // groups])
        np.testing.assert_allclose(result.output[:, h], alone.output, rtol=0, atol=case.near)


def law_the_cap_comes_before_the_mask(run: Attend, case: Case) -> None:
    case.mask[..., -1] = False
    result = run(case.q, case.k, case.v, mask=case.mask, softcap=0.5)
    v = case.v.copy()
    v[..., -1, :] = 1000.0
    assert np.array_equal(result.output, run(case.q, case.k, v, mask=case.mask, softcap=0.5).output)


def law_the_output_has_the_unit_of_the_values(run: Attend, case: Case) -> None:
    most = np.finfo(case.v.dtype).maxexp
    _, exponent = np.frexp(np.abs(case.v).max())
    large = run(case.q, case.k, np.ldexp(case.v, most - exponent))
    plain = run(case.q, case.k, case.v)
    small = np.ldexp(large.output, exponent - most)
    np.testing.assert_allclose(small, plain.output, rtol=0, atol=case.near)


def law_precision_only_rises_inside(run: Attend, case: Case) -> None:
    q, k, v = (a.astype(np.float16) for a in (300 * case.q, 300 * case.k, case.v))
    half = run(q, k, v)
    wide = run(*(a.astype(np.float64) for a in (q, k, v)))
    largest = np.abs(wide.lse).max()
    np.testing.assert_allclose(half.output, wide.output, rtol=2**-10, atol=5e-3)
    np.testing.assert_allclose(half.lse, wide.lse, rtol=0, atol=1e-6 * largest)


def law_strides_do_not_matter(run: Attend, case: Case) -> None:
    plain = run(case.q, case.k, case.v).output
    stored = np.ascontiguousarray(case.q.swapaxes(-1, -2)).swapaxes(-1, -2)
    turned = run(stored, case.k, case.v).output
    assert np.array_equal(plain, turned)
    upside_down = run(case.q[..., ::-1, :], case.k, case.v).output
    assert alike(run, plain, upside_down[..., ::-1, :])


def law_a_row_has_the_same_bits_in_any_company(run: Attend, case: Case) -> None:
    q, k, v = (np.tile(a, (1, 1, 40, 1)) for a in (case.q, case.k, case.v))
    n = min(q.shape[-2], k.shape[-2])
    q, k, v = q[..., :n, :], k[..., :n, :] + np.arange(n, dtype=k.dtype)[:, None] / n, v[..., :n, :]
    whole = run(q, k, v, Causal())
    table = run(q, k, v, mask=np.tri(n, dtype=bool))
    part = run(q[..., : n // 2, :], k[..., : n // 2, :], v[..., : n // 2, :], Causal())
    item = run(q[:1], k[:1], v[:1], Causal())
    last = run(q[..., -1:, :], k, v, Causal("end"))
    assert np.array_equal(whole.output, table.output)
    assert np.array_equal(whole.output[..., : n // 2, :], part.output)
    assert np.array_equal(whole.output[:1], item.output)
    assert alike(run, whole.output[..., -1:, :], last.output)
    assert alike(run, whole.lse[..., -1:], last.lse)
    one, two = (run(q, k, v, Causal(), threads=threads) for threads in (1, 2))
    assert np.array_equal(one.output, two.output) and np.array_equal(one.lse, two.lse)


def law_the_same_call_gives_the_same_bits(run: Attend, case: Case) -> None:
    first, second = (run(case.q, case.k, case.v) for _ in range(2))
    assert np.array_equal(first.output, second.output)


def law_inputs_are_never_written_to(run: Attend, case: Case) -> None:
    before = [a.copy() for a in (case.q, case.k, case.v, case.mask)]
    run(case.q, case.k, case.v, mask=case.mask)
    after = (case.q, case.k, case.v, case.mask)
    assert all(np.array_equal(a, b) for a, b in zip(before, after, strict=True))


def law_a_window_counts_neighbours_and_never_shifts(run: Attend, case: Case) -> None:
    n_q, n_k = case.q.shape[-2], case.k.shape[-2]
    result = run(case.q, case.k, case.v, Window(2, 1, "end"))
    for i in range(n_q):
        place = i + n_k - n_q
        there = range(max(0, place - 2), max(0, min(n_k, place + 2)))
        if not there:
            assert not result.output[..., i, :].any()
            continue
        k, v = case.k[..., there, :], case.v[..., there, :]
        row = run(case.q[..., i : i + 1, :], k, v).output
        np.testing.assert_allclose(result.output[..., i : i + 1, :], row, rtol=0, atol=case.near)


def law_any_size_may_be_zero(run: Attend, case: Case) -> None:
    q, k, v = case.q, case.k, case.v
    no_queries, no_keys = run(q[..., :0, :], k, v), run(q, k[..., :0, :], v[..., :0, :])
    no_width, no_items = run(q[..., :0], k[..., :0], v), run(q[:0], k[:0], v[:0])
    assert no_queries.output.shape == (*q.shape[:2], 0, v.shape[-1])
    assert not no_keys.output.any() and (no_keys.lse == -np.inf).all()
    mean = v.mean(axis=-2, keepdims=True).repeat(q.shape[1] // k.shape[1], axis=1)
    np.testing.assert_allclose(no_width.output, mean + 0 * q[..., :1], rtol=0, atol=case.near)
    assert no_items.output.shape == (0, *q.shape[1:3], v.shape[-1])


LAWS: dict[Callable[[Attend, Case], None], str] = {
    law_every_head_equals_the_loops: "forgets the cap",
    law_an_empty_row_reads_zero_and_moves_no_other: "divides nothing by nothing",
    law_what_is_masked_changes_nothing: "blends what is masked",
    law_masking_selects_however_low_the_scores: "masks with a stand-in",
    law_causal_says_where_two_lengths_meet: "always aligns at the start",
    law_the_log_sum_is_natural_and_parts_merge: "counts in base 2",
    law_a_query_head_reads_the_key_head_of_its_group: "repeats heads as a whole",
    law_the_cap_comes_before_the_mask: "caps after the mask",
    law_the_output_has_the_unit_of_the_values: "blends before it shares",
    law_precision_only_rises_inside: "stays in float16",
    law_strides_do_not_matter: "follows no strides",
    law_a_row_has_the_same_bits_in_any_company: "takes away the largest of all rows",
    law_a_window_counts_neighbours_and_never_shifts: "counts one neighbour more",
    law_any_size_may_be_zero: "divides by the root of no width",
    law_the_same_call_gives_the_same_bits: "drops by chance",
    law_inputs_are_never_written_to: "writes to its inputs",
}


def alike(run: Attend, one: Array, two: Array) -> bool:
    """True if a row in two places of a tile is the same; to rounding, where BLAS has a say."""
    if run.__name__ != "numpy":
        return np.array_equal(one, two)
    return np.allclose(one, two, rtol=0, atol=1e-12 if one.dtype == np.float64 else 1e-5)


def check(
    law: Callable[[Attend, Case], None],
    run: Attend,
    how: settings = lawful,
    dtype: str = "float64",
) -> None:
    """Try a law on drawn cases."""

    @how
    @given(cases())
    def tried(case: Case) -> None:
        q, k, v = (array.astype(dtype) for array in (case.q, case.k, case.v))
        law(run, Case(q, k, v, case.mask))

    tried()


DTYPES = {"dense": ["float64"], "numpy": ["float64", "float32"], "compiled": ["float32"]}
KINDS = [(kernel, dtype) for kernel in KERNELS for dtype in DTYPES[kernel]]


@pytest.mark.parametrize(("kernel", "dtype"), KINDS)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_law_holds(law: Callable[[Attend, Case], None], kernel: str, dtype: str) -> None:
    check(law, by(kernel), dtype=dtype)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: f"{law.__name__}-{LAWS[law]}")
def test_the_fault_breaks_its_law(law: Callable[[Attend, Case], None]) -> None:
    with pytest.raises(AssertionError):
        check(law, faulty(LAWS[law]), unshrunk)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_plain_attention_without_a_fault_breaks_no_law(
    law: Callable[[Attend, Case], None],
) -> None:
    if law is not law_a_row_has_the_same_bits_in_any_company:  # a matrix product may sum anyhow
        check(law, faulty("none"), unshrunk)


def adding_a_constant_changes_no_weight(run: Callable[[Any], Array], constant: float) -> None:
    scores = np.array([[3.0, 1.0, 0.0], [-2.0, 5.5, 5.5]])
    np.testing.assert_allclose(run(scores + constant), run(scores), rtol=0, atol=1e-12)


@lawful
@given(st.floats(-1000, 1000))
def test_adding_a_constant_to_a_row_changes_no_weight(constant: float) -> None:
    adding_a_constant_changes_no_weight(softmax, constant)


def test_shares_of_the_bare_scores_break_that_law() -> None:
    with pytest.raises(AssertionError):
        adding_a_constant_changes_no_weight(lambda s: s / s.sum(axis=-1, keepdims=True), 1.0)


def memory_does_not_grow_with_the_square(run: Attend) -> None:
    n = 2048
    q = np.zeros((n, 1), dtype=np.float32)
    half = q[: n // 2]
    few, many = run(half, half, half, threads=1), run(q, q, q, threads=1)  # each takes its own
    assert many.counters.extra_bytes <= 32 * 2**20 + 4 * 2**20
    # at twice the length a second thread may join, with as much again; a table would be four times
    assert many.counters.extra_bytes < 3 * few.counters.extra_bytes


@pytest.mark.parametrize("kernel", KERNELS)
def test_nothing_of_size_n_by_n_is_made(kernel: str) -> None:
    memory_does_not_grow_with_the_square(by(kernel))


def test_one_tile_for_everything_breaks_that_law(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "CELLS", 2**22)
    with pytest.raises(AssertionError):
        memory_does_not_grow_with_the_square(by("dense"))


def chance_comes_only_by_a_seed(make: Callable[[int], Scheme]) -> None:
    one, two = make(7).plan(64, 64).mask(), make(7).plan(64, 64).mask()
    assert np.array_equal(one, two) and not np.array_equal(one, make(8).plan(64, 64).mask())


def test_chance_comes_only_by_a_seed() -> None:
    chance_comes_only_by_a_seed(lambda seed: Random(2, 4, seed))


def test_chance_from_elsewhere_breaks_that_law() -> None:
    seeds = iter(range(100))
    with pytest.raises(AssertionError):
        chance_comes_only_by_a_seed(lambda seed: Random(2, 4, next(seeds)))


def comparisons_are_counted_in_whole_numbers(count: Callable[[int, int, int], Any]) -> None:
    for n_q, n_k, o in ((7, 4, -2), (4, 7, 3), (5, 5, 0)):
        assert count(n_q, n_k, o) == oracle.count_causal(n_q, n_k, o)
    assert count(2**20, 2**20, 0) == 549_756_338_176
    assert count(2**40 + 1, 2**40 + 1, 0) == (2**40 + 1) * (2**39 + 1)


def test_index_arithmetic_never_wraps_or_rounds() -> None:
    comparisons_are_counted_in_whole_numbers(lambda q, k, o: Causal(o).plan(q, k).comparisons)


def test_counting_in_floats_breaks_that_law() -> None:
    def floating(n_q: int, n_k: int, o: int) -> float:
        exact = Causal(o).count(n_q, n_k)
        return float(exact) if n_q > 2**30 else exact

    with pytest.raises(AssertionError):
        comparisons_are_counted_in_whole_numbers(floating)
