"""What a pull at a number of the Lab takes, from the change to the whole reply, over HTTP."""

import tempfile
import time
from pathlib import Path
from urllib.parse import urlencode

from benchmarks.measured import Measured, quantile
from benchmarks.serving import Client, Serving

PULLS = 60
STATES = {
    "the lesson's own": {},
    "the largest": {
        "places": "8",
        "width": "4",
        "value-width": "4",
        "scheme": "causal",
        "break": "wrong-axis",
        "second": "1",
    },
}
"""Fields of the Lab's address."""


def drags(count: int = PULLS) -> list[Measured]:
    """Pull a value step by step, each step answered before the next, as the page does it."""
    with tempfile.TemporaryDirectory(prefix="starlore-bench-") as folder:
        serving = Serving.start(Path(folder))
        try:
            client = serving.client()
            rows = []
            for name, state in STATES.items():
                _pulls(client, state, 5)
                milliseconds = [1000 * seconds for seconds in _pulls(client, state, count)]
                what = f"a pull in the Lab, {name} state, 95 of 100"
                rows.append(Measured(what, quantile(milliseconds, 0.95), "ms", 50, places=1))
            client.close()
        finally:
            serving.stop()
    return rows


def _pulls(client: Client, state: dict[str, str], count: int) -> list[float]:
    """Seconds of each pull; never twice the same address.

    Raises:
        RuntimeError: if one is not answered with a page.
    """
    taken = []
    for step in range(count):
        query = urlencode({**state, "v.0.0": f"{step / 10:.1f}"})
        began = time.perf_counter()
        reply, _ = client.get(f"/en/lab/lookup?{query}", **{"Accept-Encoding": "gzip"})
        taken.append(time.perf_counter() - began)
        if reply.status != 200:
            raise RuntimeError(f"the Lab gave {reply.status} for {query}")
    return taken
