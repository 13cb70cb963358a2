"""Recall, measured, as pictures: accuracy against length, and a learned window against its count.

Everything is drawn in the colour of the text around it. What tells the lines apart is their name at
the end, their dashes and their marks; a stroke through a mark goes from the worst seed to the best.
"""

from collections.abc import Sequence
from math import log2
from typing import TypeAlias

from markupsafe import Markup

from starlore.attention.contrast.recall import Row
from starlore.language import show_number
from starlore.language.catalogue import Catalogue
from starlore.view.svg import joined, markup, place

WIDTH, HEIGHT = 640.0, 400.0
START, END, TOP, FOOT = 56.0, 192.0, 34.0, 52.0
LEVELS = (0.0, 0.25, 0.5, 0.75, 1.0)
APART = 17.0
"""Pixels between two names at least."""

End: TypeAlias = tuple[float, float, str]
"""Where a line ends, its height first, and its name."""

DASHES = {
    "attention": "",
    "window": "2 4",
    "linear": "10 4",
    "delta": "10 4 2 4",
    "convolution": "5 3",
    "product": "14 3",
    "rnn": "1 3",
    "lstm": "7 3 1 3",
    "gru": "4 6",
}

STYLE = """svg{--ground:#fbfaf6;--ink:#22201b;color:var(--ink)}
@media (prefers-color-scheme:dark){svg{--ground:#14161c;--ink:#e9e6dd}}
.ground{fill:var(--ground)}text{fill:currentColor;font:14px sans-serif}"""


def lengths_svg(rows: Sequence[Row], words: Catalogue, is_alone: bool = True) -> Markup:
    """Accuracy against length, a line for each way of reading, and the line of a guess.

    Args:
        rows: of one task. words: the language. is_alone: a file of its own, with colours for a
            light and a dark surrounding; inside of a page it takes the page's.
    """
    lengths = sorted({row.trial.n for row in rows})
    parts = [_frame(lengths, words.say("recall.length"), words)]
    ends: list[End] = []
    for way in dict.fromkeys(shown_name(row, words) for row in rows):
        own = sorted(
            (row for row in rows if shown_name(row, words) == way), key=lambda row: row.trial.n
        )
        points = [(row.trial.n, row.accuracy) for row in own]
        parts.append(_line(points, lengths, DASHES[own[0].trial.way]))
        parts += [_mark(row.trial.n, row.accuracies, lengths) for row in own]
        ends.append((_y(points[-1][1]), _x(points[-1][0], lengths), way))
    guesses = sorted({(row.trial.n, row.ceiling.said) for row in rows})
    parts.append(_line(guesses, lengths, "1 6"))
    ends.append((_y(guesses[-1][1]), _x(lengths[-1], lengths), words.say("recall.guess")))
    parts += _names(ends)
    return _whole(parts, words.say("recall.lengths-alt"), is_alone)


def windows_svg(
    rows: Sequence[Row], counted: Sequence[float], words: Catalogue, is_alone: bool = True
) -> Markup:
    """Accuracy of learned windows against their width, over what was counted beforehand.

    Args:
        rows: windows of several widths on one task and length.
        counted: for each width from 1, the share of questions whose answer lies within it.
    """
    widths = sorted({row.trial.window or row.trial.n for row in rows} | {len(counted)})
    stops = [widths[0] // 2, *widths]
    parts = [_frame(stops, words.say("recall.window"), words)]
    line = [(width, counted[width - 1]) for width in range(stops[0], len(counted) + 1)]
    parts.append(_line(line, stops, ""))
    parts += [_mark(row.trial.window or row.trial.n, row.accuracies, stops) for row in rows]
    width, within = line[len(line) // 8]
    parts.append(
        _words(_x(width, stops) + 8, _y(within) + 18, words.say("recall.counted"), "start")
    )
    if rows:
        last = max(rows, key=lambda row: row.trial.window or row.trial.n)
        x, y = _x(last.trial.window or last.trial.n, stops), _y(last.accuracy)
        parts.append(_words(x, y + 22, words.say("recall.learned"), "middle"))
    return _whole(parts, words.say("recall.windows-alt"), is_alone)


def name_of(row: Row) -> str:
    """A way of reading by name; a window with its places."""
    window = row.trial.window
    return row.trial.way if window is None else f"{row.trial.way} {window}"


def shown_name(row: Row, words: Catalogue) -> str:
    """A way of reading as a page calls it."""
    shown = "" if row.trial.window is None else show_number(str(row.trial.window), words.tag)
    return words.say(f"recall.way.{row.trial.way}", places=shown)


def _whole(parts: Sequence[Markup], alt: str, is_alone: bool) -> Markup:
    ground = markup(
        '<style>{}</style><rect class="ground" width="100%" height="100%"/>', Markup(STYLE)
    )
    turned = Markup() if is_alone else Markup(' direction="ltr"')
    return markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" role="img"{}>'
        "<title>{}</title>{}{}</svg>",
        place(WIDTH),
        place(HEIGHT),
        turned,
        alt,
        ground if is_alone else Markup(),
        joined(parts),
    ) + Markup("\n" if is_alone else "")


def _frame(stops: Sequence[int], below: str, words: Catalogue) -> Markup:
    """Levels of accuracy, and the stops along the foot."""
    parts = []
    for level in LEVELS:
        y = _y(level)
        parts.append(_stroke(f"M{place(START)} {place(y)}H{place(WIDTH - END)}", 0.5, ""))
        parts.append(_words(START - 8, y + 5, show_number(f"{level:.2f}", words.tag), "end"))
    for stop in stops:
        x, foot = _x(stop, stops), HEIGHT - FOOT
        parts.append(_stroke(f"M{place(x)} {place(foot)}v6", 1, ""))
        parts.append(_words(x, foot + 22, show_number(str(stop), words.tag), "middle"))
    parts.append(_words(START - 8, 16, words.say("recall.accuracy"), "start"))
    parts.append(_words((START + WIDTH - END) / 2, HEIGHT - 8, below, "middle"))
    return joined(parts)


def _line(points: Sequence[tuple[int, float]], stops: Sequence[int], dashes: str) -> Markup:
    path = "L".join(f"{place(_x(at, stops))} {place(_y(level))}" for at, level in points)
    return _stroke(f"M{path}", 1.8, dashes)


def _mark(at: int, accuracies: Sequence[float], stops: Sequence[int]) -> Markup:
    """The mean of some seeds as a dot, and a stroke with ends from the worst to the best."""
    x, low, high = _x(at, stops), _y(min(accuracies)), _y(max(accuracies))
    bar = f"M{place(x)} {place(low)}V{place(high)}M{place(x - 4)} {place(low)}h8"
    bar += f"M{place(x - 4)} {place(high)}h8"
    dot = markup(
        '<circle cx="{}" cy="{}" r="3.5" fill="currentColor"/>',
        place(x),
        place(_y(sum(accuracies) / len(accuracies))),
    )
    return _stroke(bar, 1.2, "") + dot


def _names(ends: Sequence[End]) -> list[Markup]:
    """Names right of the ends of lines, pushed apart where they would lie upon each other."""
    ordered = sorted(ends)
    places = [y for y, _, _ in ordered]
    for at in range(1, len(places)):
        places[at] = max(places[at], places[at - 1] + APART)
    lowest = HEIGHT - FOOT + 2
    over = max(0.0, places[-1] - lowest)
    places[-1] -= over
    for at in reversed(range(len(places) - 1)):
        places[at] = min(places[at], places[at + 1] - APART)
    edge = WIDTH - END
    parts = []
    for (y, x, name), beside in zip(ordered, places, strict=True):
        way = f"M{place(x + 7)} {place(y)}H{place(edge - 10)}L{place(edge + 6)} {place(beside)}"
        parts.append(_stroke(way, 0.6, "2 3"))
        parts.append(_words(edge + 10, beside + 5, name, "start"))
    return parts


def _x(at: int, stops: Sequence[int]) -> float:
    first, last = log2(stops[0]), log2(stops[-1])
    share = (log2(at) - first) / ((last - first) or 1)
    return START + 16 + share * (WIDTH - START - END - 32)


def _y(level: float) -> float:
    return TOP + (1 - level) * (HEIGHT - TOP - FOOT)


def _stroke(path: str, width: float, dashes: str) -> Markup:
    dashed = markup(' stroke-dasharray="{}"', dashes) if dashes else Markup()
    return markup(
        '<path d="{}" fill="none" stroke="currentColor" stroke-width="{}"{}/>',
        path,
        place(width),
        dashed,
    )


def _words(x: float, y: float, shown: str, anchor: str) -> Markup:
    return markup(
        '<text x="{}" y="{}" text-anchor="{}">{}</text>', place(x), place(y), anchor, shown
    )
