"""Laws of implicit credit: what it may move, whom, how often, and that without it nothing changes.

The implementation is a kind of `Sky`; a broken one goes wrong in a single place.
"""

from collections.abc import Iterable

import pytest
from hypothesis import strategies as st

from starlore.memory.fsrs import Memory, Rating, first_memory, next_memory
from starlore.memory.stars import Answered, Entry, Sky, Star, StarActed
from tests.laws.law import Law
from tests.laws.logs import (
    STARS,
    folded,
    folding_on_from_stored_stars_is_a_rebuild_bit_for_bit,
    steps,
    sums,
)
from tests.memory.diary import typed

GRAIN = 2.0**20


@st.composite
def daily(draw: st.DrawFn) -> list[Answered]:
    """Typed answers without hints, one a day, that name what they practise at no credit."""
    days = sorted(draw(st.sets(st.integers(0, 90), min_size=1, max_size=12)))
    return [
        typed(day, draw(st.booleans()), star=draw(st.sampled_from(STARS)))._replace(
            practised=tuple((star, 0.0) for star in STARS)
        )
        for day in days
    ]


@st.composite
def crowded(draw: st.DrawFn) -> list[Entry]:
    """Answers, most of them right, on days close together; each practises the other stars.

    Rounds too, for a log may hold what no course says. Now and then a star is set aside or back.
    """
    day, log = 0, list[Entry]()
    for minute in range(draw(st.integers(4, 20))):
        day += draw(st.sampled_from((0, 1, 2)))
        star = draw(st.sampled_from(STARS))
        others = tuple((other, 0.3) for other in STARS if other != star)
        entry = typed(
            day,
            draw(st.sampled_from((True, True, True, False))),
            star=star,
            minute=minute,
            hints=draw(st.sampled_from((0, 0, 0, 1))),
            options=draw(st.sampled_from((0, 0, 4))),
        )
        log.append(entry._replace(practised=others))
        action = draw(st.sampled_from((*("",) * 6, "suspend", "resume")))
        if action:
            log.append(StarActed(entry.at_ms, entry.study_day, star, action))
    return log


def with_all_credits_zero_the_fold_is_exactly_plain_fsrs(
    kind: type[Sky], log: list[Answered]
) -> None:
    plain: dict[str, tuple[Memory, Answered]] = {}
    for entry in log:
        rating = Rating.GOOD if entry.correct else Rating.AGAIN
        memory = first_memory(rating)
        if entry.star in plain:
            before, last = plain[entry.star]
            memory = next_memory(before, rating, (entry.study_day - last.study_day).days)
        rounded = Memory(*(round(number * GRAIN) / GRAIN for number in memory))
        plain[entry.star] = rounded, entry
    sky = folded(kind, log)
    found = {name: (one.stability_days, one.difficulty) for name, one in sky.stars.items()}
    assert found == {name: tuple(memory) for name, (memory, _) in plain.items()}
    assert sums(sky) == sums(folded(kind, [entry._replace(practised=()) for entry in log]))


class GivesTheUsualCredit(Sky):
    """What the log says of a credit is not read."""

    def _brighten(self, entry: Answered, knew: float) -> None:
        usual = tuple((star, 0.3) for star, _ in entry.practised)
        super()._brighten(entry._replace(practised=usual), knew)


def a_star_takes_credit_once_a_day_and_twice_between_its_own_answers(
    kind: type[Sky], log: list[Entry]
) -> None:
    sky, times, days = kind("ada"), dict[str, int](), set[tuple[str, object]]()
    for entry in log:
        sky.advance(entry)
        if isinstance(entry, Answered) and entry.try_no == 1:
            times[entry.star] = 0
        for star in sky.brightened:
            assert isinstance(entry, Answered)
            times[star.star] = times.get(star.star, 0) + 1
            assert times[star.star] <= 2
            assert (star.star, entry.study_day) not in days
            days.add((star.star, entry.study_day))


class ForgetsThatItPractised(Sky):
    """Nothing is noted of a credit."""

    def _put(self, before: Star | None, star: Star) -> Star:
        return super()._put(before, star._replace(practised_times=0, practised_on=None))


def credit_goes_to_stars_that_are_met_and_neither_stuck_nor_set_aside(
    kind: type[Sky], log: list[Entry]
) -> None:
    sky = kind("ada")
    for entry in log:
        was = dict(sky.stars)
        sky.advance(entry)
        for star in sky.brightened:
            assert star.star in was
            assert not was[star.star].is_stuck
            assert was[star.star].status != "suspended"


class LightsWhatWasNeverMet(Sky):
    """A star that was never answered is lit by a harder one."""

    def _brighten(self, entry: Answered, knew: float) -> None:
        for name, _ in entry.practised:
            if name not in self.stars:
                self.brightened = (self._begin(entry._replace(star=name)),)
                return
        super()._brighten(entry, knew)


class WakesWhatWasSetAside(Sky):
    """A star that was set aside takes credit like any, and is asked for again."""

    def _brighten(self, entry: Answered, knew: float) -> None:
        for star in list(self.stars.values()):
            self._put(star, star._replace(status="active"))
        super()._brighten(entry, knew)


def credit_moves_stability_up_and_the_due_day_never_earlier_and_nothing_else(
    kind: type[Sky], log: list[Entry]
) -> None:
    sky = kind("ada")
    for entry in log:
        was = dict(sky.stars)
        sky.advance(entry)
        for star in sky.brightened:
            before = was[star.star]
            assert star.stability_days >= before.stability_days
            assert star.due_day >= before.due_day
            moved = ("stability_days", "due_day", "practised_times", "practised_on")
            assert before._replace(**{name: getattr(star, name) for name in moved}) == star


class CountsAsAnAnswer(Sky):
    """The last day of a practised star is the day it was practised."""

    def _brighten(self, entry: Answered, knew: float) -> None:
        super()._brighten(entry, knew)
        self.brightened = tuple(
            self._put(star, star._replace(last_study_day=entry.study_day))
            for star in self.brightened
        )


class DuesItEarlier(Sky):
    """A practised star is due at once."""

    def _brighten(self, entry: Answered, knew: float) -> None:
        super()._brighten(entry, knew)
        self.brightened = tuple(
            self._put(star, star._replace(due_day=star.last_study_day)) for star in self.brightened
        )


def only_a_right_first_answer_of_a_day_without_a_hint_gives_credit(
    kind: type[Sky], log: list[Entry]
) -> None:
    sky = kind("ada")
    for step in steps(kind, log):
        sky.advance(step.entry)
        if sky.brightened:
            entry = step.entry
            assert isinstance(entry, Answered)
            assert step.opens_a_day
            assert entry.correct
            assert not entry.gave_up
            assert not entry.hints_shown


class PraisesTheHint(Sky):
    """Right is right, whoever said it."""

    def _answer(self, entry: Answered) -> Star | None:
        star = super()._answer(entry)
        if entry.correct and entry.hints_shown:
            self._brighten(entry, 1.0)
        return star


class LosesTheCountOnTheWay(Sky):
    """Taken up again, no star was practised since its last answer."""

    @classmethod
    def resume(cls, stars: Iterable[Star], *rest: object, **more: object) -> Sky:
        fresh = [star._replace(practised_times=0) for star in stars]
        return super().resume(fresh, *rest, **more)  # type: ignore[arg-type]


LAWS = (
    Law[type[Sky]](
        with_all_credits_zero_the_fold_is_exactly_plain_fsrs,
        GivesTheUsualCredit,
        (daily(),),
        examples=60,
    ),
    *(
        Law[type[Sky]](claim, broken, (crowded(),), examples=80)
        for claim, broken in (
            (
                a_star_takes_credit_once_a_day_and_twice_between_its_own_answers,
                ForgetsThatItPractised,
            ),
            (
                credit_goes_to_stars_that_are_met_and_neither_stuck_nor_set_aside,
                LightsWhatWasNeverMet,
            ),
            (
                credit_goes_to_stars_that_are_met_and_neither_stuck_nor_set_aside,
                WakesWhatWasSetAside,
            ),
            (
                credit_moves_stability_up_and_the_due_day_never_earlier_and_nothing_else,
                CountsAsAnAnswer,
            ),
            (
                credit_moves_stability_up_and_the_due_day_never_earlier_and_nothing_else,
                DuesItEarlier,
            ),
            (
                only_a_right_first_answer_of_a_day_without_a_hint_gives_credit,
                PraisesTheHint,
            ),
            (folding_on_from_stored_stars_is_a_rebuild_bit_for_bit, LosesTheCountOnTheWay),
        )
    ),
)


@pytest.mark.parametrize("law", {str(law): law for law in LAWS}.values(), ids=str)
def test_the_law_holds(law: Law[type[Sky]]) -> None:
    law.holds_for(Sky)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: f"{law}-{law.broken.__name__}")
def test_a_broken_version_fails_it(law: Law[type[Sky]]) -> None:
    with pytest.raises(AssertionError):
        law.fails()
