"""A file is written whole or not at all, and replaces nothing that is no file."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from starlore.cli.written import refuse_early, told_unwritable, write_whole

LINES = (b"one\n", b"two\n")


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


def test_a_place_where_no_file_can_be_is_refused_before_anything_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = tmp_path / "held"
    held.write_bytes(b"old")
    for fine in (Path("-"), held, tmp_path / "new"):
        refuse_early(fine)
    for place, why in ((tmp_path, "is a folder"), (tmp_path / "no" / "x", "No such file")):
        with pytest.raises(click.ClickException, match=why):
            refuse_early(place)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(click.ClickException, match="Permission denied"):
        refuse_early(tmp_path / "new")
    refuse_early(held)  # whether that one may be written is seen when it is


def test_a_reader_who_goes_away_is_no_fault_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(click.ClickException, match="No space left"), told_unwritable(tmp_path):
        raise OSError(28, "No space left on device")
    with pytest.raises(BrokenPipeError), told_unwritable(tmp_path):
        raise BrokenPipeError
