"""What a call of the compiled kernel took, added up over its workers."""

from typing import TYPE_CHECKING

from starlore.attention.compiled.kernel import RESCALES, UNITS_MASKED, UNITS_WHOLE
from starlore.attention.results import Counters

if TYPE_CHECKING:
    from starlore.attention.compiled.run import Call


def counters_of(call: "Call") -> Counters:
    """What the call took."""
    inputs, form, workers = call.inputs, call.form, call.workers
    rescales, whole, masked = (
        sum(int(worker.tally[at]) for worker in workers)
        for at in (RESCALES, UNITS_WHOLE, UNITS_MASKED)
    )
    drawn = sum(worker.table.comparisons for worker in workers if worker.table is not None)
    scored = (whole + masked) * form.shape.unit * form.shape.rows
    own = sum(worker.nbytes for worker in workers)
    own += form.told_bytes + call.packed_bytes + len(workers) * call.most_rounded
    return Counters(
        "compiled",
        comparisons=form.comparisons + drawn,
        pairs_scored=scored,
        tiles_whole=whole,
        tiles_partial=masked,
        tiles_skipped=max(0, form.units - whole - masked),
        exponentials=scored,
        rescales=rescales,
        bytes_read=inputs.q.nbytes + inputs.k.nbytes + inputs.v.nbytes,
        extra_bytes=call.extra_bytes + own,
    )
