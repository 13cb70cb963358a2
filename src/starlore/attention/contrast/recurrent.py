"""A recurrent state: a text is read place by place, and all that is known of it is carried along.

Source: the meanings of ONNX RNN, GRU and LSTM.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from jaxtyping import Float

from starlore.attention.arguments import must_be
from starlore.attention.arrays import Array, Numbers, as_array
from starlore.attention.contrast.cells import CELLS, Carried, Cell, Tables, Trace, zeros_like
from starlore.attention.contrast.laid import laid, needed, one_of, shaped
from starlore.errors import BadValue, ShapeError

CellName = Literal["rnn", "gru", "lstm"]
Direction = Literal["forward", "reverse", "bidirectional"]
LEARNED = ("input", "hidden", "bias", "peepholes")


@dataclass(frozen=True)
class RecurrentParams:
    """What was learned, with one row of tables for each direction.

    Args:
        input: `[directions, gates * h, d]`. hidden: `[directions, gates * h, h]`. Gates lie below
            each other: GRU z r h, LSTM i o f c.
        bias: `[directions, 2 * gates * h]`, of the input side, then of the hidden side; or None.
        peepholes: `[directions, 3 * h]` for i, o, f of an LSTM; or None.
        linear_before_reset: a GRU applies its reset gate after the product with `hidden`.
    """

    input: Numbers
    hidden: Numbers
    bias: Numbers | None = None
    peepholes: Numbers | None = None
    linear_before_reset: bool = False


@dataclass(frozen=True)
class Recurrent:
    """What a state gives.

    Args:
        output: the hidden vector after each place; 0 past the end of a text.
        hidden: after the last place read. cell: the same of an LSTM's cell state, else None.
    """

    output: Float[Array, "b n directions h"]
    hidden: Float[Array, "b directions h"]
    cell: Float[Array, "b directions h"] | None


@dataclass(frozen=True)
class RecurrentGradients:
    """Gradients of a sum over the output, one for each input; None where there was none."""

    x: Float[Array, "b n d"]
    params: RecurrentParams
    hidden: Float[Array, "b directions h"]
    cell: Float[Array, "b directions h"] | None


def run_recurrent(
    x: Numbers,
    params: RecurrentParams,
    *,
    cell: CellName = "rnn",
    hidden: Numbers | None = None,
    cell_state: Numbers | None = None,
    lengths: Numbers | None = None,
    direction: Direction = "forward",
) -> Recurrent:
    """Carry a state through a text.

    Args:
        x: `[b, n, d]`. params: what was learned.
        cell: "rnn" h' = tanh(Wx + Rh); "gru" h' = (1 - z) new + z h; "lstm", which carries a cell
            state as well.
        hidden, cell_state: before the first place, `[b, directions, h]`; zeros if left out.
        lengths: whole numbers `[b]`; places past a text's length change nothing.
        direction: "reverse" reads from the last place to the first; "bidirectional" both ways,
            with tables of its own for each.

    Raises:
        ShapeError: if the shapes do not fit.
        DtypeError: if the dtypes differ.
        BadValue: for another cell or direction, a length out of range, or peepholes or a cell
            state where there is no LSTM.

    Cost: O(b n gates h (h + d)) time for each direction, O(b n gates h) memory.

    Example:
        >>> half = RecurrentParams(input=[[[0.5]]], hidden=[[[0.5]]])
        >>> run_recurrent([[[0.1], [0.0]]], half).output.round(4).tolist()
        [[[[0.05]], [[0.025]]]]
    """
    text = _text(x, params, cell, hidden, cell_state, lengths, direction)
    output = np.zeros((*text.x.shape[:2], len(text.tables), text.size), text.x.dtype)
    last = [np.empty_like(one) for one in text.first]
    for at in range(len(text.tables)):
        carried = tuple(one[:, at] for one in text.first)
        for t, after, _ in text.steps(at, carried):
            carried = after
            output[:, t, at] = np.where(text.is_read[:, t, None], carried[0], 0)
        for one, end in zip(last, carried, strict=True):
            one[:, at] = end
    rounded = [one.astype(text.dtype, copy=False) for one in (output, *last)]
    return Recurrent(rounded[0], rounded[1], rounded[2] if len(rounded) > 2 else None)


def run_recurrent_backward(
    grad_output: Numbers,
    x: Numbers,
    params: RecurrentParams,
    *,
    cell: CellName = "rnn",
    hidden: Numbers | None = None,
    cell_state: Numbers | None = None,
    lengths: Numbers | None = None,
    direction: Direction = "forward",
) -> RecurrentGradients:
    """Gradients of `run_recurrent`, given those of its output: back through every step.

    Args:
        grad_output: `[b, n, directions, h]`. The others are those of `run_recurrent`.

    Raises:
        ShapeError, DtypeError, BadValue: as there.

    Cost: that of `run_recurrent` a few times; what every step went through is kept meanwhile,
    O(b n gates h) numbers.

    Example:
        >>> half = RecurrentParams(input=[[[0.5]]], hidden=[[[0.5]]])
        >>> run_recurrent_backward([[[[0.0]], [[1.0]]]], [[[0.0], [0.0]]], half).x.tolist()
        [[[0.25], [0.5]]]
    """
    text = _text(x, params, cell, hidden, cell_state, lengths, direction, grad_output)
    grad = needed(text.grad, "grad_output")
    of_x = np.zeros_like(text.x)
    of_first = [np.zeros_like(one) for one in text.first]
    of_input = np.zeros_like(text.input)
    of_bias = np.zeros_like(text.bias)
    sums = []
    for at, tables in enumerate(text.tables):
        added, drives = (
            zeros_like(tables),
            np.zeros((*text.x.shape[:2], text.input.shape[1]), text.x.dtype),
        )
        steps = list(text.steps(at, tuple(one[:, at] for one in text.first)))
        of_carried = tuple(np.zeros_like(one[:, at]) for one in text.first)
        for t, _, trace in reversed(steps):
            is_read = text.is_read[:, t, None]
            wanted = (of_carried[0] + grad[:, t, at], *of_carried[1:])
            wanted = tuple(np.where(is_read, one, 0) for one in wanted)
            drives[:, t], before = text.cell.back(wanted, trace, tables, added)
            of_carried = tuple(
                np.where(is_read, new, old) for new, old in zip(before, of_carried, strict=True)
            )
        of_x += drives @ text.input[at]
        of_input[at] = np.tensordot(drives, text.x, axes=((0, 1), (0, 1)))
        of_bias[at] = np.concatenate([drives.sum(axis=(0, 1)), added["bias"]])
        for one, end in zip(of_first, of_carried, strict=True):
            one[:, at] = end
        sums.append(added)
    return _gradients(text, params, of_x, of_input, of_bias, of_first, sums)


def _gradients(
    text: "_Text",
    params: RecurrentParams,
    of_x: Array,
    of_input: Array,
    of_bias: Array,
    of_first: list[Array],
    sums: list[dict[str, Array]],
) -> RecurrentGradients:
    """The same, in the dtype of the inputs and in their shapes."""

    def rounded(one: Array) -> Array:
        return one.astype(text.dtype, copy=False)

    peepholes = np.stack([one["peepholes"].ravel() for one in sums])
    learned = RecurrentParams(
        input=rounded(of_input),
        hidden=rounded(np.stack([one["hidden"] for one in sums])),
        bias=None if params.bias is None else rounded(of_bias),
        peepholes=None if params.peepholes is None else rounded(peepholes),
        linear_before_reset=params.linear_before_reset,
    )
    cell = rounded(of_first[1]) if len(of_first) > 1 else None
    return RecurrentGradients(rounded(of_x), learned, rounded(of_first[0]), cell)


@dataclass(frozen=True)
class _Text:
    """Inputs that fit each other.

    `first` is carried to the first place; `is_read` says which places of a batch there are.
    """

    dtype: np.dtype[np.generic]
    cell: Cell
    x: Float[Array, "b n d"]
    input: Float[Array, "directions rows d"]
    bias: Float[Array, "directions rows"]
    tables: tuple[Tables, ...]
    first: tuple[Float[Array, "b directions h"], ...]
    is_read: Array
    is_backward: tuple[bool, ...]
    grad: Float[Array, "b n directions h"] | None

    @property
    def size(self) -> int:
        """Numbers of the hidden vector."""
        return int(self.first[0].shape[-1])

    def steps(self, at: int, carried: Carried) -> Iterator[tuple[int, Carried, Trace]]:
        """Each place in the order it is read: what is carried on, and the trace of its step."""
        n = self.x.shape[1]
        rows = self.input.shape[1]
        drives = self.x @ self.input[at].T + self.bias[at, :rows]
        for t in reversed(range(n)) if self.is_backward[at] else range(n):
            new, trace = self.cell.step(drives[:, t], carried, self.tables[at])
            is_read = self.is_read[:, t, None]
            carried = tuple(np.where(is_read, a, b) for a, b in zip(new, carried, strict=True))
            yield t, carried, trace


def _text(
    x: Numbers,
    params: RecurrentParams,
    cell: CellName,
    hidden: Numbers | None,
    cell_state: Numbers | None,
    lengths: Numbers | None,
    direction: Direction,
    grad: Numbers | None = None,
) -> _Text:
    """Inputs that fit each other, or one sentence."""
    kind = _kind(cell, params, cell_state)
    one_of(direction, get_args(Direction), "direction")
    ways = 2 if direction == "bidirectional" else 1
    learned = {f"params.{name}": getattr(params, name) for name in LEARNED}
    given, dtype = laid(
        {"x": x, **learned, "hidden": hidden, "cell_state": cell_state, "grad_output": grad}
    )
    b, n, size = _sizes(given, kind, ways, f"{direction} {cell}")
    words, table = needed(given["x"], "x"), needed(given["params.input"], "params.input")
    bias, tables = _tables(given, (ways, kind.gates, size), params.linear_before_reset)
    first = (
        shaped(given[name], (b, ways, size), name, "a vector for each direction")
        for name in ("hidden", "cell_state")[: kind.carried]
    )
    is_read, out = _is_read(lengths, b, n), given["grad_output"]
    if out is not None:
        out = shaped(out, (b, n, ways, size), "grad_output", "that of the output")
    return _Text(
        dtype=dtype,
        cell=kind,
        x=np.where(is_read[:, :, None], words, 0),
        input=table,
        bias=bias,
        tables=tables,
        first=tuple(one.astype(words.dtype, copy=False) for one in first),
        is_read=is_read,
        is_backward={"forward": (False,), "reverse": (True,)}.get(direction, (False, True)),
        grad=out,
    )


def _sizes(
    given: Mapping[str, Array | None], kind: Cell, ways: int, what: str
) -> tuple[int, int, int]:
    """Texts, places, and numbers of the hidden vector."""
    words, table = needed(given["x"], "x"), needed(given["params.input"], "params.input")
    if words.ndim != 3 or table.shape != (ways, *table.shape[1:2], words.shape[-1]):
        raise ShapeError(
            f"x must be [b, n, d] and params.input [{ways}, {kind.gates} * h, d] for a {what}: "
            f"they have {words.shape} and {table.shape}"
        )
    b, n, _ = words.shape
    return b, n, table.shape[1] // kind.gates


def _kind(cell: CellName, params: RecurrentParams, cell_state: Numbers | None) -> Cell:
    """The cell of a name, if it has what it is given."""
    must_be(params, RecurrentParams, "params", "RecurrentParams")
    last = params.linear_before_reset
    must_be(last, bool | np.bool_, "params.linear_before_reset", "True or False")
    one_of(cell, tuple(CELLS), "cell")
    if cell != "lstm" and (params.peepholes is not None or cell_state is not None):
        raise BadValue(f"a {cell} has no cell state and no peepholes; only an lstm has")
    return CELLS[cell]


def _tables(
    given: dict[str, Array | None], sizes: tuple[int, int, int], is_reset_last: bool
) -> tuple[Array, tuple[Tables, ...]]:
    """The bias of both sides, and what each direction has learned.

    Args:
        sizes: directions, gates, and numbers of the hidden vector.
    """
    (ways, gates, size), x = sizes, needed(given["x"], "x")
    rows = gates * size

    def table(name: str, shape: tuple[int, ...], why: str) -> Array:
        return shaped(given[f"params.{name}"], shape, f"params.{name}", why).astype(x.dtype)

    needed(given["params.hidden"], "params.hidden")
    table("input", (ways, rows, x.shape[-1]), f"{gates} gates of one size")
    hidden = table("hidden", (ways, rows, size), "gates * h by h")
    bias = table("bias", (ways, 2 * rows), "input side, then hidden side")
    peepholes = table("peepholes", (ways, 3 * size), "i, o, f")
    return bias, tuple(
        Tables(hidden[at], bias[at, rows:], peepholes[at].reshape(3, size), is_reset_last)
        for at in range(ways)
    )


def _is_read(lengths: Numbers | None, b: int, n: int) -> Array:
    """Which places of each text there are."""
    if lengths is None:
        return np.ones((b, n), bool)
    found = as_array(lengths, "lengths")
    if found.dtype.kind not in "iu" or found.shape != (b,):
        raise ShapeError(f"lengths must be {b} whole numbers: {found.dtype} of shape {found.shape}")
    if found.size and (found.min() < 0 or found.max() > n):
        raise BadValue(f"lengths must lie between 0 and {n}: they are {found.tolist()}")
    read: Array = np.arange(n) < found[:, None]
    return read
