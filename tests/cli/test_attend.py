"""`starlore attend`: long arrays from files, a bar on a terminal, and what it took."""

import io
import re
from inspect import signature
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

import starlore.attention
import starlore.cli.attend as command
from starlore.attention import Causal, Window, attend
from starlore.attention.cost.ways import WAYS
from starlore.cli import main
from starlore.cli.attend import CHOOSING, bar


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["attend", *arguments])


def saved(folder: Path) -> tuple[list[str], Any]:
    arrays = np.random.default_rng(0).standard_normal((3, 2, 90, 8)).astype(np.float32)
    paths = [folder / f"{name}.npy" for name in "qkv"]
    for path, array in zip(paths, arrays, strict=True):
        np.save(path, array)
    return [str(path) for path in paths], arrays


def test_files_in_and_a_file_out(tmp_path: Path) -> None:
    paths, arrays = saved(tmp_path)
    result = run(*paths, "--scheme", "causal & window(7)", "-o", str(tmp_path / "out.npy"))
    assert result.exit_code == 0, result.output
    q, k, v = arrays
    expected = attend(q, k, v, Causal() & Window(7)).output
    assert np.load(tmp_path / "out.npy").tobytes() == expected.tobytes()
    assert "causal & window(7): 90 queries, 90 keys, 1,384 comparisons" in result.output


def test_made_up_numbers_need_no_file() -> None:
    result = run("--length", "300", "--width", "8", "--scheme", "full")
    assert "full: 300 queries, 300 keys, 90,000 comparisons" in result.output
    assert re.search(
        r"^seconds  \d+\.\d\d, after \d+\.\d\d to have the kernel ready$", result.output, re.M
    )
    assert "MB beside the arrays; a table of all scores would take 0.3 MB" in result.output


def test_the_kernel_is_there_before_the_seconds_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, int]] = []
    really = starlore.attention.attend

    def watched(*given: Any, **named: Any) -> Any:
        seen.append((str(given[0].dtype), given[0].shape[-2]))
        return really(*given, **named)

    monkeypatch.setattr(starlore.attention, "attend", watched)
    assert run("--length", "300").exit_code == 0
    assert seen == [("float32", 2), ("float32", 300)]


def test_arrays_that_do_not_fit_are_told_of_with_their_own_lengths(tmp_path: Path) -> None:
    paths, _ = saved(tmp_path)
    np.save(tmp_path / "k.npy", np.zeros((2, 90, 7), np.float32))
    result = run(*paths)
    assert (result.exit_code, "90" in result.output) == (1, True), result.output


def test_the_bar_is_drawn_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    q, k, v = np.ones((3, 2000, 8), np.float32)
    with command._bar():
        attend(q, k, v)
    drawn = terminal.getvalue().split("\r")
    assert len(drawn) > 3
    assert drawn[-2:] == [bar(1.0), "\x1b[K"]
    assert "%" not in run("--length", "300").output


def test_what_cannot_be_read_or_written_is_told(tmp_path: Path) -> None:
    paths, _ = saved(tmp_path)
    assert "give three files" in run().output
    assert "give three files" in run(*paths, "--length", "9").output
    bad = tmp_path / "bad.npy"
    bad.write_text("not an array", encoding="utf-8")
    assert "bad.npy is no .npy file" in run(str(bad), *paths[1:]).output
    np.save(bad, np.ones(3))
    assert "bad.npy is no .npy file" in run(str(bad), *paths[1:]).output
    unwritable = run(*paths, "-o", str(tmp_path / "no" / "out.npy"))
    assert (unwritable.exit_code, "cannot be written" in unwritable.output) == (1, True)
    wrong = run(*paths, "--scheme", "casual")
    assert (wrong.exit_code, 'did you mean "causal"?' in wrong.output) == (2, True)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("topk(2)", "topk chooses keys by their numbers, and on a command line only starlore cost"),
        ("causal & pages(2)", 'attend(q, k, v, TopK(32, how="pages"))'),
        ("lsh(2, 64)", "attend(q, k, v, LSH(2, 64, seed=0))"),
        ("gru", "gru is no attention, and on a command line only starlore cost takes it"),
        ("gated_delta", "starlore.attention.contrast computes it"),
    ],
)
def test_a_way_that_only_cost_takes_is_told_with_what_computes_it(text: str, told: str) -> None:
    done = run("--length", "9", "--scheme", text)
    assert done.exit_code == 2
    assert told in " ".join(done.output.split())


def test_every_way_that_chooses_is_written_as_python_takes_it() -> None:
    q, k, v = np.random.default_rng(0).standard_normal((3, 200, 8)).astype(np.float32)
    made = {name: eval(way, {**vars(starlore.attention)}) for name, way in CHOOSING.items()}
    for way in made.values():
        assert attend(q, k, v, way).output.shape == (200, 8)
    assert {name for name in WAYS if "among" in signature(WAYS[name]).parameters} == set(made)
