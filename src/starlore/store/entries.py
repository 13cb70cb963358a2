"""The live log as the fold reads it: 100,000 answers in a fraction of a second.

Answers come from one index that holds all their columns, gradings from another; settings and acts
are few and are laid between them.
"""

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from starlore.memory.stars import Answered, Entry, SettingChanged, StarActed
from starlore.store import sql
from starlore.store.voids import taken_back

if TYPE_CHECKING:
    from starlore.store.unit import SqlUnit

NEVER: tuple[Any, ...] = (float("inf"),)


def entries(unit: "SqlUnit", learner: str, until_day: str) -> Iterator[Entry]:
    """Give the rows that count, in log order; answers and acts after `until_day` left out.

    An answer without a live grading does not count. The study day of an act is its day in UTC:
    an act that needs a day carries it.
    """
    dead = _dead(unit, learner, "answer")
    correct = _correct(unit, learner)
    others = iter(_others(unit, learner, until_day))
    place, entry = next(others, (NEVER, None))
    days: dict[str, date] = {}
    make = Answered._make
    for at_ms, device, seq, id_, day, *rest in unit.stream(
        sql.ANSWERS_AS_FOLDED, learner=learner, until_day=until_day
    ):
        while entry is not None and place < (at_ms, device, seq):
            yield entry
            place, entry = next(others, (NEVER, None))
        if id_ in dead or id_ not in correct:
            continue
        study_day = days.get(day)
        if study_day is None:
            study_day = days[day] = date.fromisoformat(day)
        star, gave_up, hints, form, options, try_no = rest
        yield make(
            (id_, at_ms, study_day, star, correct[id_], gave_up == 1, hints, form, options, try_no)
        )
    if entry is not None:
        yield entry
        yield from (entry for _, entry in others)


def _dead(unit: "SqlUnit", learner: str, table: str) -> frozenset[str]:
    """Ids of a table's rows that are taken back."""
    return taken_back(unit.run(sql.VOIDS, learner=learner, table=table).fetchall(), table)


def _correct(unit: "SqlUnit", learner: str) -> dict[str, bool]:
    """Of each answer, what its newest live grading found."""
    dead = _dead(unit, learner, "grading")
    return {
        answer: found == 1
        for answer, found, id_ in unit.stream(sql.GRADINGS_AS_FOLDED, learner=learner)
        if id_ not in dead
    }


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
