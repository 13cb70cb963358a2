"""A small sound course, made in a folder; tests break one thing of it at a time."""

from pathlib import Path

LESSON = """---
id: doubling
title: Doubling
one_line: Twice as many is one more of each.
minutes: 5
outcomes: {a: Double a number, b: Say which word}
stars:
  twice: {name: Twice, outcome: a, at: [10, 20]}
  again: {name: Again, outcome: a, at: [30, 20]}
  word: {name: The word, outcome: b, at: [50, 80]}
lines: [[twice, again]]
sentences: [[she, read, it], [he, wrote, this]]
---

# Introduction {#introduction}

Weights such as {{ weights }} and [more](#read).

# Read {#read}

The sum is $s = {{ total:1 }}$, see [the numbers](numbers.py).

```figure
kind: strip
id: shares
data: weights
axis: math
alt: A strip cut into {{ weights | bare }}.
caption: Shares.
```

# In one sentence {#closing}

Twice.

# Twice {#twice}

What is twice {{ n }}?

## answer

one number

## hint 1

Add {{ n }} to itself.

## worked

$n^2$ is something else: here {{ n }} and {{ n }} make {{ double }}.

## general

Doubling adds a number to itself.

## wrong squared

You took {{ n }} times itself, {{ squared }}.

## headline squared

you squared it

# Again {#again}

And twice {{ n }}, for {{ words.asker }}?

## answer

one number

## hint 1

As before.

## worked

It is {{ solution }}.

## general

The same.

## wrong squared

You squared: {{ yours }}.

# The word {#word}

Which is doubled?

## hint 1

Neither.

## worked

The first.

## general

Words are counted too.

## wrong second-word

The second is not.

## option right

the first

## option other

the second
"""

NUMBERS = '''"""Numbers."""

from starlore.attention import softmax
from starlore.figures import Figure, figures


def numbers():
    weights = softmax([3.0, 1.0, 0.0]).tolist()
    return {"weights": figures(weights, places=2), "total": Figure(sum(weights), places=2)}
'''

QUESTIONS = '''"""Questions."""

from starlore.figures import Figure
from starlore.questions.model import Misconception, Question, Text, Variant


def twice(rng):
    n = rng.integer("n", 3, 999)
    wrong = Misconception("squared", Figure(n * n))
    return Variant({"n": n}, Figure(2 * n), (wrong,), {"double": Figure(2 * n)})


def again(rng):
    n = rng.integer("n", 3, 999)
    given = {"n": n, "sentence": rng.integer("sentence", 0, 1), "asker": rng.integer("asker", 0, 2)}
    return Variant(given, Figure(2 * n), (Misconception("squared", Figure(n * n)),))


def word(rng):
    return Variant({}, Text("right"), (Misconception("second-word", Text("other")),))


QUESTIONS = (
    Question("doubling.twice", twice),
    Question("doubling.again", again),
    Question("doubling.word", word, fixed=True),
)
'''

COURSE = """id = "counting"
first_question = "doubling.twice"

[lessons.doubling]
level = 0

[lessons.halving]
level = 1
needs = ["doubling"]
"""

WORDS = """title = "Counting"

[lessons.doubling]
title = "Doubling"
question = "How many are twice as many?"

[lessons.halving]
title = "Halving"
question = "How many are half as many?"
"""


def files() -> dict[str, bytes]:
    """The lesson's files by name."""
    texts = {"lesson.md": LESSON, "numbers.py": NUMBERS, "questions.py": QUESTIONS}
    return {name: text.encode() for name, text in texts.items()}


def make(folder: Path) -> Path:
    """Write the course below a folder; returns the course's own."""
    course = folder / "counting"
    (course / "doubling").mkdir(parents=True)
    (course / "course.toml").write_text(COURSE, encoding="utf-8")
    (course / "course.en.toml").write_text(WORDS, encoding="utf-8")
    for name, data in files().items():
        (course / "doubling" / name).write_bytes(data)
    return course


def change(path: Path, old: str, new: str) -> None:
    """Put one text in place of another that must be there."""
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{old!r} is not in {path.name}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
