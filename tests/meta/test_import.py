"""`import starlore` is light: the engine comes with its first name, the web and its kin never."""

import subprocess
import sys

import pytest

import starlore

HEAVY = {"starlette", "sqlalchemy", "numba", "uvicorn", "click", "pydantic"}
ENGINE = {"numpy", "jaxtyping"}

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


@pytest.mark.parametrize(
    ("statements", "unwanted"),
    [("import starlore", HEAVY | ENGINE), (NAMES, HEAVY)],
    ids=["bare", "with its names"],
)
def test_importing_starlore_loads_nothing_heavy(statements: str, unwanted: set[str]) -> None:
    loaded = loaded_by(statements)
    assert "starlore" in loaded
    assert not loaded & unwanted


def test_a_heavy_module_would_be_seen() -> None:
    assert loaded_by("import starlore, click; starlore.attend") & HEAVY == {"click"}
    assert loaded_by("import starlore; starlore.attend") >= {"numpy"}


def test_every_public_name_is_there_and_says_what_it_is() -> None:
    for name in starlore.__all__:
        assert getattr(starlore, name).__doc__, name
    assert set(starlore.__all__) <= set(dir(starlore))
    assert not hasattr(starlore, "attention_is_all")
