"""The example of the docs runs, and says what the guide says it says."""

import runpy
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "long_document.py"


def test_the_long_document_is_attended_to(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [str(EXAMPLE), "2000"])
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    told = capsys.readouterr().out
    assert "exact: 2,001,000 comparisons" in told
    assert "window: 479,360 comparisons, 4.2 times fewer" in told
    assert "differ from the whole by less than 1e-5: True" in told
