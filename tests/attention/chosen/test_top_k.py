"""The best k keys: the same by scan and by pages, counted, and certified."""

import math
from typing import Literal

import numpy as np
import pytest

from starlore.attention import explain
from starlore.attention.arrays import Array
from starlore.attention.chosen import Choice, TopK, blend_chosen
from starlore.attention.chosen.pages import cut
from starlore.attention.schemes import Causal, Full, Scheme, Window
from starlore.errors import ShapeError
from tests.attention.chosen.samples import clustered, plain, tied

AMONG: list[Scheme] = [Full(), Causal("end"), Window(6, 2, "end"), Window(0, align=-9)]
SAMPLES = {"plain": plain(23, 90), "tied": tied(23, 90), "clustered": clustered(60, 5)}


def best_by_hand(q: Array, k: Array, among: Scheme, count: int, scale: float) -> list[list[int]]:
    """The best keys, by sorting Python numbers: highest score first, then lowest key."""
    steps = explain(q, k, k, among, scale=scale)
    rows = []
    for scores, allowed in zip(steps.scores.tolist(), steps.allowed, strict=True):
        order = sorted(np.flatnonzero(allowed).tolist(), key=lambda j: (-scores[j], j))
        rows.append(sorted(order[:count]))
    return rows


def listed(choice: Choice) -> list[list[int]]:
    return [[int(j) for j in row if j >= 0] for row in choice.keys]


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("among", AMONG, ids=str)
@pytest.mark.parametrize("scale", [0.3, -1.0, 0.0])
def test_scan_and_pages_name_the_best_keys(name: str, among: Scheme, scale: float) -> None:
    q, k, v = SAMPLES[name]
    for count in (1, 4, 200):
        wanted = best_by_hand(q, k, among, count, scale)
        scan = TopK(count, among).choose(q, k, v, scale=scale)
        pages = TopK(count, among, "pages", page=4).choose(q, k, v, scale=scale)
        assert listed(scan) == wanted
        assert listed(pages) == wanted


def test_keys_rise_and_end_with_minus_one() -> None:
    choice = TopK(3, Causal()).choose(*plain(5, 5))
    assert choice.keys.shape == (5, 3) and choice.keys.dtype == np.int64
    assert listed(choice)[0] == [0] and choice.keys[0, 1:].tolist() == [-1, -1]
    assert all(row == sorted(set(row)) for row in listed(choice))


def exact_error(q: Array, k: Array, v: Array, among: Scheme, choice: Choice) -> Array:
    every = explain(q, k, v, among).output
    return np.asarray(np.abs(blend_chosen(q, k, v, choice)[0] - every).max(axis=1, initial=0))


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("among", AMONG, ids=str)
@pytest.mark.parametrize("scheme", [{}, {"how": "pages"}, {"how": "pages", "error": 0.1}], ids=str)
def test_the_error_is_never_above_its_bound(
    name: str, among: Scheme, scheme: dict[str, object]
) -> None:
    q, k, v = SAMPLES[name]
    for count in (1, 5, 30):
        choice = TopK(count, among, page=4, **scheme).choose(q, k, v)  # type: ignore[arg-type]
        assert choice.error_bound is not None and choice.lost_weight is not None
        assert (exact_error(q, k, v, among, choice) <= choice.error_bound + 1e-13).all()
        spread = (v.max(axis=0) - v.min(axis=0)).max()
        assert np.array_equal(choice.error_bound, choice.lost_weight * spread)
        assert (choice.lost_weight <= 1).all() and (choice.lost_weight >= 0).all()


def test_the_weight_left_out_by_a_scan_is_exact() -> None:
    q, k, v = plain(9, 40)
    steps = explain(q, k, v, Causal("end"))
    choice = TopK(3, Causal("end")).choose(q, k, v)
    kept = np.take_along_axis(steps.weights, np.maximum(choice.keys, 0), axis=1)
    left = steps.weights.sum(axis=1) - np.where(choice.keys < 0, 0, kept).sum(axis=1)
    assert choice.lost_weight == pytest.approx(left, abs=1e-12)


def test_nothing_is_lost_where_all_candidates_are_kept() -> None:
    q, k, v = plain(9, 30)
    for scheme in (TopK(30, Causal("end")), TopK(30, Causal("end"), "pages", page=4)):
        choice = scheme.choose(q, k, v)
        assert choice.lost_weight is not None and (choice.lost_weight < 1e-12).all()


def test_an_allowed_error_stops_early_and_only_where_the_certificate_allows() -> None:
    q, k, v = clustered(2048, 32)
    exact = TopK(128, how="pages").choose(q, k, v)
    early = TopK(128, how="pages", error=1e-3).choose(q, k, v)
    assert early.comparisons < exact.comparisons < 2048 * 2048
    assert early.error_bound is not None and (early.error_bound <= 1e-3).all()
    assert (exact_error(q, k, v, Full(), early) <= 1e-3).all()
    assert early.opened is not None and exact.opened is not None
    assert (early.opened <= exact.opened).all()


def test_clustered_keys_need_a_tenth_of_the_pairs() -> None:
    q, k, v = clustered(4096, 64)
    choice = TopK(128, how="pages", error=1e-3).choose(q, k, v)
    assert choice.error_bound is not None and choice.error_bound.max() <= 1e-3
    assert choice.comparisons <= 0.1 * 4096 * 4096
    assert choice.found(q, k) == 1.0


def test_an_error_that_k_keys_cannot_hold_gives_the_best_k() -> None:
    q, k, v = plain(12, 60)
    early = TopK(2, how="pages", page=4, error=1e-9).choose(q, k, v)
    assert np.array_equal(early.keys, TopK(2).choose(q, k, v).keys)
    assert early.error_bound is not None and (early.error_bound > 1e-9).all()


def test_comparisons_are_candidates_or_bounds_and_opened_pages() -> None:
    q, k, _ = plain(9, 40)
    assert TopK(3).choose(q, k).comparisons == 9 * 40
    assert TopK(3, Causal("end")).choose(q, k).comparisons == Causal("end").count(9, 40)
    pages = cut(k, 8, Full())
    choice = TopK(40, how="pages", page=8).choose(q, k)
    assert choice.comparisons == 9 * (len(pages.sizes) + 40)
    assert choice.opened is not None and (choice.opened == len(pages.sizes)).all()


def test_pages_hold_every_key_once_and_bound_its_scores() -> None:
    q, k, _ = plain(9, 300)
    for among in (Full(), Causal("end")):
        pages = cut(k, 4, among)
        assert sorted(pages.order.tolist()) == list(range(300)) and pages.sizes.max() <= 4
        for scale in (0.5, -2.0):
            bounds = pages.bounds(q, scale)
            for page, run in enumerate(pages.runs):
                keys = pages.keys(page)
                assert run.start <= keys.min() and keys.max() < run.stop
                scores = scale * (q @ k[keys].T)
                assert (scores.max(axis=1) <= bounds[:, page]).all()


@pytest.mark.parametrize("shift", [0.0, 1e8])
def test_bounds_hold_to_the_last_bit_at_the_corner_of_a_page(shift: float) -> None:
    rng = np.random.default_rng(3)
    k = rng.normal(size=(64, 33)) + shift
    q = rng.normal(size=(40, 33))
    pages = cut(k, 1, Full())  # a page of one key: bound and score are one number but for rounding
    exact = [[math.fsum(a * b for a, b in zip(x, k[j], strict=True)) for j in pages.order]
             for x in q.tolist()]  # fmt: skip
    assert (np.array(exact) <= pages.bounds(q, 1.0)).all()


def test_heads_and_groups_choose_each_for_itself() -> None:
    rng = np.random.default_rng(0)
    q, k, v = rng.normal(size=(2, 4, 5, 3)), rng.normal(size=(2, 2, 9, 3)), rng.random((2, 2, 9, 1))
    choice = TopK(2).choose(q, k, v)
    assert choice.keys.shape == (2, 4, 5, 2) and choice.comparisons == 2 * 4 * 5 * 9
    assert choice.lost_weight is not None and choice.error_bound is not None
    for b in range(2):
        for h in range(4):
            alone = TopK(2).choose(q[b, h], k[b, h // 2], v[b, h // 2])
            assert np.array_equal(choice.keys[b, h], alone.keys)
            assert choice.error_bound[b, h].tolist() == np.array(alone.error_bound).tolist()


@pytest.mark.parametrize("how", ["scan", "pages"])
def test_sizes_of_zero_keep_their_shapes(how: Literal["scan", "pages"]) -> None:
    scheme = TopK(3, how=how)
    assert scheme.choose(np.zeros((4, 2)), np.zeros((0, 2))).keys.shape == (4, 0)
    assert scheme.choose(np.zeros((0, 2)), np.zeros((4, 2))).keys.shape == (0, 0)
    assert listed(scheme.choose(np.zeros((2, 0)), np.zeros((5, 0)))) == [[0, 1, 2], [0, 1, 2]]


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: TopK(0), "TopK: k must be 1 or more"),
        (lambda: TopK(1, page=0), "TopK: page must be 1 or more"),
        (lambda: TopK(1, how="guess"), 'how must be "scan" or "pages"'),  # type: ignore[arg-type]
        (lambda: TopK(1, error=-1), "error must be 0 or more: it is -1"),
    ],
)
def test_what_has_no_meaning_is_refused(make, sentence: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ShapeError, match=sentence):
        make()
