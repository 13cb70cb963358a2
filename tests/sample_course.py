"""A small course on disk, for tests that need one but not the real lessons."""

from pathlib import Path

COURSE = """
id = "sample"
first_question = "adding.first"
[lessons.adding]
level = 0
needs = []
[lessons.later]
level = 1
needs = ["adding"]
"""
WORDS = """
title = "Sample"
[lessons.adding]
title = "Adding"
question = "What is a sum?"
[lessons.later]
title = "Later"
question = "What comes after?"
"""
HEAD = """---
id: adding
title: Adding
one_line: Two numbers make one.
minutes: 5
outcomes: {a: Add two numbers, b: Say what a sum is}
stars:
  sum: {name: The sum, outcome: a, at: [20, 50]}
  pair: {name: The pair, outcome: a, at: [50, 20]}
  which: {name: Which one, outcome: b, at: [80, 50]}
lines: [[sum, pair]]
---

# Introduction {#introduction}

Numbers can be put together.

# Read {#read}

Here {{ one }} and {{ two }} make {{ three }}.

# In one sentence {#closing}

A sum is one number.
"""
PART = """
# {title} {{#{id}}}

{stem}

## answer

One number.

## hint 1

Count on.

## hint 2

The first is {{{{ a }}}}.

## worked

{{{{ a }}}} and {{{{ b }}}} make {{{{ solution }}}}.

## general

Adding puts together.

## wrong {wrong}

You took {{{{ {wrong} }}}}.
"""
NUMBERS = """
from starlore.questions import Figure

def numbers():
    return {"one": Figure(1), "two": Figure(2), "three": Figure(3)}
"""
QUESTIONS = """
from starlore.questions import Draw, Figure, Misconception, Question, Text, Variant

def vary_sum(rng: Draw) -> Variant:
    a, b = rng.integer("a", 2, 40), rng.integer("b", 2, 40)
    return Variant({"a": Figure(a), "b": Figure(b)}, Figure(a + b),
                   (Misconception("multiplies", Figure(a * b)),
                    Misconception("subtracts", Figure(a - b))))

def vary_pair(rng: Draw) -> Variant:
    a, b = rng.integer("a", 2, 40), rng.integer("b", 2, 40)
    return Variant({"a": Figure(a), "b": Figure(b)}, (Figure(a), Figure(a + b)),
                   (Misconception("multiplies", (Figure(a), Figure(a * b))),))

def vary_which(rng: Draw) -> Variant:
    a = rng.integer("a", 2, 80)
    return Variant({"a": Figure(a), "b": Figure(1)}, Text("more"),
                   (Misconception("less", Text("less")),))

def vary_first(rng: Draw) -> Variant:
    return Variant({"a": Figure(1), "b": Figure(2)}, Figure(3),
                   (Misconception("multiplies", Figure(2)),))

QUESTIONS = (
    Question("adding.sum", vary_sum, seconds=20),
    Question("adding.pair", vary_pair, seconds=60),
    Question("adding.which", vary_which, may_be_typed=False, seconds=40),
    Question("adding.first", vary_first, star="adding.sum", first_only=True, fixed=True,
             may_be_typed=False),
)
"""


def lesson_text() -> str:
    """The lesson's file."""
    stem = "What do {{ a }} and {{ b }} make?"
    parts = [
        PART.format(title="The sum", id="sum", stem=stem, wrong="multiplies")
        + "\n## wrong subtracts\n\nYou took {{ b }} away.\n",
        PART.format(title="The pair", id="pair", stem=stem, wrong="multiplies"),
        PART.format(title="Which one", id="which", stem="Is a sum more?", wrong="less")
        + "\n## option more\n\nmore\n\n## option less\n\nless\n",
        PART.format(title="First", id="first", stem=stem, wrong="multiplies"),
    ]
    return HEAD + "".join(parts)


def write_sample(folder: Path) -> Path:
    """Write the course into a folder and give its path."""
    course = folder / "sample"
    (course / "adding").mkdir(parents=True)
    (course / "course.toml").write_text(COURSE, encoding="utf-8")
    (course / "course.en.toml").write_text(WORDS, encoding="utf-8")
    (course / "adding" / "lesson.md").write_text(lesson_text(), encoding="utf-8")
    (course / "adding" / "numbers.py").write_text(NUMBERS, encoding="utf-8")
    (course / "adding" / "questions.py").write_text(QUESTIONS, encoding="utf-8")
    return course
