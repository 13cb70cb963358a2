"""`import starlore` loads nothing of the web, the database or a compiler; its names still work."""

import subprocess
import sys

import pytest

HEAVY = ("starlette", "sqlalchemy", "numba", "uvicorn", "click")

LOADED = "print(*sorted({name.partition('.')[0] for name in sys.modules}))"

NAMES = """
from starlore import attend, explain, softmax, score, blend, Full, Causal

q, k, v = [[1.0]], [[3.0], [1.0], [0.0]], [[10.0], [4.0], [1.0]]
by_parts = blend(softmax(score(q, k, scale=1)), v)
for found in (attend(q, k, v, Full(), scale=1), explain(q, k, v, Causal(2), scale=1)):
    assert abs(found.output - by_parts).max() < 1e-12, found
"""


def loaded_by(statements: str) -> set[str]:
    """Names of the packages a new Python holds after these statements."""
    done = subprocess.run(
        [sys.executable, "-c", f"{statements}\nimport sys\n{LOADED}"],
        check=True,
        capture_output=True,
        text=True,
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("statements", ["import starlore", NAMES], ids=["bare", "with its names"])
def test_importing_starlore_loads_nothing_heavy(statements: str) -> None:
    loaded = loaded_by(statements)
    assert "starlore" in loaded
    assert not loaded.intersection(HEAVY)


def test_a_heavy_module_would_be_seen() -> None:
    assert "click" in loaded_by("import starlore, click").intersection(HEAVY)
