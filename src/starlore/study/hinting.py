"""Show one more hint; how many were shown stands with the answer."""

from dataclasses import replace

from starlore.errors import NotFound
from starlore.study.desk import Desk
from starlore.study.records import VariantRow


def hint(desk: Desk, variant_id: str, most: int) -> VariantRow:
    """Count one more hint for an open Variant, up to the number its question has.

    Raises:
        NotFound: if the learner has no such Variant.
    """
    with desk.store.write() as unit:
        row = unit.variant(desk.learner, variant_id)
        if row is None:
            raise NotFound("fault.question.none")
        if row.status != "open" or row.hints_shown >= most:
            return row
        row = replace(row, hints_shown=row.hints_shown + 1)
        unit.put_variant(row)
    return row
