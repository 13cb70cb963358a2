"""`starlore check` prints each fault, a count, and leaves by 0 or 1."""

import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from starlore.cli import main, words
from starlore.cli.check import _progress
from starlore.language import Catalogue
from tests.lessons.made import change, make
from tests.told import left_in_english


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
    wanted = f'{course}/doubling/lesson.md:17:17 L203 "0.84" is typed by hand; {hint}'
    assert first == wanted
    assert last == "1 course, 1 lesson, 3 questions on 40 seeds: 1 fault"
    assert result.exit_code == 1


def test_a_terminal_in_persian_is_told_in_persian(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "_words", lambda: Catalogue.load("fa"))
    course = make(tmp_path)
    change(course / "doubling" / "lesson.md", "Weights such as", "Weights such as 0.84 and")
    change(course / "doubling" / "questions.py", "n = rng.integer", "n = 7  # rng.integer")
    result = CliRunner().invoke(main, ["check", str(course.parent), "--seeds", "40", "--report"])
    typed, law, *_ = result.output.splitlines()
    sentence = "«\u20660.84\u2069» با دست نوشته شده است؛ بنویسید \u2066{{ weights.0 }}\u2069"
    assert typed == f"{course}/doubling/lesson.md:17:17 L203 \u2067{sentence}\u2069"
    assert "قانونِ \u2066L7\u2069" in law
    assert left_in_english(result.output) == []
    assert result.exit_code == 1


def test_a_report_counts_misconceptions_and_places(tmp_path: Path) -> None:
    course = str(make(tmp_path))
    result = CliRunner().invoke(main, ["check", course, "--seeds", "40", "--report"])
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0].startswith("Draws over 40 seeds")
    assert lines[-1] == "1 course, 1 lesson, 3 questions on 40 seeds: sound"
    assert any(line.startswith("doubling.twice") and " right " in line for line in lines)
    assert any(line.split() == ["squared", "2", "80"] for line in lines), "over the course"


def test_a_report_says_of_a_question_that_it_could_not_be_counted_and_why(tmp_path: Path) -> None:
    course = make(tmp_path)
    change(
        course / "doubling" / "questions.py",
        "    wrong = M",
        "    n / (rng.seed - 9)\n    wrong = M",
    )
    result = CliRunner().invoke(main, ["check", str(course), "--seeds", "40", "--report"])
    assert result.exit_code == 1
    (told,) = [line for line in result.output.splitlines() if "  not counted: " in line]
    assert told.startswith("doubling.twice") and "ZeroDivisionError" in told
    assert any(line.startswith("doubling.again") for line in result.output.splitlines())


def test_one_lesson_is_looked_at_alone_with_the_courses_own_files(tmp_path: Path) -> None:
    course = make(tmp_path)
    second = course / "halving"
    shutil.copytree(course / "doubling", second)
    for old, new in (("id: doubling", "id: halving"), ("Weights such as", "Weights such as 0.84")):
        change(second / "lesson.md", old, new)
    text = (second / "questions.py").read_text("utf-8").replace("doubling.", "halving.")
    (second / "questions.py").write_text(text, encoding="utf-8")
    arguments = ["check", str(course), "--seeds", "40", "--lesson"]

    alone = CliRunner().invoke(main, [*arguments, "doubling"])
    assert (alone.exit_code, alone.output) == (
        0,
        "1 course, 1 lesson, 3 questions on 40 seeds: sound\n",
    )
    other = CliRunner().invoke(main, [*arguments, "halving"])
    assert other.exit_code == 1 and "halving/lesson.md" in other.output
    both = CliRunner().invoke(main, arguments[:-1])
    assert "1 course, 2 lessons, 6 questions" in both.output
    shutil.copytree(course / "doubling", course / "trebling")
    alone = CliRunner().invoke(main, [*arguments, "doubling"])
    assert alone.exit_code == 1 and "L506" in alone.output, "the course's own files count"


@pytest.mark.parametrize("name", ["doublin", "../counting", "course.toml"])
def test_a_lesson_that_no_course_has_is_told(name: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["check", str(make(tmp_path)), "--lesson", name])
    assert result.exit_code == 1
    assert f"no lesson {name} in " in result.output


def test_a_folder_without_a_course_is_told(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["check", str(tmp_path)])
    assert result.exit_code == 1
    assert "no course.toml" in result.output


@pytest.mark.parametrize("way", ["device", "not a folder", "not readable"])
def test_a_place_that_holds_no_course_is_told(way: str, tmp_path: Path) -> None:
    place = Path(os.devnull) if way == "device" else tmp_path / "course.toml"
    if way == "not readable":
        place.mkdir()
        place = tmp_path
    elif way == "not a folder":
        place.touch()
    result = CliRunner().invoke(main, ["check", str(place)])
    assert result.exit_code in (1, 2)
    assert isinstance(result.exception, SystemExit)
    assert result.output


def test_faults_of_every_kind_are_printed_and_leave_by_one(tmp_path: Path) -> None:
    course = make(tmp_path)
    change(course / "doubling" / "lesson.md", "minutes: 5", "minutes: 2026-13-45")
    change(
        course / "doubling" / "numbers.py", "    weights =", "    raise KeyboardInterrupt\n    x ="
    )
    change(course / "doubling" / "questions.py", '"doubling.word"', "5")
    (course / "course.en.toml").write_bytes(b"\xff")
    Path(os.fsdecode(os.fsencode(course) + b"/halving")).mkdir()
    Path(os.fsdecode(os.fsencode(course) + b"/halving/\xff.md")).touch()
    result = CliRunner().invoke(main, ["check", str(course), "--seeds", "40"])
    codes = [line.split()[1] for line in result.output.splitlines()[:-1]]
    assert {"L102", "L113", "L122", "L124", "L501"} <= set(codes)
    assert result.exit_code == 1


@pytest.mark.parametrize("given", ["counting", "./counting", "../here/counting", "."])
def test_paths_are_printed_as_the_folder_was_given(
    given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = make(tmp_path / "here")
    change(course / "doubling" / "lesson.md", "(#read)", "(#nowhere)")
    monkeypatch.chdir(course if given == "." else course.parent)
    result = CliRunner().invoke(main, ["check", given, "--seeds", "1"])
    path = result.output.partition(":")[0]
    assert path == str(Path(given) / "doubling" / "lesson.md")
    assert Path(path).is_file()


def test_a_terminal_is_shown_which_question_is_looked_at_and_a_file_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _progress("doubling.twice")
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    _progress("doubling.twice")
    assert "doubling.twice" in capsys.readouterr().err
