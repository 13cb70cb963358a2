"""A row counts while no live void points at it."""

from starlore.store import Database
from starlore.store.voids import live_voids, taken_back
from tests.store.logbook import THERE, write_answer, write_void


def test_undo_redo_undo_leaves_the_row_taken_back() -> None:
    undo, redo, again = ("v1", "answer", "a"), ("v2", "void", "v1"), ("v3", "answer", "a")
    assert taken_back([undo], "answer") == {"a"}
    assert taken_back([undo, redo], "answer") == set()
    assert taken_back([undo, redo, again], "answer") == {"a"}


def test_the_order_in_which_voids_arrive_does_not_matter() -> None:
    chain = [("v1", "answer", "a"), ("v2", "void", "v1"), ("v3", "void", "v2")]
    assert taken_back(chain, "answer") == taken_back(chain[::-1], "answer") == {"a"}


def test_one_live_void_of_two_is_enough() -> None:
    voids = [("v1", "answer", "a"), ("v2", "answer", "a"), ("v3", "void", "v1")]
    assert taken_back(voids, "answer") == {"a"}


def test_voids_that_take_back_each_other_count_for_nothing() -> None:
    circle = [("v1", "void", "v2"), ("v2", "void", "v1"), ("v3", "answer", "a")]
    assert live_voids(circle) == (("v3", "answer", "a"),)


def test_a_chain_of_any_length_is_followed() -> None:
    chain = [("v0", "answer", "a")] + [(f"v{i}", "void", f"v{i - 1}") for i in range(1, 5_000)]
    assert taken_back(chain, "answer") == set()
    assert taken_back(chain[:-1], "answer") == {"a"}


def test_undo_goes_back_one_answer_at_a_time_and_redo_brings_back_the_last(
    store: Database,
) -> None:
    with store.write() as unit:
        write_answer(unit, "x", 10)
        write_answer(unit, "y", 20)
        for void, expected in (("v1", "y"), ("v2", "x")):
            assert unit.last_live("ada", "answer") == expected
            write_void(unit, void, "answer", expected, 30)
        assert unit.last_live("ada", "answer") is None
        assert unit.last_voided("ada", "answer") == "x"
        write_void(unit, "v3", "void", "v2", 5, device=THERE)
        assert unit.live_void_of("ada", "x") == ()
        assert unit.live_void_of("ada", "y") == ("v1",)
        assert unit.last_voided("ada", "answer") == "y"
        assert unit.last_live("ada", "answer") == "x"
        assert [entry.answer for entry in unit.entries("ada")] == ["x"]  # type: ignore[union-attr]
