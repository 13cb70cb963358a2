"""Nobody comes back by a write: what was begun before an erasure is refused after it."""

from collections.abc import Callable

import pytest

from starlore.errors import NotFound
from starlore.study import first_light, sitting
from starlore.study.answering import Sent, answer
from starlore.study.asking import ask
from starlore.study.desk import Desk, Moment
from starlore.study.hinting import hint
from starlore.study.setting import change_settings
from starlore.study.stamping import new_id
from tests.study.acts import answered, later, right_option, sent
from tests.study.conftest import START_MS

Act = Callable[[], object]


def acts_of(desk: Desk, at: Moment) -> dict[str, Act]:
    """What a tab can still send after another one has erased the learner."""
    first = first_light.first_variant(desk, at, "en")
    row = ask(desk, at, "adding.pair", "en")
    assert first is not None
    form = Sent(new_id(START_MS, desk.bits), text="1")
    return {
        "first": lambda: first_light.answer_first(desk, at, "en", first.id, form),
        "answer": lambda: answer(desk, at, row.id, sent(desk, at, right_option(row))),
        "row at hand": lambda: answered(desk, at, "adding.pair"),
        "zone": lambda: first_light.answer_first(
            desk, at, "en", first.id, Sent(form.id, "1", zone="Asia/Tehran")
        ),
        "ask": lambda: ask(desk, at, "adding.sum", "en"),
        "sitting": lambda: sitting.begin(desk, at, "en"),
        "hint": lambda: hint(desk, row.id, 1),
        "setting": lambda: change_settings(desk, at.now_ms, {"name": "Ada"}),
    }


@pytest.mark.parametrize(
    "name", ["first", "answer", "row at hand", "zone", "ask", "sitting", "hint", "setting"]
)
def test_nothing_is_written_for_an_erased_learner(name: str, desk: Desk, at: Moment) -> None:
    act = acts_of(desk, at)[name]
    desk.store.erase(desk.learner, later(at, ms=1).now_ms)
    before = desk.store.learners()
    with pytest.raises(NotFound):
        act()
    assert desk.store.learners() == before
    assert desk.learner not in before
    with desk.store.read() as unit:
        assert list(unit.log(desk.learner)) == []
        assert unit.stars(desk.learner) == ()


def test_an_erasure_makes_the_next_learner_at_once(desk: Desk, at: Moment) -> None:
    desk.store.erase(desk.learner, at.now_ms)
    (made,) = desk.store.learners()
    assert desk.store.local_learner(at.now_ms) == made != desk.learner
