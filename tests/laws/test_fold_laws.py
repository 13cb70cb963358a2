"""Laws of the fold: one result however the log is cut, and what each entry may move.

The implementation is a kind of `Sky`; a broken one goes wrong in a single place.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from starlore.memory.fsrs import DEFAULT_PARAMS, Params, interval_days
from starlore.memory.settings import Wishes
from starlore.memory.spread import Load, fuzz_bounds
from starlore.memory.stars import Answered, Entry, SettingChanged, Sky, Star
from tests.laws.law import Law
from tests.laws.logs import (
    folded,
    folding_on_from_stored_stars_is_a_rebuild_bit_for_bit,
    logs,
    steps,
)


class ForgetsSettings(Sky):
    """Taken up again, it is as if nothing had been set."""

    @classmethod
    def resume(
        cls,
        stars: Iterable[Star],
        settings: Mapping[str, object],
        learner: str,
        params: Params = DEFAULT_PARAMS,
        load: Load | None = None,
    ) -> Sky:
        return super().resume(stars, {}, learner, params, load)


def the_stars_an_entry_concerns_and_the_days_of_all_are_enough_to_fold_on(
    kind: type[Sky], log: list[Entry]
) -> None:
    stars, settings = dict[str, Star](), dict[str, object]()
    for entry in log:
        own = stars.get(getattr(entry, "star", ""))
        due = [(one.star, one.due_day) for one in stars.values() if one.status != "suspended"]
        sky = kind.resume([own] if own else [], settings, "ada", load=Load(due))
        sky.advance(entry)
        stars, settings = stars | sky.stars, sky.settings
    assert stars == folded(kind, log).stars


class KnowsOnlyTheDaysOfWhatItIsGiven(Sky):
    """Taken up again, it leaves the days of the other stars aside."""

    @classmethod
    def resume(cls, *given: object, load: Load | None = None) -> Sky:
        return super().resume(*given)  # type: ignore[arg-type]


def every_star_stays_in_its_ranges(kind: type[Sky], log: list[Entry]) -> None:
    for _, before, star in steps(kind, log):
        if star is None:
            continue
        assert 0.001 <= star.floor_days <= star.stability_days <= 36_500
        assert 1 <= star.difficulty <= 10
        assert 0 <= star.right_answers <= star.answers_counted
        assert star.due_day > star.last_study_day
        assert star.lapses - (before.lapses if before else 0) in (0, 1)


class DueTheSameEvening(Sky):
    """What was missed is due at once."""

    def _put(self, before: Star | None, star: Star) -> Star:
        due_day = star.last_study_day if star.is_ember else star.due_day
        return super()._put(before, star._replace(due_day=due_day))


def the_last_bits_are_rounded_away(kind: type[Sky], log: list[Entry]) -> None:
    for star in folded(kind, log).stars.values():
        for number in (star.stability_days, star.difficulty, star.floor_days):
            assert (number * 2**20).is_integer()


class KeepsTheLastBits(Sky):
    """Like a sky of another machine, which sums a little otherwise."""

    def _put(self, before: Star | None, star: Star) -> Star:
        return super()._put(before, star._replace(difficulty=star.difficulty * (1 + 2**-50)))


def the_load_is_the_stars_by_due_day(kind: type[Sky], log: list[Entry]) -> None:
    sky = folded(kind, log)
    counted = [star.due_day for star in sky.stars.values() if star.status != "suspended"]
    for day in {star.due_day for star in sky.stars.values()}:
        assert sky.load.on(day) == counted.count(day)


class NeverTakesAStarOutOfTheLoad(Sky):
    """A star that moved is counted on its old day too."""

    def _leave(self, star: Star) -> None:
        pass


def a_star_needs_only_its_own_answers_for_its_memory(kind: type[Sky], log: list[Entry]) -> None:
    whole = folded(kind, log).stars
    for name, star in whole.items():
        alone = folded(kind, [entry for entry in log if getattr(entry, "star", name) == name])
        assert alone.stars[name]._replace(due_day=star.due_day) == star


class TakesOneStarForAnother(Sky):
    """A new star is as difficult as the one met before it."""

    def _begin(self, entry: Answered) -> Star:
        met = next(reversed(self.stars.values()), None)
        star = super()._begin(entry)
        return self._put(star, star._replace(difficulty=(met or star).difficulty))


def only_the_first_answer_of_a_day_moves_difficulty_lapses_and_due_day(
    kind: type[Sky], log: list[Entry]
) -> None:
    for step in steps(kind, log):
        before, after = step.before, step.after
        if before is None or not isinstance(step.entry, Answered) or step.opens_a_day:
            continue
        assert after is not None
        assert (after.difficulty, after.lapses) == (before.difficulty, before.lapses)
        assert after.due_day == before.due_day or before.due_day <= step.entry.study_day
        assert after.stability_days >= after.floor_days == before.floor_days


class TakesPracticeForReturning(Sky):
    """A second answer of an evening counts as if a day had passed."""

    def _practise(self, before: Star, entry: Answered) -> Star:
        return self._return(before, entry, self._fsrs.recall(1, before.stability_days))


def only_answers_move_memory_and_no_setting_moves_a_star(kind: type[Sky], log: list[Entry]) -> None:
    sky = kind("ada")
    for entry in log:
        was = dict(sky.stars)
        sky.advance(entry)
        if isinstance(entry, SettingChanged):
            assert sky.stars == was
        elif not isinstance(entry, Answered):
            for name, star in sky.stars.items():
                moved = star._asdict() | {"due_day": 0, "status": "", "buried_until": None}
                stood = was[name]._asdict() | {"due_day": 0, "status": "", "buried_until": None}
                assert moved == stood


class ReschedulesAtASetting(Sky):
    """A shorter longest interval is put on stars that rest already."""

    def advance(self, entry: Entry) -> Star | None:
        if isinstance(entry, SettingChanged) and entry.name == "max_interval_days":
            for star in self.stars.values():
                self._put(star, star._replace(due_day=star.last_study_day.max))
        return super().advance(entry)


def a_star_is_due_when_its_recall_is_what_is_desired_give_or_take_the_spread(
    kind: type[Sky], log: list[Entry]
) -> None:
    settings = dict[str, Any]()
    for step in steps(kind, log):
        if isinstance(step.entry, SettingChanged):
            settings[step.entry.name] = step.entry.value
        if not step.opens_a_day:
            continue
        star = step.after
        assert star is not None
        retention, most, _ = Wishes.of(settings)
        asked = round(interval_days(star.stability_days, retention))
        low, high = fuzz_bounds(min(max(asked, 1), most), most)
        assert low <= (star.due_day - star.last_study_day).days <= high


class KnowsNoRetention(Sky):
    """Recall may fall to .90 before a star is due, whatever was asked."""

    def advance(self, entry: Entry) -> Star | None:
        if isinstance(entry, SettingChanged) and entry.name == "desired_retention":
            return None
        return super().advance(entry)


LAWS = tuple(
    Law[type[Sky]](claim, broken, (logs(),), examples=80)
    for claim, broken in (
        (folding_on_from_stored_stars_is_a_rebuild_bit_for_bit, ForgetsSettings),
        (
            the_stars_an_entry_concerns_and_the_days_of_all_are_enough_to_fold_on,
            KnowsOnlyTheDaysOfWhatItIsGiven,
        ),
        (every_star_stays_in_its_ranges, DueTheSameEvening),
        (the_last_bits_are_rounded_away, KeepsTheLastBits),
        (the_load_is_the_stars_by_due_day, NeverTakesAStarOutOfTheLoad),
        (a_star_needs_only_its_own_answers_for_its_memory, TakesOneStarForAnother),
        (
            only_the_first_answer_of_a_day_moves_difficulty_lapses_and_due_day,
            TakesPracticeForReturning,
        ),
        (only_answers_move_memory_and_no_setting_moves_a_star, ReschedulesAtASetting),
        (
            a_star_is_due_when_its_recall_is_what_is_desired_give_or_take_the_spread,
            KnowsNoRetention,
        ),
    )
)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_the_law_holds(law: Law[type[Sky]]) -> None:
    law.holds_for(Sky)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_a_broken_version_fails_it(law: Law[type[Sky]]) -> None:
    with pytest.raises(AssertionError):
        law.fails()
