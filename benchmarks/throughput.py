"""Answers per second, end to end: one server, eight clients, every answer synced to disk."""

import secrets
import tempfile
import time
from pathlib import Path
from threading import Barrier, Thread

from benchmarks.filling import desk_on, open_variants
from benchmarks.measured import Measured, quantile
from benchmarks.serving import Serving
from starlore.store import open_store
from starlore.study.stamping import new_id

CLIENTS = 8


def throughput(count: int) -> list[Measured]:
    """Send prepared answers to prepared questions and time each from request to reply."""
    with tempfile.TemporaryDirectory(prefix="starlore-bench-") as folder:
        store = open_store(Path(folder) / "starlore.db")
        variants = open_variants(desk_on(store), count).ids
        store.close()
        serving = Serving.start(Path(folder))
        try:
            warm = serving.client()
            warm.get("/en/")
            warm.close()
            took_s, each_s = _answer_all(serving, variants)
        finally:
            serving.stop()
    milliseconds = [1000 * seconds for seconds in each_s]
    return [
        Measured("graded answers over HTTP", count / took_s, "/s", 1000, more_is_better=True),
        Measured("an answer, median", quantile(milliseconds, 0.5), "ms", places=1),
        Measured("an answer, 99 of 100", quantile(milliseconds, 0.99), "ms", 50, places=1),
    ]


def _answer_all(serving: Serving, variants: tuple[str, ...]) -> tuple[float, list[float]]:
    """All answers over eight connections. Gives seconds in all, and of each."""
    each: list[float] = []
    faults: list[str] = []
    begin = Barrier(CLIENTS + 1)

    def run(own: tuple[str, ...]) -> None:
        client = serving.client()
        begin.wait()
        for variant in own:
            id_ = new_id(time.time_ns() // 1_000_000, secrets.randbits)
            began = time.perf_counter()
            status = client.answer(variant, id_, "1")
            each.append(time.perf_counter() - began)
            if status != 303:
                faults.append(f"{variant}: {status}")
        client.close()

    threads = [Thread(target=run, args=(variants[n::CLIENTS],)) for n in range(CLIENTS)]
    for thread in threads:
        thread.start()
    begin.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    took = time.perf_counter() - began
    if faults:
        raise RuntimeError(f"{len(faults)} answers were not acknowledged, first {faults[0]}")
    return took, each
