"""The real course with its six easier lessons made up: the right stars, sums for questions.

Each made lesson has the eight stars of its name, so that the edges of the real course file meet.
"""

import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from starlore.lessons.load import load_course
from starlore.lessons.model import Course
from tests.sample_course import NUMBERS, PART

REAL = Path(__file__).parents[1] / "courses" / "reading-the-past"

STARS = {
    "dot": (
        *("score", "best-key", "angle", "longer-key"),
        *("missing-part", "long-beats-aligned", "work", "meaning-of-minus"),
    ),
    "average": (
        *("blend", "missing-weight", "blend-vectors", "outside"),
        *("which-weight", "normalise", "scale-amounts", "rounded-sum"),
    ),
    "softmax": (
        *("top-weight", "gap-to-ratio", "shift", "double-scores"),
        *("temperature", "two-way", "gap-for-ratio", "negative-score"),
    ),
    "project": (
        *("project", "who-asks", "parameters", "longer-input"),
        *("not-symmetric", "what-is-sent", "shapes", "who-decides"),
    ),
    "window": (
        *("slide", "one-layer-reach", "stacked-span", "layers-needed"),
        *("dilated", "window-cost", "edges", "fixed-weights"),
    ),
    "state": (
        *("one-step", "what-is-left", "gone-when", "same-state"),
        *("how-big", "room", "in-a-row", "cannot-reread"),
    ),
}
TITLES = {
    "dot": "The dot product",
    "average": "Weighted averages",
    "softmax": "Softmax",
    "project": "Learned projections",
    "window": "Convolution windows",
    "state": "Recurrent state",
}
SHAPES = {
    "dot": ((10, 88), (36, 66), (62, 40), (90, 10), (30, 92), (54, 88), (76, 80), (94, 66)),
    "average": ((8, 52), (28, 50), (50, 48), (72, 50), (92, 52), (50, 70), (34, 90), (66, 90)),
    "softmax": ((8, 86), (24, 82), (40, 72), (50, 52), (60, 30), (74, 18), (90, 14), (52, 90)),
    "project": ((50, 12), (50, 38), (20, 60), (50, 64), (80, 60), (12, 90), (50, 92), (88, 90)),
    "window": ((10, 30), (30, 30), (50, 30), (70, 30), (90, 30), (30, 72), (50, 72), (70, 72)),
    "state": ((18, 10), (20, 40), (32, 70), (50, 84), (68, 70), (80, 40), (82, 10), (50, 52)),
}
"""Where the stars of a made lesson stand, in their order."""

HEAD = """---
id: {slug}
title: {title}
one_line: A made lesson about numbers, of about the length that a line has.
minutes: {minutes}
outcomes: {{a: Add two numbers by hand, b: Say what adding does, c: Say what it leaves alone}}
stars:
{stars}
lines: [{lines}]
---

# Introduction {{#introduction}}

Numbers can be put together.

# Read {{#read}}

Here {{{{ one }}}} and {{{{ two }}}} make {{{{ three }}}}.

# In one sentence {{#closing}}

A sum is one number.
"""
QUESTIONS = """
from starlore.questions import Draw, Figure, Misconception, Question, Variant

def vary(rng: Draw) -> Variant:
    a, b = rng.integer("a", 2, 900), rng.integer("b", 2, 900)
    return Variant({{"a": Figure(a), "b": Figure(b)}}, Figure(a + b),
                   (Misconception("multiplies", Figure(a * b)),))

QUESTIONS = (
{questions}
)
"""


@cache
def seven_course() -> Course:
    """The course, read once."""
    with TemporaryDirectory() as folder:
        course = load_course(write_seven(Path(folder)))
    assert course.diagnostics == ()
    return course


def write_seven(folder: Path) -> Path:
    """Write the course into a folder and give its path."""
    course = folder / "reading-the-past"
    course.mkdir()
    for name in ("course.toml", "course.en.toml"):
        shutil.copy(REAL / name, course / name)
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(REAL / "lookup", course / "lookup", ignore=ignore)
    for place, slug in enumerate(STARS):
        _write(course / slug, slug, 15 + 5 * (place % 3))
    return course


def _write(folder: Path, slug: str, minutes: int) -> None:
    """One made lesson."""
    folder.mkdir()
    names = STARS[slug]
    stars = "\n".join(
        f"  {name}: {{name: {name.replace('-', ' ').capitalize()}, "
        f"outcome: {'aaaabbcc'[place]}, at: [{x}, {y}]}}"
        for place, (name, (x, y)) in enumerate(zip(names, SHAPES[slug], strict=True))
    )
    pairs = [(0, 1), (1, 2), (2, 3), (4, 5), (6, 7)]
    lines = ", ".join(f"[{names[one]}, {names[other]}]" for one, other in pairs)
    head = HEAD.format(slug=slug, title=TITLES[slug], minutes=minutes, stars=stars, lines=lines)
    stem = "What do {{ a }} and {{ b }} make?"
    parts = [PART.format(title=name, id=name, stem=stem, wrong="multiplies") for name in names]
    questions = "\n".join(f'    Question("{slug}.{name}", vary),' for name in names)
    files = {
        "lesson.md": head + "".join(parts),
        "numbers.py": NUMBERS,
        "questions.py": QUESTIONS.format(questions=questions),
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
