"""Products of key and value, carried along the text as one vector, and read by one more product.

    the key of the place before * a value -> carried along -> normed * a query

Codes whose numbers are all about 1 or -1 are undone by being multiplied once more: whoever asks
with a key finds its value, under the noise of all other pairs; `superposed` works out how much of
it. How the products are carried makes the difference: a convolution weighs each by how long ago it
was, a state adds what it lets in.

Sources: the shift and the products of Fu et al. 2023 (H3); Poli et al. 2023 (Hyena).
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from starlore.attention.arrays import Array
from starlore.attention.contrast.laid import sigmoid
from starlore.attention.contrast.learners.layers import (
    Params,
    Sums,
    mapped,
    mapped_backward,
    normed,
    normed_backward,
    put,
    slid,
    slid_backward,
    taken,
)
from starlore.attention.contrast.learners.mixer import Mixer, Shapes


@dataclass(frozen=True)
class Carry:
    """How products are carried along the text.

    Attributes:
        tables: what it learns. hidden: numbers that this carries from one place to the next.
        along: parameters, text `[b, n, d]`, products `[b, n, d]` -> carried `[b, n, d]`, trace.
        back: parameters, trace, gradient of what was carried, sums -> gradients of text, products.
        begins: what is added to its tables when they are drawn.
    """

    tables: Shapes
    hidden: int
    along: Callable[[Params, Array, Array], tuple[Array, Any]]
    back: Callable[[Params, Any, Array, Sums], tuple[Array, Array]]
    begins: Mapping[str, Array] = field(default_factory=dict)


def products(width: int, carry: Carry) -> Mixer:
    """A way of reading by products that are carried along.

    Keys and queries begin as the text itself, and a key as that of the place before: so a key that
    is asked meets its own numbers from the first step on. Drawn apart from each other they come
    together later in a state, and in a convolution not in hundreds of steps.
    """
    deviation = 1 / math.sqrt(width)
    square = ((width, width), deviation)
    tables: Shapes = {
        **dict.fromkeys(("wq", "wk", "wv", "wo"), square),
        "shift": ((2, width), 0.0),
        **carry.tables,
    }

    def read(params: Params, x: Array, at: Array) -> tuple[Array, Any]:
        asking = taken(x, at)
        told, v = mapped(x, params["wk"]), mapped(x, params["wv"])
        k = slid(told, params["shift"])
        carried, trace = carry.along(params, x, k * v)
        held, factor = normed(taken(carried, at))
        q = mapped(asking, params["wq"])
        found = q * held
        kept = (x, at, asking, told, k, v, trace, held, factor, q, found)
        return mapped(found, params["wo"]), kept

    def back(params: Params, kept: Any, grad: Array, sums: Sums) -> Array:
        x, at, asking, told, k, v, trace, held, factor, q, found = kept
        of_found = mapped_backward(grad, found, params["wo"], "wo", sums)
        of_held = normed_backward(of_found * q, held, factor)
        of_x, of_products = carry.back(params, trace, put(of_held, at, x.shape[1]), sums)
        of_told = slid_backward(of_products * v, told, params["shift"], "shift", sums)
        of_x = of_x + mapped_backward(of_told, x, params["wk"], "wk", sums)
        of_x += mapped_backward(of_products * k, x, params["wv"], "wv", sums)
        of_asking = mapped_backward(of_found * held, asking, params["wq"], "wq", sums)
        return of_x + put(of_asking, at, x.shape[1])

    before = np.repeat([[0.0], [1.0]], width, axis=1)
    begins = {**dict.fromkeys(("wq", "wk"), np.eye(width)), "shift": before, **carry.begins}
    hidden = carry.hidden + width  # the key that comes next is that of this place
    return Mixer(tables, read, back, hidden, begins)


def product(width: int) -> Mixer:
    """A state that adds up the products it lets in: the share of each is made from its place."""
    tables: Shapes = {"wb": ((width, 1), 1 / math.sqrt(width))}

    def along(params: Params, x: Array, written: Array) -> tuple[Array, Any]:
        beta = sigmoid(mapped(x, params["wb"]))
        return np.cumsum(beta * written, axis=1), (x, written, beta)

    def back(params: Params, trace: Any, grad: Array, sums: Sums) -> tuple[Array, Array]:
        x, written, beta = trace
        later = np.cumsum(grad[:, ::-1], axis=1)[:, ::-1]
        of_beta = np.einsum("bnd,bnd->bn", later, written)[..., None]
        of_x = mapped_backward(of_beta * beta * (1 - beta), x, params["wb"], "wb", sums)
        return of_x, later * beta

    return products(width, Carry(tables, width, along, back))
