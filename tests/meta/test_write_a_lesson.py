"""The how-to tells the truth: what it quotes stands in the course, and its new lesson is sound."""

import re
import shutil
from pathlib import Path

from click.testing import CliRunner

from starlore.cli import main
from starlore.cli.place import course_folder
from starlore.lessons.load import load_course
from starlore.questions import Figure
from starlore.questions.draw import draw_variant

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "how-to" / "write-a-lesson.md"
BLOCK = re.compile(r"^`([\w./-]+)`\n\n(`{3,})\w*\n(.*?)^\2$", re.MULTILINE | re.DOTALL)
APPENDED = {"course.toml", "course.en.toml", "course.fa.toml"}


def blocks() -> dict[str, list[str]]:
    """The page's named blocks."""
    found: dict[str, list[str]] = {}
    for path, _, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        found.setdefault(path, []).append(text)
    return found


def test_what_it_quotes_of_a_lesson_stands_there() -> None:
    quoted = {path: texts for path, texts in blocks().items() if path.startswith("courses/")}
    assert len(quoted) >= 2
    for path, texts in quoted.items():
        source = (ROOT / path).read_text(encoding="utf-8")
        for text in texts:
            assert text in source, f"{path} has no such lines:\n{text}"


def test_the_files_it_names_are_there() -> None:
    for name in re.findall(r"`((?:lessons|view)/pictures/\w+\.py)`", PAGE.read_text("utf-8")):
        assert (ROOT / "src" / "starlore" / name).is_file(), name


def follow(folder: Path) -> Path:
    """A course with *The dot product* alone, and the lesson that the page adds to it."""
    course = folder / "reading-the-past"
    shutil.copytree(course_folder() / "reading-the-past", course)
    for lesson in [place for place in course.iterdir() if place.is_dir() and place.name != "dot"]:
        shutil.rmtree(lesson)  # the rest of the course has its own tests
    graph = course / "course.toml"
    told = graph.read_text(encoding="utf-8").replace("lookup.first-light", "dot.score")
    graph.write_text(told, encoding="utf-8")
    for path, (text, *_) in blocks().items():
        if path.startswith("courses/"):
            continue
        place = course / path
        place.parent.mkdir(exist_ok=True)
        before = place.read_text(encoding="utf-8") if path in APPENDED else ""
        place.write_text(before + text, encoding="utf-8")
    return course


def test_a_lesson_made_by_following_it_is_sound(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["check", str(follow(tmp_path)), "--seeds", "20"])
    assert (done.exit_code, done.output) == (
        0,
        "1 course, 2 lessons, 10 questions on 20 seeds: sound\n",
    )


def test_its_lesson_is_on_the_map_and_practises_what_the_page_says(tmp_path: Path) -> None:
    course = load_course(follow(tmp_path))
    assert course.diagnostics == ()
    assert course.nodes["cosine"].across is not None
    assert course.reach("cosine.cosine") == {"dot.score": 0.3}
    assert course.reach("cosine.stretched") == {"dot.longer-key": 0.5, "dot.angle": 0.2}


def test_a_fault_in_its_lesson_would_be_told(tmp_path: Path) -> None:
    course = follow(tmp_path)
    text = course / "cosine" / "lesson.md"
    text.write_text(text.read_text("utf-8").replace("lesson:dot", "lesson:dots"), encoding="utf-8")
    done = CliRunner().invoke(main, ["check", str(course), "--seeds", "1"])
    assert done.exit_code == 1
    assert "did you mean lesson:dot?" in done.output


def test_no_choice_of_its_cosine_can_be_ruled_out_without_working_it_out(tmp_path: Path) -> None:
    lesson = load_course(follow(tmp_path)).lessons["cosine"]
    question = lesson.questions["cosine.cosine"]
    for seed in range(60):
        variant = draw_variant(question, seed)
        choices = [variant.solution, *(wrong.answer for wrong in variant.misconceptions)]
        values = [choice.value for choice in choices if isinstance(choice, Figure)]
        assert len(values) == 4 and all(-1 <= value <= 1 for value in values), (seed, values)


def test_what_it_says_to_type_checks_its_lesson_alone(tmp_path: Path) -> None:
    told = re.compile(r"^starlore (check .+--lesson .+ --seeds .+)$", re.MULTILINE)
    (command,) = told.findall(PAGE.read_text(encoding="utf-8"))
    typed = [*command.replace("2000", "20").split()]
    typed[typed.index("courses")] = str(follow(tmp_path).parent)
    done = CliRunner().invoke(main, typed)
    assert done.exit_code == 0, done.output
    assert done.output.endswith("1 course, 1 lesson, 2 questions on 20 seeds: sound\n")
