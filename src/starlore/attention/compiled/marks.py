"""Who reads what in one cell of a backward pass: a bit per row and key, and the bias if any."""

from collections.abc import Iterator

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.compiled.gradients import CHUNK, Cell
from starlore.attention.compiled.memory import address
from starlore.attention.compiled.reweigh import SLAB, TILE
from starlore.attention.inputs import Inputs
from starlore.attention.schemes import Kind
from starlore.attention.scoring import Block
from starlore.attention.slopes import add_bias


class Marks:
    """Room for the words of one cell, its bias, and the gradient of that."""

    def __init__(self, has_bias: bool, is_bias_moved: bool) -> None:
        self.claims = np.zeros((CHUNK, SLAB), dtype=np.bool_)
        self.bits = np.zeros((SLAB // TILE, CHUNK), dtype=np.int64)
        self.bias = np.zeros((CHUNK, SLAB) if has_bias else (0, 0), dtype=np.float32)
        self.moved = np.zeros((CHUNK, SLAB) if is_bias_moved else (0, 0), dtype=np.float32)

    def fill(self, inputs: Inputs, blocks: list[Block], keys: range) -> bool:
        """Write down who reads what, and give whether anybody reads anything."""
        self.claims[:] = False
        self.moved[:] = 0
        is_read = False
        for block, place in placed(blocks):
            kind: Kind = inputs.settled[int(inputs.key_lengths[block.at])].tile(block.rows, keys)
            said, allowed, bias = inputs.tile(block.at, block.heads, block.rows, keys, kind)
            if said == "skipped":
                continue
            is_read = True
            self.claims[place, : len(keys)] = True if allowed is None else allowed[0]
            if bias is not None:
                with np.errstate(over="ignore"):
                    self.bias[place, : len(keys)] = bias[0]
        if is_read:
            words = np.packbits(self.claims, axis=1, bitorder="little").view("<i8")
            self.bits[:] = words.T
        return is_read

    def told(self, cell: Cell) -> Cell:
        """The cell, which now knows where to look."""
        if cell.spans:
            return cell
        return cell._replace(
            bits=address(self.bits),
            bias=address(self.bias) if self.bias.size else 0,
            moved=address(self.moved) if self.moved.size else 0,
        )

    def add(self, dbias: Array, blocks: list[Block], keys: range) -> None:
        """Add what the bias of this cell would move to the gradient of the whole bias."""
        for block, place in placed(blocks):
            add_bias(dbias, block, keys, self.moved[None, place])


def placed(blocks: list[Block]) -> Iterator[tuple[Block, slice]]:
    """Blocks of one query head each, and the rows of a chunk that they fill."""
    start = 0
    for block in blocks:
        yield block, slice(start, start + len(block.rows))
        start += len(block.rows)
