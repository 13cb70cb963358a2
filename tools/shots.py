"""Photograph every screen in both themes, on a phone and on a desk: `make shots` fills shots/.

A real server with a log of its own is answered through the browser, days pass, and each screen is
taken as it then is. Nothing of the learner's own data is touched.
"""

import secrets
import socket
import tempfile
import threading
import time
from pathlib import Path

import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from starlore.cli.place import course_folder
from starlore.lessons.shelf import Shelf
from starlore.questions.codec import from_json
from starlore.store import open_store
from starlore.study.desk import Desk
from starlore.study.port import Store
from starlore.web.app import create_app

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "shots"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
SIZES = {"desk": (1440, 900), "phone": (390, 844)}
THEMES = {"night": "dark", "paper": "light"}
DAY_MS = 86_400_000
WRONG_AT = (1, 5)


class Running:
    """A Starlore on loopback whose clock can be moved."""

    def __init__(self, folder: Path) -> None:
        self.store: Store = open_store(folder / "starlore.db")
        self.now = time.time_ns() // 1_000_000
        shelf = Shelf(course_folder() / "reading-the-past")

        def desk() -> Desk:
            learner = self.store.local_learner(self.now)
            bits = secrets.randbits
            return Desk(self.store, shelf.course, learner, self.store.device(), bits, "UTC")

        listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        config = uvicorn.Config(
            create_app(desk, lambda: self.now), log_level="error", lifespan="off"
        )
        self.server = uvicorn.Server(config)
        threading.Thread(
            target=self.server.run, kwargs={"sockets": [listening]}, daemon=True
        ).start()
        while not self.server.started:
            time.sleep(0.02)


def take(browser: Browser, sky: Running, name: str, path: str) -> None:
    """One screen in both themes and sizes."""
    for size, (width, height) in SIZES.items():
        for theme, scheme in THEMES.items():
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=scheme,  # type: ignore[arg-type]
                reduced_motion="reduce",
            )
            page = context.new_page()
            page.goto(sky.address + path)
            page.evaluate("document.fonts.ready")
            page.screenshot(path=str(OUT / f"{name}-{theme}-{size}.png"), full_page=True)
            context.close()


def answer(page: Page, sky: Running, is_right: bool) -> None:
    """Answer the question on screen."""
    action = page.locator("form[action*='/answer/']").first.get_attribute("action") or ""
    with sky.store.read() as unit:
        row = unit.variant(sky.store.learners()[0], action.rpartition("/")[2])
    assert row is not None
    order = from_json(row.variant_json).order
    name = "" if is_right else next(n for n in order if n)
    page.locator("label.answer").nth(order.index(name)).click()
    page.get_by_role("button", name="Answer", exact=True).click()
    page.wait_for_selector("#why")


def main() -> None:
    """Walk through the app and take its screens."""
    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        sky = Running(Path(folder))
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        take(browser, sky, "first", "/en/")
        page = browser.new_page()
        page.goto(sky.address + "/en/")
        page.get_by_role("button", name="0.75").click()
        page.wait_for_selector("#why")
        take(browser, sky, "first-answered", page.url.removeprefix(sky.address))
        page.goto(sky.address + "/en/lesson/lookup")
        page.get_by_role("button", name="Ask all eight").click()
        for place in range(8):
            page.wait_for_selector("form.question")
            path = page.url.removeprefix(sky.address)
            take(browser, sky, f"question-{place + 1}", path)
            answer(page, sky, place not in WRONG_AT)
            take(browser, sky, f"answered-{place + 1}", path)
            page.get_by_role("button", name="Next").click()
            page.wait_for_timeout(300)
        take(browser, sky, "end", page.url.removeprefix(sky.address))
        sky.now += 3 * DAY_MS
        for name, at in {
            "sky": "/en/",
            "star": "/en/?star=lookup.the-whole-head",
            "lesson": "/en/lesson/lookup",
            "review": "/en/review",
            "lab": "/en/lab/lookup?break=share-of-total",
            "map": "/en/map",
            "map-chosen": "/en/map?lesson=reading",
            "settings": "/en/settings",
            "keys": "/en/keys",
            "not-found": "/en/lesson/none",
        }.items():
            take(browser, sky, name, at)
        browser.close()
        sky.server.should_exit = True


if __name__ == "__main__":
    main()
