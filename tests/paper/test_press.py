"""The press: one source, one file; what is missing is named; what has no words is not printed."""

import sys
from pathlib import Path

import pytest

from starlore.errors import PaperError, Refused
from starlore.paper import press
from starlore.paper.press import NEEDED, pages, pdf
from tests.paper.test_quoted import source
from tests.told import told

PICTURE = "bytes(\"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>\")"


def test_the_same_source_gives_the_same_bytes() -> None:
    made = [pdf(source("#par[a]")), pdf(source("#par[b]")), pdf(source("#par[a]"))]
    assert made[0] == made[2] != made[1]


def test_a_file_says_that_everybody_can_read_it_and_not_when_it_was_made() -> None:
    made = pdf(source("#par[a]"))
    assert b"pdfuaid" in made
    assert b"/MarkInfo" in made
    assert b"CreationDate" not in made


def test_a_picture_without_words_is_not_printed() -> None:
    assert pdf(source(f'#image({PICTURE}, format: "svg", alt: "a sign")')).startswith(b"%PDF-")
    with pytest.raises(PaperError, match="alt"):
        pdf(source(f'#image({PICTURE}, format: "svg")'))


def test_pages_come_as_pictures() -> None:
    made = pages(source("#par[a] #pagebreak() #par[b]"), ppi=20)
    assert [one[:4] for one in made] == [b"\x89PNG"] * 2


def test_nothing_is_read_from_the_disk_or_from_elsewhere() -> None:
    for asked in ('#read("/etc/hostname")', '#import "@preview/cetz:0.3.0"'):
        with pytest.raises(PaperError):
            pdf(source(asked))


def test_a_missing_font_is_named_with_what_installs_it(tmp_path: Path) -> None:
    with told(Refused, f"{NEEDED[0]} is missing.*pip install"):
        press._compiler(tmp_path)


def test_a_missing_typesetter_is_named_with_what_installs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with told(Refused, "pip install typst"):
        press._compiler(tmp_path / "other")
