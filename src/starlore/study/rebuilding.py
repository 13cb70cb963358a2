"""Stars made again from the log: after an undo, an import, or to prove that they still agree."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from starlore.memory.entries import Entry
from starlore.memory.spread import Load
from starlore.memory.stars import Sky, Star, fold
from starlore.study.desk import Desk
from starlore.study.port import Store, Unit


def folded(unit: Unit, learner: str, until_day: str = "9999-12-31") -> Sky:
    """Fold a learner's live log, whole or up to a study day."""
    return fold(unit.entries(learner, until_day), learner)


def rebuild(desk: Desk, unit: Unit) -> Sky:
    """Drop the learner's stars and fold them from the log."""
    sky = folded(unit, desk.learner)
    unit.replace_stars(desk.learner, sky.stars.values())
    return sky


def folded_on(desk: Desk, unit: Unit, stars: Iterable[Star], entry: Entry) -> Sky:
    """Fold a row just written on from the stored stars, as a rebuild would.

    Call it in the transaction that wrote the row, and only when it sorts last.

    Args:
        desk, unit: whose log, in which transaction.
        stars: those that the entry concerns, as they are stored. entry: the row.
    """
    load = Load(unit.due_days(desk.learner))
    sky = Sky.resume(stars, unit.settings(desk.learner), desk.learner, load=load)
    own = sky.advance(entry)
    unit.put_stars(desk.learner, [star for star in (*sky.brightened, own) if star is not None])
    return sky


@dataclass(frozen=True)
class Drift:
    """Where a stored star and its rebuild differ; None where one side lacks the star."""

    learner: str
    star: str
    stored: Star | None
    rebuilt: Star | None


def drifts(store: Store, learner: str) -> tuple[Drift, ...]:
    """Compare a learner's stored stars with a rebuild, bit for bit."""
    with store.read() as unit:
        stored: Mapping[str, Star] = {star.star: star for star in unit.stars(learner)}
        rebuilt = folded(unit, learner).stars
    names = sorted(stored.keys() | rebuilt.keys())
    pairs = ((name, stored.get(name), rebuilt.get(name)) for name in names)
    return tuple(Drift(learner, name, a, b) for name, a, b in pairs if a != b)


def rebuild_all(store: Store, learner: str) -> int:
    """Rebuild one learner's stars and write them. Returns how many stars there are."""
    with store.write() as unit:
        sky = folded(unit, learner)
        unit.replace_stars(learner, sky.stars.values())
    return len(sky.stars)
