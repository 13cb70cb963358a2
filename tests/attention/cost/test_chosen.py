"""What choosing by the data costs: exact for a scan, and bounds where the data decide."""

import tracemalloc
from typing import Any

import numpy as np
import pytest

from starlore.attention.chosen.choice import Chosen
from starlore.attention.cost import Case, Sizes, cost_of, count, parse_way, peak_bytes
from starlore.attention.cost.chosen import bucket_width
from starlore.attention.cost.measuring import call_of
from starlore.errors import DtypeError

SCANS = ["topk(3)", "topk(3, causal)", "topk(200)", "topk(1, causal & window(9))"]
OTHERS = {
    "lsh(1, 8)": "at most",
    "lsh(3, 20, 5, causal)": "at most",
    "lsh(2, 500)": "at most",
    "pages(3, 16)": "at least",
    "pages(2, 8, causal)": "at least",
    "clusters(4)": "even",
    "clusters(1, among=causal)": "even",
    "clusters(900)": "even",
}


def chosen(text: str) -> Chosen:
    way = parse_way(text)
    assert isinstance(way, Chosen)
    return way


def made(n: int, heads: int = 2, d: int = 6) -> tuple[Any, Any]:
    rng = np.random.default_rng(3)
    return rng.standard_normal((heads, n, d)), rng.standard_normal((1, n, d))


@pytest.mark.parametrize("text", SCANS)
@pytest.mark.parametrize("n", [1, 2, 33, 100])
def test_a_scan_costs_what_it_does(text: str, n: int) -> None:
    way, (q, k) = chosen(text), made(n)
    choice = way.choose(q, k)
    cost = count(way, n, n, 6, 5, h_q=2)
    kept = int((choice.keys >= 0).sum())
    assert cost.how == "exact"
    assert cost.comparisons == choice.comparisons
    assert cost.multiply_adds == choice.comparisons * 6 + kept * 11
    assert cost.exponentials == choice.comparisons + kept


@pytest.mark.parametrize(("text", "how"), OTHERS.items())
@pytest.mark.parametrize("n", [1, 30, 150])
def test_where_the_data_decide_a_bound_holds(text: str, how: str, n: int) -> None:
    way, (q, k) = chosen(text), made(n)
    took, cost = way.choose(q, k).comparisons, count(way, n, n, 6, 5, h_q=2)
    assert cost.how == how
    assert how != "at most" or took <= cost.comparisons
    assert how != "at least" or took >= cost.comparisons


def test_clusters_of_one_size_cost_what_is_told() -> None:
    k = np.repeat(np.eye(4), 10, axis=0) * 9
    way = chosen("clusters(4, 3)")
    choice = way.choose(k, k)
    sizes = (choice.keys >= 0).sum(axis=1)
    assert (sizes == 10).all() == (choice.comparisons == count(way, 40, 40, 4, 4).comparisons)
    assert count(way, 40, 40, 4, 4).comparisons == 40 * 10 + 40 * 4


def test_buckets_are_halved_until_they_are_small_enough() -> None:
    way: Any = parse_way("lsh(2, 10)")
    assert [bucket_width(way, n) for n in (0, 10, 11, 20, 21, 100)] == [0, 10, 6, 10, 6, 7]


@pytest.mark.parametrize(
    "text", ["topk(8)", "topk(8, causal)", "topk(90)", "lsh(2, 32)", "clusters(30)"]
)
def test_a_choice_holds_about_what_was_foretold(text: str) -> None:
    way, sizes = parse_way(text), Sizes(1500, 1500, 32, 32, dtype="float64")
    call = call_of(Case(way, sizes))
    call()
    tracemalloc.start()
    try:
        call()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    told = cost_of(way, sizes).extra_bytes
    assert peak_bytes(way, sizes) == cost_of(way, sizes).peak_bytes
    assert 0.7 * peak <= told <= 1.7 * peak, (peak, told)


def test_a_way_to_choose_that_is_not_known_is_refused() -> None:
    class Guess(Chosen):
        among = parse_way("full")  # type: ignore[assignment]

    with pytest.raises(DtypeError, match="is no TopK, LSH or Clusters"):
        count(Guess(), 3, 3, 1, 1)
