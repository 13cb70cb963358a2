"""Two lessons of six stars, no two of which take the same time; enough for a whole sitting."""

from collections.abc import Mapping
from pathlib import Path

from tests.sample_course import NUMBERS, PART

LESSONS = ("adding", "taking")
NAMES = ("one", "two", "three", "four", "five", "six")
STARS = tuple(f"{lesson}.{name}" for lesson in LESSONS for name in NAMES)
SECONDS = {star: 10 * (place + 1) for place, star in enumerate(STARS)}
"""What the course says of each star's question."""

COURSE = """
id = "wide"
[lessons.adding]
level = 0
needs = []
[lessons.taking]
level = 1
needs = ["adding"]
"""
WORDS = """
title = "Wide"
[lessons.adding]
title = "Adding"
question = "What is a sum?"
[lessons.taking]
title = "Taking"
question = "What is left?"
"""
HEAD = """---
id: {lesson}
title: The lesson {lesson}
one_line: Numbers make numbers.
minutes: 5
outcomes: {{a: Work with numbers}}
stars:
{stars}
lines: [[one, two]]
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


def lesson_files(lesson: str, names: tuple[str, ...] = NAMES) -> Mapping[str, str]:
    """A lesson of these stars, in this order, as its files."""
    stars = "\n".join(
        f"  {name}: {{name: Star {name}, outcome: a, at: [{10 + 15 * place}, 50]}}"
        for place, name in enumerate(names)
    )
    stem = "What do {{ a }} and {{ b }} make?"
    parts = [
        PART.format(title=f"Star {name}", id=name, stem=stem, wrong="multiplies") for name in names
    ]
    questions = "\n".join(
        f'    Question("{lesson}.{name}", vary, seconds={SECONDS[f"{lesson}.{name}"]}),'
        for name in names
    )
    return {
        "lesson.md": HEAD.format(lesson=lesson, stars=stars) + "".join(parts),
        "numbers.py": NUMBERS,
        "questions.py": QUESTIONS.format(questions=questions),
    }


def write_lesson(folder: Path, lesson: str, names: tuple[str, ...] = NAMES) -> None:
    """Write a lesson into its folder in a course's folder."""
    (folder / lesson).mkdir(parents=True, exist_ok=True)
    for name, text in lesson_files(lesson, names).items():
        (folder / lesson / name).write_text(text, encoding="utf-8")


def write_wide(folder: Path) -> Path:
    """Write the course into a folder and give its path."""
    course = folder / "wide"
    for lesson in LESSONS:
        write_lesson(course, lesson)
    (course / "course.toml").write_text(COURSE, encoding="utf-8")
    (course / "course.en.toml").write_text(WORDS, encoding="utf-8")
    return course
