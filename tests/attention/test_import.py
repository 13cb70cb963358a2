"""`import starlore` is light: the engine comes with its first name, the web never."""

import subprocess
import sys

import starlore

LIGHT = """
import sys, starlore
heavy = ("numpy", "numba", "starlette", "sqlalchemy", "uvicorn", "click", "jaxtyping")
assert not [name for name in heavy if name in sys.modules], "loaded by import starlore"
starlore.attend
heavy = ("numba", "starlette", "sqlalchemy", "uvicorn", "click", "pydantic")
assert not [name for name in heavy if name in sys.modules], "loaded by starlore.attend"
"""


def test_importing_starlore_loads_no_web_no_sql_and_no_compiler() -> None:
    subprocess.run([sys.executable, "-c", LIGHT], check=True)


def test_every_public_name_is_there() -> None:
    for name in starlore.__all__:
        assert getattr(starlore, name).__doc__
    assert set(starlore.__all__) <= set(dir(starlore))
    assert not hasattr(starlore, "attention_is_all")
