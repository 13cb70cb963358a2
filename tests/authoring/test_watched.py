"""The check holds a lesson's beats to their rules, and its captions to having no typed number."""

from dataclasses import replace
from pathlib import Path

from starlore.authoring import check_course
from starlore.authoring.watched import watch_faults
from starlore.lessons.load import load_course
from tests.animation.made import SOUND, lesson_with
from tests.lessons.made import make
from tests.real_course import real_course
from tests.told import english


def test_the_beats_of_the_course_have_no_fault() -> None:
    for slug, lesson in real_course().lessons.items():
        assert "watch.toml" in lesson.watch
        assert list(watch_faults(lesson, slug)) == []


def test_a_number_typed_in_a_caption_is_told_with_the_slot_that_prints_it() -> None:
    lesson = lesson_with(SOUND.replace("Shares of one.", "The first is 0.844."))
    (fault,) = watch_faults(lesson, "c/softmax")
    assert (fault.code, english(fault.hint)) == ("L203", "write {{ sun.weights.0 }}")
    assert (
        "The first is 0.844."
        in SOUND.replace("Shares of one.", "The first is 0.844.").split("\n")[fault.line - 1]
    )


def test_a_number_typed_in_a_label_or_another_language_is_told() -> None:
    fa = '[words]\nrow = "۳"\n[say]\nfirst = "یک"\nsecond = "دو"\n'
    lesson = lesson_with(SOUND.replace('"three scores"', '"3 scores"'), fa=fa)
    faults = list(watch_faults(lesson, "c/softmax"))
    assert [(fault.path, fault.code) for fault in faults] == [
        ("c/softmax/watch.toml", "L203"),
        ("c/softmax/watch.fa.toml", "L203"),
    ]


def test_a_file_that_cannot_be_read_is_told_once() -> None:
    lesson = replace(lesson_with(SOUND), watch={"watch.toml": b"[[beats"})
    assert [fault.code for fault in watch_faults(lesson, "c/softmax")] == ["L701"]


def test_the_check_tells_what_is_wrong_with_the_beats_and_serves_the_lesson(tmp_path: Path) -> None:
    course = make(tmp_path)
    beats = SOUND.replace("scores.0", "weights.0").replace('of = "scores"', 'of = "lost"')
    (course / "doubling" / "watch.toml").write_text(beats, encoding="utf-8")
    told = [fault for fault in check_course(course, 2).diagnostics if "watch" in fault.path]
    assert {fault.code for fault in told} == {"L703"}
    assert all(fault.path.endswith("doubling/watch.toml") for fault in told)
    loaded = load_course(course)
    assert "doubling" in loaded.lessons
    assert loaded.diagnostics == ()
