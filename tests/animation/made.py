"""Small animations for tests: of the real lessons, and of lessons written in the test."""

from dataclasses import replace

from starlore.animation import Animation, read_animation
from starlore.animation.reading import Read
from starlore.lessons.model import Lesson
from tests.real_course import real_course

SLUGS = ("dot", "average", "softmax", "project", "window", "state", "lookup")


def animation(slug: str) -> Animation:
    """The animation of a real lesson."""
    read = read_animation(real_course().lessons[slug])
    assert read.faults == ()
    assert read.animation is not None
    return read.animation


def lesson_with(watch: str, **others: str) -> Lesson:
    """The real lesson on softmax with other beats; `fa="..."` is its watch.fa.toml."""
    files = {"watch.toml": watch, **{f"watch.{tag}.toml": said for tag, said in others.items()}}
    coded = {name: text.encode() for name, text in files.items()}
    return replace(real_course().lessons["softmax"], watch=coded)


def read(watch: str, **others: str) -> Read:
    """What comes of reading it."""
    return read_animation(lesson_with(watch, **others), "c/softmax")


SOUND = """
[words]
row = "three scores"

[[beats]]
id = "first"
say = "Three scores, {{ scores.0 }} the largest."
show = ["low", "high"]

[[beats]]
id = "second"
say = "Shares of one."
show = ["shares"]
ms = 4000

[scenes.low]
axis = "text"
row = {as = "columns", of = "scores", label = "row"}

[scenes.high]
like = "low"
row = {as = "columns", of = "lifted.scores"}

[scenes.shares]
axis = "math"
row = {as = "strip", of = "sun.weights"}
"""
"""Two beats that are as they should be."""
