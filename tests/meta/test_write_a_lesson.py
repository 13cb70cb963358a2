"""The how-to tells the truth: what it quotes stands in the course, and its new lesson is sound."""

import re
import shutil
from pathlib import Path

from click.testing import CliRunner

from starlore.cli import main
from starlore.cli.place import course_folder

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "how-to" / "write-a-lesson.md"
BLOCK = re.compile(r"^`([\w./-]+)`\n\n(`{3,})\w*\n(.*?)^\2$", re.MULTILINE | re.DOTALL)
APPENDED = {"course.toml", "course.en.toml"}


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


def test_a_lesson_made_by_following_it_is_sound(tmp_path: Path) -> None:
    course = tmp_path / "reading-the-past"
    shutil.copytree(course_folder() / "reading-the-past", course)
    for folder in [place for place in course.iterdir() if place.is_dir() and place.name != "dot"]:
        shutil.rmtree(folder)  # the rest of the course has its own tests
    for path, (text, *_) in blocks().items():
        if path.startswith("courses/"):
            continue
        place = course / path
        place.parent.mkdir(exist_ok=True)
        before = place.read_text(encoding="utf-8") if path in APPENDED else ""
        place.write_text(before + text, encoding="utf-8")
    first = (course / "course.toml").read_text(encoding="utf-8")
    (course / "course.toml").write_text(
        first.replace("lookup.first-light", "dot.score"), encoding="utf-8"
    )
    done = CliRunner().invoke(main, ["check", str(course), "--seeds", "20"])
    assert "cosine/" not in done.output, done.output
    assert "2 lessons" in done.output
