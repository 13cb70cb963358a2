"""Loading: a bad lesson is told and left out, the others are served, and nothing leaks."""

import sys
from pathlib import Path

import pytest

from starlore.errors import LessonError, NotFound
from starlore.lessons.load import content_hash, lesson_from_files, load_course
from starlore.lessons.map import neighbourhood
from starlore.lessons.scope import answered_scope, hint_scope, open_scope
from starlore.questions.draw import draw_variant
from tests.lessons.made import LESSON, NUMBERS, change, files, make


def test_a_sound_course_is_loaded_whole(tmp_path: Path) -> None:
    course = load_course(make(tmp_path))
    lesson = course.lesson("doubling")
    assert course.diagnostics == ()
    assert (course.id, course.first_question, tuple(course.nodes)) == (
        "counting",
        "doubling.twice",
        ("doubling", "halving"),
    )
    assert lesson.text("fa").title == "Doubling"
    assert list(lesson.plan.stars) == ["twice", "again", "word"]
    assert neighbourhood(course, "doubling").leads_to == ("halving",)
    with pytest.raises(NotFound):
        course.lesson("halving")


def test_a_bad_lesson_is_left_out_and_the_others_are_served(tmp_path: Path) -> None:
    course = make(tmp_path)
    halving = course / "halving"
    halving.mkdir()
    for name, data in files().items():
        text = data.decode().replace("doubling", "halving")
        (halving / name).write_text(text, encoding="utf-8")
    change(halving / "lesson.md", "minutes: 5", "minutes: many")
    loaded = load_course(course)
    assert list(loaded.lessons) == ["doubling"]
    assert {fault.path for fault in loaded.diagnostics} == {"counting/halving/lesson.md"}
    assert {fault.code for fault in loaded.diagnostics} == {"L105"}


@pytest.mark.parametrize(
    ("name", "old", "new", "line"),
    [
        ("numbers.py", "    weights =", "    raise SystemExit(1)\n    weights =", 8),
        ("numbers.py", "    weights =", "    1 / 0\n    weights =", 8),
        ("questions.py", '"""Questions."""', "import no_such_module", 1),
        ("questions.py", "def word(rng):", "def word(rng:", 19),
    ],
)
def test_python_that_raises_is_told_with_its_line(
    name: str, old: str, new: str, line: int, tmp_path: Path
) -> None:
    course = make(tmp_path)
    change(course / "doubling" / name, old, new)
    loaded = load_course(course)
    assert loaded.lessons == {}
    assert [(fault.path, fault.line) for fault in loaded.diagnostics] == [
        (f"counting/doubling/{name}", line)
    ]


def test_a_question_without_words_for_a_misconception_is_not_served(tmp_path: Path) -> None:
    course = make(tmp_path)
    change(course / "doubling" / "lesson.md", "## wrong squared\n\nYou took", "You took")
    loaded = load_course(course)
    assert (list(loaded.lessons), [f.code for f in loaded.diagnostics]) == ([], ["L403"])


def test_every_load_runs_the_files_anew_and_leaves_no_module_behind(tmp_path: Path) -> None:
    course = make(tmp_path)
    before = set(sys.modules)
    first = load_course(course)
    change(course / "doubling" / "numbers.py", "3.0, 1.0, 0.0", "1.0, 1.0")
    second = load_course(course)
    assert first.lesson("doubling").numbers != second.lesson("doubling").numbers
    assert not {name for name in set(sys.modules) - before if "lesson_" in name}


def test_a_kept_lesson_is_made_again_from_its_files() -> None:
    lesson = lesson_from_files("doubling", files())
    assert lesson.content_hash == content_hash(files())
    with pytest.raises(LessonError, match="L120"):
        lesson_from_files("doubling", {"lesson.md": LESSON.encode()})


def test_the_content_hash_tells_every_change_of_bytes_and_names() -> None:
    other = {**files(), "numbers.py": NUMBERS.encode() + b"\n"}
    renamed = {f"x{name}": data for name, data in files().items()}
    backwards = dict(reversed(files().items()))
    assert content_hash(backwards) == content_hash(files())
    assert len({content_hash(one) for one in (files(), other, renamed)}) == 3


def test_a_graph_of_nonsense_never_raises(tmp_path: Path) -> None:
    for text in ("lessons = 3", "[lessons]\nx = 1", "[[", 'lessons = {a = {level = "x"}}', "\x00"):
        course = make(tmp_path / str(abs(hash(text))))
        (course / "course.toml").write_text(text, encoding="utf-8")
        (course / "course.en.toml").write_bytes(b"\xff\xfe")
        loaded = load_course(course)
        assert {"L501"} == {fault.code for fault in loaded.diagnostics}
        assert loaded.words("en").title == "counting"


def test_what_a_text_may_name_grows_with_what_is_known() -> None:
    lesson = lesson_from_files("doubling", files())
    variant = draw_variant(lesson.questions["doubling.twice"], 1)
    seen = [
        set(scope)
        for scope in (
            open_scope(lesson, variant),
            hint_scope(lesson, variant),
            answered_scope(lesson, variant, variant.solution),
        )
    ]
    assert seen[0] == {"lesson", "n"}
    assert seen[1] - seen[0] == {"double"}
    assert seen[2] - seen[1] == {"solution", "squared", "yours"}


STAR_MORE = "  more: {name: M, outcome: b, at: [9, 9]}\n  word: {name"
ELSEWHERE = 'Question("doubling.word", word, "x.y"'


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("lesson.md", "  word: {name", STAR_MORE),
        ("questions.py", 'Question("doubling.word", word', ELSEWHERE),
    ],
)
def test_a_star_without_a_question_or_a_question_without_a_star_is_not_served(
    name: str, old: str, new: str, tmp_path: Path
) -> None:
    course = make(tmp_path)
    change(course / "doubling" / name, old, new)
    loaded = load_course(course)
    assert loaded.lessons == {}
    assert {fault.code for fault in loaded.diagnostics} == {"L401"}


def test_a_kept_lesson_is_read_though_it_would_not_be_served_today() -> None:
    kept = files()
    head = kept["lesson.md"].decode()
    more = head.replace("  word: {name", STAR_MORE)
    lesson = lesson_from_files("doubling", {**kept, "lesson.md": more.encode()})
    assert lesson.plan.star_ids[2] == "doubling.more"
    assert "doubling.more" not in lesson.stars
