"""An exercise on paper: the same numbers for a seed, and an author's faults told."""

import pytest

from starlore.errors import QuestionError
from starlore.questions import Draw, Exercise
from starlore.questions.exercise import draw_exercise


def by_hand(rng: Draw) -> dict[str, object] | None:
    """Two different numbers."""
    one, other = rng.integer("one", 1, 3), rng.integer("other", 1, 3)
    return None if one == other else {"one": one, "other": other}


def test_a_seed_gives_the_same_numbers_and_numbers_not_accepted_are_drawn_again() -> None:
    exercise = Exercise(by_hand)
    drawn = [draw_exercise(exercise, "pairs", seed) for seed in range(60)]
    assert drawn == [draw_exercise(exercise, "pairs", seed) for seed in range(60)]
    assert all(one["one"] != one["other"] for one in drawn)
    assert len({str(one) for one in drawn}) == 6


def test_another_lesson_and_another_version_draw_other_numbers() -> None:
    def wide(rng: Draw) -> dict[str, object]:
        return {"n": rng.integer("n", 0, 10**9)}

    drawn = {
        str(draw_exercise(Exercise(wide, version), lesson, 7))
        for lesson in ("one", "other")
        for version in (1, 2)
    }
    assert len(drawn) == 4


def broken(rng: Draw) -> dict[str, object]:
    """Raises."""
    raise ValueError("no luck")


@pytest.mark.parametrize(
    ("vary", "said"),
    [
        (broken, "no luck"),
        (lambda rng: None, "none of 1,000 draws is kept"),
        (lambda rng: [1, 2], "gives no map of names"),
        (lambda rng: {"n": float("nan")}, "must be finite"),
        (lambda rng: {"n": object()}, "must be numbers"),
    ],
)
def test_an_authors_fault_is_told(vary: object, said: str) -> None:
    with pytest.raises(QuestionError, match=said):
        draw_exercise(Exercise(vary), "pairs", 0)  # type: ignore[arg-type]
