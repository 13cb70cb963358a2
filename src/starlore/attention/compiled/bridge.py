"""From numba to the functions of the generator: addresses in, machine code called."""

from collections.abc import Callable
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.core.extending import intrinsic

from starlore.attention.compiled.ir import F32, I32, I64
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
    build_blend,
    build_lift,
    build_weigh,
)

I16 = ir.IntType(16)


def weigh_of(shape: Shape, is_plain: bool) -> Any:
    """`weigh((...))`, callable from compiled functions with a tuple of 64-bit whole numbers."""

    def build(module: Any) -> Any:
        lift = build_lift(module, shape, is_plain)
        return build_weigh(module, shape, lift, is_plain)

    return _callable(build, "weigh_plain" if is_plain else "weigh_any", len(WEIGH))


def blend_of(shape: Shape) -> Any:
    """`blend((...))`, callable like `weigh`."""
    return _callable(lambda module: build_blend(module, shape), "blend", len(BLEND))


def turn_of(shape: Shape) -> Any:
    """`turn((...))`: keys into packed order."""
    return _callable(lambda module: build_turn(module, shape), "turn", len(TURN))


def copy_of(shape: Shape) -> Any:
    """`copy((...))`: values into packed order."""
    return _callable(lambda module: build_copy(module, shape), "copy", len(COPY))


def lay_of(shape: Shape) -> Any:
    """`lay((...))`: queries into packed order."""
    return _callable(lambda module: build_lay(module, shape), "lay", len(LAY))


def finish_of(shape: Shape) -> Any:
    """`finish((...))`: a row of the output."""
    return _callable(lambda module: build_finish(module, shape), "finish", len(FINISH))


def _callable(build: Callable[[Any], Any], name: str, count: int) -> Any:
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
"""`read_...(address, index)`: the number `index` places behind the address."""

write_float32 = _writer(F32, types.float32, 4)
write_float64 = _writer(ir.DoubleType(), types.float64, 8)
write_bits = _writer(I16, types.int64, 2, lambda builder, x: builder.trunc(x, I16))
write_whole = _writer(I64, types.int64, 8)
"""`write_...(address, index, number)`."""
