"""Kill the server while answers stream in, again and again: none may be lost, none doubled.

Each round starts the real server on the same data, streams answers to it over HTTP from several
clients at once (so that writers share commits), kills it with SIGKILL at a random moment, starts it
again, and sends once more the answers that no reply came for.
Then every acknowledged id must be in the log exactly once, and the stars must agree with the log.
"""

import argparse
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from threading import Thread

from benchmarks.serving import STARLORE, Client, Serving
from benchmarks.stars import STARS
from starlore.memory.stars import Answered
from starlore.store import open_store
from starlore.study.rebuilding import drifts
from starlore.study.stamping import new_id

LONGEST_S = 0.5
"""The latest moment of a round at which the server is killed."""

STREAMS = 4
"""Clients at once. Each has stars of its own: a question takes one answer, whoever sends it."""

ANSWERS = ("1", "2", "3", "4", "not-yet")


@dataclass
class Stream:
    """A client that asks and answers until the server is gone.

    Attributes:
        client: its connection.
        rng: which star, which answer. stars: those that this client asks for.
        acknowledged: ids whose reply came. pending: Variant, id and text of the answer that was
            sent and has no reply yet.
    """

    client: Client
    rng: random.Random
    stars: tuple[str, ...]
    acknowledged: list[str] = field(default_factory=list)
    pending: tuple[str, str, str] | None = None

    def run(self) -> None:
        """Go on until the connection breaks."""
        try:
            while True:
                variant = self.client.ask(self.rng.choice(self.stars))
                if self._sent(variant, self.rng.choice(ANSWERS)) != 303:
                    self._sent(variant, "not-yet")
        except (OSError, HTTPException):
            self.client.close()

    def _sent(self, variant: str, text: str) -> int:
        """Send one answer and note what came of it. An answer that is asked back is none."""
        id_ = new_id(time.time_ns() // 1_000_000, secrets.randbits)
        self.pending = variant, id_, text
        status = self.client.answer(variant, id_, text)
        if status == 303:
            self.acknowledged.append(id_)
        self.pending = None
        return status


@dataclass
class Tally:
    """What all rounds together came to."""

    rounds: int = 0
    acknowledged: int = 0
    unanswered: int = 0
    already_kept: int = 0
    lost: int = 0
    doubled: int = 0
    star_drifts: int = 0
    damage: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Whether nothing was lost, doubled or damaged."""
        return not (self.lost or self.doubled or self.star_drifts or self.damage)

    def rows(self) -> list[tuple[str, str]]:
        """The table's rows."""
        return [
            ("kill -9 at a random moment", f"{self.rounds:,}"),
            ("answers acknowledged", f"{self.acknowledged:,}"),
            ("answers cut off before their reply, sent again", f"{self.unanswered:,}"),
            ("of these, already in the log", f"{self.already_kept:,}"),
            ("acknowledged answers lost", f"{self.lost:,}"),
            ("answers in the log twice", f"{self.doubled:,}"),
            ("stars that differ from their log", f"{self.star_drifts:,}"),
            ("damage found in the database", f"{len(self.damage):,}"),
        ]


def crash(data: Path, rounds: int, seed: int, streams: int = STREAMS, after: int = 0) -> Tally:
    """Run some rounds on one data folder.

    Args:
        data: an empty folder.
        rounds: how many times the server is killed.
        seed: of the moments, the stars and the answers.
        streams: clients at once, at most as many as there are stars.
        after: acknowledged answers that a round waits for before its moment.
    """
    rng = random.Random(seed)
    tally = Tally()
    kept: list[str] = []
    serving = Serving.start(data)
    try:
        for _ in range(rounds):
            running = [
                Stream(
                    serving.client(), random.Random(rng.getrandbits(64)), tuple(STARS[i::streams])
                )
                for i in range(streams)
            ]
            threads = [Thread(target=stream.run) for stream in running]
            for thread in threads:
                thread.start()
            while sum(len(one.acknowledged) for one in running) < after and any(
                thread.is_alive() for thread in threads
            ):
                time.sleep(0.01)
            time.sleep(rng.uniform(0, LONGEST_S))
            serving.kill()
            for thread in threads:
                thread.join()
            serving = Serving.start(data)
            for stream in running:
                kept += stream.acknowledged
                _send_again(serving, stream, data, tally, kept)
            look(data, kept, tally)
            tally.rounds += 1
    finally:
        serving.kill()
    tally.acknowledged = len(kept)
    return tally


def _send_again(
    serving: Serving, stream: Stream, data: Path, tally: Tally, kept: list[str]
) -> None:
    """Send the answer that was cut off, as the page does; its id makes it the same answer."""
    if stream.pending is None:
        return
    tally.unanswered += 1
    variant, id_, text = stream.pending
    tally.already_kept += id_ in _logged(data)
    client = serving.client()
    if client.answer(variant, id_, text) == 303:
        kept.append(id_)
    client.close()


def _logged(data: Path) -> Counter[str]:
    """How often each answer id is in the live log."""
    store = open_store(data / "starlore.db")
    try:
        count: Counter[str] = Counter()
        for learner in store.learners():
            with store.read() as unit:
                found = [e.answer for e in unit.entries(learner) if isinstance(e, Answered)]
            count.update(found)
        return count
    finally:
        store.close()


def look(data: Path, kept: list[str], tally: Tally) -> None:
    """Compare what was acknowledged with what is there."""
    logged = _logged(data)
    tally.lost = sum(logged[id_] == 0 for id_ in kept)
    tally.doubled = sum(times > 1 for times in logged.values())
    store = open_store(data / "starlore.db")
    try:
        tally.star_drifts += sum(len(drifts(store, learner)) for learner in store.learners())
        tally.damage += map(str, store.integrity())
    finally:
        store.close()


def rebuild_check(data: Path) -> subprocess.CompletedProcess[str]:
    """`starlore rebuild --check`, as one would run it by hand."""
    command = [str(STARLORE), "rebuild", "--check", "--data", str(data)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def main() -> int:
    """Run the rounds and print what they came to. Gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crash", description=__doc__)
    parser.add_argument("--rounds", type=int, default=200, help="how many kills (200)")
    parser.add_argument("--seed", type=int, default=1, help="of moments and answers (1)")
    parser.add_argument("--streams", type=int, default=STREAMS, help=f"clients at once ({STREAMS})")
    chosen = parser.parse_args()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="starlore-crash-") as folder:
        tally = crash(Path(folder), chosen.rounds, chosen.seed, chosen.streams)
        check = rebuild_check(Path(folder))
    for name, value in tally.rows():
        print(f"{name:<50} {value:>10}")
    print(f"{'starlore rebuild --check':<50} {'clean' if check.returncode == 0 else 'DRIFT':>10}")
    print(f"{'seconds':<50} {time.perf_counter() - began:>10.0f}")
    for line in tally.damage:
        print(line)
    return 0 if tally.is_clean and check.returncode == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
