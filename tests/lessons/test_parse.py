"""Parsing: parts, keys and figures, each with its line; and the reference's own example."""

from pathlib import Path

from starlore.lessons.diagnostics import CODES, meaning
from starlore.lessons.model import PictureBlock, Prose
from starlore.lessons.parse import parse_lesson
from starlore.lessons.pictures import PICTURES
from tests.lessons.made import LESSON
from tests.told import english

REFERENCE = Path(__file__).parents[2] / "docs" / "reference" / "lesson-format.md"


def test_a_lesson_is_cut_into_its_parts_and_keys() -> None:
    parsed = parse_lesson(LESSON, "lesson.md")
    assert parsed.diagnostics == ()
    assert list(parsed.parts) == ["introduction", "read", "closing"]
    assert list(parsed.questions) == ["twice", "again", "word"]
    twice = parsed.questions["twice"]
    assert twice.stem.pieces == (Prose("What is twice {{ n }}?", twice.line + 2),)
    assert (len(twice.hints), list(twice.wrong), list(twice.headlines)) == (
        1,
        ["squared"],
        ["squared"],
    )
    assert list(parsed.questions["word"].options) == ["right", "other"]


def test_every_piece_knows_the_line_it_begins_on() -> None:
    lines = LESSON.split("\n")
    parsed = parse_lesson(LESSON, "lesson.md")
    for passage in parsed.parts.values():
        for piece in passage.pieces:
            first = piece.text.split("\n")[0] if isinstance(piece, Prose) else "```figure"
            assert lines[piece.line - 1] == first


def test_a_figure_is_read_from_its_fence() -> None:
    (block,) = parse_lesson(LESSON, "lesson.md").parts["read"].pictures
    assert isinstance(block, PictureBlock)
    assert (block.kind, block.id, block.data, block.axis) == ("strip", "shares", "weights", "math")


def test_headings_inside_a_fence_begin_no_part() -> None:
    text = LESSON.replace("Twice.\n", "Twice.\n\n```\n# No part {#none}\n## nor key\n```\n", 1)
    parsed = parse_lesson(text, "lesson.md")
    assert parsed.diagnostics == ()
    assert "none" not in {*parsed.parts, *parsed.questions}


def test_every_fault_of_a_head_is_told_at_once_with_its_line() -> None:
    text = LESSON.replace("minutes: 5", "minutes: none\ncolour: red").replace(
        "title: Doubling\n", ""
    )
    told = [(fault.line, fault.code) for fault in parse_lesson(text, "lesson.md").diagnostics]
    assert sorted(told) == [(2, "L105"), (4, "L105"), (5, "L104")]


def test_yaml_is_version_one_point_two() -> None:
    text = LESSON.replace("title: Doubling", "title: no")
    head = parse_lesson(text, "lesson.md").head
    assert head is not None
    assert head.title == "no"


def test_the_example_of_the_reference_is_a_lesson() -> None:
    example = REFERENCE.read_text(encoding="utf-8").split("````markdown\n")[1].split("````")[0]
    parsed = parse_lesson(example, "lesson.md")
    assert parsed.diagnostics == ()
    assert list(parsed.questions) == ["twice"]


def test_the_reference_lists_every_code_and_every_kind_of_figure() -> None:
    reference = REFERENCE.read_text(encoding="utf-8")
    checks = REFERENCE.with_name("checks.md").read_text(encoding="utf-8")
    for code in CODES:
        assert f"| {code} | {english(meaning(code))} | " in checks
    for kind in PICTURES:
        assert f"| `{kind}` |" in reference
