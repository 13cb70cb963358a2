"""What a command prints arrives, or it ends with one sentence and not with zero."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import starlore
from starlore.cli import main
from tests.sample_course import write_sample

FULL = Path("/dev/full")
NO_FULL = pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
COMMANDS = (
    ["head", "3", "1", "0"],
    ["--help"],
    ["--version"],
    ["doctor"],
    ["rebuild", "--check"],
    ["check", "sample", "--seeds", "1"],
    ["export"],
)
CHANGES = (["rebuild"], ["erase", "--yes"], ["import", "sky.jsonl"], ["export", "-o", "new.jsonl"])
UNSAID = "this was done, but the output cannot be written: No space left on device\n"


def shell(
    tmp_path: Path, line: str, *words: str, stdout: int = subprocess.PIPE
) -> subprocess.CompletedProcess[str]:
    """A line of shell in which `"$@"` is starlore with its words."""
    env = {**os.environ, "STARLORE_DATA": str(tmp_path), "LC_ALL": "C.UTF-8"}
    env["PYTHONPATH"] = str(Path(starlore.__file__).parents[1])
    command = [
        "sh",
        "-c",
        f'cd "$STARLORE_DATA"; {line}',
        "sh",
        sys.executable,
        "-m",
        "starlore",
        *words,
    ]
    return subprocess.run(
        command, env=env, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False
    )


def unheard(tmp_path: Path, line: str, *words: str) -> subprocess.CompletedProcess[str]:
    """The same with an output whose reader has gone away."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        return shell(tmp_path, line, *words, stdout=writer)
    finally:
        os.close(writer)


@NO_FULL
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_full_disk_ends_in_one_sentence(words: list[str], tmp_path: Path) -> None:
    write_sample(tmp_path)
    done = shell(tmp_path, '"$@" > /dev/full', *words)
    assert done.returncode == 1
    assert done.stderr == "Error: the output cannot be written: No space left on device\n"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with an export beside it."""
    folder = tmp_path_factory.mktemp("made")
    assert shell(folder, '"$@"', "export", "-o", "sky.jsonl").returncode == 0
    return folder


@pytest.fixture
def lit(made: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path


@NO_FULL
@pytest.mark.parametrize("words", CHANGES, ids=lambda words: words[0])
def test_what_was_done_is_done_whether_it_can_be_said_or_not(words: list[str], lit: Path) -> None:
    done = shell(lit, '"$@" > /dev/full', *words)
    assert done.returncode == 0
    is_told = words[0] != "export"  # which says on stderr what it wrote
    assert done.stderr.startswith(UNSAID) is is_told
    assert len(done.stderr.splitlines()) == 1 + is_told


@NO_FULL
@pytest.mark.parametrize("words", CHANGES, ids=lambda words: words[0])
def test_what_was_done_needs_nobody_to_hear_of_it(words: list[str], lit: Path) -> None:
    assert shell(lit, '"$@" >/dev/full 2>&1', *words).returncode == 0
    done = unheard(lit, '"$@" 2>&1', *words)
    assert (done.returncode, done.stderr) == (0, "")


@NO_FULL
def test_an_erasure_that_cannot_be_asked_about_is_not_done(lit: Path) -> None:
    before = shell(lit, '"$@"', "export").stdout
    assert shell(lit, '"$@" > /dev/full </dev/null', "erase").returncode == 1
    assert shell(lit, '"$@"', "export").stdout == before


@NO_FULL
def test_an_app_whose_address_cannot_be_printed_is_served(tmp_path: Path) -> None:
    env = {**os.environ, "STARLORE_DATA": str(tmp_path)}
    words = [sys.executable, "-m", "starlore", "serve", "--port", "0", "--no-browser"]
    with (
        FULL.open("w") as full,
        subprocess.Popen(words, env=env, stdout=full, stderr=subprocess.PIPE, text=True) as served,
    ):
        assert served.stderr is not None
        told = [served.stderr.readline(), served.stderr.readline()]
        served.terminate()
    assert told[0] == UNSAID
    assert told[1].startswith("Starlore is at http://127.0.0.1:")


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


@pytest.mark.parametrize("words", [*COMMANDS, ["export", "-o", "/dev/stdout"]], ids=" ".join)
def test_a_reader_who_goes_away_ends_it_quietly(words: list[str], tmp_path: Path) -> None:
    write_sample(tmp_path)
    done = unheard(tmp_path, '"$@"', *words)
    assert (done.returncode, done.stderr) == (141, "")


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


@pytest.mark.parametrize("sign", ["\x1b[31m", "\x9b31m", "\x07", "\u202e"])
@pytest.mark.parametrize(
    "typed", [["recall"], ["nothing"], ["check", "--lesson"], ["cost", "--scheme"], ["check"]]
)
def test_what_was_typed_never_commands_the_terminal(typed: list[str], sign: str) -> None:
    *before, last = [*typed, f"a{sign}b"]
    done = CliRunner().invoke(main, [*before, last], color=True)
    assert done.exit_code in (1, 2)
    assert sign not in done.output and "Traceback" not in done.output
