"""The bars of a benchmark as an SVG file: shares of the processor's peak, case by case."""

from html import escape
from typing import TYPE_CHECKING

from starlore.cli.words import say

if TYPE_CHECKING:
    from starlore.attention.peers import Measurement

BAR, GAP, LEFT, WIDE, TOP = 14, 12, 330, 420, 46
"""Heights of a bar and of the gap between cases, room for names, length of the peak, first line."""

COLOURS = {"starlore": "#1f5fa8", "torch": "#c8553d", "onnxruntime": "#6b8f71", "flex": "#b08ea2"}
OTHER = "#8a8f98"


def picture(told: "list[Measurement]") -> str:
    """Draw shares of the peak as bars, with a line where the goal asks for a share."""
    from starlore.cli.bench import name_of

    drawn, y = [], TOP
    for one in told:
        drawn.append(_text(LEFT - 10, y + BAR - 3, f"{one.case.goal}  {name_of(one.case)}", "end"))
        top = y
        for name, share in one.shares.items():
            width = WIDE * min(1.5, share.middle)
            drawn.append(
                f'<rect x="{LEFT}" y="{y}" width="{width:.1f}" height="{BAR - 2}" '
                f'fill="{COLOURS.get(name, OTHER)}"/>'
            )
            drawn.append(_text(LEFT + width + 6, y + BAR - 4, f"{name} {share.middle:.0%}"))
            y += BAR
        if one.case.share is not None:
            drawn.append(_line(LEFT + WIDE * one.case.share, top - 3, y + 1))
        y += GAP
    drawn.append(_line(LEFT + WIDE, TOP - 6, y))
    drawn.append(_text(LEFT + WIDE, TOP - 10, say("cli.bench.picture.peak"), "middle"))
    title = say("cli.bench.picture.title")
    size = f"{LEFT + round(1.5 * WIDE) + 160} {y + GAP}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" '
        f'font-family="sans-serif" font-size="12" role="img"><title>{escape(title)}</title>'
        f'<rect width="100%" height="100%" fill="#fff"/>{_text(12, 20, title)}'
    )
    return "\n".join([head, *drawn, "</svg>", ""])


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y}" text-anchor="{anchor}">{escape(text)}</text>'


def _line(x: float, top: int, bottom: int) -> str:
    return f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{bottom}" stroke="#222"/>'
