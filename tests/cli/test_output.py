"""What a command prints arrives, or it ends with one sentence and not with zero."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import starlore

FULL = Path("/dev/full")
NO_FULL = pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
COMMANDS = (
    ["head", "3", "1", "0"],
    ["--help"],
    ["--version"],
    ["doctor"],
    ["rebuild"],
    ["export"],
    ["erase", "--yes"],
    ["serve", "--port", "0", "--no-browser"],
)


def shell(tmp_path: Path, line: str, *words: str) -> subprocess.CompletedProcess[str]:
    """A line of shell in which `"$@"` is starlore with its words."""
    env = {**os.environ, "STARLORE_DATA": str(tmp_path), "LC_ALL": "C.UTF-8"}
    env["PYTHONPATH"] = str(Path(starlore.__file__).parents[1])
    command = ["sh", "-c", line, "sh", sys.executable, "-m", "starlore", *words]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


@NO_FULL
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_full_disk_ends_in_one_sentence(words: list[str], tmp_path: Path) -> None:
    done = shell(tmp_path, '"$@" > /dev/full', *words)
    assert done.returncode == 1
    assert done.stderr == "Error: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize("words", [["head", "1"], ["export"]], ids=lambda words: words[0])
def test_a_closed_output_is_told_and_not_taken_for_done(words: list[str], tmp_path: Path) -> None:
    done = shell(tmp_path, '"$@" >&-', *words)
    assert done.returncode == 1
    assert done.stderr == "Error: the output cannot be written: Bad file descriptor\n"


def test_an_export_to_a_file_needs_no_output(tmp_path: Path) -> None:
    done = shell(tmp_path, '"$@" >&- 2>&- <&-', "export", "-o", str(tmp_path / "sky.jsonl"))
    assert done.returncode == 0
    assert (tmp_path / "sky.jsonl").read_text(encoding="utf-8").startswith('{"format"')
    assert (tmp_path / "starlore.db").read_bytes().startswith(b"SQLite")


def test_a_reader_who_goes_away_ends_it_quietly(tmp_path: Path) -> None:
    done = shell(tmp_path, '{ "$@"; echo $? >&2; } | true', "export")
    assert done.stderr.strip() in ("0", "1")
    assert "Error" not in done.stderr


@NO_FULL
def test_a_refusal_with_nowhere_to_say_it_keeps_its_code(tmp_path: Path) -> None:
    assert shell(tmp_path, '"$@" 2>&-', "head", "x").returncode == 2
    assert shell(tmp_path, '"$@" 2>/dev/full', "head", "x").returncode != 0


def test_a_command_runs_inside_the_folder_of_a_lesson(tmp_path: Path) -> None:
    (tmp_path / "numbers.py").write_text("from starlore.attention import softmax", "utf-8")
    done = shell(tmp_path, f'cd "{tmp_path}" && "$@"', "head", "1")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_letter_that_the_terminal_lacks_is_shown_by_its_number(tmp_path: Path) -> None:
    done = shell(tmp_path, 'PYTHONIOENCODING=latin-1 "$@"', "doctor", "--data", str(tmp_path / "Ω"))
    assert done.returncode == 0
    assert "\\u03a9" in done.stdout
