"""Photograph every screen in both themes, on a phone and on a desk: `make shots` fills shots/.

`python -m tools.shots fa` takes them in another language, or in a pseudo-language.

A real server with a log of its own is answered through the browser: the lessons of the road one an
evening, some answers wrong, days between, and each screen is taken as it then is. The clock moves
with each question, as it does for a learner. Nothing of the learner's own data is touched.
"""

import secrets
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Collection
from pathlib import Path

import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from starlore.cli.place import course_folder
from starlore.language import Catalogue, show_number, spelled
from starlore.lessons.map import in_order
from starlore.lessons.shelf import Shelf
from starlore.paper.printer import Printer
from starlore.questions.codec import from_json
from starlore.store import open_store
from starlore.study.desk import Desk
from starlore.study.port import Store
from starlore.study.sheets import draw_sheet
from starlore.web.app import create_app

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "shots"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
SIZES = {"desk": (1440, 900), "phone": (390, 844)}
THEMES = {"night": "dark", "paper": "light"}
DAY_MS, QUESTION_MS = 86_400_000, 40_000
WRONG_AT = (1, 5)
MOST = 20
"""Questions after which a sitting must have ended."""

HEAD = "lookup.the-whole-head"
"""The star that practises most others."""


class Running:
    """A Starlore on loopback whose clock can be moved, seen in one language."""

    def __init__(self, folder: Path, tag: str = "en") -> None:
        self.tag, self.say = tag, Catalogue.load(tag).say
        self.store: Store = open_store(folder / "starlore.db")
        self.now = time.time_ns() // 1_000_000
        shelf = Shelf(course_folder() / "reading-the-past")
        self.course = shelf.course()

        def desk() -> Desk:
            learner = self.store.local_learner(self.now)
            bits = secrets.randbits
            return Desk(self.store, shelf.course, learner, self.store.device(), bits, "UTC")

        listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        config = uvicorn.Config(
            create_app(desk, lambda: self.now, press=Printer()), log_level="error", lifespan="off"
        )
        self.server = uvicorn.Server(config)
        threading.Thread(
            target=self.server.run, kwargs={"sockets": [listening]}, daemon=True
        ).start()
        while not self.server.started:
            time.sleep(0.02)


class Camera:
    """Takes what a page shows in both themes and sizes."""

    def __init__(self, browser: Browser, sky: Running) -> None:
        self.sky = sky
        self.pages = {
            (theme, size): browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=scheme,  # type: ignore[arg-type]
                reduced_motion="reduce",
            ).new_page()
            for size, (width, height) in SIZES.items()
            for theme, scheme in THEMES.items()
        }

    def take(self, name: str, path: str) -> None:
        """One screen, in a window so high that no bar has to stand over the text."""
        for (theme, size), page in self.pages.items():
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            page.goto(self.sky.address + path)
            page.evaluate("document.fonts.ready")
            whole = page.evaluate("document.documentElement.scrollHeight")
            page.set_viewport_size({"width": width, "height": max(height, whole)})
            page.screenshot(path=str(OUT / f"{name}-{theme}-{size}.png"), full_page=True)

    def here(self, name: str, page: Page) -> None:
        """The screen that a page is at."""
        self.take(name, page.url.removeprefix(self.sky.address).partition("#")[0])


def answer(page: Page, sky: Running, is_right: bool = True) -> str:
    """Answer the question on screen by choosing or typing, and let its time pass; its star."""
    action = page.locator("form[action*='/answer/']").first.get_attribute("action") or ""
    with sky.store.read() as unit:
        row = unit.variant(sky.store.learners()[0], action.rpartition("/")[2])
    assert row is not None
    variant, field = from_json(row.variant_json), page.locator("input[name=answer].is-typed")
    sky.now += QUESTION_MS
    if field.count():
        chosen = variant.solution if is_right else variant.misconceptions[0].answer
        parts = chosen if isinstance(chosen, tuple) else (chosen,)
        field.fill("; ".join(map(str, parts)))
    else:
        name = "" if is_right else next(n for n in variant.order if n)
        page.locator("label.answer").nth(variant.order.index(name)).click()
    page.get_by_role("button", name=sky.say("question.answer"), exact=True).click()
    again = page.get_by_role("button", name=sky.say("question.yes-send"))
    page.locator("#why").or_(again).first.wait_for()
    if again.count():
        again.click()
    page.wait_for_selector("#why")
    return row.star


def go_on(page: Page, sky: Running) -> bool:
    """On to the next question; whether there is one."""
    page.get_by_role("button", name=sky.say("question.next")).click()
    page.locator("#why").wait_for(state="detached")
    return page.locator("form.question").count() > 0


def sit(
    page: Page, camera: Camera, name: str, wrong_at: Collection[int], taken: Collection[int]
) -> None:
    """Answer all that a sitting asks; some questions are photographed, open and answered.

    Args:
        name: of the pictures. wrong_at: which answers are wrong. taken: which are photographed.
    """
    for place in range(MOST):
        if place in taken:
            camera.here(f"{name}-question-{place + 1}", page)
        star = answer(page, camera.sky, place not in wrong_at)
        if place in taken:
            camera.here(f"{name}-answered-{place + 1}", page)
        elif star == HEAD and place not in wrong_at:
            camera.here("also-brightened", page)
        if not go_on(page, camera.sky):
            break


def lesson(page: Page, camera: Camera, slug: str) -> None:
    """One evening: a lesson's page, its warm-up where one is offered, and its questions."""
    sky, path = camera.sky, f"/{sky.tag}/lesson/{slug}"
    page.goto(sky.address + path)
    camera.take(f"lesson-{slug}", path)
    if page.locator("#warm-up").count():
        page.get_by_role("button", name=sky.say("question.warm-up-ask")).click()
        page.wait_for_selector("#warm-up form.question")
        camera.here(f"warm-up-{slug}", page)
        answer(page, sky)
        camera.here(f"warmed-up-{slug}", page)
        page.goto(sky.address + path)
    page.get_by_role(
        "button", name=sky.say("lesson-page.ask-all", n=8, words=spelled(8, sky.tag))
    ).click()
    page.wait_for_selector("form.question")
    taken = range(8) if slug == sky.course.seed else WRONG_AT[:1] + (3,)
    sit(page, camera, slug, WRONG_AT, taken)
    camera.here(f"end-{slug}", page)


def main() -> None:
    """Walk through the app and take its screens."""
    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        sky = Running(Path(folder), *sys.argv[1:2])
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        camera, page = Camera(browser, sky), browser.new_page()
        camera.take("first", f"/{sky.tag}/")
        page.goto(sky.address + f"/{sky.tag}/")
        page.get_by_role("button", name=show_number("0.75", sky.tag)).click()
        page.wait_for_selector("#why")
        camera.here("first-answered", page)
        for slug in (one for one in in_order(sky.course.nodes) if one in sky.course.lessons):
            lesson(page, camera, slug)
            sky.now += 2 * DAY_MS
        page.goto(sky.address + f"/{sky.tag}/")
        page.get_by_role("button", name=sky.say("sky-page.seven")).click()
        page.wait_for_selector("form.question")
        sit(page, camera, "review", (0,), (0, 1))
        camera.here("end-review", page)
        for name, at in {
            "sky": f"/{sky.tag}/",
            "star": f"/{sky.tag}/?star={HEAD}",
            "review": f"/{sky.tag}/review",
            "lab": f"/{sky.tag}/lab/lookup?break=share-of-total",
            "print": f"/{sky.tag}/print/lookup?seed=7",
            "sheet": f"/{sky.tag}/sheet/{draw_sheet(sky.course.lessons['lookup'], 7).code.printed}",
            "sheet-find": f"/{sky.tag}/sheet?code=K7QM-2F9X",
            "map": f"/{sky.tag}/map",
            "map-chosen": f"/{sky.tag}/map?lesson=reading",
            "settings": f"/{sky.tag}/settings",
            "keys": f"/{sky.tag}/keys",
            "not-found": f"/{sky.tag}/lesson/none",
        }.items():
            camera.take(name, at)
        browser.close()
        sky.server.should_exit = True


if __name__ == "__main__":
    main()
