"""Every address of the app as text, so that pages and routes agree. Knows no HTTP."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from starlore.language import plain_tag


@dataclass(frozen=True)
class Links:
    """The addresses in one language.

    Example:
        >>> Links("en").lesson("lookup"), Links("en").sky(on="2027-01-15")
        ('/en/lesson/lookup', '/en/?on=2027-01-15')
    """

    language: str

    def _at(self, path: str, query: Mapping[str, str] | None = None, part: str = "") -> str:
        chosen = {name: value for name, value in (query or {}).items() if value}
        asked = f"?{urlencode(chosen)}" if chosen else ""
        return f"/{plain_tag(self.language)}/{path}{asked}{'#' + part if part else ''}"

    def sky(self, on: str = "", star: str = "", order: str = "", part: str = "") -> str:
        """The sky, of a day, with a star's card open."""
        return self._at("", {"on": on, "star": star, "order": order}, part)

    def lesson(self, slug: str, asked: str = "", part: str = "", warm: str = "") -> str:
        """A lesson, with a question open in it, or one of an easier lesson to warm up on."""
        return self._at(f"lesson/{quote(slug)}", {"asked": asked, "warm": warm}, part)

    def map(self, lesson: str = "", part: str = "") -> str:
        """The map, with a lesson and the road to it chosen."""
        return self._at("map", {"lesson": lesson}, part)

    def picture(self, slug: str, id_: str) -> str:
        """The part that recomputes a live picture."""
        return self._at(f"picture/{quote(slug)}/{quote(id_)}")

    def watch(self, slug: str) -> str:
        """What the player of a lesson's Watch plays."""
        return self._at(f"lesson/{quote(slug)}/watch")

    def print(self, slug: str, code: str = "", paper: str = "", seed: int | None = None) -> str:
        """A lesson's sheet before it is printed: that of a code, of a seed, or any."""
        asked = {"code": code, "seed": "" if seed is None else str(seed), "paper": paper}
        return self._at(f"print/{quote(slug)}", asked)

    def sheet_pdf(self, slug: str, code: str, paper: str) -> str:
        """A sheet as PDF."""
        return self._at(f"print/{quote(slug)}/{quote(code)}.pdf", {"paper": paper})

    def sheet_page(self, slug: str, code: str, number: int, paper: str) -> str:
        """The picture of one page of a sheet."""
        return self._at(f"print/{quote(slug)}/{quote(code)}-{number}.png", {"paper": paper})

    def sheet(self, code: str = "", part: str = "") -> str:
        """A sheet's answers to be entered; without a code, where it is typed."""
        return self._at(f"sheet/{quote(code)}" if code else "sheet", part=part)

    def sheet_read(self, code: str, place: int) -> str:
        """How a text typed for a sheet's question is read."""
        return self._at(f"sheet/{quote(code)}/read/{place}")

    def lab(self, slug: str, query: Mapping[str, str] | None = None, part: str = "") -> str:
        """A lesson's Lab in some state."""
        return self._at(f"lab/{quote(slug)}", query, part)

    def lab_measured(self, slug: str, query: Mapping[str, str] | None = None) -> str:
        """Attention's cost, measured here and now, for a Lab in some state."""
        return self._at(f"lab/{quote(slug)}/measured", query)

    def question(self, variant: str) -> str:
        """A question by itself."""
        return self._at(f"question/{quote(variant)}")

    def ask(self) -> str:
        """Ask for a star."""
        return self._at("ask")

    def answer(self, variant: str) -> str:
        """Send an answer."""
        return self._at(f"answer/{quote(variant)}")

    def hint(self, variant: str) -> str:
        """Show a hint."""
        return self._at(f"hint/{quote(variant)}")

    def read(self, variant: str) -> str:
        """How a typed text is read."""
        return self._at(f"read/{quote(variant)}")

    def review(self, sitting: str = "") -> str:
        """The review, or one sitting of it."""
        return self._at(f"review/{quote(sitting)}" if sitting else "review")

    def next(self, sitting: str) -> str:
        """The next question of a sitting."""
        return self._at(f"review/{quote(sitting)}/next")

    def sitting_end(self, sitting: str) -> str:
        """The end of a sitting."""
        return self._at(f"review/{quote(sitting)}/end")

    def undo(self) -> str:
        """Take back the last answer."""
        return self._at("undo")

    def redo(self) -> str:
        """Bring it back."""
        return self._at("redo")

    def set_aside(self) -> str:
        """Ask for a star no more."""
        return self._at("star/set-aside")

    def bring_star_back(self) -> str:
        """Let it be asked for again."""
        return self._at("star/bring-back")

    def undo_act(self) -> str:
        """Take back the last act on a star."""
        return self._at("star/undo")

    def settings(self) -> str:
        """The settings."""
        return self._at("settings")

    def undo_setting(self) -> str:
        """Take back the last change of a setting."""
        return self._at("settings/undo")

    def export(self) -> str:
        """Everything as JSON lines."""
        return self._at("data/export")

    def import_(self) -> str:
        """Take in an export."""
        return self._at("data/import")

    def erase(self) -> str:
        """Erase everything."""
        return self._at("data/erase")

    def speak(self) -> str:
        """Go on in another language."""
        return self._at("language")

    def keys(self) -> str:
        """The list of keys."""
        return self._at("keys")
