"""A real server on a free port, a real Chromium, and a clock that stands where it is put."""

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from starlore.lessons.model import Course
from starlore.lessons.shelf import Shelf
from starlore.paper.printer import Printer
from starlore.store import open_store
from starlore.study.desk import Desk
from starlore.study.port import Store
from starlore.web.app import create_app
from tests.study.conftest import DAY_MS, START_MS, Bits

COURSE = Path(__file__).parents[2] / "courses" / "reading-the-past"
expect.set_options(timeout=15_000)  # a machine that is busy is no fault of the page
AXE = next((Path(__file__).parent / "vendor").rglob("axe.min.js"))
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test here needs the browser; BROWSER=0 leaves them out on purpose."""
    for item in items:
        if Path(__file__).parent in Path(item.fspath).parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))
            if os.environ.get("BROWSER") == "0":
                item.add_marker(pytest.mark.skip(reason="left out on purpose: BROWSER=0"))


@dataclass
class Sky:
    """A running Starlore, and what can be done to it from outside."""

    address: str
    store: Store
    clock: list[int]

    def later(self, days: float = 0, minutes: float = 0) -> None:
        """Let time pass."""
        self.clock[0] += round(days * DAY_MS + minutes * 60_000)


@pytest.fixture
def course() -> Callable[[], Course]:
    """Gives the course that is served; a file of tests may have another."""
    return Shelf(COURSE).course


@pytest.fixture
def sky(tmp_path: Path, course: Callable[[], Course]) -> Iterator[Sky]:
    """A Starlore with an empty log, served on loopback."""
    store, clock, bits = open_store(tmp_path / "starlore.db"), [START_MS], Bits()

    def desk() -> Desk:
        learner = store.local_learner(clock[0])
        return Desk(store, course, learner, store.device(), bits, "UTC")

    listening = socket.create_server(("127.0.0.1", 0))
    app = create_app(desk, lambda: clock[0], press=Printer())
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    deadline = time.monotonic() + 20
    while not server.started and time.monotonic() < deadline:
        thread.join(0.01)
    yield Sky(f"http://127.0.0.1:{listening.getsockname()[1]}", store, clock)
    server.should_exit = True
    thread.join(10)
    store.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        yield browser
        browser.close()


@dataclass
class Watch:
    """What a page must never do: complain, or ask another host."""

    complaints: list[str] = field(default_factory=list)
    expected: tuple[str, ...] = ()

    def on(self, page: Page, address: str) -> None:
        """Listen to a page."""
        page.on("console", lambda m: self._hear(m.type, m.text))
        page.on("pageerror", lambda fault: self.complaints.append(f"error: {fault}"))
        page.on("request", lambda r: self._ask(r.url, address))

    def _hear(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not any(word in text for word in self.expected):
            self.complaints.append(f"{kind}: {text}")

    def _ask(self, url: str, address: str) -> None:
        if not url.startswith((address, "data:", "blob:")):
            self.complaints.append(f"foreign request: {url}")


Opener = Callable[..., Page]


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Fails the test when a page complained."""
    seen = Watch()
    yield seen
    assert seen.complaints == []


@pytest.fixture
def open_page(chromium: Browser, sky: Sky, watch: Watch) -> Iterator[Opener]:
    """Opens a page: width, theme, with or without JavaScript, calm or not."""
    contexts: list[BrowserContext] = []

    def opened(
        path: str = "/en/", width: int = 1440, theme: str = "dark", script: bool = True,
        motion: str = "no-preference",
    ) -> Page:  # fmt: skip
        context = chromium.new_context(
            viewport={"width": width, "height": 900 if width > 600 else 844},
            color_scheme=theme,  # type: ignore[arg-type]
            java_script_enabled=script,
            reduced_motion=motion,  # type: ignore[arg-type]
            timezone_id="Etc/UTC",
            locale="en-GB",
        )
        contexts.append(context)
        context.set_default_timeout(30_000)
        page = context.new_page()
        watch.on(page, sky.address)
        page.goto(sky.address + path)
        return page

    yield opened
    for context in contexts:
        context.close()


def axe(page: Page) -> list[str]:
    """What axe-core finds wrong on a page, a line each."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(
        """async () => (await axe.run(document, {
             runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
           })).violations.map(v => v.id + ": " + v.nodes.map(n => n.html.slice(0, 160)).join(" | ")
           )"""
    )
    return list(found)
