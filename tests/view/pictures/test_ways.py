"""Three ways of reading as they are drawn."""

import pytest

from starlore.lessons.pictures import PICTURES
from starlore.view.pictures.ways import usable
from tests.view.pictures.a_picture import DATA, drawn, tables_of


def test_a_window_sees_its_reach_a_state_fades_and_attention_keeps_all() -> None:
    value = PICTURES["ways"](DATA["ways"])
    every = range(7)
    assert [usable(value, "window", at) for at in every] == [0, 0, 0, 0, 0, 1, 1]  # type: ignore[arg-type]
    kept = [usable(value, "state", at) for at in every]  # type: ignore[arg-type]
    assert kept == sorted(kept) and kept[0] == pytest.approx(0.8**6, abs=1e-6)
    assert [usable(value, "attention", at) for at in every] == [1] * 7  # type: ignore[arg-type]
    assert "0.26" in tables_of(drawn("ways"))
