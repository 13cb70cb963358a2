"""Every number of the lesson's prose: one row, one window, and what stacks of windows reach."""

from collections.abc import Sequence
from decimal import Decimal

from starlore.questions import Figure, figures

Exact = int | Decimal

ROW = (0, 0, 8, 0, 0, 0)
QUARTER, HALF = Decimal("0.25"), Decimal("0.5")
WINDOW = (QUARTER, HALF, QUARTER)
WINDOWS = (
    WINDOW,
    tuple(Decimal(tenths) / 10 for tenths in (1, 2, 4, 2, 1)),
    tuple(Decimal(twentieths) / 20 for twentieths in (1, 2, 4, 6, 4, 2, 1)),
)
STEP = (-1, 1, 0)
"""A window whose weights do not add to one: it tells the step from one place to the next."""


def numbers() -> dict[str, object]:
    """The numbers by name."""
    outputs = [slide(ROW, WINDOW, place) for place in range(len(ROW))]
    woken = [place for place, output in enumerate(outputs) if output]
    return {
        "one": Figure(1),
        "two": Figure(2),
        "row": figures(ROW),
        "window": figures(WINDOW),
        "step": figures(STEP),
        "outputs": figures(outputs),
        "looks": tuple(_look(place) for place in woken),
        "top": Figure(max(ROW)),
        "ends": _ends(len(ROW), len(WINDOW)),
        "longer": _ends(12, 3),
        "narrow": {"width": Figure(3), "reach": Figure(reach(3))},
        "wide": {"width": Figure(7), "reach": Figure(reach(7))},
        "stack": {"inputs": (*ROW, 0, 0, 0, 0, 0), "windows": WINDOWS, "layers": 2, "place": 6},
        "three": {"layers": Figure(3), "reach": Figure(3 * reach(3)), "span": Figure(span(3, 3))},
        "deep": {"layers": Figure(4), "width": Figure(5), "span": Figure(span(4, 5))},
        "far": _far(40),
        "gaps": _gaps(6),
        "price": _price(1000, 5),
        "watched": _watched(outputs),
    }


def _watched(outputs: Sequence[Exact]) -> dict[str, object]:
    """What Watch draws: the frame on its way, what woke up, and hops to a far place."""
    layers: list[tuple[Exact, ...]] = [(*(0,) * 5, 1, *(0,) * 5)]
    for _ in range(3):
        layers.append(tuple(slide(layers[-1], WINDOW, at) for at in range(len(layers[-1]))))
    other = (4, 0, 2, 8, 0, 4)
    slid = [slide(other, WINDOW, at) for at in range(len(other))]
    return {
        "frames": [(first, len(WINDOW)) for first in range(len(ROW) - len(WINDOW) + 1)],
        "slid": [(ROW, outputs[: first + 2]) for first in range(len(ROW) - len(WINDOW) + 1)],
        "done": (ROW, outputs),
        "woken": tuple((1, at) for at, output in enumerate(outputs) if output),
        "layers": [
            {
                "rows": layers[: count + 1],
                "lit": tuple(
                    (row, at)
                    for row, layer in enumerate(layers[: count + 1])
                    for at, output in enumerate(layer)
                    if output
                ),
            }
            for count in range(1, len(layers))
        ],
        "hop": (1,),
        "hops": (reach(3),) * 40,
        "distance": 40,
        "other": (other, slid),
    }


def slide(row: Sequence[Exact], window: Sequence[Exact], place: int) -> Exact:
    """The window laid over the row, centred on a place; beyond the ends lies nothing."""
    half = len(window) // 2
    padded = (*(0,) * half, *row, *(0,) * half)
    under = padded[place : place + len(window)]
    return sum((weight * number for weight, number in zip(window, under, strict=True)), Decimal(0))


def reach(width: int) -> int:
    """How far one window sees to each side."""
    return (width - 1) // 2


def span(layers: int, width: int) -> int:
    """How many inputs one output of a stack can have heard of."""
    return 2 * layers * reach(width) + 1


def _look(place: int) -> dict[str, object]:
    """The window at one place: what lies under it, and what comes out."""
    under = ROW[place - 1 : place + 2]
    return {
        "under": figures(under),
        "products": figures(weight * number for weight, number in zip(WINDOW, under, strict=True)),
        "output": Figure(slide(ROW, WINDOW, place)),
    }


def _ends(places: int, width: int) -> dict[str, object]:
    fits = sum(start + width <= places for start in range(places))
    return {"places": Figure(places), "width": Figure(width), "fits": Figure(fits)}


def _far(distance: int) -> dict[str, object]:
    """How many hops lead to a word so many places away."""
    narrow, wide = reach(3), reach(9)
    return {
        "distance": Figure(distance),
        "narrow": Figure(-(-distance // narrow)),
        "width": Figure(9),
        "hop": Figure(wide),
        "wide": Figure(-(-distance // wide)),
        "more": Figure(distance + 1),
        "rounded": Figure(-(-(distance + 1) // wide)),
    }


def _gaps(layers: int) -> dict[str, object]:
    """Gaps that double from layer to layer, and what they add to."""
    doubled = [2**layer for layer in range(layers)]
    return {
        "layers": Figure(layers),
        "each": figures(doubled),
        "reach": Figure(sum(doubled) * reach(3)),
        "next": Figure(2 * doubled[-1]),
        "plain": Figure(layers * reach(3)),
    }


def _price(places: int, width: int) -> dict[str, object]:
    return {
        "places": Figure(places),
        "width": Figure(width),
        "work": Figure(places * width),
        "twice": Figure(2 * places * width),
        "pairs": Figure(places * places),
    }
