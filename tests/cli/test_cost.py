"""`starlore cost`: what is told before anything is computed, what a budget allows, what is kept."""

import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from starlore.attention import cost as engine
from starlore.attention.cost import (
    FAMILIES,
    Case,
    Line,
    Machine,
    from_text,
    kernel_here,
    parse_way,
    peak_bytes,
    predict,
    square,
    to_text,
)
from starlore.attention.cost.machine import _hash
from starlore.cli import machine as kept
from starlore.cli import main
from starlore.cli.amount import read_budget, told_bytes, told_seconds
from starlore.cli.attend import bar

KERNEL = kernel_here("float32")


def line(family: str) -> Line:
    """Constants that nobody measured: a millisecond a call, a nanosecond for one of the rest."""
    ones = [1e-3 if name == "call" else 1e-9 for name in FAMILIES[family]]
    return Line(tuple(ones), (0.0,) * len(ones), 0.1)


def machine(*families: str) -> Machine:
    lines = {family: line(family) for family in families or FAMILIES}
    return Machine(kept.stamp(1), {"full": 1e-9, "causal": 1e-9}, lines)


@pytest.fixture
def constants(tmp_path: Path) -> Path:
    """A file of constants of this machine."""
    path = tmp_path / "cost.json"
    path.write_text(to_text(machine()), encoding="utf-8")
    return path


@pytest.fixture
def learned(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The families that were measured, in place of measuring them."""
    names: list[str] = []

    def learn(machine: Machine, family: str, clock: Any, threads: int, seen: Any) -> Machine:
        names.append(family)
        seen(1.0)
        return Machine(machine.stamp, {"full": 1e-9}, {**machine.lines, family: line(family)})

    monkeypatch.setattr(engine, "learn", learn)
    return names


def run(path: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["cost", "--constants", str(path), *words])


def test_counts_bytes_memory_and_a_prediction_are_told(constants: Path) -> None:
    done = run(constants, "4096", "--scheme", "causal & window(256)")
    assert done.exit_code == 0, done.output
    told = done.stdout.splitlines()
    assert told[0] == "causal & window(256): 4,096 places, width 64, 1 head, 1 thread"
    assert told[1] == "comparisons    1,019,776, 6.1% of all 16,777,216 pairs"
    assert told[2] == "multiply-adds  130,531,328"
    assert told[4] == "bytes          4,194,304 at least: 4 MB of inputs and outputs"
    assert told[5].endswith("a table of all scores would take 64 MB")
    assert told[6] == "twice as long  2.03 times the multiply-adds"
    foretold = predict(square(parse_way("causal & window(256)"), 4096), machine())
    assert foretold is not None
    assert told[7].startswith(f"predicted      {told_seconds(foretold.seconds)}, between ")
    assert done.stderr == ""


def test_a_scheme_that_is_slower_than_full_says_so(tmp_path: Path) -> None:
    sparse, dense = (square(parse_way(text), 512) for text in ("strided(64)", "full"))
    slow = line(KERNEL)
    path = tmp_path / "cost.json"
    for seconds in (1e6, 1e-12):
        asking = {"full": 1e-12, "strided": seconds}
        here = Machine(kept.stamp(1), asking, {KERNEL: slow})
        path.write_text(to_text(here), encoding="utf-8")
        told, base = predict(sparse, here), predict(dense, here)
        assert told is not None and base is not None
        done = run(path, "512", "--scheme", "strided(64)", "--scheme", "full")
        is_slower = seconds > 1e-6
        assert (told.seconds > base.seconds) == is_slower
        assert (
            done.stdout.count(f"slower than    full, which takes {told_seconds(base.seconds)}")
            == is_slower
        )
        assert done.stdout.count("slower") == is_slower


def test_causal_is_told_if_nothing_is_asked(constants: Path) -> None:
    assert "causal: 4 places" in run(constants, "4").stdout
    assert "comparisons    10, 62.5% of all 16 pairs" in run(constants, "4").stdout


def test_several_ways_are_told_one_below_the_other(constants: Path) -> None:
    words = [word for text in ("full", "lsh(2, 8)", "gru") for word in ("--scheme", text)]
    blocks = run(constants, "100", *words, "--heads", "2").stdout.split("\n\n")
    assert [block.partition(":")[0] for block in blocks] == ["full", "lsh(2, 8, 0)", "gru"]
    assert "(at most)" in blocks[1] and "nothing: the numbers decide" in blocks[1]
    assert "comparisons" not in blocks[2] and "twice as long  2.00" in blocks[2]
    assert "comparisons    20,000, 100.0% of all 20,000 pairs" in blocks[0]


def test_a_scheme_for_one_length_tells_nothing_of_twice_the_length(constants: Path) -> None:
    done = run(constants, "4", "--scheme", "documents([0*3, 1])")
    assert done.exit_code == 0, done.output
    assert "comparisons    10," in done.stdout and "twice" not in done.stdout


def test_json_holds_the_same_numbers(constants: Path) -> None:
    (facts,) = json.loads(run(constants, "4096", "--scheme", "full", "--json").stdout)
    assert (facts["n"], facts["comparisons"], facts["doubled"]) == (4096, 2**24, 4.0)
    assert facts["how"] == "exact" and facts["predicted"]["low"] < facts["predicted"]["high"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("casual", 'found "casual"; did you mean "causal"?'),
        ("causal & windw(3)", "column 10: expected a scheme"),
        ("top(3)", 'did you mean "topk"?'),
        ("causal &", "column 9: expected a scheme"),
        ("gru & causal", "column 5: & joins schemes alone"),
        ("(" * 3000, "too many brackets in brackets"),
        ("causal&" * 5000 + "causal", "128 schemes joined at most"),
        (f"window({'9' * 5000})", "column 8: expected a number of 20 digits at most"),
    ],
)
def test_a_wrong_scheme_is_told_with_its_place(constants: Path, text: str, sentence: str) -> None:
    done = run(constants, "16", "--scheme", text)
    assert (done.exit_code, done.stdout) == (2, "")
    assert sentence in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "give a LENGTH, or --budget"),
        (["16", "--budget", "1s"], "give a LENGTH, or --budget"),
        (["--budget", "1s", "--run"], "--run needs a LENGTH"),
        (["0"], "0 is not in the range"),
        (["1.5"], "'1.5' is not a valid whole number"),
        (["16", "--heads", "x"], "'x' is not a valid whole number"),
        (["16", "--width", "4097"], "4097 is not in the range 1<=x<=4096"),
        (["--budget", "ten"], "ten is no time and no memory"),
        (["--budget", "10 sec"], "10 sec is no time and no memory"),
        (["--budget", "10sec"], "Did you mean s?"),
        (["--budget", "2 hours"], "Did you mean h?"),
        (["--budget", "5m"], "Did you mean min?"),
        (["--budget", "3 years"], "Did you mean a?"),
        (["--budget", "8 GBs"], "Did you mean GB?"),
        (["--budget", "1e3s"], "1e3s is no time and no memory"),
        (["--budget", "10 mim"], "Did you mean min?"),
        (["--budget", "0s"], "0s is no time and no memory"),
        (["--budget", "-3GB"], "-3GB is no time and no memory"),
    ],
)
def test_a_command_that_is_not_understood_ends_with_two(
    constants: Path, words: list[str], sentence: str
) -> None:
    done = run(constants, *words)
    assert done.exit_code == 2, done.output
    assert sentence in done.stderr


def test_a_time_gives_the_longest_text_of_each_way(constants: Path) -> None:
    words = [word for text in ("full", "causal", "linear") for word in ("--scheme", text)]
    told = json.loads(run(constants, "--budget", "100ms", "--json", *words).stdout)
    assert told["seconds"] == pytest.approx(0.1)
    for row in told["ways"]:
        way, n = parse_way(row["scheme"]), row["longest"]
        fits, beyond = (predict(square(way, one), machine()) for one in (n, n + 1))
        assert fits is not None and beyond is not None
        assert fits.seconds <= 0.1 < beyond.seconds
        assert row["seconds"] == fits.seconds


def test_a_memory_gives_the_longest_text_and_what_the_square_rules_out(constants: Path) -> None:
    words = ("--scheme", "full", "--scheme", "lsh(1, 64)", "--heads", "2")
    told = json.loads(run(constants, "--budget", "64MB", "--json", *words).stdout)
    table, full, lsh = told["ways"]
    assert (table["scheme"], full["scheme"], lsh["scheme"]) == ("table", "full", "lsh(1, 64, 0)")

    def moved(n: int) -> int:
        return 2 * n * 4 * 256

    assert 8 * table["longest"] ** 2 + moved(table["longest"]) <= 2**26
    assert 8 * (table["longest"] + 1) ** 2 + moved(table["longest"] + 1) > 2**26
    assert full["longest"] > 9 * table["longest"]
    for row in (full, lsh):
        way, n = parse_way(row["scheme"]), row["longest"]
        here, next_ = (engine.Sizes(one, one, 64, 64, 2, 2) for one in (n, n + 1))
        assert peak_bytes(way, here) == row["peak_bytes"] <= 2**26 < peak_bytes(way, next_)


def test_a_budget_is_told_as_a_table(constants: Path) -> None:
    words = ("--scheme", "full", "--scheme", "clusters(8)")
    told = run(constants, "--budget", "10 ms", *words).stdout.splitlines()
    assert told[0] == "The longest text within 10 ms, width 64, 1 head, 1 thread:"
    assert told[2].split() == ["scheme", "places", "seconds", "memory"]
    assert told[3].startswith("full") and told[4].split("  ", 1)[1].strip() == "the numbers decide"


def test_what_is_not_there_is_measured_and_kept(tmp_path: Path, learned: list[str]) -> None:
    path = tmp_path / "new" / "cost.json"
    done = run(path, "16", "--scheme", "gru", "--scheme", "full")
    assert done.exit_code == 0, done.output
    assert learned == ["gru", KERNEL]
    assert f"measuring this machine: gru, {KERNEL}" in done.stderr
    assert from_text(path.read_text("utf-8"), kept.stamp(1)) is not None
    run(path, "16", "--scheme", "full", "--scheme", "delta")
    assert learned == ["gru", KERNEL, "delta"]
    assert [one.name for one in path.parent.iterdir()] == ["cost.json"]


def cut(text: str) -> str:
    return text[: len(text) // 2]


def one_digit(text: str) -> str:
    return text.replace("0.001", "0.002", 1)


def elsewhere(text: str) -> str:
    return to_text(Machine("another machine", {}, machine().lines))


def older(text: str) -> str:
    """As a version wrote it that counted otherwise; its hash is right."""
    told = json.loads(text)
    del told["hash"]
    told["version"] = 1
    return json.dumps({**told, "hash": _hash(told)})


def nothing(text: str) -> str:
    return ""


@pytest.mark.parametrize("spoil", [cut, one_digit, elsewhere, older, nothing])
def test_a_spoilt_file_is_never_trusted(
    constants: Path, learned: list[str], spoil: Callable[[str], str]
) -> None:
    spoilt = spoil(constants.read_text("utf-8")).encode("utf-8", "surrogatepass")
    constants.write_bytes(spoilt)
    first = run(constants, "16", "--scheme", "full")
    assert first.exit_code == 0
    assert first.stderr.count("so they are measured anew") == 1
    assert learned == [KERNEL]
    assert from_text(constants.read_text("utf-8"), kept.stamp(1)) is not None
    assert run(constants, "16", "--scheme", "full").stderr == ""


@pytest.mark.parametrize("text", [b"notes of mine\n", b"\x00\xed\xa0\x80", b'{"version": 3}'])
def test_a_file_of_something_else_is_left_as_it_is(
    tmp_path: Path, learned: list[str], text: bytes
) -> None:
    path = tmp_path / "mine"
    path.write_bytes(text)
    for words in (("16",), ("--measure",)):
        done = run(path, *words)
        assert done.exit_code == 0 and path.read_bytes() == text
        assert "something else stands in it, which is left as it is" in done.stderr
    assert [one.name for one in tmp_path.iterdir()] == ["mine"]


def test_a_file_of_the_cache_is_made_again_whatever_stands_in_it(
    tmp_path: Path, learned: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cost-1.json"
    path.write_bytes(b"\x00\xed\xa0\x80")
    monkeypatch.setattr(kept, "constants_file", lambda threads: path)
    assert run(path, "16").exit_code == 0
    assert from_text(path.read_text("utf-8"), kept.stamp(1)) is not None


def test_nothing_is_said_of_a_file_that_is_not_there_or_not_asked(
    tmp_path: Path, learned: list[str]
) -> None:
    assert "anew" not in run(tmp_path / "cost.json", "16").stderr
    (tmp_path / "cost.json").write_text("spoilt", encoding="utf-8")
    assert "so they are" not in run(tmp_path / "cost.json", "--measure").stderr


def test_constants_that_cannot_be_kept_are_used_all_the_same(
    tmp_path: Path, learned: list[str]
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = run(tmp_path / "file" / "cost.json", "16")
    assert (done.exit_code, learned) == (0, [KERNEL])
    assert "the constants cannot be kept in" in done.stderr and "predicted      1" in done.stdout


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_in_place_of_the_file_is_neither_read_nor_replaced(
    tmp_path: Path, learned: list[str]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    done = run(pipe, "16")
    assert (done.exit_code, learned, pipe.is_fifo()) == (0, [KERNEL], True)
    assert "cannot be kept" in done.stderr and "it is no file" in done.stderr


def test_a_machine_that_was_not_at_rest_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def learn(machine: Machine, family: str, *given: Any) -> Machine:
        wide = Line(line(family).constants, line(family).errors, 0.4)
        return Machine(machine.stamp, {"full": 1e-9}, {**machine.lines, family: wide})

    monkeypatch.setattr(engine, "learn", learn)
    assert "may be off by 40%" in run(tmp_path / "cost.json", "16").stderr
    assert "off by" not in run(tmp_path / "cost.json", "16").stderr


def test_measuring_tells_the_constants(constants: Path, learned: list[str]) -> None:
    done = run(constants, "--measure")
    assert done.exit_code == 0, done.output
    assert set(learned) == set(FAMILIES) - ({"compiled", "numpy"} - {KERNEL})
    assert "gru: 95 of 100 such calls lie within 10% of what is predicted" in done.stdout
    assert "  call          0.001 s +- 0" in done.stdout
    told = json.loads(run(constants, "--measure", "--json").stdout)
    assert told["families"]["linear"]["names"] == ["call", "place", "multiply-add"]


def test_measuring_goes_before_a_length(constants: Path, learned: list[str]) -> None:
    done = run(constants, "16", "--measure")
    assert learned and "causal: 16 places" in done.stdout


def test_a_run_tells_what_it_took_beside_the_prediction(constants: Path) -> None:
    done = run(constants, "512", "--scheme", "causal", "--width", "8", "--run")
    assert done.exit_code == 0, done.output
    assert "measured       " in done.stdout and "foretold       " in done.stdout
    (facts,) = json.loads(
        run(constants, "512", "--scheme", "linear", "--width", "4", "--run", "--json").stdout
    )
    assert facts["measured"]["low"] <= facts["measured"]["seconds"] <= facts["measured"]["high"]
    exponent = facts["exponent"]
    assert exponent is None or exponent["low"] <= exponent["power"] <= exponent["high"]
    assert exponent is None or exponent["lengths"] == [64, 91, 128, 181, 256, 362, 512]


def test_what_the_numbers_decide_can_be_run_too(constants: Path) -> None:
    done = run(constants, "64", "--scheme", "lsh(1, 8)", "--width", "4", "--run")
    assert done.exit_code == 0, done.output
    assert (
        "measured" in done.stdout and "grows" not in done.stdout and "foretold" not in done.stdout
    )


def test_a_short_run_has_no_exponent(constants: Path) -> None:
    (facts,) = json.loads(run(constants, "70", "--width", "4", "--run", "--json").stdout)
    assert facts["exponent"] is None


def test_the_bar_is_drawn_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    with kept.progress() as seen:
        for share in (0.0, 0.001, 0.5, 1.0):
            seen(share)
    drawn = terminal.getvalue().split("\r")
    assert drawn == ["", bar(0.0), bar(0.5), bar(1.0), "\x1b[K"]
    monkeypatch.setattr("sys.stderr", io.StringIO())
    with kept.progress() as seen:
        seen(0.5)


def test_constants_lie_in_the_cache_of_the_user_one_file_for_each_number_of_threads(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *name, **given: tmp_path)
    assert kept.constants_file(2) == tmp_path / "cost-2.json"
    assert kept.stamp(1) != kept.stamp(2)
    assert Case(parse_way("gru"), engine.Sizes(1, 1)).sizes.d_k == 64


def test_times_and_sizes_have_three_digits() -> None:
    times = {2.5e-6: "2.5 us", 0.25: "250 ms", 3600.0: "1 h", 864000.0: "10 d", 1e9: "31.7 a"}
    assert {seconds: told_seconds(seconds) for seconds in times} == times
    sizes = {0: "0 B", 512: "512 B", 2**20: "1 MB", 1536 * 2**30: "1.5 TB", 10**15: "909 TB"}
    assert {size: told_bytes(size) for size in sizes} == sizes


def test_the_help_shows_examples() -> None:
    done = CliRunner().invoke(main, ["cost", "--help"])
    assert (done.exit_code, "starlore cost --budget 8GB" in done.output) == (0, True)


def test_a_memory_may_be_as_small_as_a_byte(constants: Path) -> None:
    done = run(constants, "--budget", "2000B", "--scheme", "full")
    assert done.exit_code == 0, done.output
    assert "The longest text within 1.95 KB" in done.stdout


def test_what_does_not_fit_in_memory_is_one_sentence(
    constants: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def measure(*_: Any) -> Any:
        raise MemoryError("Unable to allocate 32 TiB")

    monkeypatch.setattr(engine, "measure", measure)
    done = run(constants, "16", "--run")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "has not the memory for that: Unable to allocate 32 TiB" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_small_share_and_a_single_pair_are_told_as_they_are(constants: Path) -> None:
    one = run(constants, "1", "--scheme", "full").stdout
    assert "1, 100.0% of the one pair" in one and "would take 4 B" in one
    few = run(constants, "1000000", "--scheme", "window(4)").stdout
    assert "0.00050% of all 1,000,000,000,000 pairs" in few


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("\u06f1\u06f0s", ("seconds", 10.0)),
        ("\u06f1\u066b\u06f5min", ("seconds", 90.0)),
        ("\u200e8GB", ("bytes", 8.0 * 2**30)),
        ("8 GiB", ("bytes", 8.0 * 2**30)),
        ("16 kib", ("bytes", 16.0 * 2**10)),
    ],
)
def test_a_budget_is_read_in_any_digits_and_by_the_names_of_powers_of_1024(
    text: str, budget: tuple[str, float]
) -> None:
    assert read_budget(text) == budget


def test_what_is_too_long_is_not_repeated_whole(constants: Path) -> None:
    for words in (["--budget", "9" * 20_000], ["16", "--scheme", "x" * 100_000]):
        done = run(constants, *words)
        assert done.exit_code == 2 and len(done.stderr) < 600 and "\u2026" in done.stderr


@pytest.mark.parametrize("anew", [False, True])
def test_what_another_process_kept_meanwhile_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, anew: bool
) -> None:
    path = tmp_path / "cost.json"
    asking = {"full": 1e-9}

    def learn(machine: Machine, family: str, *_: Any) -> Machine:
        others = Machine(machine.stamp, asking, {"delta": line("delta")})
        path.write_text(to_text(others), encoding="utf-8")
        return Machine(machine.stamp, asking, {**machine.lines, family: line(family)})

    monkeypatch.setattr(engine, "learn", learn)
    kept.known(path, ["gru"], 1, anew)
    found = from_text(path.read_text("utf-8"), kept.stamp(1))
    assert found is not None and set(found.lines) == ({"gru"} if anew else {"gru", "delta"})


def test_a_file_too_large_for_constants_is_not_read(tmp_path: Path, learned: list[str]) -> None:
    path = tmp_path / "cost.json"
    path.write_text(to_text(machine()) + " " * kept.LARGEST, encoding="utf-8")
    done = run(path, "16")
    assert (done.exit_code, learned) == (0, [KERNEL])
    assert "they are measured anew" in done.stderr and path.stat().st_size < kept.LARGEST


def test_a_name_that_no_file_can_have_costs_nothing_else(
    tmp_path: Path, learned: list[str]
) -> None:
    done = run(tmp_path / ("n" * 300), "16")
    assert (done.exit_code, learned) == (0, [KERNEL]), done.output
    assert "the constants cannot be kept in" in done.stderr
