"""What a mistake does to a table, in words; and truth beside damage in place, where it was made."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup

from starlore.errors import Refused
from starlore.lab.address import read_lab
from starlore.lab.breaks import Broken, broken
from starlore.lab.state import Lab, table_of
from starlore.view.lab.tables import sides
from starlore.view.lab.words import spoken, vector_or_none
from starlore.view.pictures.sheet import Sheet


@dataclass(frozen=True)
class InPlace:
    """Truth and damage of one table.

    Attributes:
        sides: the tables, truth first. told: what the mistake does, sentence by sentence.
    """

    sides: tuple[Markup, ...]
    told: tuple[str, ...]


def broken_in_place(
    start: Lab, fields: Mapping[str, str], name: str, sheet: Sheet
) -> InPlace | None:
    """A misconception carried out on the table that some fields of the Lab's address ask for.

    Returns:
        None if their numbers are ones that no page could show.
    """
    lab = replace(read_lab(fields, start)[0], broken=name)
    try:
        found = broken(lab, table_of(lab))
    except Refused:
        return None
    shown = sides(found, lab.inputs.signs, lab.row, sheet)
    return InPlace(tuple(shown.values()), damage_told(found, lab.row, sheet))


def damage_told(found: Broken, row: int, sheet: Sheet) -> tuple[str, ...]:
    """What the mistake does, and what it makes of the marked row."""
    say = sheet.catalogue.say
    if not found.name:
        return (say("lab.damage.none"),)
    who = spoken(found.lab.inputs.signs[row], sheet)
    truth, damage = (
        vector_or_none(side.outputs[row], sheet) for side in (found.truth, found.damage)
    )
    lent = (say("lab.lends-mask"),) if found.lends_mask else ()
    if found.damage.outputs[row] is None:
        told = say("lab.damage-nothing", who=who, truth=truth)
    elif row in found.outputs:
        told = say("lab.damage-row", who=who, truth=truth, damage=damage)
    else:
        told = say("lab.damage-same", who=who, truth=truth)
    return (*lent, say(f"lab.damage.{found.name}"), told)
