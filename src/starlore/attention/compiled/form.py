"""The form of a call: all that follows from sizes, strides, scheme and settings, not from numbers.

A model asks for attention of one form in each of its layers, one call after another. To lay it
down takes as long as folding one query into a thousand keys, so forms are kept: of schemes that
are a few numbers each, and compare by them.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from starlore.attention.arrays import Array, name_of
from starlore.attention.compiled.job import Job, settings, sizes
from starlore.attention.compiled.jobs import put
from starlore.attention.compiled.memory import address
from starlore.attention.compiled.packing import KINDS
from starlore.attention.compiled.shape import EVERY, SINGLE, TILE, Shape
from starlore.attention.compiled.taken import scales
from starlore.attention.compiled.visits import Spans, spans_of
from starlore.attention.inputs import Inputs
from starlore.attention.schemes import Causal, Full, Window

PLAIN_SCHEMES = (Full, Causal, Window)
"""Schemes of a few numbers, whose forms are kept."""

MOST_FORMS, LARGEST_FORM = 64, 2**16
"""How many forms are kept, and of how many bytes at most."""

_kept: dict[tuple[object, ...], "Form"] = {}


@dataclass(frozen=True)
class Form:
    """What is known of a call before its numbers.

    Args:
        kernel: its name. shape: its shape.
        n_q, d_v: queries of a head, and the width of a value.
        rows: stacked queries of a key head. heads: key heads of a batch item.
        tiles: of the key head that has most.
        widths: float32 numbers of a packed key and a packed value.
        scratch, held: float32 numbers a worker needs, and of the state of a block of rows.
        spans: who reads what, for each key length that occurs; None where only a table tells.
        is_told: whether spans tell it of all. is_narrow: whether the kernel rounds the output.
        comparisons: pairs that spans allow. units: of keys times groups of rows, all there are.
        numbers: of the settings, and the scale, which the kernel reads where they lie.
        jobs: a job for each key head: all rows, all tiles, packed nowhere yet, of no worker; its
            arrays are told by the bytes from their beginnings.
    """

    kernel: str
    shape: Shape
    n_q: int
    d_v: int
    rows: int
    tiles: int
    heads: int
    widths: tuple[int, int]
    scratch: int
    held: int
    spans: Mapping[int, Spans | None]
    is_told: bool
    is_narrow: bool
    comparisons: int
    units: int
    numbers: tuple[Array, Array]
    jobs: Array

    @property
    def told_bytes(self) -> int:
        """How much memory its spans take."""
        return sum(spans.nbytes for spans in self.spans.values() if spans is not None)


def form_of(inputs: Inputs, arrays: tuple[Array, Array, Array], kernel: str, sums: int) -> Form:
    """The form of a call.

    Args:
        arrays: its queries, keys and values, whose numbers lie at whole steps from each other.
        kernel: the name of the shape for many rows.
        sums: that a row keeps.
    """
    is_plain = inputs.mask is None and inputs.bias is None and inputs.choice is None
    if not is_plain or type(inputs.scheme) not in PLAIN_SCHEMES:
        return _lay(inputs, arrays, kernel, sums)
    key = (
        inputs.scheme,
        *((array.dtype, array.shape, array.strides) for array in arrays),
        inputs.key_lengths.tobytes(),
        (inputs.scale, inputs.softcap, inputs.output_dtype, kernel, sums),
    )
    found = _kept.get(key)
    if found is None:
        found = _lay(inputs, arrays, kernel, sums)
        if found.told_bytes + found.jobs.nbytes <= LARGEST_FORM:
            if len(_kept) >= MOST_FORMS:
                _kept.clear()
            _kept[key] = found
    return found


def _lay(inputs: Inputs, arrays: tuple[Array, Array, Array], kernel: str, sums: int) -> Form:
    heads, d_k, d_v = inputs.k.shape[-3], inputs.q.shape[-1], inputs.v.shape[-1]
    rows, lengths = inputs.q.shape[-2] * inputs.group, inputs.key_lengths.reshape(-1).tolist()
    kernel += SINGLE if rows == 1 else ""
    shape = EVERY[kernel]
    packed, scratch, held = sizes(shape, d_k, d_v, sums)
    spans = {length: spans_of(inputs, length) for length in inputs.settled}
    is_narrow = shape.pairs > 1 and inputs.output_dtype == inputs.q.dtype
    scale, rest = scales(inputs.scale) if shape.pairs > 1 else (inputs.scale, 1.0)
    numbers = settings(inputs, sums, rest, is_narrow), np.array([scale])
    each = [spans[length] for length in lengths]
    jobs = np.empty((len(lengths) * heads, len(Job._fields)), dtype=np.int64)
    jobs[:] = _every_job(inputs, arrays, numbers, sums)
    _place(jobs, inputs, arrays)
    told = [(0, 0, 0) if one is None else one.places for one in each]
    found = [(-(-length // TILE), *places) for length, places in zip(lengths, told, strict=True)]
    tiles, count, lows, highs = np.repeat(np.reshape(found, (-1, 4)), heads, axis=0).T
    put(jobs, stop_tile=tiles, spans=count, lows=lows, highs=highs)
    units = sum(-(-length // shape.unit) for length in lengths)
    return Form(
        kernel=kernel,
        shape=shape,
        n_q=inputs.q.shape[-2],
        d_v=d_v,
        rows=rows,
        tiles=max((tiles for tiles, *_ in found), default=0),
        heads=heads,
        widths=packed,
        scratch=scratch,
        held=held,
        spans=spans,
        is_told=None not in spans.values(),
        is_narrow=is_narrow,
        comparisons=sum(one.comparisons for one in each if one) * inputs.group * heads,
        units=units * heads * -(-rows // shape.rows),
        numbers=numbers,
        jobs=jobs,
    )


def _every_job(
    inputs: Inputs,
    arrays: tuple[Array, Array, Array],
    numbers: tuple[Array, Array],
    sums: int,
) -> Job:
    """What all jobs of a call have in common; strides count numbers."""
    q, k, v = ([step // x.itemsize for step in x.strides] for x in arrays)
    n_q, d_k = inputs.q.shape[-2:]
    return Job(
        q_head=q[-3],
        q_row=q[-2],
        q_column=q[-1],
        k_row=k[-2],
        k_column=k[-1],
        v_row=v[-2],
        v_column=v[-1],
        kind=KINDS[name_of(arrays[0].dtype)],
        n_q=n_q,
        n_k=inputs.k.shape[-2],
        d_k=d_k,
        d_v=inputs.v.shape[-1],
        rows=n_q * inputs.group,
        is_plain=int(inputs.softcap is None and inputs.bias is None),
        settings=address(numbers[0]),
        scale=address(numbers[1]),
        is_first=1,
        is_last=1,
        sums=sums,
    )


def _place(jobs: Array, inputs: Inputs, arrays: tuple[Array, Array, Array]) -> None:
    """Say where each key head begins, in bytes from where the arrays begin."""
    outer = inputs.k.shape[:-2]
    index = np.indices(outer, dtype=np.int64).reshape(len(outer), -1)
    for name, array, group in zip("qkv", arrays, (inputs.group, 1, 1), strict=True):
        steps = [*array.strides[:-3], array.strides[-3] * group]
        put(jobs, **{name: steps @ index})
    at, rows = np.arange(len(jobs)), inputs.q.shape[-2] * inputs.group
    size = inputs.v.shape[-1] * inputs.output_dtype.itemsize
    put(jobs, stream=at, output=at * (rows * size), lse=at * (rows * 4))
