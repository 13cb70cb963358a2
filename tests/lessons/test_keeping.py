"""What is kept of a lesson says all an explanation needs, and never runs."""

from pathlib import Path

import pytest

from starlore.errors import BadValue, LessonError
from starlore.lessons.keeping import NUMBERS, check_kept, content_hash, kept_lesson
from starlore.lessons.load import load_course
from starlore.lessons.model import Lesson
from tests.lessons.made import change, files, make

KEPT = {"lesson.md": files()["lesson.md"], NUMBERS: b"{}"}


def loaded(tmp_path: Path) -> Lesson:
    return load_course(make(tmp_path)).lesson("doubling")


def test_words_and_numbers_are_kept_and_no_python(tmp_path: Path) -> None:
    lesson = loaded(tmp_path)
    assert sorted(lesson.files) == ["lesson.md", "numbers.json"]
    assert lesson.content_hash == content_hash(lesson.files)
    check_kept(lesson.files)


def test_a_kept_lesson_has_the_words_and_numbers_it_had(tmp_path: Path) -> None:
    lesson = loaded(tmp_path)
    again = kept_lesson("doubling", lesson.files, "en")
    assert again.numbers == lesson.numbers
    assert again.content_hash == lesson.content_hash
    assert again.text("en").questions == lesson.text("en").questions
    assert again.text("en").sentences == lesson.text("en").sentences
    assert again.questions == {}


def test_a_kept_lesson_is_read_once(tmp_path: Path) -> None:
    lesson = loaded(tmp_path)
    assert kept_lesson("doubling", lesson.files, "en") is kept_lesson(
        "doubling", dict(lesson.files), "en"
    )


def test_python_among_kept_files_is_never_run(tmp_path: Path) -> None:
    code = f"open({str(tmp_path / 'ran')!r}, 'w').close()".encode()
    spoiled = {**KEPT, "numbers.py": code, "questions.py": code}
    kept_lesson("doubling", spoiled, "en")
    assert not (tmp_path / "ran").exists()
    with pytest.raises(BadValue, match=r"not 'numbers\.py'"):
        check_kept(spoiled)


@pytest.mark.parametrize(
    ("old", "new"),
    [("minutes: 5", "minutes: many"), ("## general", "## moral"), ("id: d", "id: D")],
)
def test_words_that_todays_checks_refuse_still_explain(old: str, new: str, tmp_path: Path) -> None:
    course = make(tmp_path)
    change(course / "doubling" / "lesson.md", old, new)
    assert load_course(course).lessons == {}
    kept = {**KEPT, "lesson.md": (course / "doubling" / "lesson.md").read_bytes()}
    assert not kept_lesson("doubling", kept, "en").text("en").questions["twice"].worked.is_empty


@pytest.mark.parametrize(
    "spoiled",
    [
        {},
        {"lesson.md": b""},
        {"lesson.md": b"", NUMBERS: b"[]"},
        {"lesson.md": b"", NUMBERS: b'{"a":0.5}'},
        {"lesson.md": b"", NUMBERS: b'{"a":{"$dec":"1e999999999"}}'},
        {"lesson.md": b"", NUMBERS: b"\xff"},
        {"lesson.md": b"\xff", NUMBERS: b"{}"},
        {"lesson.fa.md": b"", NUMBERS: b"{}"},
        {"lesson.md": b"", NUMBERS: b"{}", "lesson.md/../../x": b""},
    ],
)
def test_what_nobody_has_kept_is_refused(spoiled: dict[str, bytes]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        check_kept(spoiled)


def test_what_cannot_be_read_at_all_is_told() -> None:
    for kept in ({}, {"lesson.md": b"\xff"}, {**KEPT, NUMBERS: b"["}):
        with pytest.raises(LessonError):
            kept_lesson("doubling", kept, "en")


def test_the_content_hash_tells_every_change_of_bytes_and_names() -> None:
    other = {**files(), "numbers.py": b"\n"}
    renamed = {f"x{name}": data for name, data in files().items()}
    backwards = dict(reversed(files().items()))
    assert content_hash(backwards) == content_hash(files())
    assert len({content_hash(one) for one in (files(), other, renamed)}) == 3
