"""The Lab as a page: what can be changed, the chain of tables, break it, three ways."""

from collections.abc import Mapping

from markupsafe import Markup

from starlore.errors import NotFound, Refused
from starlore.figures import Figure
from starlore.lab.address import read_lab, write_lab
from starlore.lab.breaks import broken
from starlore.lab.moved import SETTINGS, compared
from starlore.lab.path import path_of
from starlore.lab.state import ALL_PLACES, Lab, start_of, table_of
from starlore.lab.ways import WAYS, three_ways, written_on
from starlore.lessons.model import Course
from starlore.lessons.pictures.lookup_table import LookupTable, Moved
from starlore.view.environment import Frame
from starlore.view.lab import fields, ways
from starlore.view.lab.cost_part import Measured, cost_part
from starlore.view.lab.damage import damage_told
from starlore.view.lab.learned import learned_part
from starlore.view.lab.path import path_svg, path_twin
from starlore.view.lab.tables import chain, sides
from starlore.view.lab.words import at_start, listed, spoken, vector_or_none
from starlore.view.names import lesson_title
from starlore.view.pictures.lookup_fields import lookup_fields
from starlore.view.pictures.lookup_twin import moved_told
from starlore.view.pictures.sheet import Sheet

MOST_FAULTS = 3
"""Sentences about an address that did not fit; more would bury the page."""


def lab_page(
    frame: Frame, course: Course, slug: str, query: Mapping[str, str]
) -> dict[str, object]:
    """The values of the Lab's template, for whatever an address says.

    Raises:
        NotFound: if there is no such lesson, or it has no Lab.
        Unready: if it cannot be served as it is written.
    """
    start = start_of(course.lesson(slug))
    if start is None:
        raise NotFound("fault.lab.none", lesson=slug[:60])
    lab, faults = read_lab(query, start)
    sheet = Sheet(frame.catalogue, 0, "text")
    say, links = frame.catalogue.say, frame.links
    state = write_lab(lab, start)
    told = [frame.catalogue.tell(fault) for fault in faults]
    shown: dict[str, object] | None = None
    try:
        shown = _shown(lab, start, sheet)
    except Refused as fault:
        told.insert(0, frame.catalogue.tell(fault))
    page = {
        "slug": slug,
        "title": say("lab.title", lesson=lesson_title(course, slug, frame.language)),
        "action": links.lab(slug),
        "here": links.lab(slug, state),
        "lesson": links.lesson(slug),
        "faults": list(dict.fromkeys(told))[:MOST_FAULTS],
        "shape": ",".join(map(str, lab.shape)),
        "vectors": lookup_fields(LookupTable(lab.inputs, ()), sheet),
        "sizes": fields.shape_fields(lab, sheet),
        "temperature": fields.temperature_field(lab, sheet),
        "scheme": fields.scheme_fields(lab, sheet),
        "paint": fields.painted(lab, sheet),
        "comparisons": fields.compared_told(lab, sheet),
        "rows": fields.row_field(lab, sheet),
        "breaks": fields.break_fields(lab, sheet),
        "knobs": fields.way_fields(lab, sheet),
        "askers": fields.asker_field(lab, written_on(lab.inputs).signs, sheet),
        "ways": {name: sheet.say(name) for name in WAYS},
        "ways_intro": _ways_intro(lab, sheet),
        "second": lab.second,
        "learned": learned_part(lab, sheet),
        "shown": shown,
    }
    return {"lab": page, "cost": cost_part(frame, slug, state, Measured())}


def _shown(lab: Lab, start: Lab, sheet: Sheet) -> dict[str, object]:
    """What is computed and drawn.

    Raises:
        Refused: if the numbers are ones that no page could show.
    """
    table = table_of(lab)
    moved = compared(lab, start, table)
    return {
        "tables": chain(lab, table, moved, sheet),
        "moved": _moved_told(moved, sheet),
        "row": _row_told(lab, table, sheet),
        **_break_it(lab, table, sheet),
        **_three(lab, sheet),
    }


def _moved_told(moved: Moved, sheet: Sheet) -> str:
    """What moved and what did not."""
    if moved.what not in SETTINGS:
        return moved_told(moved, sheet)
    rows = {i for i, _ in moved.weights}
    return sheet.catalogue.say(f"lab.moved-{moved.what}", n=len(rows), outputs=len(moved.outputs))


def _row_told(lab: Lab, table: LookupTable, sheet: Sheet) -> str:
    """What the marked row reads most, and what it gives itself."""
    say, row, names = sheet.catalogue.say, table.rows[lab.row], table.inputs.signs
    who = spoken(names[lab.row], sheet)
    if not row.tops:
        return at_start(say("lab.row-empty", who=who))
    own = row.shares[lab.row]
    is_least = lab.n > 1 and own == min(row.shares) and row.reads[lab.row]
    told = say(
        "lab.row-told",
        who=who,
        tops=listed((_itself(j, lab, names, sheet) for j in row.tops), sheet),
        n=len(row.tops),
        weight=sheet.number(row.weights[row.tops[0]]),
        own=sheet.number(Figure(own, places=3)),
        self="top" if lab.row in row.tops else "least" if is_least else "some",
        output=sheet.vector(row.output),
    )
    return at_start(told)


def _itself(place: int, lab: Lab, names: tuple[str, ...], sheet: Sheet) -> str:
    return sheet.catalogue.say("lab.itself") if place == lab.row else spoken(names[place], sheet)


def _break_it(lab: Lab, table: LookupTable, sheet: Sheet) -> dict[str, object]:
    """Truth beside damage, and the path of one output both ways."""
    found = broken(lab, table)
    names = lab.inputs.signs
    say, who = sheet.catalogue.say, spoken(names[lab.row], sheet)
    truth = path_of(found.truth, lab.row)
    damage = path_of(found.damage, lab.row) if found.name else ()
    outputs = [vector_or_none(side.outputs[lab.row], sheet) for side in (found.truth, found.damage)]
    alt = say("lab.path-alt", who=who, output=outputs[0])
    if found.name:
        alt = say("lab.path-alt-broken", who=who, output=outputs[0], damage=outputs[1])
    twins = [path_twin(truth, names, say("lab.path-truth"), sheet)]
    if damage:
        twins.append(path_twin(damage, names, say("lab.path-damage"), sheet))
    return {
        "sides": sides(found, names, lab.row, sheet),
        "damage": damage_told(found, lab.row, sheet),
        "path": path_svg(truth, damage, names, alt, sheet),
        "path_heading": say("lab.path", who=who),
        "path_twin": Markup().join(twins),
        "is_flat": max(len(found.truth.blended[0]), len(found.damage.blended[0])) > 2,
    }


def _three(lab: Lab, sheet: Sheet) -> dict[str, object]:
    """The same places through a window, a state and attention."""
    found, say = three_ways(lab), sheet.catalogue.say
    lanes = {
        left.name: {
            "strip": ways.strip_svg(found, left, sheet),
            "told": ways.told(found, left, sheet),
            "influence": ways.influence_svg(found, left, sheet),
            "caption": say(f"lab.influence.{left.name}"),
            "twin": ways.ways_twin(found, left, sheet),
        }
        for left in found.ways
    }
    return {"lanes": lanes, "pasts": ways.second_html(found, sheet) if lab.second else None}


def _ways_intro(lab: Lab, sheet: Sheet) -> str:
    """Which places are read, and who asks."""
    words = "lab.ways-same" if lab.n == ALL_PLACES else "lab.ways-written-on"
    return sheet.catalogue.say(words, asker=sheet.count(lab.asker + 1))
