"""What the docs show of recall is what the results that ship say."""

import pytest

from starlore.attention.contrast import shipped
from starlore.attention.contrast.recall import rows_of
from tools.docs import PICTURED
from tools.recall import plan
from tools.recall_page import PICTURES, recall_page


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_current(name: str) -> None:
    assert (PICTURED / name).read_text(encoding="utf-8") == PICTURES[name]()


def test_every_row_stands_in_a_table() -> None:
    page = recall_page()
    rows = rows_of((one.trial, one.outcome) for one in shipped())
    assert all(f"| {row.accuracy:.3f} ± {row.spread:.3f} " in page for row in rows)


def test_what_ships_is_what_the_plan_makes() -> None:
    assert {one.trial for one in shipped()} == set(plan())
