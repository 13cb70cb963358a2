"""Machine code that two processes made is not mixed up in a third."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PROCESS = """
import sys
import numpy as np
from starlore.attention import Causal, attend, explain
rng = np.random.default_rng(5)
q, k, v = (rng.standard_normal((300, 8)).astype(np.float32) for _ in "qkv")
for rows in map(int, sys.argv[1:]):
    asking, scheme = q[300 - rows :], Causal("end")
    ours = attend(asking, k, v, scheme)
    assert ours.counters.kernel == "compiled"
    assert np.abs(ours.output - explain(asking, k, v, scheme).output).max() < 3e-6, rows
"""


def attending(folder: Path, *rows: str) -> None:
    """Attend with so many queries each, in a process that keeps its machine code there."""
    wanted = {"STARLORE_KERNELS": str(folder), "STARLORE_KERNEL": "compiled"}
    command = [sys.executable, "-c", PROCESS, *rows]
    subprocess.run(command, env={**os.environ, **wanted}, check=True)


def test_two_kernels_from_the_disk_stay_apart(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    attending(one, "1")
    attending(other, "300")
    shutil.copytree(other, one, dirs_exist_ok=True)
    attending(one, "1", "300")
    attending(one, "300", "1")
