"""The kinds of pictures, as values: what each shows, computed and exact, before anyone draws it.

A kind takes the data a figure names and gives the value its drawing needs. Data of the wrong shape
raises Refused with a sentence that an author can act on.
"""

from collections.abc import Callable, Mapping

from starlore.lessons.pictures.columns import columns
from starlore.lessons.pictures.lookup_table import lookup_table, start_inputs
from starlore.lessons.pictures.squares import squares
from starlore.lessons.pictures.strip import strip
from starlore.lessons.pictures.ways import ways
from starlore.lessons.pictures.weights_table import weights_table

PICTURES: Mapping[str, Callable[[object], object]] = {
    "columns": columns,
    "lookup-table": lambda data: lookup_table(start_inputs(data)),
    "squares": squares,
    "strip": strip,
    "ways": ways,
    "weights-table": weights_table,
}
"""By kind: from the data a figure names to the value that is drawn."""
