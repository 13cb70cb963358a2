"""What is asked of a call, laid for a fold that reads along, and what it came to."""

from dataclasses import replace

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.compiled.along import LEAST_TOP, SUMS, Asked
from starlore.attention.compiled.memory import address
from starlore.attention.compiled.rank import WIDTH
from starlore.attention.inputs import Inputs
from starlore.attention.reading import Read, Reading, lay
from starlore.attention.reading.asked import blank, first_head
from starlore.attention.reading.habits import spans_of
from starlore.attention.reading.second import Sums, read_again
from starlore.attention.tiled import kind_of


def is_read_along(read: Read) -> bool:
    """Whether a fold can read this while it attends, but for what needs the final sums.

    Example:
        >>> is_read_along(Read(sinks=4, windows=(8,))), is_read_along(Read(top=40))
        (True, False)
    """
    return read.top <= WIDTH and not read.needs_tokens


class Reader:
    """Room for what is read, and where a fold finds it.

    Args:
        inputs, read: the call, and what is asked of it.

    Raises:
        AlignmentError, ShapeError, DtypeError: as `lay`.
    """

    def __init__(self, inputs: Inputs, read: Read) -> None:
        *outer, n_q, _ = inputs.q.shape
        self.inputs, self.read = inputs, read
        self.place = np.ascontiguousarray(lay(read, inputs).place)
        self.reading = blank(read, tuple(outer), n_q, inputs.k.shape[-2], np.float32)
        rows = (*outer, n_q if read.columns or read.influence else 0)
        nobody = np.full(rows, -np.inf, dtype=np.float32)
        self.last = Sums(nobody, np.ones_like(nobody), np.empty(0, dtype=np.float32))
        spans = spans_of(read.sinks, read.windows, read.patterns, self.place)
        ends = [np.stack(span, axis=-2) for span in spans]
        shape = (*self.place.shape[:-1], 0, 2, n_q)
        self.ends = np.stack(ends, axis=-3) if ends else np.empty(shape, dtype=np.int64)
        self.fits = np.zeros((*outer, n_q, len(spans)), dtype=np.float32)
        self.words = np.empty(0, dtype=np.int64)

    @property
    def sums(self) -> int:
        """Sums that a row keeps."""
        return SUMS + int(self.fits.shape[-1])

    @property
    def needs_output(self) -> bool:
        """Whether reading needs the output as it is before it is rounded."""
        return self.read.influence > 0

    def read_again(self, output: Array, threads: int | None) -> Reading:
        """What was read along, and with it what needs the final sums or the output."""
        self._spread()
        if self.last.largest.size:
            sums = replace(self.last, output=output)
            read_again(self.inputs, kind_of(self.inputs), sums, self.reading, threads)
        return first_head(self.reading) if self.inputs.is_one_head else self.reading

    def _spread(self) -> None:
        """Write the weights on spans where they are told."""
        found, each = self.reading, iter(np.moveaxis(self.fits, -1, 0))
        if found.sink_weight is not None:
            found.sink_weight[...] = next(each)
        for window in range(len(self.read.windows)):
            if found.window_weight is not None:
                found.window_weight[..., window] = next(each)
        for habit in (found.patterns or {}).values():
            habit[...] = next(each)

    def asked(self, heads: int) -> Array:
        """Where the fold finds what is asked of the queries that read each key head.

        Args:
            heads: key heads of a batch item.
        """
        outer, group = self.inputs.key_lengths.shape, self.inputs.group
        every = [(at, head * group) for at in np.ndindex(*outer) for head in range(heads)]
        self.words = np.array([self._asked(*one) for one in every], dtype=np.int64)
        return address(self.words) + self.words.strides[0] * np.arange(len(every))

    def _asked(self, at: tuple[int, ...], head: int) -> Asked:
        """What is asked of the queries that read one key head, whose first query head is `head`."""

        def place(array: Array | None) -> int:
            return 0 if array is None or not array.size else address(array[(*at, head)])

        found = self.reading
        return Asked(
            places=address(self.place[at]),
            top=self.read.top,
            listed=max(LEAST_TOP, self.read.top),
            top_keys=place(found.top_keys),
            top_weights=place(found.top_weights),
            ties=place(found.ties),
            entropy=place(found.entropy),
            distance=place(found.distance),
            largest=place(self.last.largest),
            totals=place(self.last.totals),
            ends=address(self.ends[at]),
            fits=place(self.fits),
        )
