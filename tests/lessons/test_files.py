"""Files of a lesson that cannot be read are told; they never end or hold up a load."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from starlore.lessons.diagnostics import Diagnostic, printable
from starlore.lessons.files import MOST_TEXT_BYTES
from starlore.lessons.load import load_course
from starlore.message import Message
from tests.lessons.made import COURSE, LESSON, files, make

MEMORY = Path("/proc/self/mem")


def two_lessons(folder: Path) -> Path:
    """The sound course with a second sound lesson; returns the second one's folder."""
    course = make(folder)
    halving = course / "halving"
    halving.mkdir()
    for name, data in files().items():
        (halving / name).write_bytes(data.replace(b"doubling", b"halving"))
    return halving


def told(course: Path) -> set[tuple[str, str]]:
    """Place and code of the faults; the first lesson must be served, the second must not."""
    loaded = load_course(course)
    assert list(loaded.lessons) == ["doubling"]
    assert all(str(fault).isprintable() for fault in loaded.diagnostics)
    return {(fault.path.rpartition("/")[2], fault.code) for fault in loaded.diagnostics}


def test_the_second_lesson_is_sound_before_it_is_broken(tmp_path: Path) -> None:
    course = two_lessons(tmp_path).parent
    assert list(load_course(course).lessons) == ["doubling", "halving"]


WAYS: dict[str, Callable[[Path], None]] = {
    "folder": lambda path: path.mkdir(),
    "loop": lambda path: path.symlink_to(path.name),
    "dangling link": lambda path: path.symlink_to("nowhere"),
    "device": lambda path: path.symlink_to("/dev/zero"),
    "pipe": lambda path: os.mkfifo(path),
}


@pytest.mark.parametrize("name", ["lesson.md", "numbers.py", "questions.py", "lesson.fr.md"])
@pytest.mark.parametrize("way", WAYS)
def test_what_is_no_file_is_told(name: str, way: str, tmp_path: Path) -> None:
    halving = two_lessons(tmp_path)
    (halving / name).unlink(missing_ok=True)
    WAYS[way](halving / name)
    assert told(halving.parent) == {(name, "L113")}


def test_a_file_that_is_too_large_is_told(tmp_path: Path) -> None:
    halving = two_lessons(tmp_path)
    (halving / "notes.md").write_bytes(b"[" * (MOST_TEXT_BYTES + 1))
    assert told(halving.parent) == {("notes.md", "L113")}


def test_a_name_that_is_not_utf_8_is_told(tmp_path: Path) -> None:
    halving = two_lessons(tmp_path)
    Path(os.fsdecode(os.fsencode(halving) + b"/\xff.png")).touch()
    assert told(halving.parent) == {("\\udcff.png", "L113")}


def test_a_name_that_is_no_language_s_is_told(tmp_path: Path) -> None:
    halving = two_lessons(tmp_path)
    (halving / "lesson..md").write_text(LESSON, encoding="utf-8")
    assert told(halving.parent) == {("lesson..md", "L113")}


@pytest.mark.skipif(not MEMORY.exists(), reason="there is no such file on this machine")
def test_a_file_that_may_not_be_read_is_told(tmp_path: Path) -> None:
    halving = two_lessons(tmp_path)
    (halving / "picture.png").symlink_to(MEMORY)
    assert told(halving.parent) == {("picture.png", "L113")}


def test_folders_and_links_to_folders_beside_the_files_are_let_be(tmp_path: Path) -> None:
    halving = two_lessons(tmp_path)
    (halving / "up").symlink_to("..")
    (halving / "drafts").mkdir()
    assert list(load_course(halving.parent).lessons) == ["doubling", "halving"]


@pytest.mark.parametrize(
    "entry",
    ["[lessons.halving]\nlevel = -1\n", "[lessons.halving]\nneeds = [1, 2]\n"]
    + [f"[lessons.{slug}]\n" for slug in ("'../x'", "''", "'.'", "'/etc'", "x" * 5000)]
    + ['[lessons."a\\u0000b"]\n', "[lessons]\nx = 1\n[extra]\n"],
)
def test_a_bad_entry_of_the_graph_stops_no_sound_lesson(entry: str, tmp_path: Path) -> None:
    course = make(tmp_path)
    text = COURSE.partition("[lessons.halving]")[0].replace('"counting"', '"counting"\n')
    (course / "course.toml").write_text(text + entry, encoding="utf-8")
    loaded = load_course(course)
    assert list(loaded.lessons) == ["doubling"]
    assert {fault.code for fault in loaded.diagnostics} == {"L501"}
    assert all(len(str(fault)) < 2000 for fault in loaded.diagnostics)


@pytest.mark.parametrize("name", ["course.toml", "course.en.toml"])
@pytest.mark.parametrize(
    "data",
    [b"=", b"\xff", b"a=" + b"[" * 5000, b"a=1" + b"0" * 5000, b'a="\r"', b"d=2020-13-45", None],
)
def test_a_course_file_that_cannot_be_read_stops_no_lesson(
    name: str, data: bytes | None, tmp_path: Path
) -> None:
    course = make(tmp_path)
    (course / name).unlink()
    if data is None:
        (course / name).mkdir()
    else:
        (course / name).write_bytes(data)
    loaded = load_course(course)
    assert list(loaded.lessons) == ["doubling"]
    assert {fault.code for fault in loaded.diagnostics} == {"L501"}


def test_a_fault_is_one_line_that_every_terminal_can_print() -> None:
    said = Message("check.said", said="raises\nX: \ud800\x1b[1m" + "x" * 10_000)
    fault = Diagnostic("a.md", 1, 1, "L122", said)
    assert str(fault).isprintable()
    assert len(str(fault)) < 1000
    assert str(fault).encode()
    assert printable("\u0645\u06cc\u062e") == "\u0645\u06cc\u062e"


def test_a_graph_that_lists_nothing_is_told(tmp_path: Path) -> None:
    course = make(tmp_path)
    (course / "course.toml").write_text('id = "counting"\n', encoding="utf-8")
    assert [fault.code for fault in load_course(course).diagnostics] == ["L501"]
