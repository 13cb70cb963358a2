"""Which rows are taken back: a row counts while no live void points at it."""

from collections import Counter
from collections.abc import Iterable, Sequence

Void = tuple[str, str, str]
"""Id, target table, target id."""


def live_voids(voids: Iterable[Void]) -> tuple[Void, ...]:
    """Give the voids that no live void takes back, in the order they came.

    Args:
        voids: voids of one learner; those that point at these must be among them.

    Voids that take back each other in a circle, which only a forged log has, count for nothing.

    Example:
        >>> undo, redo = ("v1", "answer", "a"), ("v2", "void", "v1")
        >>> live_voids([undo])
        (('v1', 'answer', 'a'),)
        >>> live_voids([undo, redo])
        (('v2', 'void', 'v1'),)
    """
    voids = tuple(voids)
    by_id = {void[0]: void for void in voids}
    unsettled = Counter(target for _, table, target in voids if table == "void")
    settled = [void for void in voids if not unsettled[void[0]]]
    live: set[str] = set()
    dead: set[str] = set()
    for id_, table, target in settled:
        if id_ not in dead:
            live.add(id_)
            if table == "void":
                dead.add(target)
        if table == "void":
            unsettled[target] -= 1
            if not unsettled[target] and target in by_id:
                settled.append(by_id[target])
    return tuple(void for void in voids if void[0] in live)


def taken_back(voids: Sequence[Void], table: str) -> frozenset[str]:
    """Give the ids of a table's rows that do not count."""
    return frozenset(target for _, of, target in live_voids(voids) if of == table)
