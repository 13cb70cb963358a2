"""`starlore check` prints each fault, a count, and leaves by 0 or 1."""

from pathlib import Path

from click.testing import CliRunner

from starlore.cli import main
from tests.lessons.made import change, make


def test_a_sound_course_leaves_by_zero(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["check", str(make(tmp_path)), "--seeds", "40"])
    assert (result.exit_code, result.output) == (
        0,
        "1 course, 1 lesson, 3 questions on 40 seeds: sound\n",
    )


def test_a_fault_is_printed_with_its_place_and_leaves_by_one(tmp_path: Path) -> None:
    course = make(tmp_path)
    change(course / "doubling" / "lesson.md", "Weights such as", "Weights such as 0.84 and")
    result = CliRunner().invoke(main, ["check", str(course.parent), "--seeds", "40"])
    first, last = result.output.splitlines()
    hint = "write {{ weights.0 }}"
    wanted = f'doubling/lesson.md:17:17 L203 "0.84" is typed by hand; {hint}'
    assert first.endswith(wanted)
    assert last == "1 course, 1 lesson, 3 questions on 40 seeds: 1 fault"
    assert result.exit_code == 1


def test_a_folder_without_a_course_is_told(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["check", str(tmp_path)])
    assert result.exit_code == 1
    assert "no course.toml" in result.output
