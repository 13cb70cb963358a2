"""The press: source to PDF or to pictures of its pages. The same source gives the same bytes."""

import threading
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from starlore.errors import PaperError, Refused

FONTS = Path(__file__).resolve().parent / "vendor"
NEEDED = (
    "vazirmatn-33.0.3/Vazirmatn-Regular.ttf",
    "vazirmatn-33.0.3/Vazirmatn-Bold.ttf",
    "noto-sans-math-5.3.0/NotoSansMath-cut.ttf",
)
STANDARD = "ua-1"
"""PDF/UA-1: what has no alternative text is not printed."""

_turn = threading.Lock()
"""The compiler keeps what it set before, which makes the next sheet faster; one works at a time."""


def pdf(source: str) -> bytes:
    """A document as PDF/UA.

    Raises:
        Refused: if Typst or a font is missing; the sentence names what installs it.
        PaperError: if the source cannot be set.
    """
    made: bytes = _made(source, format="pdf", pdf_standards=[STANDARD])
    return made


def pages(source: str, ppi: float = 144) -> list[bytes]:
    """A document's pages as PNG.

    Raises:
        Refused, PaperError: as for PDF.
    """
    made: bytes | list[bytes] = _made(source, format="png", ppi=ppi)
    return [made] if isinstance(made, bytes) else made


def _made(source: str, **how: object) -> Any:
    compiler, typst = _compiler(FONTS)
    with _turn:
        try:
            return compiler.compile(source.encode("utf-8"), **how)
        except typst.TypstError as fault:
            said = " ".join(str(part) for part in (fault.message, *fault.hints))
            raise PaperError("check.paper.unset", said=said) from fault


@cache
def _compiler(fonts: Path) -> tuple[Any, ModuleType]:
    """Typst with our fonts and no others, so that a sheet looks alike on every machine."""
    try:
        import typst
    except ImportError:
        raise Refused("fault.sheet.no-typst") from None
    for name in NEEDED:
        if not (fonts / name).is_file():
            raise Refused("fault.sheet.no-font", file=str(fonts / name))
    held = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(fonts)]
    )
    return typst.Compiler(font_paths=held, ignore_system_fonts=True), typst
