"""`starlore bench attention`: a table, JSON, and a picture, in the words of the catalogue."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from starlore.attention import peers
from starlore.attention.peers import Case, Measurement, Spread
from starlore.cli import main
from starlore.cli.bench import as_text
from starlore.cli.bench_picture import picture

TINY = (
    Case("S1", 32, d=8, share=0.85, floors=(("numpy", 0.95),)),
    Case("S5", 32, d=8, work="reading"),
)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["bench", "attention", "--rounds", "2", *arguments])


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "CASES", TINY)


def outcome(ratio: float, peak_moved: float = 0.0) -> Measurement:
    def even(x: float) -> Spread:
        return Spread(x, x, x)

    return Measurement(
        case=TINY[0],
        threads=1,
        peak=5e10,
        peak_moved=peak_moved,
        seconds=even(1.0),
        ratios={"numpy": even(ratio)},
        shares={"starlore": even(0.9), "numpy": even(0.45)},
    )


def test_the_table_tells_share_ratio_goal_and_verdict() -> None:
    told = as_text([outcome(2.0)], 9)
    assert "peak 100 GFLOP/s in float32, 9 rounds" in told
    assert "S1    full, 32 x 32, d 8  90%                             85%    met" in told
    assert "45%    numpy  2.00 (2.00-2.00)  0.95   met" in told


def test_a_miss_and_noise_are_said() -> None:
    assert as_text([outcome(0.5)], 9).count("missed") == 1
    noisy = as_text([outcome(2.0, peak_moved=0.2)], 9)
    assert (noisy.count("noisy"), noisy.count(" met")) == (2, 0)


def test_a_run_prints_every_case() -> None:
    result = run()
    assert result.exit_code == 0, result.output
    assert "full, 32 x 32, d 8, reading" in result.output


def test_json_holds_what_the_table_shows() -> None:
    told = json.loads(run("--json", "--only", "S1").output)
    (one,) = told["measured"]
    assert (one["scheme"], one["case"]["n"], set(one["ratios"])) == ("full", 32, {"numpy"})
    assert {"low", "middle", "high"} == set(one["ratios"]["numpy"])


def test_the_picture_is_an_svg_with_a_bar_for_each(tmp_path: Path) -> None:
    file = tmp_path / "bench.svg"
    assert run("--plot", str(file), "--only", "S1").exit_code == 0
    root = ElementTree.fromstring(file.read_text("utf-8"))
    assert len([node for node in root.iter() if node.tag.endswith("rect")]) == 3
    assert "numpy 45%" in picture([outcome(2.0)])


def test_what_cannot_be_done_is_told_in_a_sentence(tmp_path: Path) -> None:
    assert "there is no goal S9; goals are S1, S5" in run("--only", "S9").output
    unknown = run("--against", "fastest")
    assert (unknown.exit_code, "there is no peer fastest; peers are torch, " in unknown.output) == (
        2,
        True,
    )
    nowhere = run("--only", "S1", "--plot", str(tmp_path / "no" / "where.svg"))
    assert (nowhere.exit_code, "cannot be written" in nowhere.output) == (1, True)
