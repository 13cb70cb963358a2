"""What is vendored is what was taken: every file is named, with its licence and its checksum."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "src" / "starlore" / "web" / "static" / "vendor"
TESTS = ROOT / "tests" / "browser" / "vendor"
FOLDERS = (PAGES, TESTS)
LICENCES = {"OFL-1.1", "MPL-2.0"}


def entries(folder: Path) -> list[dict[str, Any]]:
    """The packages a folder holds files of."""
    found: list[dict[str, Any]] = json.loads((folder / "vendor.json").read_text(encoding="utf-8"))
    return found


def unlike(folder: Path) -> list[str]:
    """The files of a folder that differ from its list, are missing, or are not listed."""
    listed = {name: digest for entry in entries(folder) for name, digest in entry["sha256"].items()}
    held = {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "vendor.json"
    }
    return sorted(
        name for name in listed.keys() | held.keys() if listed.get(name) != held.get(name)
    )


@pytest.mark.parametrize("folder", FOLDERS, ids=("pages", "tests"))
def test_every_vendored_file_is_the_one_that_was_listed(folder: Path) -> None:
    assert unlike(folder) == []


def test_a_changed_a_missing_and_a_foreign_file_are_found(tmp_path: Path) -> None:
    listed = {"a/kept.txt": sha256(b"kept").hexdigest(), "a/lost.txt": "0", "a/changed.txt": "0"}
    (tmp_path / "vendor.json").write_text(json.dumps([{"sha256": listed}]), encoding="utf-8")
    (tmp_path / "a").mkdir()
    for name in ("kept", "changed", "foreign"):
        (tmp_path / "a" / f"{name}.txt").write_bytes(name.encode())
    assert unlike(tmp_path) == ["a/changed.txt", "a/foreign.txt", "a/lost.txt"]


@pytest.mark.parametrize("folder", FOLDERS, ids=("pages", "tests"))
def test_every_package_comes_with_its_licence_and_its_source(folder: Path) -> None:
    for entry in entries(folder):
        assert entry["licence"] in LICENCES
        assert entry["source"].startswith("https://registry.npmjs.org/")
        assert entry["version"] in entry["source"]
        names = {Path(name).name for name in entry["sha256"]}
        assert names & {"OFL.txt", "LICENSE"}


def test_versions_are_those_of_the_package_list() -> None:
    pinned = json.loads((ROOT / "tools" / "vendor" / "package.json").read_text(encoding="utf-8"))
    found = {entry["package"]: entry["version"] for f in FOLDERS for entry in entries(f)}
    assert found == pinned["dependencies"]


def test_the_cut_font_is_small_and_keeps_its_math_table() -> None:
    from fontTools.ttLib import TTFont

    path = PAGES / "noto-sans-math-5.3.0" / "NotoSansMath-cut.woff2"
    assert path.stat().st_size <= 70_000
    font = TTFont(path)
    assert "MATH" in font
    letters = font.getBestCmap()
    assert all(ord(letter) in letters for letter in "aZ09+−·=≤√∑αβω")
