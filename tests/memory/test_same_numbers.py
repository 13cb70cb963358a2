"""The fold gives the numbers it has always given: a long drawn log against a digest kept here."""

import random
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256

import pytest

from starlore.memory.entries import Answered, Entry, SettingChanged, StarActed
from starlore.memory.fsrs import Fsrs
from starlore.memory.stars import checksum, fold
from tests.memory.diary import DAY, DAY_ONE, NOON_MS

STARS = tuple(f"lesson-{number % 7}.star-{number}" for number in range(40))
PAUSES = (0, 60_000, 3_600_000, 30_000_000, DAY, 2 * DAY, 9 * DAY)
SETTINGS: tuple[tuple[str, object], ...] = (
    ("desired_retention", 0.8),
    ("desired_retention", 0.95),
    ("max_interval_days", 30),
    ("max_interval_days", 36_500),
    ("easy_days", [1, 1, 1, 1, 1, 0.5, 0]),
    ("easy_days", [1, 1, 1, 1, 1, 1, 1]),
)
ACTIONS = ("suspend", "resume", "bury", "manual_due")

KEPT = "c5ad37356e34c7e47cf08d3180fbd6534d5d436165e9707e15fe8ae0768f271d"
"""Made by the fold as it was first released. It may change only with `MEMORY_VERSION`."""


def drawn(count: int) -> Iterator[Entry]:
    """Answers of every kind, with credit, settings and acts between them, flights, odd clocks."""
    rng, at_ms = random.Random(21), NOON_MS
    for number in range(count):
        at_ms += rng.choice(PAUSES)
        day = DAY_ONE + timedelta(days=(at_ms - NOON_MS) // DAY + rng.choice((0, 0, 0, -1, 1)))
        star, kind = rng.choice(STARS), rng.random()
        if kind < 0.01:
            yield SettingChanged(at_ms, *rng.choice(SETTINGS))
        elif kind < 0.03:
            until = day + timedelta(days=rng.choice((1, 5, 900, 40_000)))
            yield StarActed(at_ms, day, star, rng.choice(ACTIONS), until)
        else:
            easier = rng.sample(STARS, rng.choice((0, 0, 2)))
            yield Answered(
                f"a{number}", at_ms, day, star,
                correct=rng.random() < 0.8, gave_up=rng.random() < 0.05,
                hints_shown=int(rng.random() < 0.1),
                form=rng.choice(("choice", "typed")), option_count=rng.choice((0, 2, 4)),
                try_no=1 if rng.random() < 0.95 else 2,
                practised=tuple((name, rng.choice((0.1, 0.3, 1.0))) for name in easier),
            )  # fmt: skip


def digest() -> str:
    """Of the checksums of all stars."""
    stars = fold(drawn(6_000), "ada").stars
    return sha256("".join(checksum(stars[name]) for name in sorted(stars)).encode()).hexdigest()


def test_a_long_log_gives_the_stars_it_always_gave() -> None:
    assert digest() == KEPT


def test_a_grain_more_in_one_formula_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    forgotten = Fsrs.forgotten

    def more(self: Fsrs, s: float, d: float, r: float) -> float:
        return forgotten(self, s, d, r) + 2**-20

    monkeypatch.setattr(Fsrs, "forgotten", more)
    assert digest() != KEPT
