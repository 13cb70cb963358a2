"""Desks on databases of their own, and the sky that lies in one."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import strategies as st

from starlore.lessons.load import load_course
from starlore.lessons.model import Course
from starlore.memory.stars import checksum
from starlore.study.desk import Desk
from tests.fresh_store import fresh_store
from tests.sample_course import write_sample
from tests.study.conftest import START_MS, Bits

Acts = list[tuple[str, bool, float]]

acts = st.lists(
    st.tuples(
        st.sampled_from(("adding.sum", "adding.pair", "adding.which")),
        st.booleans(),
        st.sampled_from((0.0, 1.0, 9.0)),
    ),
    min_size=1,
    max_size=6,
)
"""Answers to give: on which star, right or not, and so many days after the one before."""


@contextmanager
def a_desk() -> Iterator[Desk]:
    """A desk of a new learner, gone afterwards."""
    with TemporaryDirectory() as folder:
        store = fresh_store(Path(folder) / "starlore.db")
        learner = store.local_learner(START_MS)
        yield Desk(store, _sample, learner, store.device(), Bits(), "UTC")
        store.close()


@cache
def _sample() -> Course:
    """The sample course, read once."""
    with TemporaryDirectory() as folder:
        return load_course(write_sample(Path(folder)))


def sums(desk: Desk) -> dict[str, str]:
    """The checksum of every stored star."""
    with desk.store.read() as unit:
        return {star.star: checksum(star) for star in unit.stars(desk.learner)}
