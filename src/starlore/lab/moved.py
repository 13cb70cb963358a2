"""What a change moved, and what it did not: the state against the lesson's own of the same size."""

from dataclasses import replace
from functools import lru_cache

from starlore.lab.state import Lab, table_of, widened
from starlore.lessons.pictures.lookup_table import LookupTable, Moved, what_moved

SETTINGS = ("temperature", "readers")


def compared(lab: Lab, start: Lab, table: LookupTable) -> Moved:
    """The cells that differ from where the Lab begins, and what was changed to move them.

    Besides the words of `what_moved`, `what` may be "temperature" or "readers".
    """
    before = replace(start, inputs=widened(start.inputs, lab.shape), hidden=frozenset())
    moved = what_moved(_start_table(before), table)
    is_set = {
        "temperature": lab.temperature != before.temperature,
        "readers": (lab.readers, lab.hidden) != (before.readers, before.hidden),
    }
    changed = [name for name in SETTINGS if is_set[name]]
    if moved.what != "nothing":
        changed.append(moved.what)
    what = changed[0] if len(changed) == 1 else "several" if changed else "nothing"
    return replace(moved, what=what)


@lru_cache(maxsize=32)
def _start_table(before: Lab) -> LookupTable:
    """What every change is laid against; it changes with the size and the lesson only."""
    return table_of(before)
