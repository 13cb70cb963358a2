"""How far credit reaches, and rounds, on graphs of any shape."""

import sys
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from starlore.lessons.edges import reaches, round_in
from tests.laws.law import lawful

NAMES = "abcdef"
graphs = st.dictionaries(
    st.sampled_from(NAMES),
    st.dictionaries(st.sampled_from(NAMES), st.sampled_from((0.1, 0.3, 0.5, 1.0)), max_size=3),
)


def walked(edges: dict[str, dict[str, float]], start: str) -> dict[str, float]:
    """The best product along any path without a round, by trying them all."""
    best: dict[str, float] = {}

    def go(name: str, credit: float, path: tuple[str, ...]) -> None:
        for other, share in edges.get(name, {}).items():
            if other not in path:
                best[other] = max(best.get(other, 0.0), credit * share)
                go(other, credit * share, (*path, other))

    go(start, 1.0, (start,))
    return best


@lawful
@given(graphs)
def test_credit_is_the_largest_product_over_all_paths(edges: dict[str, dict[str, float]]) -> None:
    found = reaches(edges)
    assert found.keys() == edges.keys()
    for start, reached in found.items():
        wanted = walked(edges, start)
        assert reached.keys() == wanted.keys()
        assert all(abs(reached[name] - wanted[name]) < 1e-12 for name in wanted)


@lawful
@given(graphs)
def test_a_round_leads_back_and_is_found_where_there_is_one(
    edges: dict[str, dict[str, float]],
) -> None:
    found = round_in(edges)
    assert bool(found) == any(
        start in edges.get(end, {}) for start in edges for end in (start, *walked(edges, start))
    )
    if found:
        assert found[0] == found[-1]
        assert all(b in edges[a] for a, b in pairwise(found))


def test_a_long_chain_is_no_round_and_stops_nothing() -> None:
    far = sys.getrecursionlimit() + 200
    chain = {str(n): {str(n + 1): 1.0} for n in range(far)}
    assert round_in(chain) == ()
    assert len(reaches({"0": chain["0"], **chain})[str(far - 10)]) == 10
