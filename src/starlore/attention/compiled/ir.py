"""Writing vector machine code: one LLVM function, its loops and its branches.

A `Writer` fills one function. It speaks of vectors of `lanes` numbers, of pointers to numbers of
one type, and of loops that carry values from round to round. Every multiply-add is written as the
fused operation by hand, and no arithmetic carries a fast-math flag, so what is written here is
what the machine does, in this order, always.
"""

from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]

Value = Any
"""A value of the function being written; llvmlite has no types of its own to offer."""

I1, I32, I64 = ir.IntType(1), ir.IntType(32), ir.IntType(64)
F32 = ir.FloatType()


class Writer:
    """One LLVM function under construction: float32 vectors, 64-bit whole numbers."""

    def __init__(self, module: Any, name: str, arguments: Sequence[str], lanes: int) -> None:
        kind = ir.FunctionType(ir.VoidType(), [I64] * len(arguments))
        self.function = ir.Function(module, kind, name)
        self.function.linkage = "internal"
        self.function.attributes.add("noinline")
        self.function.attributes.add("nounwind")
        self.builder = ir.IRBuilder(self.function.append_basic_block("entry"))
        self.lanes = lanes
        self.vector = ir.VectorType(F32, lanes)
        self.whole = ir.VectorType(I32, lanes)
        self.given = dict(zip(arguments, self.function.args, strict=True))

    def finish(self) -> Any:
        """Close the function and give it."""
        self.builder.ret_void()
        return self.function

    def number(self, n: int) -> Value:
        return ir.Constant(I64, n)

    def pointer(self, name: str) -> Value:
        """The address that came as the argument `name`."""
        return self.builder.inttoptr(self.given[name], ir.PointerType())

    def at(self, pointer: Value, index: Value, kind: Any = F32) -> Value:
        """The place `index` numbers of the type `kind` behind `pointer`."""
        return self.builder.gep(pointer, [self._index(index)], source_etype=kind)

    def load(self, pointer: Value, index: Value) -> Value:
        """The vector that starts `index` numbers behind `pointer`."""
        return self.builder.load(self.at(pointer, index), typ=self.vector, align=4)

    def store(self, value: Value, pointer: Value, index: Value) -> None:
        """Write a vector `index` numbers behind `pointer`."""
        self.builder.store(value, self.at(pointer, index), align=4)

    def prefetch(self, pointer: Value, index: Value) -> None:
        """Ask for the memory `index` numbers behind `pointer`; what lies there need not be ours."""
        read, keep, data = (ir.Constant(I32, n) for n in (0, 3, 1))
        self.call("llvm.prefetch.p0", ir.VoidType(), self.at(pointer, index), read, keep, data)

    def load_one(self, pointer: Value, index: Value, kind: Any = F32) -> Value:
        return self.builder.load(self.at(pointer, index, kind), typ=kind, align=4)

    def store_one(self, value: Value, pointer: Value, index: Value) -> None:
        self.builder.store(value, self.at(pointer, index), align=4)

    def broadcast(self, pointer: Value, index: Value) -> Value:
        """One number, in every lane."""
        return self.spread(self.load_one(pointer, index))

    def spread(self, value: Value) -> Value:
        """The scalar `value` in every lane."""
        kind = ir.VectorType(value.type, self.lanes)
        first = self.builder.insert_element(
            ir.Constant(kind, ir.Undefined), value, ir.Constant(I32, 0)
        )
        zeros = ir.Constant(ir.VectorType(I32, self.lanes), [0] * self.lanes)
        return self.builder.shuffle_vector(first, ir.Constant(kind, ir.Undefined), zeros)

    def constant(self, x: float) -> Value:
        """The same number in every lane."""
        return ir.Constant(self.vector, [x] * self.lanes)

    def constant_whole(self, n: int) -> Value:
        """The same 32-bit whole number in every lane."""
        return ir.Constant(self.whole, [n] * self.lanes)

    def fma(self, a: Value, b: Value, c: Value) -> Value:
        """a * b + c, rounded once."""
        return self.call(f"llvm.fma.v{self.lanes}f32", self.vector, a, b, c)

    def call(self, name: str, result: Any, *arguments: Value) -> Value:
        """Call the LLVM function `name`, declaring it on first use."""
        module = self.function.module
        found = module.globals.get(name)
        if found is None:
            kind = ir.FunctionType(result, [argument.type for argument in arguments])
            found = ir.Function(module, kind, name)
        return self.builder.call(found, arguments)

    def loop(
        self,
        start: Value,
        stop: Value,
        step: int,
        carried: Sequence[Value],
        body: Callable[[Value, list[Value]], Sequence[Value]],
    ) -> list[Value]:
        """Go from `start` up to `stop`; `body(index, carried)` gives the next carried values."""
        before = self.builder.block
        head = self.function.append_basic_block("head")
        inside = self.function.append_basic_block("inside")
        after = self.function.append_basic_block("after")
        self.builder.branch(head)
        self.builder.position_at_end(head)
        index = self.builder.phi(I64)
        index.add_incoming(self._index(start), before)
        held = [self.builder.phi(value.type) for value in carried]
        for phi, value in zip(held, carried, strict=True):
            phi.add_incoming(value, before)
        more = self.builder.icmp_signed("<", index, self._index(stop))
        self.builder.cbranch(more, inside, after)
        self.builder.position_at_end(inside)
        following = body(index, list(held))
        last = self.builder.block
        index.add_incoming(self.builder.add(index, self.number(step)), last)
        for phi, value in zip(held, following, strict=True):
            phi.add_incoming(value, last)
        self.builder.branch(head)
        self.builder.position_at_end(after)
        return list(held)

    def repeat(
        self,
        carried: Sequence[Value],
        claim: Callable[[list[Value]], Value],
        body: Callable[[list[Value]], Sequence[Value]],
    ) -> list[Value]:
        """As long as the claim holds of the carried values, `body(carried)` gives the next."""
        before = self.builder.block
        head = self.function.append_basic_block("head")
        inside = self.function.append_basic_block("inside")
        after = self.function.append_basic_block("after")
        self.builder.branch(head)
        self.builder.position_at_end(head)
        held = [self.builder.phi(value.type) for value in carried]
        for phi, value in zip(held, carried, strict=True):
            phi.add_incoming(value, before)
        self.builder.cbranch(claim(held), inside, after)
        self.builder.position_at_end(inside)
        following = body(list(held))
        for phi, value in zip(held, following, strict=True):
            phi.add_incoming(value, self.builder.block)
        self.builder.branch(head)
        self.builder.position_at_end(after)
        return list(held)

    def when(
        self,
        claim: Value,
        values: Sequence[Value],
        then: Callable[[], Sequence[Value]],
        is_likely: bool = False,
    ) -> list[Value]:
        """`then()` where the claim holds, `values` where it does not."""
        before = self.builder.block
        inside = self.function.append_basic_block("then")
        after = self.function.append_basic_block("join")
        branch = self.builder.cbranch(claim, inside, after)
        branch.set_weights([64, 64] if is_likely else [1, 1000])
        self.builder.position_at_end(inside)
        chosen = then()
        last = self.builder.block
        self.builder.branch(after)
        self.builder.position_at_end(after)
        joined = []
        for value, other in zip(chosen, values, strict=True):
            phi = self.builder.phi(value.type)
            phi.add_incoming(value, last)
            phi.add_incoming(other, before)
            joined.append(phi)
        return joined

    def _index(self, index: Value) -> Value:
        return self.number(index) if isinstance(index, int) else index
