"""From SVG to PNG: Typst, which the core install has, draws frames with our own fonts."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from starlore.animation.frame import FOOT
from starlore.animation.stage import TALL, WIDE
from starlore.errors import Refused

FONTS = Path(__file__).resolve().parents[2] / "paper" / "vendor" / "vazirmatn-33.0.3"
NEEDED = ("Vazirmatn-Regular.ttf", "Vazirmatn-Bold.ttf")
AT_ONCE = 24
"""Frames set as pages of one document: so a frame costs half of what it costs alone."""

PPI = 144.0
"""Two pixels for each user unit: 1280 by 720."""


class Raster:
    """Draws frames as pictures.

    Args:
        fonts: the folder of the fonts, no others are looked for. ppi: pixels for 72 user units.

    Raises:
        Refused: if Typst or a font is missing; the sentence names what installs it.
    """

    def __init__(self, fonts: Path = FONTS, ppi: float = PPI) -> None:
        try:
            import typst
        except ImportError:
            raise Refused("fault.watch.no-typst") from None
        for name in NEEDED:
            if not (fonts / name).is_file():
                raise Refused("fault.watch.no-font", file=str(fonts / name))
        held = typst.Fonts(
            include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(fonts)]
        )
        self._compiler: Any = typst.Compiler(font_paths=held, ignore_system_fonts=True)
        self._ppi = ppi

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a picture, in pixels."""
        return round(WIDE * self._ppi / 72), round((TALL + FOOT) * self._ppi / 72)

    def pngs(self, frames: Sequence[str]) -> Iterator[bytes]:
        """Frames that stand alone as PNG, in order."""
        for at in range(0, len(frames), AT_ONCE):
            source = document(frames[at : at + AT_ONCE])
            made = self._compiler.compile(source.encode(), format="png", ppi=self._ppi)
            yield from [made] if isinstance(made, bytes) else made


def document(frames: Sequence[str]) -> str:
    """A Typst document with a frame on each page.

    Example:
        >>> document(['<svg id="a"/>']).splitlines()[1]
        '#image(bytes("<svg id=\\\\"a\\\\"/>"), format: "svg", width: 100%)'
    """
    page = f"#set page(width: {WIDE:.0f}pt, height: {TALL + FOOT:.0f}pt, margin: 0pt)"
    images = (f'#image(bytes("{_quoted(frame)}"), format: "svg", width: 100%)' for frame in frames)
    return f"{page}\n" + "\n#pagebreak()\n".join(images)


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
