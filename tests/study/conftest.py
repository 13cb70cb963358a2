"""A desk on a real database, with a sample course and a clock that stands where it is put."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from starlore.lessons.shelf import Shelf
from starlore.study.desk import Desk, Moment
from tests.fresh_store import fresh_store
from tests.real_course import real_course
from tests.sample_course import write_sample
from tests.wide_course import write_wide

START_MS = 1_780_000_000_000
DAY_MS = 86_400_000


class Bits:
    """Chance that is the same in every run."""

    def __init__(self) -> None:
        self.state = 88172645463325252

    def __call__(self, count: int) -> int:
        value = 0
        for _ in range(0, count, 32):
            self.state ^= (self.state << 13) & (1 << 64) - 1
            self.state ^= self.state >> 7
            self.state ^= (self.state << 17) & (1 << 64) - 1
            value = value << 32 | self.state & 0xFFFFFFFF
        return value & (1 << count) - 1


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    store = fresh_store(tmp_path / "starlore.db")
    learner = store.local_learner(START_MS)
    shelf = Shelf(write_sample(tmp_path))
    yield Desk(store, shelf.course, learner, store.device(), Bits(), "UTC")
    store.close()


@pytest.fixture
def wide(tmp_path: Path) -> Iterator[Desk]:
    """A desk with a course of two lessons and twelve stars."""
    store = fresh_store(tmp_path / "starlore.db")
    learner = store.local_learner(START_MS)
    shelf = Shelf(write_wide(tmp_path))
    yield Desk(store, shelf.course, learner, store.device(), Bits(), "UTC")
    store.close()


@pytest.fixture
def at() -> Moment:
    return Moment(START_MS, "UTC")


@pytest.fixture
def seven(tmp_path: Path) -> Iterator[Desk]:
    """A desk with the real course of seven lessons."""
    store = fresh_store(tmp_path / "starlore.db")
    learner = store.local_learner(START_MS)
    yield Desk(store, real_course, learner, store.device(), Bits(), "UTC")
    store.close()
