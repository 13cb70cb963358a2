"""The live log as the fold reads it: 100,000 answers in a fraction of a second.

Answers come from one index that holds all their columns, gradings from another; settings and acts
are few and are laid between them.
"""

import json
from collections import deque
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from starlore.memory.credit import Practised
from starlore.memory.stars import Answered, Entry, SettingChanged, StarActed
from starlore.store import sql
from starlore.store.voids import taken_back
from starlore.study.practised import practised_of

if TYPE_CHECKING:
    from starlore.store.unit import SqlUnit


def entries(unit: "SqlUnit", learner: str, until_day: str) -> Iterator[Entry]:
    """Give the rows that count, in log order; answers and acts after `until_day` left out.

    An answer without a live grading does not count. The study day of an act is its day in UTC:
    an act that needs a day carries it.
    """
    others = deque(_others(unit, learner, until_day))
    for page in _answers(unit, learner, until_day):
        if not others or page[-1].at_ms < others[0][0][0]:
            yield from page
            continue
        for answered in page:
            while others and answered.at_ms >= others[0][0][0]:
                if others[0][0] > _place(unit, learner, answered):
                    break
                yield others.popleft()[1]
            yield answered
    for _, entry in others:
        yield entry


class _Days(dict[str, date]):
    """Each day read once: a day's answers share its text."""

    def __missing__(self, text: str) -> date:
        day = self[text] = date.fromisoformat(text)
        return day


class _Practised(dict[str, Practised]):
    """Each list of practised stars read once: a star's answers share its text."""

    def __missing__(self, text: str) -> Practised:
        practised = self[text] = practised_of(text)
        return practised


def _answers(unit: "SqlUnit", learner: str, until_day: str) -> Iterator[list[Answered]]:
    """The graded answers that count, in log order, in pages none of which is empty."""
    correct = _correct(unit, learner)
    for id_ in _dead(unit, learner, "answer"):
        correct.pop(id_, None)
    days, easier = _Days(), _Practised()
    for rows in unit.pages(sql.ANSWERS_AS_FOLDED, learner=learner, until_day=until_day):
        page = [
            Answered(
                id_,
                at_ms,
                days[day],
                star,
                correct[id_] == 1,
                gave_up == 1,
                hints,
                form,
                options,
                try_no,
                easier[along],
            )
            for id_, at_ms, day, star, gave_up, hints, form, options, try_no, along in rows
            if id_ in correct
        ]
        if page:
            yield page


def _place(unit: "SqlUnit", learner: str, answered: Answered) -> tuple[Any, ...]:
    """Where an answer lies in the log; asked for only beside a setting or an act."""
    place: tuple[Any, ...] = unit.run(
        sql.PLACE_OF_ANSWER, learner=learner, id=answered.answer
    ).fetchone()
    return place


def _dead(unit: "SqlUnit", learner: str, table: str) -> frozenset[str]:
    """Ids of a table's rows that are taken back."""
    return taken_back(unit.run(sql.VOIDS, learner=learner, table=table).fetchall(), table)


def _correct(unit: "SqlUnit", learner: str) -> dict[str, int]:
    """Of each answer, 1 or 0 as its newest live grading found."""
    dead = _dead(unit, learner, "grading")
    correct: dict[str, int] = {}
    for rows in unit.pages(sql.GRADINGS_AS_FOLDED, learner=learner):
        correct.update((answer, found) for answer, found, id_ in rows if id_ not in dead)
    return correct


def _others(unit: "SqlUnit", learner: str, until_day: str) -> list[tuple[tuple[Any, ...], Entry]]:
    """Settings and acts that count, each with its place in the log, in log order."""
    found: list[tuple[tuple[Any, ...], Entry]] = []
    dead = _dead(unit, learner, "setting_change")
    for *place, id_, name, new_json in unit.run(sql.SETTINGS, learner=learner).fetchall():
        if id_ not in dead:
            found.append((tuple(place), SettingChanged(place[0], name, json.loads(new_json))))
    dead = _dead(unit, learner, "star_action")
    for *place, id_, star, action, until in unit.run(sql.STAR_ACTIONS, learner=learner).fetchall():
        day = datetime.fromtimestamp(place[0] / 1000, UTC).date()
        if id_ not in dead and day.isoformat() <= until_day:
            until_date = date.fromisoformat(until) if until else None
            found.append((tuple(place), StarActed(place[0], day, star, action, until_date)))
    return sorted(found, key=lambda pair: pair[0])
