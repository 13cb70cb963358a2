"""The tutorial's lesson is a lesson: taken out of the page as it stands, it is sound and served."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from starlore.cli import main
from starlore.cli.place import desk_maker, store_in
from starlore.study.asking import ask
from starlore.study.desk import moment

PAGE = Path(__file__).parents[2] / "docs" / "tutorial" / "your-first-lesson.md"
BLOCK = re.compile(r"^`(my-course/[\w./]+)`\n\n(`{3,})\w*\n(.*?)^\2$", re.MULTILINE | re.DOTALL)


def taken_out(folder: Path) -> Path:
    """The course of the page's named code blocks, written below a folder."""
    for path, _, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    return folder / "my-course"


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """The tutorial's course."""
    return taken_out(tmp_path)


def test_the_page_holds_every_file_of_the_course(course: Path) -> None:
    files = {str(path.relative_to(course)) for path in course.rglob("*") if path.is_file()}
    lesson = {"gap/lesson.md", "gap/numbers.py", "gap/questions.py"}
    assert files == {"course.toml", "course.en.toml", *lesson}


def test_the_course_of_the_page_is_sound(course: Path) -> None:
    done = CliRunner().invoke(main, ["check", str(course)])
    assert done.output == "1 course, 1 lesson, 2 questions on 200 seeds: sound\n"
    assert done.exit_code == 0


def test_what_the_page_suggests_to_try_is_told(course: Path) -> None:
    lesson = course / "gap" / "lesson.md"
    text = lesson.read_text(encoding="utf-8")
    for old, new, code in (
        ("{{ ratio }} times", "7 times", "L203"),
        ("## wrong evens-out", "## hint 2", "L403"),
    ):
        lesson.write_text(text.replace(old, new), encoding="utf-8")
        done = CliRunner().invoke(main, ["check", str(course), "--seeds", "20"])
        assert f" {code} " in done.output, code


def test_a_learner_can_be_asked_both_questions(course: Path, tmp_path: Path) -> None:
    store = store_in(tmp_path / "data")
    desk = desk_maker(store, courses=course)()
    at = moment(desk, 1_790_000_000_000)
    asked = [ask(desk, at, star, "en").star for star in ("gap.share", "gap.shift")]
    store.close()
    assert asked == ["gap.share", "gap.shift"]
