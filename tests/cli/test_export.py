"""`starlore export -o` writes whole files only, and replaces nothing that is no file."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from starlore.cli import main

LINES = (b"one\n", b"two\n")


def export(folder: Path, *words: str) -> Result:
    """The command, on a data folder beside what it writes."""
    return CliRunner().invoke(main, ["export", "--data", str(folder / "data"), *words])


@pytest.mark.parametrize("name", ["", ".", "data"])
def test_a_folder_is_refused_in_one_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
    done = export(tmp_path, "-o", name)
    assert done.exit_code == 1
    assert "is a folder; name a file in it" in done.output


def test_a_dash_is_the_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert export(tmp_path, "-o", "-").stdout == export(tmp_path).stdout
    assert not (tmp_path / "-").exists()


def test_what_cannot_be_written_is_named(tmp_path: Path) -> None:
    done = export(tmp_path, "-o", str(tmp_path / "gone" / "sky.jsonl"))
    assert done.exit_code == 1
    assert "sky.jsonl cannot be written: No such file" in done.output


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_device_is_told(tmp_path: Path) -> None:
    done = export(tmp_path, "-o", "/dev/full")
    assert done.exit_code == 1
    assert "/dev/full cannot be written: No space left" in done.output


@pytest.mark.parametrize("content", [b"\xff\n", b"\0" * 4096])
def test_what_is_no_export_is_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "other"
    file.write_bytes(content)
    done = CliRunner().invoke(main, ["import", "--data", str(tmp_path / "data"), str(file)])
    assert done.exit_code == 1
    assert len(done.output.strip().splitlines()) == 1


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="this system has no /proc")
def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    words = ["import", "--data", str(tmp_path / "data"), "/proc/self/mem"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 1
    assert "/proc/self/mem cannot be read" in done.output


def test_a_line_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("starlore.study.exchange.LONGEST_LINE", 100)
    file = tmp_path / "zeros"
    file.write_bytes(b"\0" * 1000)
    done = CliRunner().invoke(main, ["import", "--data", str(tmp_path / "data"), str(file)])
    assert done.exit_code == 1
    assert "100" in done.output and "Traceback" not in done.output
