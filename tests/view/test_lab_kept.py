"""What the Lab keeps between pages: it saves work and never shows."""

from dataclasses import replace

import pytest
from markupsafe import Markup

from starlore.view.lab import ways
from tests.view.a_lab import FRAME, LARGEST, caches, count_calls, forget, page

STATES: tuple[dict[str, str], ...] = (
    {},
    {"v.0.0": "11"},
    {"places": "5", "scheme": "causal", "break": "share-of-total", "keep": "0.5"},
    LARGEST,
    {**LARGEST, "v.7.3": "-0.5", "asker": "2", "window": "5"},
)
TONGUES = ("en", "fa")


def pages_by_turns(forgetting: bool) -> list[str]:
    """Every state in every language, one after the other."""
    pages = []
    for query in STATES:
        for tag in TONGUES:
            if forgetting:
                forget()
            frame = replace(FRAME, language=tag)
            pages.append(page(frame, **query))
    return pages


def test_what_is_kept_between_pages_never_shows() -> None:
    fresh = pages_by_turns(forgetting=True)
    assert pages_by_turns(forgetting=False) == pages_by_turns(forgetting=False) == fresh


@pytest.mark.parametrize("kept", ["_twin", "_influence"])
def test_a_part_kept_for_another_state_would_be_found(
    kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh, made = pages_by_turns(forgetting=True), getattr(ways, kept)
    stale: dict[str, Markup] = {}
    monkeypatch.setattr(ways, kept, lambda name, *rest: stale.setdefault(name, made(name, *rest)))
    assert pages_by_turns(forgetting=False) != fresh


def test_no_part_of_the_page_is_kept_without_bound_but_what_is_bounded_itself() -> None:
    page()
    endless = {
        name
        for name, one in caches().items()
        if name.startswith(("starlore.view.lab", "starlore.view.pictures", "starlore.figures"))
        and one.cache_parameters()["maxsize"] is None  # type: ignore[attr-defined]
    }
    assert endless == {"starlore.view.lab.tables._flags"}  # of three times yes or no


def test_a_pull_makes_only_what_it_changed() -> None:
    forget()
    cold = count_calls(LARGEST)
    page(**LARGEST)
    assert count_calls({**LARGEST, "v.0.0": "1.5"}) < cold / 2
