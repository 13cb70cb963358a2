"""From numba to the functions of the generator: addresses in, machine code called."""

from collections.abc import Callable
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.core.extending import intrinsic

from starlore.attention.compiled.ir import F32, I32, I64
from starlore.attention.compiled.lift import build_lift
from starlore.attention.compiled.measure import (
    FIT,
    GATHER,
    MEASURE,
    SKIP,
    build_fit,
    build_gather,
    build_measure,
    build_skip,
)
from starlore.attention.compiled.rank import (
    BLANK,
    RANK,
    SHARE,
    build_blank,
    build_rank,
    build_share,
)
from starlore.attention.compiled.shape import Shape
from starlore.attention.compiled.transfer import (
    COPY,
    FINISH,
    LAY,
    TURN,
    build_copy,
    build_finish,
    build_lay,
    build_turn,
)
from starlore.attention.compiled.unit import (
    BLEND,
    WEIGH,
    WEIGH_HERE,
    build_blend,
    build_weigh,
)

I16 = ir.IntType(16)


def weigh_of(shape: Shape, is_plain: bool, reads: bool = False) -> Any:
    """`weigh((...))`, callable from compiled functions with a tuple of 64-bit whole numbers."""

    def build(module: Any) -> Any:
        lift = _lift(module, shape, is_plain, reads)
        return build_weigh(module, shape, lift, is_plain, reads)

    return callable_of(build, "weigh_plain" if is_plain else "weigh_any", len(WEIGH))


def weigh_here_of(shape: Shape, reads: bool = False) -> Any:
    """`weigh_here((...))`: plain weighing by one row, of keys where they lie."""

    def build(module: Any) -> Any:
        lift = _lift(module, shape, True, reads)
        return build_weigh(module, shape, lift, True, reads, is_here=True)

    return callable_of(build, "weigh_here", len(WEIGH_HERE))


def _lift(module: Any, shape: Shape, is_plain: bool, reads: bool) -> Any:
    name = "lift_plain" if is_plain else "lift_any"
    return module.globals.get(name) or build_lift(module, shape, is_plain, reads)


def blend_of(shape: Shape) -> Any:
    """`blend((...))`, callable like `weigh`."""
    return callable_of(lambda module: build_blend(module, shape), "blend", len(BLEND))


def measure_of(shape: Shape) -> Any:
    """`measure((...))`: how far a group of rows looks in one tile."""
    return callable_of(lambda module: build_measure(module, shape), "measure", len(MEASURE))


def fit_of(shape: Shape) -> Any:
    """`fit((...))`: the weights on a span of keys, for a group of rows and one tile."""
    return callable_of(lambda module: build_fit(module, shape), "fit", len(FIT))


def rank_of(shape: Shape) -> Any:
    """`rank((...))`: the best keys of a group of rows, from one tile."""
    return callable_of(lambda module: build_rank(module, shape), "rank", len(RANK))


def gather_of(shape: Shape) -> Any:
    """`gather((...))`: sums of a row, lane by lane, as one number each."""
    return callable_of(lambda module: build_gather(module, shape), "gather", len(GATHER))


def blank_of(shape: Shape) -> Any:
    """`blank((...))`: empty lists."""
    return callable_of(lambda module: build_blank(module, shape), "blank", len(BLANK))


def skip_of(shape: Shape) -> Any:
    """`skip((...))`: nothing in what was skipped of a tile."""
    return callable_of(lambda module: build_skip(module, shape), "skip", len(SKIP))


def share_of() -> Any:
    """`share((...))`: weights of the scores of a list."""
    return callable_of(build_share, "share", len(SHARE))


def turn_of(shape: Shape) -> Any:
    """`turn((...))`: keys into packed order."""
    return callable_of(lambda module: build_turn(module, shape), "turn", len(TURN))


def copy_of(shape: Shape) -> Any:
    """`copy((...))`: values into packed order."""
    return callable_of(lambda module: build_copy(module, shape), "copy", len(COPY))


def lay_of(shape: Shape) -> Any:
    """`lay((...))`: queries into packed order."""
    return callable_of(lambda module: build_lay(module, shape), "lay", len(LAY))


def finish_of(shape: Shape) -> Any:
    """`finish((...))`: a row of the output."""
    return callable_of(lambda module: build_finish(module, shape), "finish", len(FINISH))


def callable_of(build: Callable[[Any], Any], name: str, count: int) -> Any:
    """What `build` writes into a module, callable from compiled functions.

    Args:
        name: of the LLVM function. count: how many 64-bit whole numbers it takes, in one tuple.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        function = builder.module.globals.get(name) or build(builder.module)
        builder.call(function, arguments)
        return context.get_dummy_value()

    @intrinsic
    def call(typing_context, given):  # type: ignore[no-untyped-def]
        def unpack(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            values = [builder.extract_value(arguments[0], i) for i in range(count)]
            return generate(context, builder, signature, values)

        return types.void(given), unpack

    return call


def tuple_of(kind: Any) -> Any:
    """`read(address)`: a named tuple of 64-bit whole numbers from where they lie side by side."""

    @intrinsic
    def read(typing_context, address):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            start = builder.inttoptr(arguments[0], ir.PointerType())
            places = [
                builder.gep(start, [ir.Constant(I64, at)], source_etype=I64)
                for at in range(len(kind))
            ]
            values = [builder.load(place, typ=I64, align=8) for place in places]
            return context.make_tuple(builder, kind, values)

        return kind(types.int64), generate

    return read


def _reader(kind: Any, result: Any, widen: Callable[[Any, Any], Any], align: int) -> Any:
    @intrinsic
    def read(typing_context, address, index):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            place = _place(builder, arguments, kind)
            return widen(builder, builder.load(place, typ=kind, align=align))

        return result(types.int64, types.int64), generate

    return read


def _writer(
    kind: Any, given: Any, align: int, narrow: Callable[[Any, Any], Any] = lambda _, x: x
) -> Any:
    @intrinsic
    def write(typing_context, address, index, value):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            value = narrow(builder, arguments[2])
            builder.store(value, _place(builder, arguments, kind), align=align)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, given), generate

    return write


def _place(builder: Any, arguments: Any, kind: Any) -> Any:
    base = builder.inttoptr(arguments[0], ir.PointerType())
    return builder.gep(base, [arguments[1]], source_etype=kind)


def _from_bfloat16(builder: Any, bits: Any) -> Any:
    return builder.bitcast(builder.shl(builder.zext(bits, I32), ir.Constant(I32, 16)), F32)


read_float32 = _reader(F32, types.float32, lambda builder, x: x, 4)
read_float64 = _reader(ir.DoubleType(), types.float64, lambda builder, x: x, 8)
read_float16 = _reader(ir.HalfType(), types.float32, lambda builder, x: builder.fpext(x, F32), 2)
read_bfloat16 = _reader(I16, types.float32, _from_bfloat16, 2)
read_bits = _reader(I16, types.int64, lambda builder, x: builder.zext(x, I64), 2)
read_whole = _reader(I64, types.int64, lambda builder, x: x, 8)
read_short = _reader(I32, types.int64, lambda builder, x: builder.sext(x, I64), 4)
"""`read_...(address, index)`: the number `index` places behind the address."""

write_float32 = _writer(F32, types.float32, 4)
write_float64 = _writer(ir.DoubleType(), types.float64, 8)
write_bits = _writer(I16, types.int64, 2, lambda builder, x: builder.trunc(x, I16))
write_whole = _writer(I64, types.int64, 8)
write_short = _writer(I32, types.int32, 4)
"""`write_...(address, index, number)`."""
