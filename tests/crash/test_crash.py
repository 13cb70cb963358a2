"""A short form of `make crash`: the real server, killed while answers stream in."""

from pathlib import Path

from benchmarks.crash import Tally, crash, look, rebuild_check
from starlore.store import open_store


def test_no_acknowledged_answer_is_lost_or_doubled_by_a_kill(tmp_path: Path) -> None:
    tally = crash(tmp_path, rounds=3, seed=7, after=1)
    assert tally.rounds == 3
    assert tally.acknowledged >= 3, "each round waits for its first"
    assert tally.is_clean, tally
    check = rebuild_check(tmp_path)
    assert check.returncode == 0, check.stdout + check.stderr


def test_an_answer_that_is_not_in_the_log_is_seen_as_lost(tmp_path: Path) -> None:
    store = open_store(tmp_path / "starlore.db")
    store.local_learner(0)
    store.close()
    tally = Tally()
    look(tmp_path, ["018bcfe5-6800-7000-8000-000000000000"], tally)
    assert tally.lost == 1
    assert not tally.is_clean
