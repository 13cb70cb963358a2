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
from functools import cache
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]

from starlore.attention.compiled.ir import I64, Value, Writer
from starlore.attention.compiled.paired import is_read
from starlore.attention.compiled.shape import BRACKET, TILE, Shape

I8 = ir.IntType(8)
VOID = ir.VoidType()

SIDE = 16
"""Rows of a tile, and 32-bit numbers of each."""

DEPTH = 32
"""bfloat16 numbers that one product sums over."""

SUMS, ROWS, COLUMNS = 0, 4, 6
"""The first of the tiles that hold sums, rows, columns."""

CONFIG_BYTES = 64
ARCH_PRCTL, ASK_PERMISSION, TILE_DATA = 158, 0x1023, 18

ROOM = ("room",)
"""`begin` and `end` take the address of the same room: what is told, what had been, then zeros."""


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
    for at in range(2 * CONFIG_BYTES // 8, BRACKET // 2):
        w.store_one(w.number(0), w.at(room, at, I64), 0)
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
        half, none = w.number(shape.unit), w.number(0)
        self.first = b.select(is_read(w, before, 0), none, half)
        self.stop = b.select(is_read(w, before, 1), w.number(TILE), half)
        has_blend = b.icmp_signed("!=", before["kinds"], none)
        reads = [is_read(w, following, unit) for unit in range(2)]
        self.units = b.select(reads[1], w.number(2), b.zext(reads[0], I64))
        unit = b.select(reads[0], none, w.number(1))
        column = b.select(has_blend, none, self.width)
        self.start = [column, self.first, unit, none]

    def step(self, at: list[Value]) -> list[Value]:
        """Do one step, if there is one left."""
        b = self.w.builder
        column, key, unit, pair = at
        is_blending = b.icmp_signed("<", column, self.width)
        is_left = b.and_(b.not_(is_blending), b.icmp_signed("<", unit, self.units))
        blended = self.w.when(is_blending, [column, key], lambda: self._blend(column, key))
        multiplied = self.w.when(is_left, [unit, pair], lambda: self._multiply(unit, pair))
        return [*blended, *multiplied]

    def finish_blend(self, at: list[Value]) -> list[Value]:
        """Do what is left of the blend."""
        b, w = self.w.builder, self.w
        column, key = w.loop(
            0, self._blends_left(at), 1, at[:2], lambda _, held: self._blend(*held)
        )
        return [column, key, *at[2:]]

    def finish(self, at: list[Value]) -> None:
        """Do all that is left."""
        b, w = self.w.builder, self.w
        each = b.add(w.number(1), b.lshr(b.sub(self.depth, w.number(1)), w.number(4)))
        each = b.select(b.icmp_signed(">", self.depth, w.number(0)), each, w.number(1))
        units = b.sub(self.units, at[2])
        left = b.sub(b.mul(units, each), b.lshr(at[3], w.number(4)))
        left = b.select(b.icmp_signed(">", units, w.number(0)), left, w.number(0))
        w.loop(0, b.add(left, self._blends_left(at)), 1, at, lambda _, held: self.step(held))

    def _blends_left(self, at: list[Value]) -> Value:
        b, w = self.w.builder, self.w
        columns = b.lshr(b.add(b.sub(self.width, at[0]), w.number(2 * SIDE - 1)), w.number(5))
        each = b.lshr(b.sub(self.stop, self.first), w.number(5))
        left = b.sub(b.mul(columns, each), b.lshr(b.sub(at[1], self.first), w.number(5)))
        return b.select(b.icmp_signed("<", at[0], self.width), left, w.number(0))

    def _blend(self, column: Value, key: Value) -> list[Value]:
        """Add 32 keys to one or two tiles of columns; the next column and key."""
        b, w = self.w.builder, self.w
        after = b.add(column, w.number(2 * SIDE))
        is_wide = b.icmp_signed("<=", after, self.width)
        w.when(is_wide, [], lambda: self._blend_columns(column, key, 2), is_likely=True)
        w.when(b.not_(is_wide), [], lambda: self._blend_columns(column, key, 1))
        onward = b.add(key, w.number(DEPTH))
        is_over = b.icmp_signed(">=", onward, self.stop)
        return [b.select(is_over, after, column), b.select(is_over, self.first, onward)]

    def _blend_columns(self, column: Value, key: Value, wide: int) -> list[Value]:
        b, w = self.w.builder, self.w
        weights, v, output = (self._place(self.before, name) for name in ("weights", "v", "output"))
        stride, half = b.mul(self.width, w.number(4)), b.lshr(key, w.number(1))
        sums = [
            w.at(output, b.add(b.mul(self.width, w.number(i * SIDE)), b.add(column, w.number(j * SIDE))))
            for i in range(self.high)
            for j in range(wide)
        ]

        def moved(name: str) -> list[Value]:
            for at, place in enumerate(sums):
                _tile(w, name, SUMS + at, place, stride)
            return []

        w.when(b.icmp_signed("==", key, self.first), [], lambda: moved("loadd64"), is_likely=True)
        for i in range(self.high):
            place = w.at(weights, b.add(half, w.number(i * SIDE * TILE)))
            _tile(w, "loadd64", ROWS + i, place, w.number(4 * TILE))
        start = b.add(b.mul(half, self.width), column)
        for j in range(wide):
            _tile(w, "loadd64", COLUMNS + j, w.at(v, b.add(start, w.number(j * SIDE))), stride)
        _add_products(w, self.high, wide)
        is_last = b.icmp_signed(">=", b.add(key, w.number(DEPTH)), self.stop)
        w.when(is_last, [], lambda: moved("stored64"), is_likely=True)
        return []

    def _multiply(self, unit: Value, pair: Value) -> list[Value]:
        """Add 32 coordinates to the products of a unit of keys; the next unit and pair."""
        b, w, shape = self.w.builder, self.w, self.shape
        q, k, scores = (self._place(self.following, name) for name in ("q", "k", "weights"))
        tiles = [(i, j) for i in range(self.high) for j in range(self.wide)]

        def zero() -> list[Value]:
            for at in range(len(tiles)):
                _tile(w, "zero", SUMS + at)
            return []

        def add() -> list[Value]:
            along, down = b.mul(self.depth, w.number(4)), w.number(4 * shape.unit)
            for i in range(self.high):
                start = b.add(b.mul(self.depth, w.number(i * SIDE)), pair)
                _tile(w, "loadd64", ROWS + i, w.at(q, start), along)
            row = b.add(b.mul(self.depth, unit), pair)
            for j in range(self.wide):
                start = b.add(b.mul(row, w.number(shape.unit)), w.number(j * SIDE))
                _tile(w, "loadd64", COLUMNS + j, w.at(k, start), down)
            _add_products(w, self.high, self.wide)
            return []

        def store() -> list[Value]:
            for at, (i, j) in enumerate(tiles):
                start = b.add(b.mul(unit, w.number(shape.unit)), w.number(i * SIDE * TILE + j * SIDE))
                _tile(w, "stored64", SUMS + at, w.at(scores, start), w.number(4 * TILE))
            return []

        w.when(b.icmp_signed("==", pair, w.number(0)), [], zero, is_likely=True)
        w.when(b.icmp_signed("<", pair, self.depth), [], add, is_likely=True)
        onward = b.add(pair, w.number(DEPTH // 2))
        is_over = b.icmp_signed(">=", onward, self.depth)
        w.when(is_over, [], store, is_likely=True)
        after = b.add(unit, w.number(1))
        return [b.select(is_over, after, unit), b.select(is_over, w.number(0), onward)]

    def _place(self, visit: dict[str, Value], name: str) -> Value:
        return self.w.builder.inttoptr(visit[name], ir.PointerType())


def _add_products(w: Writer, high: int, wide: int) -> None:
    """Add the products of every tile of rows and every tile of columns."""
    for i in range(high):
        for j in range(wide):
            tiles = (SUMS + i * wide + j, ROWS + i, COLUMNS + j)
            w.call("llvm.x86.tdpbf16ps", VOID, *(ir.Constant(I8, tile) for tile in tiles))


def _tile(w: Writer, name: str, tile: int, *given: Value) -> None:
    """One instruction on one tile."""
    w.call(f"llvm.x86.tile{name}", VOID, ir.Constant(I8, tile), *given)
