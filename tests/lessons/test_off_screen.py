"""What is done off screen: read by its keys, and told where something is missing."""

from pathlib import Path

import pytest

from starlore.authoring import check_course
from starlore.lessons.load import load_course
from tests.lessons.made import change, make

PART = """# By hand {#off-screen}

## materials

- paper

## steps

1. Write.

## exercise

Double {{ n }}.

```figure
kind: worktable
id: doubled
data: table
axis: math
alt: A table to fill in.
caption: Doubled.
```

# Twice {#twice}"""
BY_HAND = """
from starlore.questions import Exercise


def by_hand(rng):
    n = rng.integer("n", 1, 9)
    return {"n": n, "table": {"names": ("number", "sum"), "rows": ((n, 2 * n),), "blank": True}}


BY_HAND = Exercise(by_hand)
QUESTIONS = ("""


def off_screen(folder: Path) -> Path:
    """A sound course with something to do off screen."""
    course = make(folder)
    change(
        course / "doubling/lesson.md",
        "minutes: 5",
        "minutes: 5\noff_screen: {minutes: 9, people: [1, 4]}",
    )
    change(course / "doubling/lesson.md", "# Twice {#twice}", PART)
    change(course / "doubling/questions.py", "QUESTIONS = (", BY_HAND)
    return course


def found(course: Path) -> list[str]:
    return [fault.code for fault in check_course(course, 5).diagnostics]


def test_a_part_is_read_by_its_keys(tmp_path: Path) -> None:
    course = off_screen(tmp_path)
    assert found(course) == []
    lesson = load_course(course).lessons["doubling"]
    off = lesson.text("en").off_screen
    assert off is not None
    assert off.title == "By hand"
    assert set(off.passages) == {"materials", "steps", "exercise"}
    assert lesson.plan.off_screen is not None
    assert (lesson.plan.off_screen.minutes, lesson.plan.off_screen.most) == (9, 4)


@pytest.mark.parametrize(
    ("name", "old", "new", "code"),
    [
        ("lesson.md", "## materials\n\n- paper\n", "", "L410"),
        ("lesson.md", "1. Write.\n", "", "L410"),
        ("lesson.md", "## steps", "## stairs", "L109"),
        ("lesson.md", "## materials", "lost words\n\n## materials", "L109"),
        ("lesson.md", "## steps", "## materials\n\n- more\n\n## steps", "L106"),
        ("lesson.md", "\noff_screen: {minutes: 9, people: [1, 4]}", "", "L411"),
        ("lesson.md", "{#off-screen}", "{#on-screen}", "L109"),
        ("lesson.md", PART, "# Twice {#twice}", "L411"),
        ("lesson.md", "people: [1, 4]", "people: [4, 1]", "L105"),
        ("lesson.md", "people: [1, 4]", "people: many", "L105"),
        ("lesson.md", "- paper", "- 3 papers", "L203"),
        ("lesson.md", "Double {{ n }}.", "Double {{ m }}.", "L201"),
        ("lesson.md", "data: table", "data: tables", "L301"),
        ("lesson.md", "alt: A table to fill in.\n", "", "L302"),
        ("questions.py", "BY_HAND = Exercise(by_hand)", "BY_HAND = by_hand", "L124"),
        ("questions.py", "BY_HAND = Exercise(by_hand)", "", "L411"),
        ("questions.py", 'n = rng.integer("n", 1, 9)', "n = missing", "L412"),
        ("questions.py", '"n": n, "table"', '("n" if n < 5 else "m"): n, "table"', "L408"),
    ],
)
def test_what_is_wrong_is_told(name: str, old: str, new: str, code: str, tmp_path: Path) -> None:
    course = off_screen(tmp_path)
    change(course / "doubling" / name, old, new)
    assert code in found(course)


def test_another_language_has_the_same_keys(tmp_path: Path) -> None:
    course = off_screen(tmp_path)
    text = (course / "doubling" / "lesson.md").read_text(encoding="utf-8")
    (course / "doubling" / "lesson.fr.md").write_text(
        text.replace("## steps\n\n1. Write.\n", "## steps\n\n1. Write.\n\n## alone\n\nAlone.\n"),
        encoding="utf-8",
    )
    assert "L601" in found(course)


@pytest.mark.parametrize(
    "data",
    [
        '{"names": ("a",), "rows": ((1,),)}',
        '{"names": ("a", "b"), "rows": ((1,),)}',
        '{"names": ("a", "b"), "rows": ()}',
        '{"names": ("a", "b"), "rows": (({}, 1),)}',
        '{"rows": ((1, 2),)}',
        '{"names": ("a", "b"), "rows": tuple((k, 1) for k in range(40))}',
    ],
)
def test_a_table_of_another_shape_is_told(data: str, tmp_path: Path) -> None:
    course = off_screen(tmp_path)
    table = '{"names": ("number", "sum"), "rows": ((n, 2 * n),), "blank": True}'
    change(course / "doubling/questions.py", table, data)
    assert {"L301"} & set(found(course))
