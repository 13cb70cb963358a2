"""What it costs to read the past otherwise: a window that slides, a state, a matrix.

Nothing is compared, so nothing grows with the square of the length: each place costs the same. The
counts are those of one layer as wide as all heads together, h_q * d_k numbers in and h_q * d_v out,
and are proved with numbers that count their own multiplications.
"""

from dataclasses import dataclass
from typing import Literal

from starlore.attention.cost.sizes import Cost, Sizes
from starlore.attention.schemes.align import whole_number
from starlore.errors import BadValue

CELLS = {"rnn": (1, 1, 0), "gru": (3, 3, 3), "lstm": (4, 5, 6)}
"""Of each cell, for each number of its state: rows of its tables; exponentials; products of gates
(GRU: reset, keep, take; LSTM: three peepholes, forget, take, show)."""

RULES = ("linear", "gated", "delta", "gated_delta")


class Contrast:
    """A way of reading that compares nothing; frozen values like schemes."""

    @property
    def name(self) -> str:
        """Its name on a command line."""
        return type(self).__name__.lower()

    def cost(self, sizes: Sizes) -> Cost:
        """What it costs to read one text with it.

        Raises:
            ShapeError: if there is not one length.
        """
        raise NotImplementedError

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Convolution(Contrast):
    """`convolve_causal`: n * width multiply-adds for each channel, h_q * d_v channels.

    Example:
        >>> Convolution(4).cost(Sizes(100, 100, d_v=8)).multiply_adds
        3200
    """

    width: int

    def __post_init__(self) -> None:
        whole_number(self.width, "Convolution: width", 1)

    def cost(self, sizes: Sizes) -> Cost:
        channels = sizes.h_q * sizes.d_v
        text = sizes.batch * channels * sizes.length
        reach = sizes.batch * channels * (self.width - 1)
        return Cost(
            comparisons=0,
            multiply_adds=text * self.width,
            exponentials=0,
            bytes=sizes.itemsize * (2 * text + channels * self.width + reach),
            extra_bytes=sizes.wide * (2 * text + reach) + 8 * (reach + channels),
        )

    def __str__(self) -> str:
        return f"convolution({self.width})"


@dataclass(frozen=True)
class RecurrentState(Contrast):
    """`run_recurrent`: gates * h * (d + h) multiply-adds a place, d = h_q * d_k, h = h_q * d_v.

    The gates' own products come on top: 3 h for a GRU, 6 h for an LSTM.

    Example:
        >>> RecurrentState("gru").cost(Sizes(10, 10, d_k=4, d_v=4)).multiply_adds
        1080
    """

    cell: Literal["rnn", "gru", "lstm"]

    def __post_init__(self) -> None:
        if self.cell not in CELLS:
            raise BadValue(
                f"RecurrentState: cell must be one of {', '.join(CELLS)}: it is {self.cell}"
            )

    @property
    def name(self) -> str:
        return self.cell

    def cost(self, sizes: Sizes) -> Cost:
        gates, powers, products = CELLS[self.cell]
        d, h = sizes.h_q * sizes.d_k, sizes.h_q * sizes.d_v
        rows, places = gates * h, sizes.batch * sizes.length
        carried = 2 if self.cell == "lstm" else 1
        learned = rows * (d + h)
        given = places * d + learned + places * h + carried * sizes.batch * h
        drives = places * (d + 2 * rows)
        return Cost(
            comparisons=0,
            multiply_adds=places * (learned + products * h),
            exponentials=places * powers * h,
            bytes=sizes.itemsize * given,
            extra_bytes=sizes.wide * (drives + rows * (h + 2)) + places,
        )


@dataclass(frozen=True)
class HiddenMatrix(Contrast):
    """`run_linear`: 2 d_k d_v multiply-adds a place, to write a matrix and to read it.

    Letting it fade takes d_k d_v more, and so does asking what it gave back before (and d_k for
    the rate). Query heads that share a matrix write it once. A fading is told for each key head.

    Example:
        >>> HiddenMatrix("linear").cost(Sizes(10, 10, d_k=4, d_v=4)).multiply_adds
        320
    """

    rule: Literal["linear", "gated", "delta", "gated_delta"]

    def __post_init__(self) -> None:
        if self.rule not in RULES:
            known = ", ".join(RULES)
            raise BadValue(f"HiddenMatrix: rule must be one of {known}: it is {self.rule}")

    @property
    def name(self) -> str:
        return self.rule

    def cost(self, sizes: Sizes) -> Cost:
        fades, asks = "gated" in self.rule, "delta" in self.rule
        matrix, places = sizes.d_k * sizes.d_v, sizes.streams * sizes.length
        products = matrix * (1 + fades + asks + sizes.group) + sizes.d_k * asks
        told = places * (fades + asks)
        text = places * (sizes.group + 1) * (sizes.d_k + sizes.d_v)
        return Cost(
            comparisons=0,
            multiply_adds=places * products,
            exponentials=places * fades,
            bytes=sizes.itemsize * (text + told + sizes.streams * matrix),
            extra_bytes=sizes.wide * sizes.streams * matrix * (2 + fades),
        )
