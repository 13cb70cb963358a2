"""The app on a real database with the lesson that comes with it, and a clock that stands still."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from starlette.testclient import TestClient

from starlore.lessons.model import Course
from starlore.lessons.shelf import Shelf
from starlore.paper.printer import Printer
from starlore.questions.draw import draw_variant
from starlore.store import Database
from starlore.study.asking import lesson_with, row_of
from starlore.study.desk import Desk, Moment
from starlore.study.records import VariantRow
from starlore.study.stamping import new_id
from starlore.web.app import create_app
from tests.fresh_store import fresh_store
from tests.real_course import real_course
from tests.study.conftest import START_MS, Bits

COURSE = Path(__file__).parents[2] / "courses" / "reading-the-past"
ADDRESS = "http://localhost"


@dataclass
class App:
    """The app as a browser on this machine sees it.

    Attributes:
        client: sends requests. desk: what lies behind them. clock: one number, milliseconds.
    """

    client: TestClient
    desk: Desk
    clock: list[int]

    @property
    def store(self) -> Database:
        """The database."""
        store = self.desk.store
        assert isinstance(store, Database)
        return store

    def post(self, path: str, **form: str) -> "Reply":
        """Send a form from a page of our own; go nowhere after it."""
        reply = self.client.post(path, data=form, headers={"Sec-Fetch-Site": "same-origin"})
        return Reply(reply.status_code, reply.text, reply.headers.get("location", ""))

    def get(self, path: str) -> "Reply":
        """Ask for a page."""
        reply = self.client.get(path)
        return Reply(reply.status_code, reply.text, reply.headers.get("location", ""))

    def ask(self, star: str, back: str = "") -> str:
        """Ask for a star. Gives the Variant's id."""
        place = urlsplit(self.post("/en/ask", star=star, back=back).place)
        return place.query.partition("asked=")[2] or place.path.rpartition("/")[2]

    def answer(self, variant: str, text: str, id_: str = "", **more: str) -> "Reply":
        """Answer a Variant."""
        return self.post(f"/en/answer/{variant}", id=id_ or self.new_id(), answer=text, **more)

    def new_id(self) -> str:
        """An id such as a page makes."""
        return new_id(self.clock[0], self.desk.bits)

    def row(self, variant: str) -> VariantRow:
        """What is kept of a Variant."""
        with self.store.read() as unit:
            found = unit.variant(self.desk.learner, variant)
        assert found is not None, variant
        return found

    def log(self) -> list[str]:
        """Everything that is kept, as its export."""
        return list(self.store.export(self.desk.learner))

    def typed(self, star: str) -> VariantRow:
        """An open question of a star in its typed form, without the answers that lead to it."""
        lesson = lesson_with(self.desk.course(), star)
        question = next(q for q in lesson.questions.values() if q.id == star)
        variant = draw_variant(question, self.desk.bits(64))
        at = Moment(self.clock[0], "UTC")
        id_ = new_id(at.now_ms, self.desk.bits)
        row = row_of(self.desk, at, lesson.content_hash, variant, "typed", "en", id_)
        with self.store.write() as unit:
            unit.keep_content(lesson.content_hash, lesson.files)
            unit.put_variant(row)
        return row


@dataclass(frozen=True)
class Reply:
    """What came back."""

    status: int
    text: str
    place: str


@pytest.fixture(scope="session")
def shelf() -> Shelf:
    """The course, read once for all."""
    return Shelf(COURSE, lambda _: real_course())


@contextmanager
def serving(folder: Path, course: Callable[[], Course]) -> Iterator[App]:
    """The app with an empty log in this folder, and this course."""
    store = fresh_store(folder / "starlore.db", busy_ms=20)
    clock, bits = [START_MS], Bits()
    learner = store.local_learner(START_MS)
    made = Desk(store, course, learner, store.device(), bits, "UTC")
    served = create_app(lambda: made, lambda: clock[0], press=Printer())
    with TestClient(
        served, base_url=ADDRESS, follow_redirects=False, raise_server_exceptions=False
    ) as client:
        yield App(client, made, clock)
    store.close()


@pytest.fixture
def app(tmp_path: Path, shelf: Shelf) -> Iterator[App]:
    """The app with an empty log."""
    with serving(tmp_path, shelf.course) as app:
        yield app
