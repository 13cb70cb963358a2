"""A database without a course."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from starlore.store import Database
from tests.fresh_store import fresh_store
from tests.store.logbook import ADA
from tests.study.conftest import Bits


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Database]:
    """Ada is the local learner."""
    store = fresh_store(tmp_path / "starlore.db", Bits())
    with store.write() as unit:
        unit.meet(ADA, 0, is_local=True)
    yield store
    store.close()
