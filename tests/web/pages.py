"""Every page of the app in some language, and the words on it as a reader meets them."""

from collections.abc import Iterator
from html.parser import HTMLParser

from tests.web.conftest import App

SPOKEN = ("aria-label", "alt", "title", "placeholder", "data-lost")
"""Attributes whose words a person reads or hears."""
SILENT = frozenset({"script", "style", "math", "datalist", "kbd"})
VOID = frozenset({"input", "meta", "link", "br", "hr", "img", "use", "path", "rect", "circle"})
HERE = "/lesson/lookup"


class _Words(HTMLParser):
    """Collects what is read, and what is read in which language."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[tuple[str, bool]] = []

    @property
    def _is_hushed(self) -> bool:
        return any(hushed for _, hushed in self._open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        is_foreign = "lang" in given and tag != "html"
        is_key = "keycap" in (given.get("class") or "")
        hushed = tag in SILENT or is_foreign or is_key
        if not hushed and not self._is_hushed:
            self.found += [given[name] or "" for name in SPOKEN if name in given]
        if tag not in VOID:
            self._open.append((tag, hushed))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if not self._is_hushed:
            self.found += [given[name] or "" for name in SPOKEN if name in given]

    def handle_endtag(self, tag: str) -> None:
        while self._open and tag in [name for name, _ in self._open]:
            if self._open.pop()[0] == tag:
                return

    def handle_data(self, data: str) -> None:
        if data.strip() and not self._is_hushed:
            self.found.append(data.strip())


def words_on(html: str) -> list[str]:
    """The texts of a page, without those that say which other language they are in.

    Example:
        >>> words_on('<p title="Sky">Two <i lang="fa">آسمان</i><math>x</math></p>')
        ['Sky', 'Two']
    """
    reader = _Words()
    reader.feed(html)
    return reader.found


def all_pages(app: App, language: str) -> Iterator[tuple[str, str]]:
    """Each screen in each of its states, with its HTML; the log grows on the way."""

    def get(path: str) -> tuple[str, str]:
        reply = app.get(f"/{language}/{path}")
        return path, reply.text

    def ask(star: str) -> str:
        place = app.post(f"/{language}/ask", star=star, back="").place
        return place.rpartition("/")[2].partition("?")[0]

    def answer(variant: str, text: str) -> tuple[str, str]:
        reply = app.post(f"/{language}/answer/{variant}", id=app.new_id(), answer=text)
        return f"answer {text}", reply.text or app.get(reply.place).text

    yield get("")
    for path in ("lesson/lookup", "map", "map?lesson=reading", "lab/lookup", "keys", "settings"):
        yield get(path)
    for broken in ("share-of-total", "wrong-axis", "keys-blended", "mask-with-zero"):
        yield get(f"lab/lookup?break={broken}&scheme=causal&k=2,1;1,-1;-1,2")
    yield get("lab/lookup?second=1&width=3")
    yield get("lab/lookup?n=x")
    yield get("review")
    yield get("lesson/none")
    lesson = app.desk.course().lessons["lookup"]
    for star in lesson.stars:
        variant = ask(star)
        app.post(f"/{language}/hint/{variant}", back="")
        app.post(f"/{language}/hint/{variant}", back="")
        yield get(f"question/{variant}")
        yield answer(variant, "")
        yield answer(variant, "1")
        app.clock[0] += 70_000
    yield get("")
    yield get("?star=lookup.three-shares")
    yield get("?order=worth&said=taken-back")
    app.clock[0] += 9 * 86_400_000
    yield get("")
    yield get("review")
    place = app.post(f"/{language}/review", lesson="").place
    yield get(place.partition(f"/{language}/")[2])
    sitting = place.rpartition("/")[2]
    yield get(f"review/{sitting}/end")
    yield "settings refused", app.post(f"/{language}/settings", zone="Nowhere").text
    yield "erase refused", app.post(f"/{language}/data/erase", sure="no").text
    for slug in app.desk.course().lessons:
        yield get(f"lesson/{slug}")
