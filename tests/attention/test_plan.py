"""A plan counts, lists and draws what its scheme says."""

import numpy as np
import pytest

from starlore import Causal, Full
from starlore.errors import ShapeError


def test_a_plan_prints_itself() -> None:
    assert str((Causal() & Full()).plan(3, 3)) == (
        "causal & full: 3 queries, 3 keys, 6 of 9 comparisons\n#..\n##.\n###"
    )
    assert str(Causal("end").plan(1, 2)) == ("causal(end): 1 query, 2 keys, 2 of 2 comparisons\n##")


def test_a_large_plan_prints_only_its_count() -> None:
    assert str(Causal().plan(1000, 1000)).splitlines() == [
        "causal: 1000 queries, 1000 keys, 500500 of 1000000 comparisons"
    ]


def test_tiles_cover_every_pair_once_and_hold_every_comparison() -> None:
    plan = Causal("end").plan(600, 1100, key_length=1030)
    table = np.zeros((600, 1100), dtype=int)
    for tile in plan.tiles:
        here = np.ix_(list(tile.rows), list(tile.keys))
        table[here] += 1
        assert tile.kind != "whole" or plan.mask()[here].all()
        assert tile.kind != "skipped" or not plan.mask()[here].any()
    assert (table[:, :1030] == 1).all() and not table[:, 1030:].any()
    assert plan.comparisons == plan.mask().sum()


def test_the_keys_of_a_query_are_its_row_of_the_mask() -> None:
    plan = Causal("end").plan(3, 5)
    for i in range(3):
        assert plan.keys(i) == np.flatnonzero(plan.mask()[i]).tolist()
    with pytest.raises(ShapeError, match="queries are 0 to 2"):
        plan.keys(3)


def test_a_mask_too_large_to_make_is_refused() -> None:
    with pytest.raises(ShapeError, match="16777216 cells"):
        Causal().plan(2**20, 2**20).mask()
