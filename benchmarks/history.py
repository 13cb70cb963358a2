"""What a long past costs: the fold, the rebuild, and the next question."""

import secrets
import tempfile
import time
from pathlib import Path
from statistics import median

from benchmarks.filling import desk_on, fill
from benchmarks.measured import Measured, quantile
from benchmarks.serving import Client, Serving
from starlore.memory.stars import fold
from starlore.store import open_store
from starlore.study.rebuilding import rebuild_all
from starlore.study.stamping import new_id

SKIES = 15
"""Times the sky is asked for."""


def history(count: int, questions: int) -> list[Measured]:
    """Fold, rebuild and go on with a learner of so many answers."""
    with tempfile.TemporaryDirectory(prefix="starlore-bench-") as folder:
        store = open_store(Path(folder) / "starlore.db")
        fill(store, count)
        learner = desk_on(store).learner
        with store.read() as unit:
            entries = list(unit.entries(learner))
        began = time.perf_counter()
        fold(entries, learner)
        folded_s = time.perf_counter() - began
        began = time.perf_counter()
        rebuild_all(store, learner)
        rebuilt_s = time.perf_counter() - began
        store.close()
        next_ms, sky_ms = _served(Path(folder), questions)
    told = f"{count:,} answers"
    return [
        Measured(f"fold of {told}", folded_s, "s", 1, places=2),
        Measured(f"rebuild of a learner with {told}", rebuilt_s, "s", 1, places=2),
        Measured(
            f"next question with {told}, 95 of 100", quantile(next_ms, 0.95), "ms", 50, places=1
        ),
        Measured(f"sky page with {told}, median", median(sky_ms), "ms", 100, places=1),
    ]


def _served(data: Path, count: int) -> tuple[list[float], list[float]]:
    """Milliseconds of pages: from "Next" to the next question, over reviews; and of the sky.

    A day has a limit of answers, so there may be fewer than asked for.
    """
    serving = Serving.start(data)
    try:
        client, place = serving.client(), ""
        took_ms: list[float] = []
        sky_ms = [_took_ms(client, "/en/") for _ in range(SKIES)]
        while len(took_ms) < count:
            if not place or place.endswith("/end"):
                place = _place(client, "/en/review", {})
            if place.endswith("/review"):
                break
            _answer_sitting(client, place)
            began = time.perf_counter()
            place = _place(client, f"{place}/next", {})
            client.get(place)
            took_ms.append(1000 * (time.perf_counter() - began))
        client.close()
        return took_ms, sky_ms
    finally:
        serving.stop()


def _took_ms(client: Client, path: str) -> float:
    """Milliseconds from asking for a page until it is there."""
    began = time.perf_counter()
    client.get(path)
    return 1000 * (time.perf_counter() - began)


def _place(client: Client, path: str, form: dict[str, str]) -> str:
    """Where a POST leads."""
    reply, _ = client.post(path, form)
    place = reply.headers.get("Location", "")
    if reply.status != 303:
        raise RuntimeError(f"POST {path} gave {reply.status}, not 303")
    return place


def _answer_sitting(client: Client, place: str) -> None:
    """Give up the question that is open in a sitting, as the form of its page does."""
    _, body = client.get(place)
    text = body.decode()
    variant = text.partition("/en/answer/")[2].partition('"')[0]
    id_ = new_id(time.time_ns() // 1_000_000, secrets.randbits)
    if client.answer(variant, id_, "not-yet") != 303:
        raise RuntimeError(f"the question at {place} took no answer")
