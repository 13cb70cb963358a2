"""`starlore export -o` writes whole files only, and replaces nothing that is no file."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from starlore.cli import main
from starlore.cli.export import write_whole

LINES = (b"one\n", b"two\n")


def export(folder: Path, *words: str) -> Result:
    """The command, on a data folder beside what it writes."""
    return CliRunner().invoke(main, ["export", "--data", str(folder / "data"), *words])


def broken() -> Iterator[bytes]:
    """Lines of which the second never comes."""
    yield b"one\n"
    raise OSError(28, "No space left on device")


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    file = tmp_path / "sky.jsonl"
    assert write_whole(file, LINES) == 2
    assert file.read_bytes() == b"one\ntwo\n"
    assert [path.name for path in tmp_path.iterdir()] == ["sky.jsonl"]


def test_a_full_disk_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "sky.jsonl"
    file.write_bytes(b"old\n")
    with pytest.raises(OSError, match="No space left"):
        write_whole(file, broken())
    assert file.read_bytes() == b"old\n"
    assert [path.name for path in tmp_path.iterdir()] == ["sky.jsonl"]


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    target, link = tmp_path / "far" / "sky.jsonl", tmp_path / "link"
    link.symlink_to(target)
    for _ in ("a link to nothing yet", "a link to a file"):
        assert write_whole(link, LINES) == 2
        assert link.is_symlink()
        assert target.read_bytes() == b"one\ntwo\n"


def test_a_device_is_written_to_and_stays_one(tmp_path: Path) -> None:
    link = tmp_path / "null"
    link.symlink_to(os.devnull)
    assert write_whole(link, LINES) == 2
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)
    assert list(tmp_path.iterdir()) == [link]


def test_a_file_keeps_who_may_read_it(tmp_path: Path) -> None:
    file = tmp_path / "sky.jsonl"
    file.touch()
    file.chmod(0o600)
    write_whole(file, LINES)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_name_of_the_greatest_length_will_do(tmp_path: Path) -> None:
    assert write_whole(tmp_path / ("x" * 255), LINES) == 2


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
    monkeypatch.setattr("starlore.cli.import_.LONGEST_LINE", 100)
    file = tmp_path / "zeros"
    file.write_bytes(b"\0" * 1000)
    done = CliRunner().invoke(main, ["import", "--data", str(tmp_path / "data"), str(file)])
    assert done.exit_code == 1
    assert "is not UTF-8 text made by export" in done.output
