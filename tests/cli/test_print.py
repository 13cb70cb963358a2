"""`starlore print`: one sheet, a class's sheets, and every fault in a sentence."""

import sqlite3
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from starlore.cli import main
from starlore.store import open_store
from starlore.study.sheet_code import read_code


def run(folder: Path, *words: str) -> Result:
    """The command with a data folder of its own."""
    return CliRunner().invoke(main, ["print", "--data", str(folder / "data"), *words])


def test_one_sheet_is_written_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    result = run(tmp_path, "lookup", "--seed", "7", "-o", str(file))
    assert result.exit_code == 0, result.output
    assert file.read_bytes().startswith(b"%PDF-")
    code = read_code(result.stderr.split("sheet ")[1].split()[0])
    assert code.seed == 7
    store = open_store(tmp_path / "data" / "starlore.db")
    with store.read() as unit:
        kept = unit.sheet(code.letters)
        assert kept is not None
        assert unit.content(kept.content_hash) is not None
    store.close()


def test_the_same_seed_gives_the_same_bytes_and_another_paper_others(tmp_path: Path) -> None:
    made = []
    for name, paper in (("a", "a4"), ("b", "a4"), ("c", "letter")):
        file = tmp_path / f"{name}.pdf"
        run(tmp_path, "dot", "--seed", "5", "--paper", paper, "-o", str(file))
        made.append(file.read_bytes())
    assert made[0] == made[1] != made[2]


def test_without_a_name_it_is_called_by_its_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(tmp_path, "dot", "--seed", "5")
    assert result.exit_code == 0
    (file,) = tmp_path.glob("*.pdf")
    assert read_code(file.stem.removeprefix("dot-")).seed == 5


def test_a_class_gets_different_numbers_and_a_key(tmp_path: Path) -> None:
    file = tmp_path / "class.pdf"
    result = run(tmp_path, "dot", "--seed", "1048570", "--copies", "9", "-o", str(file))
    assert result.exit_code == 0, result.output
    assert "9 sheets and the table of their answers" in result.stderr
    with sqlite3.connect(tmp_path / "data" / "starlore.db") as database:
        assert database.execute("SELECT count(*) FROM sheet").fetchone() == (9,)


def test_the_standard_output_takes_the_file(tmp_path: Path) -> None:
    result = run(tmp_path, "dot", "--seed", "5", "-o", "-")
    assert result.stdout_bytes.startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("words", "said", "code"),
    [
        (("nowhere",), "no lesson", 1),
        (("dot", "--seed", "-1"), "not in the range", 2),
        (("dot", "--seed", "1048576"), "not in the range", 2),
        (("dot", "--copies", "0"), "not in the range", 2),
        (("dot", "--paper", "a3"), "a4", 2),
        (("dot", "--language", "xx"), "not spoken here", 2),
        ((), "Missing argument", 2),
    ],
)
def test_a_fault_is_a_sentence(
    words: tuple[str, ...], said: str, code: int, tmp_path: Path
) -> None:
    result = run(tmp_path, *words, "-o", str(tmp_path / "x.pdf"))
    assert result.exit_code == code
    assert said in result.stderr
    assert "Traceback" not in result.output
    assert not (tmp_path / "x.pdf").exists()


def test_a_folder_in_the_files_place_is_told(tmp_path: Path) -> None:
    result = run(tmp_path, "dot", "-o", str(tmp_path))
    assert result.exit_code == 1
    assert "is a folder" in result.stderr


def test_where_no_file_can_be_no_sheet_is_kept(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "nowhere" / "x.pdf"):
        assert run(tmp_path, "dot", "-o", str(place)).exit_code == 1
        assert not (tmp_path / "data").exists()


def test_a_missing_typesetter_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from starlore.paper import press

    press._compiler.cache_clear()
    monkeypatch.setitem(sys.modules, "typst", None)
    try:
        result = run(tmp_path, "dot", "-o", str(tmp_path / "x.pdf"))
    finally:
        press._compiler.cache_clear()
    assert result.exit_code == 1
    assert "pip install typst" in result.stderr
