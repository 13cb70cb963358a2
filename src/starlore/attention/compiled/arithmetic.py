"""What the fold is made of, for each shape: its packing, its products, its weights, its rows."""

from functools import partial
from typing import Any, NamedTuple

from starlore.attention.compiled import tiles
from starlore.attention.compiled.braid import pair_packers
from starlore.attention.compiled.bridge import _callable
from starlore.attention.compiled.ir import Writer
from starlore.attention.compiled.packing import packers
from starlore.attention.compiled.paired import ADVANCE, build_advance
from starlore.attention.compiled.shape import Shape
from starlore.attention.compiled.visiting import visitors


class Arithmetic(NamedTuple):
    """What differs between shapes for float32 and for pairs of bfloat16 numbers.

    Args:
        pack_queries, pack_keys, pack_values: copies in the order the products read.
        begin, end: called before the first and after the last of all, on the same thread.
        visit, settle: for pairs, what reads a tile and what finishes all tiles read; else None.
    """

    pack_queries: Any
    pack_keys: Any
    pack_values: Any
    begin: Any
    end: Any
    visit: Any = None
    settle: Any = None


def arithmetic_of(shape: Shape) -> Arithmetic:
    """The functions of one shape."""
    if shape.pairs == 1:
        idle = [_callable(partial(_build_idle, shape=shape, name=name), name, 1) for name in IDLE]
        return Arithmetic(*packers(shape), *idle)
    begin = _callable(partial(tiles.build_begin, shape=shape), "begin", 1)
    end = _callable(partial(tiles.build_end, shape=shape), "end", 1)
    advance = (
        _callable(
            partial(build_advance, shape=shape, products=tiles.TileSteps, is_plain=is_plain),
            "advance_plain" if is_plain else "advance_any",
            len(ADVANCE),
        )
        for is_plain in (True, False)
    )
    return Arithmetic(*pair_packers(shape), begin, end, *visitors(shape, *advance))


IDLE = ("begin", "end")


def _build_idle(module: Any, shape: Shape, name: str) -> Any:
    """A function that does nothing."""
    return Writer(module, name, tiles.ROOM, shape.lanes).finish()
