"""Products by the processor's matrix tiles (AMX): 16 rows by 16 columns at a time.

One instruction adds to a tile of 16 by 16 float32 sums the products of 16 rows and 16 columns of
32 bfloat16 numbers each. Four tiles hold sums, two hold rows, two hold columns: each row and each
column loaded is used twice.

Tiles are state of the thread. The kernel of the system must be asked for them once per process,
and the processor must be told their shape before they are used. Others in the process use them
too: what was told before is kept and told again at the end, so that nobody finds the tiles changed.
"""

import ctypes
import platform
from functools import cache, partial
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]

from starlore.attention.compiled.ir import I64, Value, Writer
from starlore.attention.compiled.paired import is_read
from starlore.attention.compiled.shape import TILE, Shape

I8 = ir.IntType(8)
VOID = ir.VoidType()

SIDE = 16
"""Rows of a tile, and 32-bit numbers of each."""

DEPTH = 32
"""bfloat16 numbers that one product sums over."""

SUMS, ROWS, COLUMNS, WEIGHTS = 0, 4, 6, 2
"""The first of the tiles that hold sums, rows and columns; and weights, when those are blended."""

CONFIG_BYTES = 64
ARCH_PRCTL, ASK_PERMISSION, TILE_DATA = 158, 0x1023, 18

ROOM = ("room",)
"""`begin` and `end` take the address of the same room: what is told, then what had been."""


@cache
def is_granted(names: frozenset[str]) -> bool:
    """Whether the processor has tiles for bfloat16 and the system lets this process use them."""
    if not {"amx-tile", "amx-bf16", "avx512bf16", "avx512bw"} <= names:
        return False
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        return False
    ask = ctypes.CDLL(None).syscall
    ask.argtypes, ask.restype = [ctypes.c_long] * 3, ctypes.c_long
    return bool(ask(ARCH_PRCTL, ASK_PERMISSION, TILE_DATA) == 0)


def configuration(rows: int) -> bytes:
    """What the processor is told: 64 bytes per row of every tile, and how many rows it has.

    Example:
        >>> configuration(1)[48:56].hex()
        '0101010101011010'
    """
    sides = [rows] * COLUMNS + [SIDE] * 2
    widths = b"".join((4 * SIDE).to_bytes(2, "little") for _ in sides)
    return bytes([1, *[0] * 15]) + widths.ljust(32, b"\0") + bytes(sides).ljust(16, b"\0")


def build_begin(module: Any, shape: Shape) -> Any:
    """Keep what the processor was told of its tiles, and tell it ours."""
    w = Writer(module, "begin", ROOM, shape.lanes)
    room = w.pointer("room")
    told = configuration(min(shape.rows, SIDE))
    for at in range(CONFIG_BYTES // 8):
        word = int.from_bytes(told[8 * at : 8 * at + 8], "little")
        w.store_one(ir.Constant(I64, word), w.at(room, at, I64), 0)
    w.call("llvm.x86.sttilecfg", VOID, w.at(room, CONFIG_BYTES, I8))
    w.call("llvm.x86.ldtilecfg", VOID, room)
    return w.finish()


def build_end(module: Any, shape: Shape) -> Any:
    """Tell the processor what it had been told before."""
    w = Writer(module, "end", ROOM, shape.lanes)
    w.call("llvm.x86.ldtilecfg", VOID, w.at(w.pointer("room"), CONFIG_BYTES, I8))
    return w.finish()


class TileSteps:
    """The products of two visits by matrix tiles: blending the previous, multiplying for the next.

    A step adds the products of up to two tiles of rows and two of columns. Sums stay in tiles from
    step to step; the first step of each loads them or sets them to zero, the last writes them down.
    """

    def __init__(
        self, w: Writer, shape: Shape, following: dict[str, Value], before: dict[str, Value]
    ) -> None:
        b = w.builder
        self.w, self.shape, self.following, self.before = w, shape, following, before
        self.high, self.wide = -(-shape.rows // SIDE), shape.unit // SIDE
        self.width, self.depth = w.given["v_width"], w.given["k_width"]
        none, side = w.number(0), w.number(SIDE)
        self.sides = [is_read(w, before, unit) for unit in range(2)]
        has_blend = b.icmp_signed("!=", before["kinds"], none)
        reads = [is_read(w, following, unit) for unit in range(2)]
        self.first = b.select(reads[0], none, w.number(1))
        self.units = b.select(reads[1], w.number(2), b.zext(reads[0], I64))
        has_units = b.or_(*reads)
        self.start = [
            b.select(has_blend, none, b.add(self.width, side)),
            b.select(has_units, self.first, w.number(3)),
            none,
        ]

    def step(self, at: list[Value]) -> list[Value]:
        """Do one step, if there is one left."""
        b = self.w.builder
        column, unit, pair = at
        is_blending = b.icmp_signed("<=", column, self.width)
        is_left = b.and_(b.not_(is_blending), b.icmp_signed("<=", unit, self.units))
        blended = self.w.when(is_blending, [column], lambda: self._blend(column))
        multiplied = self.w.when(is_left, [unit, pair], lambda: self._multiply(unit, pair))
        return [*blended, *multiplied]

    def finish_blend(self, at: list[Value]) -> list[Value]:
        """Do what is left of the blend."""
        w, b = self.w, self.w.builder
        column, *others = at
        stop = b.add(self.width, w.number(1))
        (column,) = w.loop(column, stop, SIDE, [column], lambda here, _: self._blend(here))
        return [column, *others]

    def finish(self, at: list[Value]) -> None:
        """Do all that is left."""
        b, w = self.w.builder, self.w
        each = b.lshr(b.add(self.depth, w.number(DEPTH // 2 - 1)), w.number(4))
        each = b.select(b.icmp_signed(">", each, w.number(0)), each, w.number(1))
        units = b.sub(self.units, at[1])
        left = b.sub(b.add(b.mul(units, each), w.number(1)), b.lshr(at[2], w.number(4)))
        after = self.finish_blend(at)[1:]
        w.loop(0, left, 1, after, lambda _, held: self._multiply(*held))

    def _blend(self, column: Value) -> list[Value]:
        """Write down the tile of columns before this one and begin with this; the next column.

        The weights stay in tiles from the first column to the last.
        """
        b, w = self.w.builder, self.w
        weights, v, output = (self._place(self.before, name) for name in ("weights", "v", "output"))
        stride = b.mul(self.width, w.number(4))

        def moved(name: str, column: Value) -> list[Value]:
            for i in range(self.high):
                start = b.add(b.mul(self.width, w.number(i * SIDE)), column)
                _tile(w, name, SUMS + i, w.at(output, start), stride)
            return []

        def first() -> list[Value]:
            for side in range(2):
                for i in range(self.high):
                    place = w.at(weights, side * SIDE + i * SIDE * TILE)
                    _tile(w, "loadd64", WEIGHTS + side * self.high + i, place, w.number(4 * TILE))
            return []

        def add(side: int) -> list[Value]:
            start = b.add(b.mul(self.width, w.number(side * SIDE)), column)
            _tile(w, "loadd64", COLUMNS + side, w.at(v, start), stride)
            for i in range(self.high):
                product(w, SUMS + i, WEIGHTS + side * self.high + i, COLUMNS + side)
            return []

        def begin() -> list[Value]:
            w.when(b.icmp_signed("==", column, w.number(0)), [], first)
            moved("loadd64", column)
            for side, is_there in enumerate(self.sides):
                w.when(is_there, [], partial(add, side), is_likely=True)
            return []

        earlier = b.sub(column, w.number(SIDE))
        has_earlier = b.icmp_signed(">=", earlier, w.number(0))
        w.when(has_earlier, [], lambda: moved("stored64", earlier), is_likely=True)
        w.when(b.icmp_signed("<", column, self.width), [], begin, is_likely=True)
        return [b.add(column, w.number(SIDE))]

    def _multiply(self, unit: Value, pair: Value) -> list[Value]:
        """Add 32 coordinates to the products of a unit of keys; the next unit and pair.

        The products of a unit are written down at the first step of the next.
        """
        b, w, shape = self.w.builder, self.w, self.shape
        q, k, scores = (self._place(self.following, name) for name in ("q", "k", "weights"))
        tiles = [(i, j) for i in range(self.high) for j in range(self.wide)]

        def add() -> list[Value]:
            along, down = b.mul(self.depth, w.number(4)), w.number(4 * shape.unit)
            for i in range(self.high):
                start = b.add(b.mul(self.depth, w.number(i * SIDE)), pair)
                _tile(w, "loadd64", ROWS + i, w.at(q, start), along)
            row = b.add(b.mul(self.depth, unit), pair)
            for j in range(self.wide):
                start = b.add(b.mul(row, w.number(shape.unit)), w.number(j * SIDE))
                _tile(w, "loadd64", COLUMNS + j, w.at(k, start), down)
            for at, (i, j) in enumerate(tiles):
                product(w, SUMS + at, ROWS + i, COLUMNS + j)
            return []

        def store() -> list[Value]:
            earlier = b.mul(b.sub(unit, w.number(1)), w.number(shape.unit))
            for at, (i, j) in enumerate(tiles):
                start = b.add(earlier, w.number(i * SIDE * TILE + j * SIDE))
                _tile(w, "stored64", SUMS + at, w.at(scores, start), w.number(4 * TILE))
            return []

        def begin() -> list[Value]:
            w.when(b.icmp_signed(">", unit, self.first), [], store, is_likely=True)
            for at in range(len(tiles)):
                _tile(w, "zero", SUMS + at)
            return []

        w.when(b.icmp_signed("==", pair, w.number(0)), [], begin, is_likely=True)
        is_added = b.and_(
            b.icmp_signed("<", pair, self.depth), b.icmp_signed("<", unit, self.units)
        )
        w.when(is_added, [], add, is_likely=True)
        onward = b.add(pair, w.number(DEPTH // 2))
        is_over = b.icmp_signed(">=", onward, self.depth)
        after = b.add(unit, w.number(1))
        return [b.select(is_over, after, unit), b.select(is_over, w.number(0), onward)]

    def _place(self, visit: dict[str, Value], name: str) -> Value:
        return self.w.builder.inttoptr(visit[name], ir.PointerType())


def product(w: Writer, sums: int, rows: int, columns: int) -> None:
    """Add the products of a tile of rows and a tile of columns."""
    given = (ir.Constant(I8, tile) for tile in (sums, rows, columns))
    w.call("llvm.x86.tdpbf16ps", VOID, *given)


def _tile(w: Writer, name: str, tile: int, *given: Value) -> None:
    """One instruction on one tile."""
    w.call(f"llvm.x86.tile{name}", VOID, ir.Constant(I8, tile), *given)
