"""What is asked of a call, laid for a fold that reads along, and what it came to."""

from dataclasses import dataclass, field

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.compiled.along import LEAST_TOP, Asked
from starlore.attention.compiled.memory import address
from starlore.attention.compiled.rank import WIDTH
from starlore.attention.inputs import Inputs
from starlore.attention.reading import Laid, Read, Reading, lay
from starlore.attention.reading.asked import blank
from starlore.attention.reading.second import Sums


def is_read_along(read: Read) -> bool:
    """Whether a fold can read this while it attends, but for what needs the final sums.

    Example:
        >>> is_read_along(Read(top=4)), is_read_along(Read(top=40))
        (True, False)
    """
    return read.top <= WIDTH and not (read.sinks or read.windows or read.patterns)


@dataclass
class Reader:
    """Room for what is read, and where a fold finds it.

    Args:
        needs_sums: whether a second pass follows, which asks for the sums of the first.
    """

    inputs: Inputs
    laid: Laid
    reading: Reading = field(init=False)
    sums: Sums = field(init=False)
    kept: list[Array] = field(init=False)

    def __post_init__(self) -> None:
        *outer, n_q, _ = self.inputs.q.shape
        read = self.laid.read
        self.reading = blank(read, tuple(outer), n_q, self.inputs.k.shape[-2], np.float32)
        rows = (*outer, n_q if read.columns or read.influence else 0)
        nobody = np.full(rows, -np.inf, dtype=np.float32)
        self.sums = Sums(nobody, np.ones_like(nobody), np.empty(0, dtype=np.float32))
        self.place = np.ascontiguousarray(self.laid.place)
        self.kept = [self.place]

    @property
    def needs_sums(self) -> bool:
        """Whether a second pass follows, which asks for the sums of the first."""
        return bool(self.sums.largest.size)

    def asked(self, at: tuple[int, ...], head: int) -> int:
        """Where the fold finds what is asked of the queries that read one key head.

        Args:
            head: the first of their query heads.
        """
        found, read = self.reading, self.laid.read

        def place(array: Array | None) -> int:
            return 0 if array is None or not array.size else address(array[(*at, head)])

        asked = Asked(
            places=address(self.place[at]),
            top=read.top,
            listed=max(LEAST_TOP, read.top),
            top_keys=place(found.top_keys),
            top_weights=place(found.top_weights),
            ties=place(found.ties),
            entropy=place(found.entropy),
            distance=place(found.distance),
            largest=place(self.sums.largest),
            totals=place(self.sums.totals),
        )
        self.kept.append(np.array(asked, dtype=np.int64))
        return address(self.kept[-1])


def reader(inputs: Inputs, read: Read) -> Reader:
    """Lay what is asked on a call.

    Raises:
        AlignmentError, ShapeError, DtypeError: as `lay`.
    """
    return Reader(inputs, lay(read, inputs))
