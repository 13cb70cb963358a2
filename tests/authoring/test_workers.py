"""Questions looked at side by side give what they give one after the other; draws are counted."""

from pathlib import Path

import pytest

from starlore.authoring import check_course, workers
from tests.lessons.made import change, make

SEEDS = 30


@pytest.fixture
def course(tmp_path: Path) -> Path:
    made = make(tmp_path)
    change(made / "doubling" / "lesson.md", "Weights such as", "Weights such as 0.84 and")
    return made


def test_two_processes_find_what_one_finds(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "WORTH_A_PROCESS", 0)
    alone = check_course(course, SEEDS, is_counted=True)
    assert not alone.is_sound
    assert check_course(course, SEEDS, processes=2, is_counted=True) == alone


def test_draws_are_counted_in_course_order(course: Path) -> None:
    told: list[str] = []
    counts = check_course(course, SEEDS, told.append, is_counted=True).counts
    assert [one.question for one in counts] == told and len(told) == 3
    for one in counts:
        assert one.seeds == SEEDS and one.attempts >= SEEDS
        assert sum(one.places) in (0, SEEDS)
        assert set(one.printed.values()) <= set(range(SEEDS + 1))


def test_nothing_is_counted_unless_asked(course: Path) -> None:
    assert check_course(course, SEEDS).counts == ()


def test_a_lesson_that_changes_meanwhile_is_told(course: Path) -> None:
    change(course / "doubling" / "lesson.md", "id: doubling", "id: another")
    workers._lesson.cache_clear()
    with pytest.raises(Exception, match="was changed while it was looked at"):
        workers._lesson(course / "doubling", "course/doubling")
