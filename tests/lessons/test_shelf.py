"""The shelf: a change is seen at once, and a slow load keeps nobody from what was there before."""

from pathlib import Path
from threading import Event, Thread

from starlore.lessons.load import load_course
from starlore.lessons.model import Course
from starlore.lessons.shelf import REST_MS, Shelf
from tests.lessons.made import change, make


def test_a_course_is_loaded_once_and_again_when_a_file_changes(tmp_path: Path) -> None:
    shelf = Shelf(make(tmp_path))
    first = shelf.course()
    assert shelf.course() is first
    change(tmp_path / "counting/doubling/lesson.md", "title: Doubling", "title: Twice as many")
    assert shelf.course().lesson("doubling").text("en").title == "Twice as many"


def test_with_a_clock_a_folder_rests_between_two_looks(tmp_path: Path) -> None:
    now_ms = [1_000]
    shelf = Shelf(make(tmp_path), clock=lambda: now_ms[0])
    first = shelf.course()
    change(tmp_path / "counting/doubling/lesson.md", "title: Doubling", "title: Twice as many")
    now_ms[0] += REST_MS - 1
    assert shelf.course() is first
    now_ms[0] += 1
    mended = shelf.course()
    assert mended.lesson("doubling").text("en").title == "Twice as many"
    change(tmp_path / "counting/doubling/lesson.md", "title: Twice as many", "title: Doubling")
    now_ms[0] -= 3_600_000  # a clock that is set back holds nothing up
    assert shelf.course() is not mended


def test_while_one_thread_loads_the_others_are_served_what_was_there(tmp_path: Path) -> None:
    loading, may_end = Event(), Event()

    def load(folder: Path) -> Course:
        if loading.is_set():
            raise AssertionError("two threads load at once")
        if slow:
            loading.set()
            may_end.wait(60)
        return load_course(folder)

    slow = False
    shelf = Shelf(make(tmp_path), load)
    before = shelf.course()
    slow = True
    change(tmp_path / "counting/doubling/numbers.py", "3.0, 1.0", "2.0, 1.0")
    loader = Thread(target=shelf.course)
    loader.start()
    assert loading.wait(60)
    assert shelf.course() is before
    may_end.set()
    loader.join(60)
    assert shelf.course() is not before


def test_what_cannot_be_looked_at_is_passed_over(tmp_path: Path) -> None:
    course = make(tmp_path)
    (course / "doubling" / "up").symlink_to("..")
    (course / "doubling" / "round").symlink_to("round")
    assert list(Shelf(course).course().lessons) == ["doubling"]
    assert Shelf(course / "nowhere").course().lessons == {}
