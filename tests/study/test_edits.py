"""C16: what was learned hangs on ids alone, not on text, path or order."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from starlore.lessons.load import load_course
from starlore.memory.stars import Star
from starlore.study.desk import Desk, Moment
from starlore.study.rebuilding import drifts
from starlore.study.skies import sky_on
from tests.study.acts import answered, later
from tests.wide_course import NAMES, write_lesson, write_wide

STAR = "adding.one"


def mend_a_typo(course: Path) -> Path:
    """Other words in every part of the lesson."""
    file = course / "adding" / "lesson.md"
    text = file.read_text("utf-8")
    file.write_text(text.replace("What do", "How much do").replace("Count on", "Count up"), "utf-8")
    return course


def move_the_files(course: Path) -> Path:
    """The whole course in another folder."""
    return Path(shutil.move(course, course.parent / "elsewhere"))


def order_anew(course: Path) -> Path:
    """The stars, parts and questions the other way round."""
    write_lesson(course, "adding", NAMES[::-1])
    return course


Edit = Callable[[Path], Path]


def learned(desk: Desk, at: Moment) -> Star:
    """A star answered over some weeks."""
    for days in (0, 1, 4, 20):
        answered(desk, later(at, days=days), STAR)
    with desk.store.read() as unit:
        (star,) = unit.stars(desk.learner)
    return star


@pytest.mark.parametrize("edit", [mend_a_typo, move_the_files, order_anew])
def test_c16_stability_and_due_day_survive_an_edit(
    wide: Desk, at: Moment, tmp_path: Path, edit: Edit
) -> None:
    before = learned(wide, at)
    course = write_wide(tmp_path / "again")
    edited = load_course(edit(course))
    assert edited.diagnostics == ()
    released = replace(wide, course=lambda: edited)
    assert not drifts(released.store, released.learner)
    seen = sky_on(released, later(at, days=21)).find(STAR)
    assert seen is not None
    assert seen.star == before
    answered(released, later(at, days=60), STAR)
    answered(wide, later(at, days=60, ms=1), "adding.two")
    with released.store.read() as unit:
        after = {star.star: star for star in unit.stars(released.learner)}
    assert after[STAR].answers_counted == before.answers_counted + 1
    assert after[STAR].stability_days > before.stability_days


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        ("lesson.md", "  one: {name", "  uno: {name", {"L401", "L111"}),
        ("lesson.md", "# Star one {#one}", "# Star one {#uno}", {"L402"}),
        ("questions.py", '"adding.one"', '"adding.uno"', {"L401", "L402"}),
    ],
)
def test_c16_an_id_typed_anew_is_an_error_and_the_lesson_is_not_served(
    tmp_path: Path, file: str, old: str, new: str, code: set[str]
) -> None:
    path = write_wide(tmp_path) / "adding" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    loaded = load_course(tmp_path / "wide")
    assert "adding" not in loaded.lessons
    found = {fault.code for fault in loaded.diagnostics}
    assert found
    assert found <= code


def test_c16_a_star_whose_id_was_typed_anew_throughout_keeps_what_was_learned_of_it(
    wide: Desk, at: Moment, tmp_path: Path
) -> None:
    before = learned(wide, at)
    course = write_wide(tmp_path / "again")
    for file in ("lesson.md", "questions.py"):
        path = course / "adding" / file
        text = path.read_text("utf-8").replace("  one: {name", "  uno: {name")
        text = text.replace("{#one}", "{#uno}").replace('"adding.one"', '"adding.uno"')
        path.write_text(text.replace("[[one, two]]", "[[uno, two]]"), "utf-8")
    retyped = load_course(course)
    assert retyped.diagnostics == ()
    released = replace(wide, course=lambda: retyped)
    fresh = sky_on(released, later(at, days=21)).find("adding.uno")
    assert fresh is not None
    assert fresh.star is None
    with released.store.read() as unit:
        assert unit.stars(released.learner) == (before,)
