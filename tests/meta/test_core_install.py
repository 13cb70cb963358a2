"""The core install is enough: no extra is needed to serve, to check or to attend."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

WITHOUT = """
import sys
for name in ("numba", "llvmlite", "dask", "distributed", "torch", "onnxruntime", "ml_dtypes"):
    sys.modules[name] = None
"""
"""None in their place: whoever imports them is told that they are not there."""

EVERY_MODULE = """
import importlib, pkgutil
import starlore
for found in pkgutil.walk_packages(starlore.__path__, "starlore."):
    is_extra = found.name.startswith("starlore.attention.compiled.")
    if not is_extra and ".migrations" not in found.name and not found.name.endswith("__main__"):
        importlib.import_module(found.name)
"""

EVERY_PAGE = """
from pathlib import Path
from starlette.testclient import TestClient
from starlore.lessons.shelf import Shelf
from starlore.store import open_store
from starlore.study.desk import Desk
from starlore.web.app import create_app
from starlore.web.handlers import lab

lab.sizes = (4, 8)
store, course = open_store(Path(sys.argv[1]) / "starlore.db"), Shelf(Path(sys.argv[2]))
learner = store.local_learner(0)
desk = lambda: Desk(store, course.course, learner, store.device(), lambda bits: 5, "UTC")
client = TestClient(create_app(desk, lambda: 1_800_000_000_000), base_url="http://localhost")
for path in ("", "map", "review", "settings", "keys", "lesson/lookup", "lab/lookup"):
    reply = client.get(f"/en/{path}")
    assert reply.status_code == 200, (path, reply.status_code)
reply = client.get("/en/lab/lookup/measured")
assert reply.status_code == 200, reply.status_code
"""

COSTS = """
from starlore.attention import attend, parse_scheme
from starlore.attention.cost import Sizes, kernel_here, work_of

assert kernel_here("float32") == "numpy"
work = work_of(parse_scheme("causal & window(20)"), Sizes(300, 300), "numpy")
told = attend([[1.0]] * 300, [[1.0]] * 300, [[1.0]] * 300, parse_scheme("causal & window(20)"))
assert work.pairs_scored == told.counters.pairs_scored
"""


def ran(program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False
    )


def test_every_module_but_the_compiled_kernel_is_imported_without_an_extra() -> None:
    done = ran(WITHOUT + EVERY_MODULE)
    assert done.returncode == 0, done.stderr


def test_every_page_is_served_without_an_extra(tmp_path: Path) -> None:
    done = ran(WITHOUT + EVERY_PAGE, str(tmp_path), str(ROOT / "courses" / "reading-the-past"))
    assert done.returncode == 0, done.stderr


def test_costs_are_told_without_an_extra() -> None:
    done = ran(WITHOUT + COSTS)
    assert done.returncode == 0, done.stderr


def test_an_import_of_an_extra_would_be_seen() -> None:
    done = ran(WITHOUT + "import starlore.attention.compiled.visits")
    assert done.returncode == 1
    assert "numba" in done.stderr
