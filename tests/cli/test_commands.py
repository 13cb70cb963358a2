"""The commands as a script meets them: what they print, and the code they end with."""

import json
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from starlore.attention.compiled import is_available
from starlore.cli import main
from starlore.cli.place import (
    DATABASE,
    course_folder,
    course_in,
    desk_maker,
    shipped_courses,
    store_in,
)
from starlore.cli.serve import has_browser
from starlore.study.desk import moment
from starlore.study.rebuilding import drifts
from tests.sample_course import write_sample
from tests.study.acts import answered

COMMANDS = ("serve", "head", "check", "rebuild", "export", "import", "erase", "doctor")


def run(*words: str) -> Result:
    """One command, in this process."""
    return CliRunner().invoke(main, list(words))


@pytest.fixture
def lit(tmp_path: Path) -> Iterator[Path]:
    """A data folder with two answers in its log."""
    folder = tmp_path / "data"
    store = store_in(folder)
    desk = desk_maker(store)()
    for star in ("lookup.three-shares", "lookup.count-the-comparisons"):
        answered(desk, moment(desk, 1_700_000_000_000), star)
    store.close()
    yield folder


def exported(folder: Path) -> list[str]:
    """The lines of an export."""
    done = run("export", "--data", str(folder))
    assert done.exit_code == 0, done.output
    return done.stdout.removesuffix("\n").split("\n")


def test_every_command_has_help_with_an_example() -> None:
    for command in COMMANDS:
        done = run(command, "--help")
        assert done.exit_code == 0, done.output
        assert "Example" in done.output, command


def test_an_unknown_command_ends_with_two() -> None:
    assert run("sing").exit_code == 2


def test_export_erase_import_export_gives_the_same_lines(lit: Path, tmp_path: Path) -> None:
    before = exported(lit)
    file = tmp_path / "sky.jsonl"
    assert run("export", "--data", str(lit), "-o", str(file)).exit_code == 0
    assert file.read_text(encoding="utf-8").removesuffix("\n").split("\n") == before
    assert run("erase", "--yes", "--data", str(lit)).exit_code == 0
    assert len(exported(lit)) < len(before)
    done = run("import", str(file), "--data", str(lit))
    assert done.exit_code == 0, done.output
    assert exported(lit) == before
    assert run("rebuild", "--check", "--data", str(lit)).exit_code == 0


def test_an_export_is_json_on_every_line(lit: Path) -> None:
    assert all(isinstance(json.loads(line), dict) for line in exported(lit))


def test_an_import_that_is_not_understood_names_the_line_and_changes_nothing(
    lit: Path, tmp_path: Path
) -> None:
    before = exported(lit)
    broken = tmp_path / "broken.jsonl"
    broken.write_text("\n".join([*before[:2], "{not json"]), encoding="utf-8")
    done = run("import", str(broken), "--data", str(lit))
    assert done.exit_code == 1
    assert "3" in done.output
    assert exported(lit) == before


def test_erase_asks_first_and_a_no_keeps_everything(lit: Path) -> None:
    before = exported(lit)
    done = CliRunner().invoke(main, ["erase", "--data", str(lit)], input="n\n")
    assert done.exit_code == 1
    assert exported(lit) == before


def test_rebuild_check_tells_a_star_that_differs_and_rebuild_mends_it(lit: Path) -> None:
    with sqlite3.connect(lit / DATABASE) as connection:
        connection.execute("update star set stability_days = stability_days + 1")
    connection.close()
    done = run("rebuild", "--check", "--data", str(lit))
    assert done.exit_code == 1
    assert "lookup.three-shares" in done.output
    assert run("doctor", "--data", str(lit)).exit_code == 1
    assert run("rebuild", "--data", str(lit)).exit_code == 0
    assert run("rebuild", "--check", "--data", str(lit)).exit_code == 0
    store = store_in(lit)
    assert all(not drifts(store, learner) for learner in store.learners())
    store.close()


def test_rebuild_says_what_it_did_and_where(lit: Path, tmp_path: Path) -> None:
    done = run("rebuild", "--data", str(lit))
    assert done.output == f"2 stars made again from the log of {lit / DATABASE}\n"
    empty = run("rebuild", "--data", str(tmp_path / "new"))
    assert empty.output.startswith("no star to make")


def test_doctor_makes_nothing_where_nothing_is(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    done = run("doctor", "--data", str(folder))
    assert done.exit_code == 0, done.output
    assert "There is no database yet" in done.output
    assert not folder.exists()


@pytest.mark.parametrize("kind", ["file", "link", "loop"])
def test_doctor_tells_what_would_keep_a_database_from_being_made(kind: str, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    if kind == "file":
        folder.touch()
        folder = folder / "inside"
    else:
        folder.mkdir()
        target = tmp_path / "gone" if kind == "link" else folder / DATABASE
        (folder / DATABASE).symlink_to(target)
    before = sorted(tmp_path.rglob("*"))
    done = run("doctor", "--data", str(folder))
    assert done.exit_code == 1
    assert "cannot be written" in done.output
    assert sorted(tmp_path.rglob("*")) == before


def test_a_pipe_in_place_of_the_database_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / DATABASE)
    done = run("doctor", "--data", str(tmp_path))
    assert done.exit_code == 1
    assert "it is no file" in done.output


def test_doctor_is_content_with_a_sound_folder(lit: Path) -> None:
    done = run("doctor", "--data", str(lit))
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[-1] == "well"


@pytest.mark.parametrize(("forced", "told"), [("numpy", "numpy"), ("dense", "dense")])
def test_doctor_tells_numpy_numba_and_the_kernel_of_attend(
    forced: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STARLORE_KERNEL", forced)
    done = run("doctor", "--data", str(tmp_path / "new"))
    assert f"\nnumpy    {version('numpy')}\n" in done.output
    assert f"\nattend   kernel {told}\n" in done.output


def test_doctor_tells_which_shape_of_machine_code_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("STARLORE_KERNEL", raising=False)
    monkeypatch.setenv("STARLORE_SHAPE", "generic")
    told = "compiled (generic)" if is_available() else "numpy"
    done = run("doctor", "--data", str(tmp_path / "new"))
    assert f"\nattend   kernel {told}\n" in done.output


def test_doctor_tells_what_is_missing_where_numba_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(name: str) -> str:
        if name == "numba":
            raise PackageNotFoundError(name)
        return version(name)

    monkeypatch.setattr("starlore.cli.doctor.version", found)
    done = run("doctor", "--data", str(tmp_path / "new"))
    assert "\nnumba    not installed, and attend is slow without it" in done.output


def test_a_newer_schema_is_refused_in_one_sentence(lit: Path) -> None:
    with sqlite3.connect(lit / DATABASE) as connection:
        connection.execute("update alembic_version set version_num = '9999'")
        connection.execute("pragma user_version = 9999")
    connection.close()
    done = run("doctor", "--data", str(lit))
    assert done.exit_code == 1
    assert "newer" in done.output


def test_a_data_folder_that_is_a_file_is_refused_in_one_sentence(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_text("", encoding="utf-8")
    done = run("rebuild", "--data", str(place / "inside"))
    assert done.exit_code == 1
    assert len(done.output.strip().splitlines()) == 1


def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_text("a letter to a friend, not a database " * 40, encoding="utf-8")
    done = run("rebuild", "--data", str(tmp_path))
    assert done.exit_code == 1
    assert (tmp_path / DATABASE).read_text(encoding="utf-8").startswith("a letter")


def a_course(folder: Path, id_: str) -> Path:
    """A small course in a folder of its own."""
    course = write_sample(folder / id_)
    return course.rename(folder / id_ / id_)


def test_the_course_served_is_the_one_named_or_the_only_one_of_a_folder(tmp_path: Path) -> None:
    course = a_course(tmp_path, "mine")
    assert course_in(course) == course
    assert course_in(course.parent) == course
    store = store_in(tmp_path / "data")
    assert list(desk_maker(store, courses=course)().course().lessons) == ["adding"]
    store.close()


def test_the_folder_of_courses_may_come_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STARLORE_COURSES", str(tmp_path))
    assert course_folder() == tmp_path
    assert shipped_courses() != tmp_path


def test_a_folder_with_no_course_or_with_two_is_refused_in_one_sentence(tmp_path: Path) -> None:
    one = run("serve", "--port", "0", "--courses", str(tmp_path), "--data", str(tmp_path / "data"))
    assert (one.exit_code, "no course.toml" in one.output) == (1, True)
    for id_ in ("mine", "yours"):
        a_course(tmp_path, id_).rename(tmp_path / f"{id_}-course")
    two = run("serve", "--port", "0", "--courses", str(tmp_path), "--data", str(tmp_path / "data"))
    assert (two.exit_code, "several courses" in two.output) == (1, True)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("named", "opens"), [("0", False), ("", False), ("1", False), ("firefox", True)]
)
def test_browser_0_opens_none(named: str, opens: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROWSER", named)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert has_browser() is opens


def test_browser_0_holds_on_every_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("BROWSER", "")
    assert has_browser()
    monkeypatch.setenv("BROWSER", "0")
    assert not has_browser()


def test_a_taken_port_is_one_sentence_and_not_zero(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run("serve", "--port", port, "--data", str(tmp_path), "--no-browser")
    assert done.exit_code == 1
    assert port in done.output
    assert not (tmp_path / DATABASE).exists()


def test_local_mode_serves_on_loopback_only(tmp_path: Path) -> None:
    done = run("serve", "--host", "0.0.0.0", "--data", str(tmp_path))
    assert done.exit_code == 2
    assert "loopback" in done.output


def test_starlore_alone_serves_and_prints_its_address(tmp_path: Path) -> None:
    env = {**os.environ, "STARLORE_DATA": str(tmp_path)}
    words = [sys.executable, "-m", "starlore", "serve", "--port", "0"]
    with subprocess.Popen(words, env=env, stdout=subprocess.PIPE, text=True) as served:
        assert served.stdout is not None
        line = served.stdout.readline()
        served.terminate()
    assert line.startswith("Starlore is at http://127.0.0.1:")


def test_check_is_content_with_the_shipped_course_and_not_with_a_broken_one(
    tmp_path: Path,
) -> None:
    course = write_sample(tmp_path)
    lesson = course / "adding" / "lesson.md"
    text = lesson.read_text(encoding="utf-8")
    lesson.write_text(text.replace("{{ three }}", "3"), encoding="utf-8")
    done = run("check", str(course), "--seeds", "20")
    assert done.exit_code == 1
    assert "L203" in done.output
    assert "lesson.md" in done.output
