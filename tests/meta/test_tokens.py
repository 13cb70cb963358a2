"""Tokens: each one used is defined, and marks stand out even in the lightest air of the night."""

import re
from pathlib import Path

SHEETS = Path(__file__).resolve().parents[2] / "src" / "starlore" / "web" / "static" / "css"
MIX = re.compile(r"--dusk: light-dark\(transparent, color-mix\(in srgb, (#\w{6}) (\d+)%")


def sheet(name: str) -> str:
    """A style sheet without its comments."""
    return re.sub(r"/\*.*?\*/", "", (SHEETS / name).read_text(encoding="utf-8"), flags=re.DOTALL)


def night(token: str) -> str:
    """A token's colour at night."""
    found = re.search(rf"--{token}: light-dark\(#\w{{6}}, (#\w{{6}})\)", sheet("tokens.css"))
    assert found is not None, token
    return found.group(1)


def channels(colour: str) -> list[int]:
    return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]


def luminance(parts: list[float]) -> float:
    """Relative luminance as WCAG defines it, of channels from 0 to 255."""
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (p / 255 for p in parts)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_marks_and_words_stand_out_where_the_glow_lies_over_the_horizon() -> None:
    mix = MIX.search(sheet("tokens.css"))
    assert mix is not None
    share = int(mix.group(2)) / 100
    pairs = zip(channels(mix.group(1)), channels(night("horizon")), strict=True)
    air = luminance([a * share + b * (1 - share) for a, b in pairs])
    for token, least in (
        *((name, 3.0) for name in ("line", "ember", "bright", "focus")),
        *((name, 4.5) for name in ("text", "muted", "link")),
    ):
        ink = luminance([float(c) for c in channels(night(token))])
        assert (ink + 0.05) / (air + 0.05) >= least, token


def test_every_used_token_is_defined() -> None:
    defined = set(re.findall(r"(--[\w-]+)\s*:", sheet("tokens.css")))
    used = {
        token
        for path in SHEETS.glob("*.css")
        for token, fallback in re.findall(r"var\((--[\w-]+)\s*(,)?", sheet(path.name))
        if not fallback
    }
    assert used - defined == set()


def test_nothing_moves_at_rest() -> None:
    for path in SHEETS.glob("*.css"):
        assert "infinite" not in sheet(path.name), path.name
