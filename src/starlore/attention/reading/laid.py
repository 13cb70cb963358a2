"""What is asked, laid on a call: the place of every query among the keys, and the tokens."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Int

from starlore.attention.arrays import Array, as_array
from starlore.attention.inputs import Inputs
from starlore.attention.reading.asked import Read
from starlore.attention.schemes import offset
from starlore.errors import DtypeError, ShapeError

NO_KEY = -2
"""The token of a key that is not there: nobody's."""


@dataclass(frozen=True)
class Laid:
    """What is asked of one call.

    Args:
        place: `[*batch, n_q]`, where each query stands; all 0 if nothing asked depends on it.
        own: `[*batch, n_q]`, the code of the token at that place, -1 if there is none.
        codes: `[*batch, 1 + n_k]`, the codes of the keys' tokens, behind one that is no key.
    """

    read: Read
    place: Array
    own: Array | None
    codes: Array | None


def lay(read: Read, inputs: Inputs) -> Laid:
    """Lay what is asked on a call.

    Raises:
        AlignmentError: if places are needed, and nobody says where two different lengths meet.
        ShapeError: if there is not one token for each key.
        DtypeError: if tokens are neither whole numbers nor texts.
    """
    batch, n_q, n_k = inputs.q.shape[:-3], inputs.q.shape[-2], inputs.k.shape[-2]
    if not read.needs_places:
        return Laid(read, np.zeros((*batch, n_q), dtype=np.int64), None, None)
    place = places(inputs, read)
    if not read.needs_tokens:
        return Laid(read, place, None, None)
    tokens = _tokens(read.tokens, (*batch, n_k))
    before = np.full((*batch, 1), NO_KEY, dtype=np.int64)
    codes = np.concatenate([before, tokens], axis=-1)
    at = np.where((place < 0) | (place >= n_k), -1, place) + 1
    own = np.take_along_axis(codes, at, axis=-1)
    return Laid(read, place, np.where(at == 0, -1, own), codes)


def places(inputs: Inputs, read: Read) -> Int[Array, "*batch n_q"]:
    """The place of every query among the keys, from the scheme or from `Read.align`.

    Raises:
        AlignmentError: if neither says where two different lengths meet.
    """
    n_q = inputs.q.shape[-2]
    starts = np.zeros(inputs.key_lengths.shape, dtype=np.int64)
    for length in np.unique(inputs.key_lengths):
        start = inputs.scheme.offset(n_q, int(length))
        if start is None:
            start = offset(read.align, n_q, int(length))
        starts[inputs.key_lengths == length] = start
    found: Array = starts[..., None] + np.arange(n_q, dtype=np.int64)
    return found


def _tokens(tokens: object, shape: tuple[int, ...]) -> Array:
    """A code of 0 or more for each token, equal where tokens are equal."""
    given = as_array(tokens, "tokens")
    if given.dtype.kind not in "iuUS" and given.size:
        raise DtypeError(f"tokens must be whole numbers or texts: they are {given.dtype}")
    if given.ndim == 0 or given.shape[-1] != shape[-1]:
        raise ShapeError(f"there must be a token for each key, {shape}: tokens are {given.shape}")
    codes = np.unique(given, return_inverse=True)[1].reshape(given.shape)
    try:
        return np.broadcast_to(codes.astype(np.int64), shape)
    except ValueError:
        raise ShapeError(
            f"there must be a token for each key, {shape}: tokens are {given.shape}"
        ) from None
