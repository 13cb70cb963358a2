"""A carried state as a way of reading: the text is run through once, and asked on the way.

The cells are those of `run_recurrent`; here their traces are kept between the way there and back.
"""

import math
from typing import Any

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.contrast.cells import CELLS, Tables
from starlore.attention.contrast.learners.layers import (
    Params,
    Sums,
    mapped,
    mapped_backward,
    put,
    taken,
)
from starlore.attention.contrast.learners.mixer import Mixer, Shapes
from starlore.attention.contrast.recurrent import CellName


def recurrent(width: int, cell: CellName) -> Mixer:
    """One forward direction of a cell, as wide as the text.

    An LSTM begins by forgetting little: Jozefowicz et al. 2015.
    """
    kind, deviation = CELLS[cell], 1 / math.sqrt(width)
    rows = kind.gates * width
    tables: Shapes = {
        "input": ((width, rows), deviation),
        "hidden": ((rows, width), deviation),
        "bias": ((rows,), 0.0),
        "wg": ((width, width), deviation),
        "wo": ((width, width), deviation),
    }

    def read(params: Params, x: Array, at: Array) -> tuple[Array, Any]:
        learned = Tables(
            params["hidden"], params["bias"], _no_peepholes(x, width), is_reset_last=False
        )
        drives = np.ascontiguousarray(mapped(x, params["input"]).swapaxes(0, 1))
        carried = (np.zeros((len(x), width), x.dtype),) * kind.carried
        traces, output = [], np.empty_like(x)
        for t, drive in enumerate(drives):
            carried, trace = kind.step(drive, carried, learned)
            output[:, t] = carried[0]
            traces.append(trace)
        told, asking = taken(output, at), taken(x, at)
        gate = 1 + mapped(asking, params["wg"])
        return mapped(gate * told, params["wo"]), (x, at, asking, gate, told, traces, learned)

    def back(params: Params, trace: Any, grad: Array, sums: Sums) -> Array:
        x, at, asking, gate, told, traces, learned = trace
        of_gated = mapped_backward(grad, gate * told, params["wo"], "wo", sums)
        of_asking = mapped_backward(of_gated * told, asking, params["wg"], "wg", sums)
        wanted = put(of_gated * gate, at, x.shape[1]).swapaxes(0, 1)
        drives = np.empty((*x.shape[:2], rows), x.dtype)
        added = {**sums, "peepholes": np.zeros_like(learned.peepholes)}
        of_carried = (np.zeros_like(wanted[0]),) * kind.carried
        for t in reversed(range(x.shape[1])):
            of_carried = (of_carried[0] + wanted[t], *of_carried[1:])
            drives[:, t], of_carried = kind.back(of_carried, traces[t], learned, added)
        of_x = mapped_backward(drives, x, params["input"], "input", sums)
        return of_x + put(of_asking, at, x.shape[1])

    remembers = {"bias": np.repeat([0.0, 0.0, 1.0, 0.0], width)} if cell == "lstm" else {}
    return Mixer(tables, read, back, width * kind.carried, remembers)


def _no_peepholes(x: Array, width: int) -> Array:
    return np.zeros((3, width), x.dtype)
