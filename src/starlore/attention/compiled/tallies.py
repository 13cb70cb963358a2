"""What a call of the compiled kernel took, added up over its workers."""

from typing import TYPE_CHECKING

import numpy as np

from starlore.attention.compiled.kernel import RESCALES, UNITS_MASKED, UNITS_WHOLE
from starlore.attention.results import Counters

if TYPE_CHECKING:
    from starlore.attention.compiled.run import Call


def counters_of(call: "Call") -> Counters:
    """What the call took."""
    tally = sum((worker[1] for worker in call.workers), start=np.zeros(8, dtype=np.int64))
    tables = [worker[2] for worker in call.workers if worker[2] is not None]
    streams = call.streams()
    told = [s.spans.comparisons * call.inputs.group for s in streams if s.spans is not None]
    units = sum(-(-s.length // call.shape.unit) for s in streams)
    units *= -(-call.rows // call.shape.rows)
    whole, masked = int(tally[UNITS_WHOLE]), int(tally[UNITS_MASKED])
    scored = (whole + masked) * call.shape.unit * call.shape.rows
    own = sum(w[0].nbytes + (w[2].nbytes if w[2] else 0) for w in call.workers)
    own += call.packed_bytes + len(call.workers) * call.most_rounded
    arrays = (call.inputs.q, call.inputs.k, call.inputs.v)
    return Counters(
        "compiled",
        comparisons=sum(told) + sum(table.comparisons for table in tables),
        pairs_scored=scored,
        tiles_whole=whole,
        tiles_partial=masked,
        tiles_skipped=max(0, units - whole - masked),
        exponentials=scored,
        rescales=int(tally[RESCALES]),
        bytes_read=sum(array.size * array.itemsize for array in arrays),
        extra_bytes=call.extra_bytes + own,
    )
