"""Loading: a bad lesson is told and left out, the others are served, and nothing leaks."""

import sys
from pathlib import Path

import pytest

from starlore.errors import NotFound
from starlore.lessons.diagnostics import Diagnostic
from starlore.lessons.load import load_course
from starlore.lessons.map import neighbourhood
from starlore.lessons.running import numbers_of, run_file
from starlore.lessons.scope import answered_scope, hint_scope, open_scope
from starlore.questions import draw
from starlore.questions.draw import draw_variant
from tests.lessons.made import LESSON, change, files, make
from tests.told import english


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


def test_numbers_that_cannot_be_kept_as_data_are_told(tmp_path: Path) -> None:
    course = make(tmp_path)
    change(course / "doubling" / "numbers.py", "return {", 'return {"f": softmax, ')
    loaded = load_course(course)
    assert [(fault.code, list(loaded.lessons)) for fault in loaded.diagnostics] == [("L123", [])]


def test_a_graph_of_nonsense_never_raises(tmp_path: Path) -> None:
    for text in ("lessons = 3", "[lessons]\nx = 1", "[[", 'lessons = {a = {level = "x"}}', "\x00"):
        course = make(tmp_path / str(abs(hash(text))))
        (course / "course.toml").write_text(text, encoding="utf-8")
        (course / "course.en.toml").write_bytes(b"\xff\xfe")
        loaded = load_course(course)
        assert {"L501"} == {fault.code for fault in loaded.diagnostics}
        assert loaded.words("en").title == "counting"


def test_what_a_text_may_name_grows_with_what_is_known(tmp_path: Path) -> None:
    lesson = load_course(make(tmp_path)).lesson("doubling")
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


ENDLESS = "    while True:\n        pass\n"


@pytest.mark.parametrize(
    ("name", "source", "said"),
    [
        ("numbers.py", "class Odd(BaseException): pass\nraise Odd", "raises Odd"),
        ("numbers.py", "raise KeyboardInterrupt", "raises KeyboardInterrupt"),
        ("numbers.py", "def numbers(): raise GeneratorExit", "raises GeneratorExit"),
        ("numbers.py", "class X(Exception):\n def __str__(s): 1/0\nraise X", "does not say why"),
        ("numbers.py", "def numbers(): return numbers()", "RecursionError"),
        ("numbers.py", "\0", "no Python"),
        ("numbers.py", "x = " + "(" * 1000 + ")" * 1000, "no Python"),
        ("numbers.py", "# -*- coding: zzz -*-\n", "no Python"),
        ("numbers.py", "def numbers(): return {1: 2}", "no plain text"),
        ("numbers.py", "def numbers(): return {'x': 10 ** 5000}", "more than 400 digits"),
        ("numbers.py", "def numbers(): return {'x': float('nan')}", "must be finite"),
        ("numbers.py", "a = []\na.append(a)\ndef numbers(): return {'a': a}", "RecursionError"),
        ("questions.py", "QUESTIONS = 'abc'", "no list of Question"),
        ("questions.py", "import sys; sys.exit(3)", "raises SystemExit"),
    ],
)
def test_python_that_goes_wrong_in_any_way_is_told(
    name: str, source: str, said: str, tmp_path: Path
) -> None:
    course = make(tmp_path)
    (course / "doubling" / name).write_text(source, encoding="utf-8")
    loaded = load_course(course)
    assert loaded.lessons == {}
    assert said in " ".join(str(fault) for fault in loaded.diagnostics)
    assert {fault.path for fault in loaded.diagnostics} == {f"counting/doubling/{name}"}


def test_a_map_that_breaks_when_read_is_told(tmp_path: Path) -> None:
    source = (
        "from collections.abc import Mapping\n"
        "class Odd(Mapping):\n"
        " def __getitem__(self, name): raise ValueError\n"
        " def __iter__(self): raise KeyboardInterrupt\n"
        " def __len__(self): return 1\n"
        "def numbers(): return Odd()\n"
    )
    course = make(tmp_path)
    (course / "doubling" / "numbers.py").write_text(source, encoding="utf-8")
    (fault,) = load_course(course).diagnostics
    assert (fault.code, fault.line) == ("L122", 4)


@pytest.mark.parametrize(
    ("name", "call"), [("numbers.py", "numbers()"), ("questions.py", "running it")]
)
def test_python_that_does_not_end_is_told_with_its_line(name: str, call: str) -> None:
    source = "import math\ndef numbers():\n" + ENDLESS + ("" if name[0] == "n" else "numbers()\n")
    faults: list[Diagnostic] = []
    module = run_file({name: source.encode()}, name, "doubling", "doubling", faults, seconds=0.05)
    if name == "numbers.py":
        assert numbers_of(module, "doubling", faults, seconds=0.05) == {}
    (fault,) = faults
    assert (fault.code, fault.path) == ("L122", f"doubling/{name}")
    assert fault.line in (3, 4)
    assert english(fault.message).startswith(f"{call} does not end")


def test_what_a_file_prints_is_no_part_of_a_command_s_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    course = make(tmp_path)
    change(course / "doubling" / "numbers.py", "def numbers", "print('hello')\n\n\ndef numbers")
    assert load_course(course).diagnostics == ()
    assert capsys.readouterr() == ("", "hello\n")


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('Question("doubling.word"', "Question(5", "L124"),
        ('Question("doubling.word"', 'Question(""', "L124"),
        ("fixed=True", "fixed=True, star=3", "L124"),
        ("fixed=True", "fixed='yes'", "L124"),
        ("fixed=True", "fixed=True, seconds=None", "L124"),
        ("fixed=True", "fixed=True, rule=5", "L124"),
        ("fixed=True", "fixed=True, units={'m': 0}", "L124"),
        ("fixed=True", "fixed=True, draw_group='a|b'", "L124"),
        ("fixed=True", "fixed=True, generator_version=0", "L124"),
        ('"doubling.word", word', '"doubling.word", "word"', "L124"),
        ('Text("right"), (', 'exit() or Text("right"), (', "L407"),
        ('Variant({}, Text("right")', 'Variant({"x": 1e999}, Text("right")', "L407"),
    ],
)
def test_a_field_that_does_not_fit_is_told(old: str, new: str, code: str, tmp_path: Path) -> None:
    course = make(tmp_path)
    change(course / "doubling" / "questions.py", old, new)
    loaded = load_course(course)
    assert (loaded.lessons, {fault.code for fault in loaded.diagnostics}) == ({}, {code})


@pytest.mark.parametrize(
    ("name", "old", "new", "code"),
    [
        ("numbers.py", "return {", "return {} and {", "L201"),
        ("numbers.py", '"total"', '"sum"', "L201"),
        ("numbers.py", "Figure(sum(weights), places=2)", "'a' * 3 and {'x': 1}", "L202"),
        ("lesson.md", "{{ total:1 }}", "{{ total:999999999 }}", "L202"),
        ("lesson.md", "{{ weights }}", "{{ weights.\u00b2 }}", "L201"),
        ("lesson.md", "{{ weights }}", f"{{{{ weights.{'9' * 150} }}}}", "L201"),
        ("lesson.md", "Weights such as", "{{" * 5000, "L202"),
        ("lesson.md", "{{ double }}", "{{ treble }}", "L201"),
        ("lesson.md", "$n^2$", "$\\frac{$", "L206"),
        ("lesson.md", "$n^2$", "$" + "\\sqrt{ " * 900 + "x" + "} " * 900 + "$", "L206"),
        ("lesson.md", "kind: strip", "kind: ribbon", "L301"),
        ("lesson.md", "data: weights", "data: shares", "L301"),
        ("lesson.md", "Weights such as", "[" * 50_000, "L207"),
        (
            "lesson.md",
            "  again: {",
            "  third: {name: T, outcome: a, at: [1, 1]}\n  again: {",
            "L401",
        ),
        ("questions.py", "fixed=True", "fixed=True, star='doubling.other'", "L401"),
        ("lesson.md", "b: Say which word}", "b: Say which word, c: Nothing}", "L504"),
        ("lesson.md", "at: [10, 20]", "at: [.inf, 20]", "L105"),
        ("lesson.md", "minutes: 5", "minutes: 2026-13-45", "L102"),
    ],
)
def test_what_no_page_could_show_is_found_when_it_is_loaded(
    name: str, old: str, new: str, code: str, tmp_path: Path
) -> None:
    course = make(tmp_path)
    change(course / "doubling" / name, old, new)
    loaded = load_course(course)
    assert loaded.lessons == {}
    assert code in {fault.code for fault in loaded.diagnostics}


def test_a_language_with_other_stars_or_outcomes_is_found_when_it_is_loaded(tmp_path: Path) -> None:
    for place, (old, new) in enumerate(
        [("b: Say which word", "c: Say which word"), ("  word: {", "  words: {"), ("he, ", "")]
    ):
        course = make(tmp_path / str(place))
        text = LESSON.replace(old, new, 1)
        assert text != LESSON
        (course / "doubling" / "lesson.fr.md").write_text(text, encoding="utf-8")
        loaded = load_course(course)
        assert loaded.lessons == {}
        assert "L602" in {fault.code for fault in loaded.diagnostics}


def test_a_question_that_cannot_be_drawn_in_time_is_told_and_no_other_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draw, "DRAW_SECONDS", 0.05)
    course = make(tmp_path)
    source = (course / "doubling" / "questions.py").read_text(encoding="utf-8")
    source = source.replace("(rng):\n", "(rng):\n    while True: pass\n")
    (course / "doubling" / "questions.py").write_text(source, encoding="utf-8")
    (fault,) = load_course(course).diagnostics
    assert (fault.code, fault.line) == ("L407", 8)
    assert "doubling.twice seed 0: it did not end" in str(fault)
