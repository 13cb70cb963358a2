"""The state of a Lab: what can be changed, and where it begins."""

from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from jaxtyping import Bool

from starlore.attention import Causal, Full, Scheme, Window
from starlore.attention.arrays import Array
from starlore.errors import Refused
from starlore.lessons.model import Course, Lesson
from starlore.lessons.pictures import picture_of
from starlore.lessons.pictures.lookup_table import (
    MOST_PLACES,
    MOST_SCORE,
    LookupInputs,
    LookupTable,
    Vectors,
    lookup_table,
)

KIND = "lookup-table"
"""The kind of picture that a Lab begins with: a lesson that reads with one has a Lab."""

SCHEMES = ("full", "causal", "window")
BREAKS = ("share-of-total", "wrong-axis", "keys-blended", "mask-with-zero")
ALL_PLACES = MOST_PLACES
"""So many places are read in three ways; fewer are written on, again and again."""

LEAST_TEMPERATURE, MOST_TEMPERATURE = Decimal("0.1"), Decimal(10)
LEAST_KEEP, MOST_KEEP = Decimal("0.05"), Decimal("0.95")
MOST_WINDOW = 2 * ALL_PLACES - 1

Cell = tuple[int, int]


@dataclass(frozen=True)
class Lab:
    """All that stands in the address.

    Attributes:
        inputs: queries, keys and values.
        scheme: one of SCHEMES. reach: of a window, to each side.
        hidden: cells (asker, asked) masked one by one, of those the scheme leaves open.
        temperature: what scores are divided by.
        broken: one of BREAKS, or "" for none.
        row: the asker whose row is read, from 0.
        asker: of three ways, from 0. window: its width, odd. keep: the state's share of itself.
        second: whether a second past is shown.
        text: that the learned head reads, from 0.
    """

    inputs: LookupInputs
    scheme: str = "full"
    reach: int = 1
    hidden: frozenset[Cell] = frozenset()
    temperature: Decimal = Decimal(1)
    broken: str = ""
    row: int = 0
    asker: int = ALL_PLACES - 1
    window: int = 3
    keep: Decimal = Decimal("0.8")
    second: bool = False
    text: int = 0

    @property
    def n(self) -> int:
        """How many places there are."""
        return len(self.inputs.signs)

    @property
    def shape(self) -> tuple[int, int, int]:
        """Places, numbers of a query and a key, numbers of a value."""
        return self.n, len(self.inputs.q[0]), len(self.inputs.v[0])

    @property
    def readers(self) -> Scheme:
        """The scheme as the engine knows it."""
        if self.scheme == "causal":
            return Causal()
        return Window(self.reach, self.reach) if self.scheme == "window" else Full()


def open_cells(lab: Lab) -> Bool[Array, "n n"]:
    """What the scheme leaves open, before cells are masked one by one."""
    return lab.readers.plan(lab.n, lab.n).mask()


def mask_of(lab: Lab) -> Bool[Array, "n n"]:
    """True where a row may read a column."""
    mask = open_cells(lab)
    for i, j in lab.hidden:
        mask[i, j] = False
    return mask


def comparisons(lab: Lab) -> int:
    """How many scores are read: the plan's, less those masked one by one.

    Example:
        >>> from dataclasses import replace
        >>> one = ((Decimal(1),),) * 4
        >>> lab = Lab(LookupInputs(("a", "b", "c", "d"), one, one, one), scheme="causal")
        >>> comparisons(lab), comparisons(replace(lab, hidden=frozenset({(1, 0)})))
        (10, 9)
    """
    return lab.readers.plan(lab.n, lab.n).comparisons - len(lab.hidden)


def table_of(lab: Lab) -> LookupTable:
    """The table: scores, powers, weights and blends, as the engine makes them.

    Raises:
        Refused: if a score is one whose power of e no page could show.
    """
    _refuse_high(lab)
    return lookup_table(lab.inputs, mask_of(lab), lab.temperature)


def widened(start: LookupInputs, shape: tuple[int, int, int]) -> LookupInputs:
    """The inputs a lesson begins with in another size: its places again and again, zeros behind.

    Places beyond the lesson's own are called by their number.
    """
    n, width, value_width = shape
    names = tuple(start.signs[:n]) + tuple(str(j + 1) for j in range(len(start.signs), n))
    q, k = (_widened(vectors, n, width) for vectors in (start.q, start.k))
    return LookupInputs(names, q, k, _widened(start.v, n, value_width))


def start_lab(start: LookupInputs) -> Lab:
    """The Lab as it opens: the row cursor on the first place that reads itself least."""
    return Lab(start, row=_least_reader(start))


def start_of(lesson: Lesson) -> Lab | None:
    """Where a lesson's Lab begins; None if it has no Lab."""
    text = next(iter(lesson.texts.values()))
    for block in text.read.pictures:
        if block.kind == KIND:
            table = picture_of(block, lesson.numbers)
            return start_lab(table.inputs) if isinstance(table, LookupTable) else None
    return None


def has_lab(lesson: Lesson) -> bool:
    """Whether a lesson has a Lab, without computing anything."""
    text = next(iter(lesson.texts.values()))
    return any(block.kind == KIND for block in text.read.pictures)


def lab_lesson(course: Course, slug: str = "") -> str:
    """The lesson whose Lab a page leads to: its own, else the seed's, else the first one's.

    Returns:
        Its slug; "" where no lesson has a Lab.
    """
    wanted = (slug, course.seed, *course.lessons)
    lessons = course.lessons
    return next((one for one in wanted if one in lessons and has_lab(lessons[one])), "")


@lru_cache(maxsize=32)
def _least_reader(start: LookupInputs) -> int:
    """The first place that reads itself least; every pull begins from its lesson's."""
    rows = table_of(Lab(start)).rows
    own = (i for i, row in enumerate(rows) if row.shares[i] == min(row.shares) and len(rows) > 1)
    return next(own, 0)


def _widened(vectors: Vectors, n: int, width: int) -> Vectors:
    again = (vectors[i % len(vectors)] for i in range(n))
    return tuple((*vector[:width], *[Decimal(0)] * (width - len(vector))) for vector in again)


def _refuse_high(lab: Lab) -> None:
    most = MOST_SCORE * lab.temperature
    for i, q in enumerate(lab.inputs.q):
        for j, k in enumerate(lab.inputs.k):
            score = sum((a * b for a, b in zip(q, k, strict=True)), Decimal(0))
            if abs(score) > most:
                raise Refused(
                    "fault.lab.score",
                    query=i + 1,
                    key=j + 1,
                    score=f"{score.normalize():f}",
                    most=f"{most.normalize():f}",
                )
