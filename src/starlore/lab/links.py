"""Links from a lesson's words into a Lab: `[See it broken](lab:lookup?break=wrong-axis#break)`.

After the colon stands the lesson whose Lab it is, then the fields of the Lab's address, then the
part of the page where reading goes on. What the Lab would only tell on its page, because a learner
may type anything, is refused here: an author can mend it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from urllib.parse import parse_qsl

from starlore.errors import Refused, Worded
from starlore.figures import Figure
from starlore.lab.address import SHAPE, read_lab
from starlore.lab.state import Lab, start_of, table_of
from starlore.lessons.markup import TO_LAB
from starlore.lessons.model import Lesson
from starlore.lessons.pictures.lookup_table import NAMES

PARTS = ("inputs", "table", "break", "ways", "learned", "cost")
"""Where on its page a link may lead."""

FIELDS = (
    *NAMES,
    *("hide", *SHAPE, "scheme", "reach", "temperature", "break", "row"),
    *("asker", "window", "keep", "second", "text"),
)
"""Fields of an address that stand alone."""

CELL = re.compile(r"(?:[qkv]|hide)\.\d\.\d")
"""A field of one number, or of one masked cell."""


PART = "table"
"""Where a link of a question's working leads if it does not say."""


@dataclass(frozen=True)
class LabAddress:
    """What a link says.

    Attributes:
        lesson: slug of the one whose Lab it is. fields: of the Lab's address, in their order.
        part: of the page; "" for its beginning.
    """

    lesson: str
    fields: tuple[tuple[str, str], ...] = ()
    part: str = ""


def read_link(address: str) -> LabAddress:
    """Take an address apart.

    Example:
        >>> read_link("lab:lookup?break=wrong-axis&row=2#break")
        LabAddress(lesson='lookup', fields=(('break', 'wrong-axis'), ('row', '2')), part='break')
    """
    lesson, _, rest = address.removeprefix(TO_LAB).partition("#")
    slug, _, query = lesson.partition("?")
    return LabAddress(slug, tuple(parse_qsl(query, keep_blank_values=True)), rest)


def worked_link(lesson: str, working: Mapping[str, object]) -> LabAddress | None:
    """The link that a question's working says, in `lab`; None if it says none.

    Example:
        >>> worked_link("lookup", {"lab": {"keep": Figure(0.5), "part": "ways"}})
        LabAddress(lesson='lookup', fields=(('keep', '0.5'),), part='ways')
    """
    told = working.get("lab")
    if not isinstance(told, Mapping) or not told:
        return None
    fields = {
        str(name): value.printed if isinstance(value, Figure) else str(value)
        for name, value in told.items()
    }
    part = fields.pop("part", PART)
    return LabAddress(lesson, tuple(fields.items()), part)


def labs_of(lessons: Mapping[str, Lesson]) -> dict[str, Lab]:
    """Where the Labs of lessons begin, by slug; one whose numbers cannot be shown has none."""
    found: dict[str, Lab] = {}
    for slug, lesson in lessons.items():
        try:
            start = start_of(lesson)
        except Worded:
            continue
        if start is not None:
            found[slug] = start
    return found


def link_faults(link: LabAddress, labs: Mapping[str, Lab]) -> Iterator[Worded]:
    """Why a link into a Lab leads wrong; nothing if it leads where it says.

    Args:
        labs: where each Lab of the course begins.
    """
    start = labs.get(link.lesson)
    if start is None:
        yield Refused("fault.link.no-lab", lesson=link.lesson, known=", ".join(labs) or "-")
        return
    names = [name for name, _ in link.fields]
    for name in dict.fromkeys(names):
        if name not in FIELDS and not CELL.fullmatch(name):
            yield _no_field(name)
        elif names.count(name) > 1:
            yield Refused("fault.link.twice", name=name)
    if link.part and link.part not in PARTS:
        yield Refused("fault.link.part", part=link.part, known=", ".join(PARTS))
    lab, faults = read_lab(dict(link.fields), start)
    yield from faults
    try:
        table_of(lab)
    except Refused as fault:
        yield fault


def _no_field(name: str) -> Refused:
    """Nothing goes by that name; with the one that is nearest."""
    near = get_close_matches(name, FIELDS, 1)
    if near:
        return Refused("fault.link.field-near", name=name, near=near[0])
    return Refused("fault.link.field", name=name)
