"""An import is one transaction: a log that cannot be folded, or has no end, is not taken in."""

from dataclasses import replace
from io import BytesIO, RawIOBase

import pytest

from starlore.errors import Refused
from starlore.study import exchange
from starlore.study.desk import Desk, Moment
from starlore.study.exchange import import_log, lines_of
from starlore.study.rebuilding import drifts
from tests.study.acts import answered, later
from tests.told import told


def test_a_log_that_cannot_be_folded_is_not_taken_in(
    desk: Desk, at: Moment, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered(desk, at)
    lines = list(desk.store.export(desk.learner))
    desk.store.erase(desk.learner, at.now_ms)
    fresh = replace(desk, learner=desk.store.local_learner(at.now_ms))
    before = list(desk.store.export(fresh.learner))

    def fails(*_: object) -> object:
        raise OverflowError("too far")

    with monkeypatch.context() as patch:
        patch.setattr(exchange, "folded", fails)
        with told(Refused, "No stars can be made of this log"):
            import_log(fresh, lines, later(at, days=1).now_ms)
    assert desk.store.learners() == (fresh.learner,)
    assert list(desk.store.export(fresh.learner)) == before
    learner = import_log(fresh, lines, later(at, days=1).now_ms)
    assert not drifts(desk.store, learner)


class Zeros(RawIOBase):
    """A file without an end, and how much was read of it."""

    came = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert size > 0
        self.came += size
        return bytes(size)


def test_a_line_without_an_end_is_refused_before_it_is_whole() -> None:
    zeros = Zeros()
    with told(Refused, "at most 8,388,608 bytes"):
        list(lines_of(zeros))  # type: ignore[arg-type]
    assert zeros.came <= exchange.LONGEST_LINE + 1


def test_a_file_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "LARGEST_FILE", 10)
    with told(Refused, "at most 10 bytes"):
        list(lines_of(BytesIO(b"abc\n" * 3)))


def test_lines_end_as_they_may() -> None:
    assert list(lines_of(BytesIO("é\r\n\n\u2028x".encode()))) == ["é", "", "\u2028x"]
    with told(Refused, "UTF-8"):
        list(lines_of(BytesIO(b"\xff\xfe")))
