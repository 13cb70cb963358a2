"""What was missed comes back once a day, a minute after its answer, unless it was set aside."""

from starlore.study.acting import set_aside
from starlore.study.coming_back import RETURN_AFTER_MS, coming_back, has_rested
from starlore.study.desk import Desk, Moment
from starlore.study.undoing import undo
from tests.study.acts import answered, later


def back(desk: Desk, at: Moment) -> list[str]:
    with desk.store.read() as unit:
        return [star.star for star in coming_back(unit, desk.learner, at.today)]


def test_a_miss_comes_back_today_and_once(desk: Desk, at: Moment) -> None:
    answered(desk, at, "adding.sum", right=False)
    answered(desk, later(at, ms=1), "adding.pair")
    assert back(desk, at) == ["adding.sum"]
    assert back(desk, later(at, days=1)) == []
    answered(desk, later(at, ms=90_000), "adding.sum", right=False)
    assert back(desk, at) == []


def test_a_right_answer_pays_a_miss_and_a_new_miss_owes_again(desk: Desk, at: Moment) -> None:
    answered(desk, at, "adding.sum", right=False)
    answered(desk, later(at, ms=1), "adding.sum")
    assert back(desk, at) == []
    answered(desk, later(at, ms=2), "adding.sum", right=False)
    assert back(desk, at) == ["adding.sum"]


def test_a_miss_taken_back_owes_nothing(desk: Desk, at: Moment) -> None:
    answered(desk, at, "adding.sum", right=False)
    undo(desk, later(at, ms=1))
    assert back(desk, at) == []


def test_a_star_set_aside_does_not_come_back(desk: Desk, at: Moment) -> None:
    answered(desk, at, "adding.sum", right=False)
    set_aside(desk, later(at, ms=1), "adding.sum")
    assert back(desk, at) == []


def test_a_star_rests_for_a_minute(desk: Desk, at: Moment) -> None:
    answered(desk, at, "adding.sum", right=False)
    with desk.store.read() as unit:
        (star,) = coming_back(unit, desk.learner, at.today)
    assert not has_rested(star, at.now_ms + RETURN_AFTER_MS - 1)
    assert has_rested(star, at.now_ms + RETURN_AFTER_MS)
