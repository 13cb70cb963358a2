"""A transaction within another of the same thread is told at once, not waited for forever."""

import pytest

from starlore.store import Database
from tests.store.logbook import ADA, write_setting


def test_a_transaction_within_another_is_refused_and_leaves_both_undone(store: Database) -> None:
    with pytest.raises(RuntimeError, match="within another"), store.write() as unit:
        write_setting(unit, "s", "theme", '"day"', 1)
        store.device()
    with store.write() as unit:
        assert list(unit.log(ADA)) == []
