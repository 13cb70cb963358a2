"""Motion: no sheet of styles, whichever are added, moves anything that nobody touched."""

import re
from pathlib import Path

SHEETS = Path(__file__).resolve().parents[2] / "src" / "starlore" / "web" / "static" / "css"


def moves_at_rest(css: str) -> bool:
    """Whether something goes on moving for ever, comments apart."""
    return "infinite" in re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)


def test_nothing_moves_at_rest() -> None:
    sheets = sorted(SHEETS.glob("*.css"))
    assert sheets
    assert not [path.name for path in sheets if moves_at_rest(path.read_text(encoding="utf-8"))]


def test_a_star_that_twinkles_would_be_found() -> None:
    assert moves_at_rest(".star { animation: twinkle 3s infinite }")
    assert not moves_at_rest("/* never infinite */ .star { transition: fill var(--calm) }")
