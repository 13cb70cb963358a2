"""The walk along `attend`: its files are there and on the way, and its numbers are theirs."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WALK = ROOT / "docs" / "explanation" / "how-attend-computes.md"
ENGINE = ROOT / "src" / "starlore" / "attention"


def named(text: str) -> list[Path]:
    """The files of the engine that a text links to."""
    links = re.findall(r"\]\((\.\./\.\./src/[^)]+\.py)\)", text)
    return [(WALK.parent / link).resolve() for link in links]


def imported(path: Path) -> set[Path]:
    """The files of the engine that a file imports, by name where it is asked for."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = [node.value]
        for name in names:
            if re.fullmatch(r"starlore\.attention(\.\w+)+", name):
                at = ROOT / "src" / Path(*name.split("."))
                found |= {at.with_suffix(".py"), at / "__init__.py"}
    return {file for file in found if file.exists()}


def on_the_way(start: Path) -> set[Path]:
    """All that a file comes to."""
    seen, left = {start}, [start]
    while left:
        more = imported(left.pop()) - seen
        seen |= more
        left += more
    return seen


def test_every_file_of_the_walk_is_there_and_attend_or_its_way_back_comes_to_it() -> None:
    files = named(WALK.read_text())
    assert len(files) > 15 and all(file.exists() for file in files)
    reached = on_the_way(ENGINE / "attend.py") | on_the_way(ENGINE / "backward.py")
    apart = {ENGINE / "parts.py", ENGINE / "compiled" / "peak.py"}  # the idea, and the measure
    assert [file for file in files if file not in reached | apart] == []


def test_a_file_that_nobody_comes_to_is_found_out() -> None:
    assert ENGINE / "contrast" / "cells.py" not in on_the_way(ENGINE / "attend.py")
    assert ENGINE / "compiled" / "unit.py" in on_the_way(ENGINE / "attend.py")


def test_the_numbers_of_the_walk_are_those_of_the_code() -> None:
    pytest.importorskip("numba", reason="the sizes stand beside what numba compiles")
    from starlore.attention.compiled import gradients, rank, reweigh, shape

    text = " ".join(WALK.read_text().split())
    assert f"blocks of {shape.BLOCK} rows" in text
    assert f"lays {shape.TILE} keys" in text and f"in runs of {shape.RUN}" in text
    assert f"{gradients.CHUNK} rows by {reweigh.SLAB} keys" in text
    assert f"{gradients.ROWS} rows by {reweigh.TILE} keys" in text
    assert f"up to {rank.WIDTH} top scorers" in text
    wide, narrow = shape.SHAPES["avx512"], shape.SHAPES["avx2"]
    assert f"{wide.rows} with AVX-512, {narrow.rows} with AVX2 |" in text
    assert f"{wide.unit} with AVX-512, {narrow.unit} with AVX2;" in text
    assert (
        f"| {shape.BLOCK} rows that" in text
        and f"in machine code {shape.TILE} keys, packed" in text
    )
    assert f"| run | {shape.RUN} keys" in text


def test_every_file_of_the_machine_code_is_on_the_walk() -> None:
    reached = on_the_way(ENGINE / "attend.py") | on_the_way(ENGINE / "backward.py")
    files = {file for file in reached if file.parent == ENGINE / "compiled"}
    assert len(files) > 30
    assert sorted(files - set(named(WALK.read_text()))) == []


def test_the_walk_goes_down_to_the_multiply_add_each_file_by_the_one_before() -> None:
    steps = re.findall(r"^\d\. \[`\w+\.py`\]\(([^)]+)\)", WALK.read_text(), re.MULTILINE)
    files = [(WALK.parent / step).resolve() for step in steps]
    assert [file.stem for file in files] == [
        *("kernel", "here", "bridge", "unit", "score", "blend", "ir")
    ]
    for at, file in enumerate(files[1:], 1):
        assert any(file in imported(before) for before in files[:at]), file
    for name in ("score", "blend"):
        assert "w.fma(" in (ENGINE / "compiled" / f"{name}.py").read_text()
    assert "w.fma(" not in (ENGINE / "compiled" / "kernel.py").read_text()


def test_what_the_walk_calls_by_name_is_there() -> None:
    text = WALK.read_text()
    for file, names in {
        "kernel": ("sources", "fold_jobs", "fold_block", "read_tile"),
        "here": ("accessors",),
        "bridge": ("weigh_of", "blend_of", "callable_of"),
        "unit": ("build_weigh",),
    }.items():
        code = (ENGINE / "compiled" / f"{file}.py").read_text()
        for name in names:
            assert f"`{name}`" in text and f"def {name}(" in code, name
    assert "`w.fma(number, key, sums[at])`" in text
    assert "w.fma(number, key, sums[at])" in (ENGINE / "compiled" / "score.py").read_text()


def test_the_words_of_the_cutting_are_told_before_they_are_used() -> None:
    text = WALK.read_text()
    table = text[text.index("| word |") : text.index("## 1.")]
    told = re.findall(r"^\| (\w+) \| ", table, re.MULTILINE)[1:]
    assert {"stream", "piece", "slab", "group", "unit", "tile", "run", "block", "job"} <= set(told)
    before = text[: text.index("| word |")]
    assert [word for word in told if re.search(rf"\b{word}s?\b", before)] == []
