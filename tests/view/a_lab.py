"""The Lab's page as tests ask for it, and the work that goes into it."""

import sys
from types import FrameType

from starlore.view.environment import Frame, render
from starlore.view.lab_page import lab_page
from tests.real_course import real_course

FRAME = Frame("en", lambda name: f"/static/{name}", here="lab", lesson="lookup", lab="lookup")
LARGEST = {"places": "8", "width": "4", "value-width": "4", "break": "wrong-axis", "second": "1"}
KEEPING = (
    "starlore.view.lab",
    "starlore.view.pictures",
    "starlore.view.symbols",
    "starlore.figures",
)
"""Where what depends on a page's address or language may be kept."""


def page(frame: Frame = FRAME, /, **query: str) -> str:
    """The page at an address; `value_width` stands for "value-width"."""
    asked = {name.replace("_", "-"): text for name, text in query.items()}
    return render("lab.html", frame, **lab_page(frame, real_course(), "lookup", asked))


def caches() -> dict[str, object]:
    """Every function that keeps what it made, by its name."""
    return {
        f"{one.__module__}.{one.__name__}": one
        for name, module in [*sys.modules.items()]
        if name.startswith(KEEPING)
        for one in [*vars(module).values()]
        if hasattr(one, "cache_parameters")
    }


def forget() -> None:
    """Empty all of them."""
    for one in caches().values():
        one.cache_clear()  # type: ignore[attr-defined]


def count_calls(query: dict[str, str]) -> int:
    """How many functions are called to make a page: work that is counted, not timed."""
    counted = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal counted
        counted += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        page(**query)
    finally:
        sys.setprofile(before)
    return counted
