"""Laws of what an answer says: right, wrong, given up, hinted, guessed, tried again.

The implementation is a kind of `Sky`; a broken one reads its answers wrongly.
"""

from collections.abc import Callable
from itertools import pairwise
from math import sqrt

import pytest
from hypothesis import strategies as st

from starlore.memory.fsrs import Memory, Rating, first_memory, next_memory
from starlore.memory.stars import Answered, Entry, Sky, Star
from tests.laws.law import Law
from tests.laws.logs import folded, logs
from tests.memory.diary import STAR, typed

History = list[tuple[bool, int]]
Reads = Callable[[Answered], Answered]

days = st.integers(1, 60)
histories = st.lists(st.tuples(st.booleans(), days), min_size=1, max_size=20)
options = st.integers(2, 12)


def misreading(read: Reads) -> type[Sky]:
    """A sky that takes every answer for another one."""

    class Misreads(Sky):
        def advance(self, entry: Entry) -> Star | None:
            return super().advance(read(entry) if isinstance(entry, Answered) else entry)

    return Misreads


def told(history: History) -> list[Answered]:
    """Typed answers, right or not, each so many days before the next."""
    day, log = 0, list[Answered]()
    for correct, gap in history:
        log.append(typed(day, correct))
        day += gap
    return log


def memory_after(kind: type[Sky], log: list[Answered]) -> Memory:
    star = folded(kind, log).stars[STAR]
    return Memory(star.stability_days, star.difficulty)


def typed_answers_without_hints_one_a_day_are_plain_fsrs(kind: type[Sky], history: History) -> None:
    log = told(history)
    ratings = [Rating.GOOD if answer.correct else Rating.AGAIN for answer in log]
    plain = first_memory(ratings[0])
    for (before, answer), rating in zip(pairwise(log), ratings[1:], strict=True):
        plain = next_memory(plain, rating, (answer.study_day - before.study_day).days)
    assert memory_after(kind, log) == pytest.approx(plain, rel=1e-4)


def to_give_up_is_to_be_wrong(kind: type[Sky], log: list[Entry]) -> None:
    wrong = [
        entry._replace(correct=False, gave_up=False)
        if isinstance(entry, Answered) and entry.gave_up
        else entry
        for entry in log
    ]
    assert folded(kind, log).stars == folded(kind, wrong).stars


def only_the_first_try_counts(kind: type[Sky], log: list[Entry]) -> None:
    first = [entry for entry in log if not isinstance(entry, Answered) or entry.try_no == 1]
    assert folded(kind, log).stars == folded(kind, first).stars


def after_hints_a_right_answer_goes_half_the_way(
    kind: type[Sky], history: History, hints: int, options: int
) -> None:
    log, day = told(history), sum(gap for _, gap in history)
    before = memory_after(kind, log)
    whole, half = (
        memory_after(kind, [*log, typed(day, hints=shown, options=options)]) for shown in (0, hints)
    )
    middle = sqrt(before.stability_days * whole.stability_days)
    assert half.stability_days == pytest.approx(middle, rel=1e-6, abs=1e-5)
    assert half.difficulty == pytest.approx((before.difficulty + whole.difficulty) / 2, abs=1e-5)


def memories_after(kind: type[Sky], history: History, *options: int) -> list[Memory]:
    """What one more right answer leaves, among so many options; 0: typed."""
    log, day = told(history), sum(gap for _, gap in history)
    return [memory_after(kind, [*log, typed(day, options=count)]) for count in options]


def a_right_choice_counts_less_than_a_typed_answer(
    kind: type[Sky], history: History, options: int
) -> None:
    chosen, sure = memories_after(kind, history, options, 0)
    assert chosen.stability_days < sure.stability_days
    assert chosen.difficulty >= sure.difficulty


def the_more_options_the_more_a_right_choice_counts(
    kind: type[Sky], history: History, options: int
) -> None:
    few, more = memories_after(kind, history, options, options + 1)
    assert few.stability_days <= more.stability_days
    assert few.difficulty >= more.difficulty


def what_is_wrong_is_wrong_among_any_number_of_options(
    kind: type[Sky], history: History, options: int
) -> None:
    log, day = told(history), sum(gap for _, gap in history)
    typed_one, chosen = (
        memory_after(kind, [*log, typed(day, False, options=count)]) for count in (0, options)
    )
    assert typed_one == chosen


def a_star_sticks_at_eight_lapses_and_every_four_more_until_it_is_known(
    kind: type[Sky], history: History
) -> None:
    log = told(history)
    lapses, sticks = 0, False
    for answer in log[1:]:
        lapses += not answer.correct
        sticks = not answer.correct and (sticks or (lapses >= 8 and lapses % 4 == 0))
    star = folded(kind, log).stars[STAR]
    assert (star.lapses, star.is_stuck) == (lapses, sticks)


class SticksForGood(Sky):
    """From eight lapses on, no right answer frees a star."""

    def _put(self, before: Star | None, star: Star) -> Star:
        return super()._put(before, star._replace(is_stuck=star.lapses >= 8))


all_typed = misreading(lambda answer: answer._replace(form="typed"))
all_chosen = misreading(lambda answer: answer._replace(form="choice", option_count=4))
none_given_up = misreading(lambda answer: answer._replace(gave_up=False))
all_first_tries = misreading(lambda answer: answer._replace(try_no=1))
no_hints = misreading(lambda answer: answer._replace(hints_shown=0))
options_backwards = misreading(
    lambda answer: answer._replace(option_count=20 - answer.option_count)
)
wrong_among_two_taken_for_right = misreading(
    lambda answer: answer._replace(correct=answer.correct or answer.option_count == 2)
)
mostly_wrong = st.lists(
    st.tuples(st.sampled_from((False, False, False, True)), days), min_size=10, max_size=40
)

LAWS: tuple[Law[type[Sky]], ...] = (
    Law(typed_answers_without_hints_one_a_day_are_plain_fsrs, all_chosen, (histories,)),
    Law(to_give_up_is_to_be_wrong, none_given_up, (logs(),)),
    Law(only_the_first_try_counts, all_first_tries, (logs(),)),
    Law(
        after_hints_a_right_answer_goes_half_the_way,
        no_hints,
        (histories, st.integers(1, 4), st.sampled_from((0, 2, 4))),
    ),
    Law(a_right_choice_counts_less_than_a_typed_answer, all_typed, (histories, options)),
    Law(the_more_options_the_more_a_right_choice_counts, options_backwards, (histories, options)),
    Law(
        what_is_wrong_is_wrong_among_any_number_of_options,
        wrong_among_two_taken_for_right,
        (histories, options),
    ),
    Law(
        a_star_sticks_at_eight_lapses_and_every_four_more_until_it_is_known,
        SticksForGood,
        (mostly_wrong,),
    ),
)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_the_law_holds(law: Law[type[Sky]]) -> None:
    law.holds_for(Sky)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_a_broken_version_fails_it(law: Law[type[Sky]]) -> None:
    with pytest.raises(AssertionError):
        law.fails()
