"""States of a Lab to try things on: the lesson's own, and any that an address could ask for."""

from collections.abc import Mapping
from decimal import Decimal

from hypothesis import strategies as st

from starlore.lab.address import read_lab
from starlore.lab.breaks import Broken
from starlore.lab.breaks import broken as broken_of
from starlore.lab.learned import TEXTS
from starlore.lab.state import BREAKS, SCHEMES, Lab, start_lab, table_of
from starlore.lessons.pictures.lookup_table import start_inputs

TRIO: Mapping[str, object] = {
    "q": [[2, 1], [1, 2], [1, 1]],
    "k": [[1, 1], [1, -1], [-1, 2]],
    "v": [[10, 0], [0, 10], [5, 5]],
}
START = start_lab(start_inputs(TRIO))


def lab_at(**query: str) -> Lab:
    """The state of an address without a fault; `value_width` stands for "value-width"."""
    lab, faults = read_lab({name.replace("_", "-"): text for name, text in query.items()}, START)
    assert faults == ()
    return lab


def broken(lab: Lab) -> Broken:
    """Truth and damage of a state."""
    return broken_of(lab, table_of(lab))


@st.composite
def labs(draw: st.DrawFn) -> Lab:
    """Any state whose scores are small enough to be shown."""
    n, width, value_width = (draw(st.integers(1, most)) for most in (8, 4, 4))
    query = {"places": str(n), "width": str(width), "value-width": str(value_width)}
    cells = st.decimals(-8, 8, places=3)
    for letter, wide in (("q", width), ("k", width), ("v", value_width)):
        for i in range(n):
            for j in range(wide):
                if draw(st.booleans()):
                    query[f"{letter}.{i}.{j}"] = f"{draw(cells):f}"
    for i in range(n):
        for j in range(n):
            if draw(st.integers(0, 5)) == 0:
                query[f"hide.{i}.{j}"] = "on"
    query |= {
        "scheme": draw(st.sampled_from(SCHEMES)),
        "reach": str(draw(st.integers(0, 7))),
        "temperature": f"{draw(st.decimals(1, 10, places=2)):f}",
        "break": draw(st.sampled_from(("", *BREAKS))),
        "row": str(draw(st.integers(1, n))),
        "asker": str(draw(st.integers(1, 8))),
        "window": str(2 * draw(st.integers(0, 7)) + 1),
        "keep": f"{draw(st.decimals(Decimal('0.05'), Decimal('0.95'), places=2)):f}",
        "text": str(draw(st.integers(1, TEXTS))),
        "second": draw(st.sampled_from(("", "1"))),
    }
    lab, faults = read_lab(query, START)
    assert faults == ()
    return lab
