"""The lesson's eight kinds of question."""

from decimal import Decimal

from starlore.questions import (
    Draw,
    Exact,
    Exercise,
    Figure,
    Misconception,
    Question,
    Text,
    Variant,
    figures,
)


def _window(hundredths: tuple[int, int, int]) -> tuple[Decimal, ...]:
    return tuple(Decimal(weight) / 100 for weight in hundredths)


WINDOWS = tuple(
    map(
        _window,
        (
            (0, 50, 50),
            (50, 50, 0),
            (25, 25, 50),
            (50, 25, 25),
            (20, 30, 50),
            (60, 30, 10),
            (-100, 100, 0),
            (-50, 100, 50),
        ),
    )
)
"""Six that add to one and two that do not; none reads the same from its other end."""

PLACES = tuple(range(30, 201, 10))
LONG = (50, 80, 100, 120, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 2000)
SENTENCES = 12
MOST_PATHS = 10**10


def slide(rng: Draw) -> Variant:
    """The output of a window at one place."""
    window = rng.choice("window", WINDOWS)
    x = rng.sample("x", range(10), 5)
    place = rng.integer("place", 2, 4)
    under = x[place - 2 : place + 1]
    products = [weight * number for weight, number in zip(window, under, strict=True)]
    turned = [weight * number for weight, number in zip(window, reversed(under), strict=True)]
    return Variant(
        given={"window": window, "x": x, "place": place},
        solution=Figure(sum(products), places=2),
        misconceptions=(
            Misconception("reads-backwards", Figure(sum(turned), places=2)),
            Misconception("adds-everything", Figure(sum(under), places=2)),
            Misconception("middle-only", Figure(products[1], places=2)),
        ),
        working={
            "under": under,
            "products": figures(products),
            "turned": figures(turned),
            "backwards": tuple(reversed(under)),
            "cells": {
                "rows": (x,),
                "lit": [(0, at) for at in range(place - 2, place + 1)],
                "frame": (place - 2, 3),
            },
        },
    )


def one_layer_reach(rng: Draw) -> Variant:
    """How far one window sees."""
    w = rng.choice("w", range(3, 22, 2))
    n = rng.choice("n", PLACES)
    half = _half(w)
    return Variant(
        given={"w": w, "n": n},
        solution=Figure(half),
        misconceptions=(
            Misconception("whole-width", Figure(w)),
            Misconception("everything", Figure(n - 1)),
            Misconception("off-by-one", Figure((w + 1) // 2)),
        ),
        working={"others": w - 1, "line": {"points": (-half, 0, half)}},
    )


def stacked_span(rng: Draw) -> Variant:
    """How many inputs one output of a stack can have heard of."""
    w = rng.choice("w", range(3, 16, 2))
    layers = rng.integer("layers", 2, 10)
    half = _half(w)
    return Variant(
        given={"w": w, "layers": layers},
        solution=Figure(layers * (w - 1) + 1),
        misconceptions=(
            Misconception("reach-multiplies", Figure(w**layers)),
            Misconception("one-layer", Figure(w)),
            Misconception("adds-widths", Figure(layers * w)),
        ),
        working={
            "half": half,
            "reach": layers * half,
            "sides": 2 * layers * half,
            "more": w - 1,
            "line": {"points": [side * half * at for side in (-1, 1) for at in range(layers + 1)]},
        },
        accept=w**layers <= MOST_PATHS,
    )


def layers_needed(rng: Draw) -> Variant:
    """How many layers lead from one word to another."""
    w = rng.choice("w", (3, 5, 7, 9))
    distance = rng.integer("D", 12, 90)
    hop = _half(w)
    needed = -(-distance // hop)
    return Variant(
        given={"w": w, "D": distance},
        solution=Figure(needed),
        misconceptions=(
            Misconception("whole-width", Figure(-(-distance // w))),
            Misconception("one-layer", Figure(1)),
            Misconception("halves", Figure((distance - 1).bit_length())),
        ),
        working={
            "hop": hop,
            "short": needed - 1,
            "short_reach": (needed - 1) * hop,
            "reach": needed * hop,
            "too_short": -(-distance // w) * hop,
        },
    )


def dilated(rng: Draw) -> Variant:
    """How far layers reach whose gap doubles each time."""
    w = rng.choice("w", range(3, 14, 2))
    layers = rng.integer("layers", 3, 10)
    half, gaps = _half(w), [2**layer for layer in range(layers)]
    return Variant(
        given={"w": w, "layers": layers},
        solution=Figure(half * sum(gaps)),
        misconceptions=(
            Misconception("off-by-one", Figure(half * 2**layers)),
            Misconception("gap-blind", Figure(half * layers)),
            Misconception("reach-multiplies", Figure(w**layers)),
        ),
        working={
            "half": half,
            "gaps": tuple(gaps),
            "gap_sum": sum(gaps),
            "last": gaps[-1],
            "next": 2**layers,
            "line": {"points": [0, *(half * sum(gaps[: at + 1]) for at in range(layers))]},
        },
        accept=w**layers <= MOST_PATHS,
    )


def window_cost(rng: Draw) -> Variant:
    """The multiplications of one layer."""
    n = rng.choice("n", LONG)
    w = rng.choice("w", range(3, 16, 2))
    return Variant(
        given={"n": n, "w": w},
        solution=Figure(n * w),
        misconceptions=(
            Misconception("all-pairs", Figure(n * n)),
            Misconception("square-only", Figure(w * w)),
            Misconception("adds-it", Figure(n + w)),
        ),
        working={"longer": 2 * n, "twice": 2 * n * w},
    )


def edges(rng: Draw) -> Variant:
    """How many outputs there are without padding."""
    n = rng.integer("n", 12, 40)
    w = rng.choice("w", (3, 5, 7, 9))
    fits = n - w + 1
    return Variant(
        given={"n": n, "w": w},
        solution=Figure(fits),
        misconceptions=(
            Misconception("off-by-one", Figure(n - w)),
            Misconception("everything", Figure(n)),
            Misconception("one-end-only", Figure(n - _half(w))),
        ),
        working={"half": _half(w), "lost": w - 1, "second": w + 1},
    )


def fixed_weights(rng: Draw) -> Variant:
    """What another sentence changes in a window's weights."""
    sentence = rng.integer("sentence", 0, SENTENCES - 1)
    window = rng.choice("window", WINDOWS)
    return Variant(
        given={"sentence": sentence, "window": window},
        solution=Text("nothing"),
        misconceptions=tuple(
            Misconception(name, Text(name))
            for name in ("content-weights", "per-position", "sum-to-one")
        ),
        working={"weight_sum": Figure(sum(window))},
    )


def _half(width: int) -> int:
    """How far a window reaches to each side of its middle."""
    return (width - 1) // 2


SLOTS = ((1, 1, 1), (1, 2, 1), (1, 0, 1), (0, 1, 1), (1, 1, 0), (2, 1, 0), (0, 1, 2), (1, 0, -1))
ROW = 8


def by_hand(rng: Draw) -> dict[str, object]:
    """A row of numbers, a slot of three weights, and the notes of two readers."""
    x = tuple(rng.integer(f"x-{place}", 0, 5) for place in range(1, ROW + 1))
    window = rng.choice("window", SLOTS)
    first = _notes(x, window)
    second = _notes(first, window)
    places = tuple(range(1, ROW + 1))
    return {
        "x": x,
        "window": window,
        "first_places": places[1:-1],
        "second_places": places[2:-2],
        "row": {"names": ("place", *places), "rows": (("number", *x),)},
        "slot": {
            "names": ("window-of", "first", "second", "third"),
            "rows": (("weight", *window),),
        },
        "first_table": {
            "names": ("place", *places[1:-1]),
            "rows": (("note", *first),),
            "blank": True,
        },
        "second_table": {
            "names": ("place", *places[2:-2]),
            "rows": (("note", *second),),
            "blank": True,
        },
    }


def _notes(row: tuple[int, ...], window: tuple[int, ...]) -> tuple[int, ...]:
    """What a slot gives at each place where it fits."""
    fits = range(len(row) - len(window) + 1)
    return tuple(sum(w * row[at + i] for i, w in enumerate(window)) for at in fits)


BY_HAND = Exercise(by_hand)

QUESTIONS = (
    Question(id="window.slide", vary=slide, seconds=40),
    Question(id="window.one-layer-reach", vary=one_layer_reach, rule=Exact(), seconds=25),
    Question(id="window.stacked-span", vary=stacked_span, rule=Exact(), seconds=40),
    Question(id="window.layers-needed", vary=layers_needed, rule=Exact(), seconds=45),
    Question(id="window.dilated", vary=dilated, rule=Exact(), seconds=50),
    Question(id="window.window-cost", vary=window_cost, rule=Exact(), seconds=35),
    Question(id="window.edges", vary=edges, rule=Exact(), seconds=35),
    Question(id="window.fixed-weights", vary=fixed_weights, may_be_typed=False, seconds=30),
)
