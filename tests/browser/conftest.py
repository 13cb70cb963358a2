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
from playwright.sync_api import Error as PlaywrightError

from starlore.lessons.model import Course
from starlore.paper.printer import Printer
from starlore.study.desk import Desk
from starlore.study.port import Store
from starlore.web.app import create_app
from tests.fresh_store import fresh_store
from tests.real_course import real_course
from tests.study.conftest import DAY_MS, START_MS, Bits

COURSE = Path(__file__).parents[2] / "courses" / "reading-the-past"
expect.set_options(timeout=15_000)  # a machine that is busy is no fault of the page
AXE = next((Path(__file__).parent / "vendor").rglob("axe.min.js"))
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test here needs the browser; BROWSER=0 leaves them out on purpose.

    They go first: one worker begins them while another begins at the middle of all that follows,
    so that what is left at the end, to be shared out, are tests that take no time.
    """
    here = str(Path(__file__).parent)
    ours = [item for item in items if str(item.path).startswith(here)]
    for item in ours:
        item.add_marker(pytest.mark.browser)
        if os.environ.get("BROWSER") == "0":
            item.add_marker(pytest.mark.skip(reason="left out on purpose: BROWSER=0"))
    marked = set(ours)
    items[:] = [*ours, *(item for item in items if item not in marked)]


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
    """Gives the course that is served, read once; a file of tests may have another."""
    return real_course


@pytest.fixture
def sky(tmp_path: Path, course: Callable[[], Course]) -> Iterator[Sky]:
    """A Starlore with an empty log, served on loopback."""
    store, clock, bits = fresh_store(tmp_path / "starlore.db"), [START_MS], Bits()

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


Tab = Callable[[bool], Page]


@pytest.fixture(scope="session")
def tab(chromium: Browser) -> Iterator[Tab]:
    """One tab with scripts and one without: to make one takes longer than most of a test.

    Nothing stays in it from test to test: each has a server at a port of its own, and when it ends
    the tab is emptied and the cookies go.
    """
    made: dict[bool, Page] = {}

    def kept(script: bool) -> Page:
        if script not in made or made[script].is_closed():
            made[script] = _profile(chromium, script).new_page()
        return made[script]

    yield kept
    for page in made.values():
        page.context.close()


def _profile(chromium: Browser, script: bool) -> BrowserContext:
    context = chromium.new_context(
        java_script_enabled=script, timezone_id="Etc/UTC", locale="en-GB"
    )
    context.set_default_timeout(30_000)
    return context


@dataclass
class Watch:
    """What a page must never do: complain, or ask another host."""

    complaints: list[str] = field(default_factory=list)
    expected: tuple[str, ...] = ()
    _ears: list[tuple[Page, str, Callable[..., None]]] = field(default_factory=list)

    def on(self, page: Page, address: str) -> None:
        """Listen to a page."""
        self._listen(page, "console", lambda m: self._hear(m.type, m.text))
        self._listen(page, "pageerror", lambda fault: self.complaints.append(f"error: {fault}"))
        self._listen(page, "request", lambda asked: self._ask(asked.url, address))

    def off(self) -> None:
        """Listen to no page any more."""
        while self._ears:
            page, event, ear = self._ears.pop()
            page.remove_listener(event, ear)

    def _listen(self, page: Page, event: str, ear: Callable[..., None]) -> None:
        page.on(event, ear)  # type: ignore[call-overload]
        self._ears.append((page, event, ear))

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
def open_page(tab: Tab, sky: Sky, watch: Watch) -> Iterator[Opener]:
    """Opens a page: width, theme, with or without JavaScript, calm or not."""
    pages: list[Page] = []

    def opened(
        path: str = "/en/", width: int = 1440, theme: str = "dark", script: bool = True,
        motion: str = "no-preference",
    ) -> Page:  # fmt: skip
        page = tab(script)
        if page in pages:
            page = page.context.new_page()
        pages.append(page)
        resize(page, width)
        page.emulate_media(color_scheme=theme, reduced_motion=motion)  # type: ignore[arg-type]
        watch.on(page, sky.address)
        page.goto(sky.address + path)
        return page

    yield opened
    watch.off()
    for page in pages:
        if not page.is_closed():
            _leave(page)


def _leave(page: Page) -> None:
    """Empty the tab that is kept, close any other; one that answers no more takes all with it."""
    context = page.context
    try:
        context.clear_cookies()
        if page is not context.pages[0]:
            page.close()
            return
        page.unroute_all()
        page.goto("about:blank")
        page.emulate_media(media="null")
        page.mouse.move(0, 0)
    except PlaywrightError:
        context.close()


def resize(page: Page, width: int) -> None:
    """Make a page as wide as a phone or a desk."""
    page.set_viewport_size({"width": width, "height": 900 if width > 600 else 844})


KINDS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe-core that look at colours: all that a theme changes."""


def axe(page: Page, rules: tuple[str, ...] = KINDS) -> list[str]:
    """What axe-core finds wrong on a page, a line each.

    Args:
        page: to look at. rules: by their names, or by the kinds they are of.
    """
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(
        """async (rules) => (await axe.run(document, {runOnly: rules})).violations.map(
             v => v.id + ": " + v.nodes.map(n => n.html.slice(0, 160)).join(" | "))""",
        list(rules),
    )
    return list(found)


def flaws(page: Page, widths: tuple[int, ...] = (1440, 390)) -> list[str]:
    """What is wrong with a calm page at each width in both themes, a line each with its place.

    At each width everything is looked at once, and in the other theme its colours. The page is
    left as wide and as dark as it was.
    """
    size, found = page.viewport_size, list[str]()
    was = "dark" if page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") else "light"
    for width in widths:
        resize(page, width)
        over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        found += [f"{width} px: {over} px too wide"] if over > 0 else []
        for theme, rules in (("dark", KINDS), ("light", COLOURS)):
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            found += [f"{width} px, {theme}: {fault}" for fault in axe(page, rules)]
    page.emulate_media(color_scheme=was)  # type: ignore[arg-type]
    assert size is not None
    page.set_viewport_size(size)
    return found
