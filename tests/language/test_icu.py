"""ICU begins under any words that a terminal may name its language by."""

import os
import subprocess
import sys

import pytest

FIRST = "from starlore.language import Catalogue; Catalogue.load('fa').say('units.keys', n=1)"


@pytest.mark.parametrize("variable", ["LC_ALL", "LC_MESSAGES", "LANG"])
@pytest.mark.parametrize(
    "named", ["fa:en:de:english", "a" * 12, "fa" * 5000, "\u0641" * 20, "../../etc/" + "x" * 99]
)
def test_no_name_of_a_language_ends_the_process(named: str, variable: str) -> None:
    environ = {key: os.environ[key] for key in ("PATH", "PYTHONPATH") if key in os.environ}
    code = f"import sys; sys.path[:0] = {sys.path!r}; {FIRST}"
    run = subprocess.run(
        [sys.executable, "-c", code], env={**environ, variable: named}, check=False
    )
    assert run.returncode == 0


def test_the_variables_stand_afterwards_as_they_stood_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from starlore.language import icu

    for named in ("fa_IR.UTF-8", None):
        if named is None:
            monkeypatch.delenv("LC_ALL")
        else:
            monkeypatch.setenv("LC_ALL", named)
        icu._begin()
        assert os.environ.get("LC_ALL") == named
