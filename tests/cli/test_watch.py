"""`starlore watch`: beats in words, stills, and what is said where something does not fit."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from starlore.animation.film import video
from starlore.cli import main
from tests.lessons.made import change, make
from tests.real_course import COURSE


def watch(*words: str) -> Result:
    """The command on the real course."""
    return CliRunner().invoke(main, ["watch", *words, "--courses", str(COURSE)])


def test_without_a_file_the_beats_are_told() -> None:
    done = watch("lookup")
    assert done.exit_code == 0
    assert done.output.count("\n") == 20
    assert "00:31  Shares of one whole." in done.output
    assert "sun 0.844, moon 0.114, comet 0.042" in done.output


def test_stills_are_written_one_for_each_beat(tmp_path: Path) -> None:
    done = watch("average", "--stills", str(tmp_path / "stills"), "--theme", "paper")
    assert done.exit_code == 0, done.output
    written = sorted((tmp_path / "stills").iterdir())
    assert [path.name for path in written][:2] == ["average-01-beam.png", "average-02-equal.png"]
    assert len(written) == 7
    assert all(path.read_bytes()[:4] == b"\x89PNG" for path in written)


def test_a_video_is_written_with_its_captions_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("starlore.animation.film.webm", lambda *_: b"film")
    done = watch("dot", "-o", str(tmp_path / "dot.webm"))
    assert done.exit_code == 0, done.output
    assert (tmp_path / "dot.webm").read_bytes() == b"film"
    assert (tmp_path / "dot.vtt").read_text(encoding="utf-8").startswith("WEBVTT\n\nquery\n")
    assert "56 seconds" in done.output
    assert video.FPS == 24


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nobody",), "There is no lesson “nobody” here; there are dot, average,"),
        (("lookup", "-o", "film.mp4"), "film.mp4 is no .webm"),
        (("lookup", "-o", "no/such/film.webm"), "No such file or directory"),
    ],
)
def test_what_does_not_fit_is_said_in_a_sentence(words: tuple[str, ...], said: str) -> None:
    done = watch(*words)
    assert done.exit_code == 1
    assert said in done.output
    assert "Traceback" not in done.output


def test_a_language_that_is_not_there_is_said_with_those_that_are() -> None:
    done = watch("lookup", "--language", "tlh")
    assert done.exit_code == 2
    assert "tlh is not spoken here; there are en, fa" in done.output


def test_a_lesson_without_beats_says_which_have_some(tmp_path: Path) -> None:
    from tests.sample_course import write_sample

    course = write_sample(tmp_path)
    done = CliRunner().invoke(main, ["watch", "adding", "--courses", str(course)])
    assert done.exit_code == 1
    assert "The lesson adding has nothing to watch." in done.output


@pytest.mark.parametrize("command", ["watch", "print", "check"])
def test_a_lesson_that_is_not_there_is_told_with_those_that_are(
    command: str, tmp_path: Path
) -> None:
    course = make(tmp_path)
    place = [str(course), "--lesson"] if command == "check" else ["--courses", str(course)]
    data = ["--data", str(tmp_path / "data")] if command == "print" else []
    done = CliRunner().invoke(main, [command, *place, "a\nb", *data])
    assert done.exit_code == 1
    assert done.output.splitlines()[-1].endswith(("there are doubling.", "there are doubling"))
    assert "a␊b" in done.output


def test_a_course_without_a_lesson_names_none(tmp_path: Path) -> None:
    (tmp_path / "course.toml").write_text('id = "bare"', encoding="utf-8")
    done = CliRunner().invoke(main, ["watch", "dot", "--courses", str(tmp_path)])
    assert (done.exit_code, done.output) == (1, "Error: There is no lesson “dot” here.\n")


def test_a_lesson_without_beats_where_none_has_any_names_none(tmp_path: Path) -> None:
    course = make(tmp_path)
    done = CliRunner().invoke(main, ["watch", "doubling", "--courses", str(course)])
    assert done.output == "Error: The lesson doubling has nothing to watch.\n"


@pytest.mark.parametrize("command", ["watch", "print"])
def test_of_a_lesson_that_cannot_be_read_each_fault_is_told(command: str, tmp_path: Path) -> None:
    course = make(tmp_path)
    change(course / "doubling" / "lesson.md", "minutes: 5", "minutes: five")
    data = ["--data", str(tmp_path / "data")] if command == "print" else []
    done = CliRunner().invoke(main, [command, "doubling", "--courses", str(course), *data])
    assert done.exit_code == 1
    assert "counting/doubling/lesson.md:5:1 L105 minutes:" in done.output
    assert "cannot be read as it is written now" in done.output
