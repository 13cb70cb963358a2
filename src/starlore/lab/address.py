"""A Lab's state as an address says it, read without ever failing, and written as short as can be.

What an address does not name stays as the Lab begins; what does not fit stays too, and is told.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal

from starlore.errors import Refused, Worded
from starlore.lab.learned import TEXTS
from starlore.lab.state import (
    ALL_PLACES,
    BREAKS,
    LEAST_KEEP,
    LEAST_TEMPERATURE,
    MOST_KEEP,
    MOST_TEMPERATURE,
    MOST_WINDOW,
    SCHEMES,
    Cell,
    Lab,
    open_cells,
    widened,
)
from starlore.lessons.pictures.dials import read_number
from starlore.lessons.pictures.lookup_table import (
    LONGEST_ADDRESS,
    MOST,
    MOST_PLACES,
    MOST_WIDTH,
    NAMES,
    LookupInputs,
    Vectors,
    address_of,
)

SHAPE = ("places", "width", "value-width")


@dataclass
class _Address:
    """The fields of an address, and what of them did not fit."""

    query: Mapping[str, str]
    faults: list[Worded] = field(default_factory=list)

    def number(self, name: str, kept: Decimal, ends: tuple[Decimal, Decimal]) -> Decimal:
        """A number from the first end to the last, or what is kept."""
        return self._read(self.query.get(name), Worded(f"lab.field.{name}"), kept, ends)

    def whole(self, name: str, kept: int, least: int, most: int) -> int:
        """A whole number, or what is kept."""
        where = Worded(f"lab.field.{name}")
        ends = Decimal(least), Decimal(most)
        found = self._read(self.query.get(name), where, Decimal(kept), ends)
        if found != int(found):
            self.faults.append(Refused("fault.lab.whole", where=where, text=f"{found:f}"))
            return kept
        return int(found)

    def choice(self, name: str, kept: str, known: Iterable[str]) -> str:
        """One of the known words, or what is kept."""
        text = self.query.get(name, "")
        if not text or text in known:
            return text or kept
        where = Worded(f"lab.field.{name}")
        words = ", ".join(filter(None, known))
        self.faults.append(Refused("fault.lab.choice", where=where, known=words, text=text[:20]))
        return kept

    def cell(self, text: str | None, kept: Decimal, where: Worded) -> Decimal:
        """One number of a vector, or what is kept."""
        return self._read(text, where, kept, (Decimal(-MOST), Decimal(MOST)))

    def _read(
        self, text: str | None, where: Worded, kept: Decimal, ends: tuple[Decimal, Decimal]
    ) -> Decimal:
        try:
            return read_number(text, kept, where, *ends)
        except Refused as fault:
            self.faults.append(fault)
            return kept


def read_lab(query: Mapping[str, str], start: Lab) -> tuple[Lab, tuple[Worded, ...]]:
    """The state that an address asks for, and what of the address did not fit.

    An address says a whole kind at once, `q=2,1;1,2`, or one number, `q.0.1=-0.5`, as a form sends
    it; cells are masked together, `hide=0.2;1.2`, or one by one, `hide.0.2=on`.

    Example:
        >>> one = ((Decimal(2),),)
        >>> start = Lab(LookupInputs(("sun",), one, one, one))
        >>> lab, faults = read_lab({"q.0.0": "7", "places": "2", "keep": "abc"}, start)
        >>> lab.inputs.q, lab.inputs.signs, len(faults)
        (((Decimal('7'),), (Decimal('2'),)), ('sun', '2'), 1)
    """
    asked = _Address(query)
    lists = {name: _listed(query.get(name, "")) for name in NAMES}
    shape = _shape(asked, lists, start)
    inputs = _inputs(asked, lists, widened(start.inputs, shape))
    ends = LEAST_TEMPERATURE, MOST_TEMPERATURE
    lab = Lab(
        inputs,
        scheme=asked.choice("scheme", start.scheme, SCHEMES),
        reach=asked.whole("reach", start.reach, 0, MOST_PLACES - 1),
        temperature=asked.number("temperature", start.temperature, ends),
        broken=asked.choice("break", start.broken, ("", *BREAKS, "none")).replace("none", ""),
        row=asked.whole("row", min(start.row, shape[0] - 1) + 1, 1, MOST_PLACES) - 1,
        asker=asked.whole("asker", start.asker + 1, 1, ALL_PLACES) - 1,
        window=_odd(asked, start.window),
        keep=asked.number("keep", start.keep, (LEAST_KEEP, MOST_KEEP)),
        second=query.get("second", "") in ("on", "1"),
        text=asked.whole("text", start.text + 1, 1, TEXTS) - 1,
    )
    lab = replace(lab, row=min(lab.row, lab.n - 1), hidden=_hidden(asked, lab.n))
    is_open = open_cells(lab)
    hidden = frozenset((i, j) for i, j in lab.hidden if is_open[i, j])
    return replace(lab, hidden=hidden), tuple(asked.faults)


def write_lab(lab: Lab, start: Lab) -> dict[str, str]:
    """The shortest address that gives the state again.

    Example:
        >>> one = ((Decimal(2),),)
        >>> start = Lab(LookupInputs(("sun",), one, one, one))
        >>> write_lab(replace(start, temperature=Decimal("0.5")), start)
        {'temperature': '0.5'}
    """
    sizes = zip(SHAPE, lab.shape, start.shape, strict=True)
    wide, written = widened(start.inputs, lab.shape), address_of(lab.inputs)
    before = replace(start, row=min(start.row, lab.n - 1))
    said = {name: str(now) for name, now, then in sizes if now != then}
    said |= {name: written[name] for name in NAMES if written[name] != address_of(wide)[name]}
    plain = {
        "scheme": (lab.scheme, before.scheme),
        "reach": (str(lab.reach), str(before.reach)),
        "temperature": (f"{lab.temperature:f}", f"{before.temperature:f}"),
        "break": (lab.broken or "none", before.broken or "none"),
        "row": (str(lab.row + 1), str(before.row + 1)),
        "asker": (str(lab.asker + 1), str(before.asker + 1)),
        "window": (str(lab.window), str(before.window)),
        "keep": (f"{lab.keep:f}", f"{before.keep:f}"),
        "text": (str(lab.text + 1), str(before.text + 1)),
    }
    said |= {name: now for name, (now, then) in plain.items() if now != then}
    if lab.hidden:
        said["hide"] = ";".join(f"{i}.{j}" for i, j in sorted(lab.hidden))
    if lab.second:
        said["second"] = "1"
    return said


def _listed(text: str) -> list[list[str]]:
    """One kind as an address says it: vectors joined by ";", their numbers by ","."""
    if not text.strip():
        return []
    return [part.split(",") for part in text[:LONGEST_ADDRESS].split(";")][: MOST_PLACES + 1]


def _shape(
    asked: _Address, lists: Mapping[str, list[list[str]]], start: Lab
) -> tuple[int, int, int]:
    """Places and widths: as they are named, else as the lists have them, else as at the start."""
    n, width, value_width = start.shape
    longest = max(map(len, lists.values()))
    keyed = max((len(vector) for name in ("q", "k") for vector in lists[name]), default=width)
    valued = max(map(len, lists["v"]), default=value_width)
    places = asked.whole("places", min(longest or n, MOST_PLACES), 1, MOST_PLACES)
    if longest > MOST_PLACES:
        where = Worded("lab.field.places")
        bounds = {"least": 1, "most": MOST_PLACES}
        asked.faults.append(Refused("fault.dial.range", where=where, text=str(longest), **bounds))
    return (
        places,
        asked.whole("width", min(keyed, MOST_WIDTH), 1, MOST_WIDTH),
        asked.whole("value-width", min(valued, MOST_WIDTH), 1, MOST_WIDTH),
    )


def _inputs(
    asked: _Address, lists: Mapping[str, list[list[str]]], wide: LookupInputs
) -> LookupInputs:
    """Every cell: as it is named, else as its list has it, else as the lesson would go on."""
    kinds: dict[str, Vectors] = {}
    for name in NAMES:
        kinds[name] = tuple(
            tuple(
                asked.cell(_text(asked, lists[name], name, (i, j)), kept, _where(name, i, j))
                for j, kept in enumerate(vector)
            )
            for i, vector in enumerate(getattr(wide, name))
        )
    return LookupInputs(wide.signs, kinds["q"], kinds["k"], kinds["v"])


def _text(asked: _Address, listed: list[list[str]], name: str, at: Cell) -> str | None:
    """What the address says of a cell; None if nothing."""
    i, j = at
    alone = asked.query.get(f"{name}.{i}.{j}")
    if alone is not None and alone.strip():
        return alone
    return listed[i][j] if i < len(listed) and j < len(listed[i]) else None


def _where(name: str, i: int, j: int) -> Worded:
    return Worded("fault.table.where", number=j + 1, kind=name, place=i + 1)


def _odd(asked: _Address, kept: int) -> int:
    """The width of a window."""
    width = asked.whole("window", kept, 1, MOST_WINDOW)
    if width % 2 == 0:
        asked.faults.append(Refused("fault.lab.odd", text=str(width)))
        return kept
    return width


def _hidden(asked: _Address, n: int) -> frozenset[Cell]:
    """The cells masked one by one; those beyond the table are let go."""
    cells = {(i, j) for i in range(n) for j in range(n) if asked.query.get(f"hide.{i}.{j}") == "on"}
    text = asked.query.get("hide", "")
    for pair in filter(None, text[:LONGEST_ADDRESS].split(";")):
        i, dot, j = pair.strip().partition(".")
        if not (dot and _is_digit(i) and _is_digit(j)):
            asked.faults.append(Refused("fault.lab.hide", text=pair[:20]))
        elif int(i) < n and int(j) < n:
            cells.add((int(i), int(j)))
    return frozenset(cells)


def _is_digit(text: str) -> bool:
    return len(text) == 1 and "0" <= text <= "9"
