"""The part of a page that tells what attention costs, before it is measured and after."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from starlore.errors import Worded
from starlore.lab.address import read_lab, write_lab
from starlore.lab.measuring import WIDTH, Timed, kernel
from starlore.lab.state import start_of
from starlore.lessons.model import Course
from starlore.view.environment import Frame
from starlore.view.lab.cost import cost_svg, cost_table, cost_told, shown_time
from starlore.view.lab.room import room_svg
from starlore.view.pictures.sheet import Sheet

WORTH_TELLING_S = 0.2
"""Seconds of making the kernel ready that somebody who waits has noticed."""


@dataclass(frozen=True)
class Measured:
    """What came of measuring.

    Attributes:
        runs: size after size; none where nothing was measured.
        ready_s: seconds in which the kernel was made ready before.
        busy: why nothing was measured, although it was asked for.
    """

    runs: tuple[Timed, ...] = ()
    ready_s: float = 0.0
    busy: Worded | None = None


def cost_part(
    frame: Frame, slug: str, state: Mapping[str, str], measured: Measured
) -> dict[str, object]:
    """What attention costs: counted, and as far as it was measured here.

    Args:
        state: fields of the Lab's address, to come back to.
    """
    sheet, say, runs = Sheet(frame.catalogue, 0, "math"), frame.catalogue.say, measured.runs
    told = cost_told(runs, sheet)
    if runs and measured.ready_s >= WORTH_TELLING_S:
        ready = say("lab.cost-ready", seconds=shown_time(measured.ready_s, sheet))
        told = f"{told} {ready}"
    return {
        "told": frame.catalogue.tell(measured.busy) if measured.busy else told,
        "is_busy": measured.busy is not None,
        "kernel": say(f"lab.cost-kernel.{kernel()}", width=sheet.count(WIDTH)),
        **_drawn(runs, sheet, kernel()),
        "measure": frame.links.lab_measured(slug, state),
        "again": say("lab.cost-again" if runs or measured.busy else "lab.cost-measure"),
    }


@lru_cache(maxsize=16)
def _drawn(runs: tuple[Timed, ...], sheet: Sheet, _: str) -> dict[str, Markup]:
    """The pictures and their twin; before anything is measured they are always the same, and every
    change of a number in the Lab shows them again."""
    return {
        "picture": cost_svg(runs, sheet),
        "room": room_svg(sheet),
        "table": cost_table(runs, sheet),
    }


def cost_page(
    frame: Frame, course: Course, slug: str, query: Mapping[str, str], measured: Measured
) -> dict[str, object]:
    """The values of a page of its own, which leads back to the Lab as it was."""
    start = start_of(course.lesson(slug))
    state = write_lab(read_lab(query, start)[0], start) if start is not None else {}
    return {"cost": cost_part(frame, slug, state, measured), "back": frame.links.lab(slug, state)}
