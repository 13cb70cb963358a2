"""What every choice can do, and where it is refused."""

import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest

from starlore.attention import attend
from starlore.attention.arrays import Array
from starlore.attention.chosen import LSH, Chosen, Clusters, TopK, blend_chosen
from starlore.attention.schemes import Causal, Documents, Full, Window
from starlore.errors import AlignmentError, DtypeError, ScoreOverflowError, ShapeError
from tests.attention.chosen.samples import clustered, plain

EACH: list[Chosen] = [TopK(3), TopK(3, how="pages"), LSH(2, 8, seed=1), Clusters(4, seed=1)]


@pytest.mark.parametrize("scheme", EACH, ids=repr)
def test_a_plan_and_joins_are_refused(scheme: Chosen) -> None:
    with pytest.raises(DtypeError, match="5 queries and 6 keys make no plan"):
        scheme.plan(5, 6)
    joins: list[Callable[[], object]] = [
        lambda: scheme & Causal(),
        lambda: scheme | Causal(),
        lambda: Causal() | scheme,
        lambda: Causal() & scheme,
    ]
    for join in joins:
        with pytest.raises(DtypeError, match=r"joins no scheme: name its candidates, as in \w+\("):
            join()


@pytest.mark.parametrize("scheme", EACH, ids=repr)
def test_a_choice_is_a_value_of_its_inputs(scheme: Chosen) -> None:
    q, k, v = plain(20, 40)
    one, two = scheme.choose(q, k, v), scheme.choose(q, k, v)
    assert np.array_equal(one.keys, two.keys) and one.comparisons == two.comparisons
    assert eval(repr(scheme)) == scheme and hash(eval(repr(scheme))) == hash(scheme)


def chosen_mask(keys: Array, n_k: int) -> Array:
    mask = np.zeros((len(keys), n_k + 1), dtype=np.bool_)
    np.put_along_axis(mask, keys, True, axis=1)
    return mask[:, :n_k]


@pytest.mark.parametrize("scheme", EACH, ids=repr)
def test_blending_a_choice_is_attention_with_it_as_a_mask(scheme: Chosen) -> None:
    q, k, v = plain(20, 40)
    choice = scheme.choose(q, k, v)
    output, lse = blend_chosen(q, k, v, choice)
    wanted = attend(q, k, v, mask=chosen_mask(choice.keys, 40))
    assert output == pytest.approx(wanted.output, abs=1e-14)
    assert lse == pytest.approx(wanted.lse, abs=1e-13)


def test_blending_has_the_bits_of_the_reference() -> None:
    q, k, v = (array.tolist() for array in plain(20, 40))
    choice = TopK(7, Causal("end")).choose(q, k)
    wanted = attend(q, k, v, mask=chosen_mask(choice.keys, 40))
    output, lse = blend_chosen(q, k, v, choice)
    assert np.array_equal(output, wanted.output) and np.array_equal(lse, wanted.lse)


def test_a_query_without_candidates_reads_nothing() -> None:
    q, k, v = plain(3, 2)
    for scheme in (
        TopK(2, Causal("end")),
        TopK(2, Causal("end"), "pages"),
        LSH(1, 1, 0, Causal("end")),
        Clusters(1, 0, among=Causal("end")),
    ):
        choice = scheme.choose(q, k, v)
        output, lse = blend_chosen(q, k, v, choice)
        assert (choice.keys[0] == -1).all()
        assert (output[0] == 0).all() and lse[0] == -np.inf
        if choice.error_bound is not None:
            assert choice.error_bound[0] == 0


def test_dtypes_come_back_as_from_attend() -> None:
    q, k, v = (array.astype(np.float32) for array in plain(4, 9))
    output, lse = blend_chosen(q, k, v, TopK(2).choose(q, k, v))
    assert output.dtype == lse.dtype == np.float32
    output, lse = blend_chosen(q, k, v.astype(np.float16), TopK(2).choose(q, k))
    assert output.dtype == np.float16 and lse.dtype == np.float32


@pytest.mark.parametrize("scheme", [LSH(4, 64, seed=1), Clusters(32, seed=1)], ids=repr)
def test_buckets_and_clusters_find_most_best_keys_at_few_comparisons(scheme: Chosen) -> None:
    q, k, v = clustered(2048, 32)
    choice = scheme.choose(q, k, v)
    assert choice.comparisons <= 2048 * 2048 / 4
    assert choice.lost_weight is None and choice.error_bound is None and choice.opened is None
    assert choice.found(q, k) > 0.9


@pytest.mark.parametrize("scheme", EACH, ids=repr)
def test_recall_equals_a_count_by_hand(scheme: Chosen) -> None:
    q, k, _ = plain(30, 50)
    choice = scheme.choose(q, k)
    best = np.argsort(-(q @ k.T), axis=1)[:, :4]
    hits = sum(len({*best[i]} & {*choice.keys[i]}) for i in range(30))
    assert choice.found(q, k, top=4) == pytest.approx(hits / 120)


def test_recall_looks_for_candidates_only() -> None:
    q, k, _ = plain(6, 6)
    assert TopK(2, Causal()).choose(q, k).found(q, k, top=2) == 1.0
    assert TopK(2, Window(0, align=9)).choose(q, k).found(q, k) == 1.0


def test_lsh_comparisons_are_at_most_two_buckets_a_round() -> None:
    q, k, _ = plain(64, 64)
    for rounds in (1, 3):
        choice = LSH(rounds, 8, seed=0).choose(q, k)
        assert choice.comparisons <= 2 * rounds * 64 * 8
        assert choice.comparisons == (choice.keys >= 0).sum()
    assert LSH(1, 64, seed=0).choose(q, k).comparisons == 64 * 64


def test_cluster_comparisons_are_queries_times_keys_of_each_and_the_centres() -> None:
    q, k, _ = plain(40, 60)
    choice = Clusters(5, seed=2).choose(q, k)
    assert choice.comparisons == (choice.keys >= 0).sum() + 40 * 5
    clusters = {tuple(row) for row in choice.keys.tolist()}
    assert len(clusters) <= 5
    seen = [j for row in clusters for j in row if j >= 0]
    assert len(seen) == len(set(seen))


def test_candidates_are_those_named_by_among() -> None:
    q, k, _ = plain(30, 30)
    allowed = Causal().plan(30, 30).mask()
    for scheme in (TopK(3, Causal()), LSH(2, 8, 1, Causal()), Clusters(4, 1, among=Causal())):
        keys = scheme.choose(q, k).keys
        rows = np.arange(30)[:, None]
        assert (allowed[rows, np.maximum(keys, 0)] | (keys < 0)).all()


def test_what_does_not_fit_is_refused() -> None:
    q, k, v = plain(4, 6)
    with pytest.raises(AlignmentError, match="4 queries, 6 keys"):
        TopK(1, Causal()).choose(q, k)
    with pytest.raises(ShapeError, match="Documents names 2 queries"):
        TopK(1, Documents([0, 0])).choose(q, k)
    with pytest.raises(ShapeError, match="must have one width"):
        TopK(1).choose(q, k[:, :2])
    with pytest.raises(ShapeError, match="one value for each key"):
        TopK(1).choose(q, k, v[:3])
    with pytest.raises(ShapeError, match="must all be"):
        TopK(1).choose(q[0], k)
    with pytest.raises(ShapeError, match="multiple of key heads"):
        TopK(1).choose(np.zeros((3, 1, 1)), np.zeros((2, 1, 1)))
    with pytest.raises(ShapeError, match="choice was made for queries"):
        blend_chosen(q[:2], k, v, TopK(1).choose(q, k))
    with pytest.raises(ScoreOverflowError, match="scale must be a finite number"):
        TopK(1).choose(q, k, scale=np.inf)
    with pytest.raises(ScoreOverflowError, match="k holds a NaN"):
        TopK(1, Full()).choose(q, np.full((6, 5), np.nan))
    with pytest.raises(ScoreOverflowError, match="passes the range of float64"):
        TopK(1).choose(q * 1e200, k * 1e200)


def test_memory_grows_with_the_keys_chosen_and_never_with_n_times_n() -> None:
    n = 8_192
    q, k, v = clustered(n, 256)
    for scheme in (
        TopK(8, how="pages", error=0.5),
        LSH(1, 16, seed=0),
        Clusters(256, seed=0, rounds=2),
    ):
        tracemalloc.start()
        choice = scheme.choose(q, k, v)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 250_000_000 + 8 * choice.keys.nbytes  # one table would be 537 MB
