"""The lesson's eight kinds of question."""

import math
from decimal import Decimal
from itertools import accumulate

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

TENTHS = tuple(Decimal(tenths) / 10 for tenths in range(2, 10))
TWENTIETHS = tuple(Decimal(twentieths) / 20 for twentieths in range(10, 20))
HUNDREDTHS = tuple(Decimal(hundredths) / 100 for hundredths in range(40, 98))
EASY = tuple(Decimal(tenths) / 10 for tenths in (2, 4, 5, 6, 8))
WIDTHS = (16, 24, 32, 48, 64, 96, 128)
LENGTHS = (50, 100, 200, 300, 500, 800, 1000, 2000, 5000)
LISTS = (16, 32, 64, 128, 256, 1024)
HALF = Decimal("0.5")
LEAST_LEFT = Decimal("0.01")
CHOICES = ("too-slow", "state-grows", "sees-neighbours")


def one_step(rng: Draw) -> Variant:
    """One blend of the state with an input."""
    keep = rng.choice("keep", TENTHS)
    h, x = rng.integer("h", 0, 10), rng.integer("x", 0, 10)
    new = keep * h + (1 - keep) * x
    return Variant(
        given={"keep": keep, "h": h, "x": x},
        solution=Figure(new, places=2),
        misconceptions=(
            Misconception("adds-everything", Figure(h + x, places=2)),
            Misconception("swaps-weights", Figure((1 - keep) * h + keep * x, places=2)),
            Misconception("plain-average", Figure(Decimal(h + x) / 2, places=2)),
        ),
        working={
            "rest": Figure(1 - keep),
            "old": Figure(keep * h),
            "fresh": Figure((1 - keep) * x),
            "beam": {"points": (h, x), "weights": (keep, 1 - keep), "pivot": new},
        },
        accept=h != x,
    )


def what_is_left(rng: Draw) -> Variant:
    """The share of a state that is left some steps later."""
    keep = rng.choice("keep", TWENTIETHS)
    steps = rng.integer("steps", 2, 20)
    left = keep**steps
    return Variant(
        given={"keep": keep, "steps": steps},
        solution=Figure(left, places=3),
        misconceptions=(
            Misconception(
                "fades-linearly", Figure(max(1 - steps * (1 - keep), Decimal(0)), places=3)
            ),
            Misconception("divides-it", Figure(keep / steps, places=3)),
            Misconception("one-step-only", Figure(keep, places=3)),
        ),
        working={
            "lost": Figure(1 - keep),
            "second": Figure(keep**2),
            "ways": {"distance": steps, "window": 3, "keep": Figure(keep)},
        },
        accept=left >= LEAST_LEFT,
    )


def gone_when(rng: Draw) -> Variant:
    """After how many steps only a tenth is left."""
    keep = rng.choice("keep", HUNDREDTHS)
    tenth, hundredth, half = (steps_to(keep, Decimal(share)) for share in ("0.1", "0.01", "0.5"))
    return Variant(
        given={"keep": keep},
        solution=Figure(tenth),
        misconceptions=(
            Misconception("fades-linearly", Figure(math.ceil(Decimal("0.9") / (1 - keep)))),
            Misconception("hundredth", Figure(hundredth)),
            Misconception("half-not-tenth", Figure(half)),
        ),
        working={
            "lost": Figure(1 - keep),
            "before": tenth - 1,
            "left_before": Figure(keep ** (tenth - 1), places=3),
            "left": Figure(keep**tenth, places=3),
            "half": half,
            "half_left": Figure(keep**half, places=3),
        },
    )


def same_state(rng: Draw) -> Variant:
    """Another past that ends in the same state."""
    keep = rng.choice("keep", EASY)
    x = rng.choice("x", range(4, 121, 4))
    later = rng.integer("later", 1, 2)
    y = x * keep**later
    places = later + 2
    past, other = _only(x, 0, places), _only(y, later, places)
    return Variant(
        given={"keep": keep, "x": x, "later": later, "past": past},
        solution=figures(other),
        misconceptions=(
            Misconception("same-amount", figures(_only(x, later, places))),
            Misconception("half-first", figures(_only(y, 0, places))),
            Misconception("moves-later", figures(_only(y, later + 1, places))),
        ),
        working={
            "rest": Figure(1 - keep),
            "first_states": figures(_carried(past, keep)),
            "other_states": figures(_carried(other, keep)),
            "end": Figure(_carried(other, keep)[-1]),
            "amount": Figure(y),
            "place": later + 1,
            "pasts": {"rows": (past, other), "lit": [(0, 0), (1, later)]},
        },
    )


def how_big(rng: Draw) -> Variant:
    """The bytes that a model with a state carries forward."""
    d = rng.choice("d", WIDTHS)
    size = rng.choice("bytes", (2, 4, 8))
    n = rng.choice("n", LENGTHS)
    return Variant(
        given={"d": d, "bytes": size, "n": n},
        solution=Figure(d * size),
        misconceptions=(
            Misconception("state-grows", Figure(n * d * size)),
            Misconception("counts-words", Figure(n * size)),
            Misconception("all-pairs", Figure(n * n * size)),
        ),
        working={"longer": 10 * n},
    )


def room(rng: Draw) -> Variant:
    """How many words a state can hold exactly, by counting alone."""
    d = rng.choice("d", (4, 8, 16, 24, 32, 48, 64))
    b = rng.choice("b", (8, 16, 32))
    listed = rng.choice("V", LISTS)
    bits, each = d * b, listed.bit_length() - 1
    return Variant(
        given={"d": d, "b": b, "V": listed},
        solution=Figure(bits // each),
        misconceptions=(
            Misconception("counts-numbers", Figure(d)),
            Misconception("counts-bits", Figure(bits)),
            Misconception("divides-by-v", Figure(bits // listed)),
        ),
        working={"bits": bits, "each": each, "used": bits // each * each},
        accept=bits >= listed,
    )


def in_a_row(rng: Draw) -> Variant:
    """How long steps take that have to wait for one another."""
    n = rng.choice("n", range(30, 2001, 10))
    t = rng.integer("t", 2, 9)
    return Variant(
        given={"n": n, "t": t},
        solution=Figure(n * t),
        misconceptions=(
            Misconception("one-hop", Figure(t)),
            Misconception("halves", Figure((n - 1).bit_length() * t)),
            Misconception("all-pairs", Figure(n * n * t)),
        ),
        working={"before": n - 1, "rounds": (n - 1).bit_length()},
    )


def cannot_reread(rng: Draw) -> Variant:
    """Why a question asked at the end is hard for a state."""
    return Variant(
        given={
            "d": rng.choice("d", WIDTHS),
            "n": rng.choice("n", LENGTHS),
            "k": rng.integer("k", 3, 12),
        },
        solution=Text("decided-before"),
        misconceptions=tuple(Misconception(name, Text(name)) for name in CHOICES),
    )


def steps_to(keep: Decimal, share: Decimal) -> int:
    """After how many steps at most this share is left."""
    steps = 1
    while keep**steps > share:
        steps += 1
    return steps


def _only(amount: Decimal | int, at: int, places: int) -> tuple[Decimal | int, ...]:
    """One input among zeros."""
    return tuple(amount if place == at else 0 for place in range(places))


def _carried(inputs: tuple[Decimal | int, ...], keep: Decimal) -> tuple[Decimal, ...]:
    """The state after each input, from zero."""
    states = accumulate(inputs, lambda h, x: keep * h + (1 - keep) * x, initial=Decimal(0))
    return tuple(states)[1:]


def by_hand(rng: Draw) -> dict[str, object] | None:
    """Four inputs to a state that keeps half of itself, and another past that ends in the same."""
    inputs = tuple(2 * rng.integer(f"input-{step}", 0, 4) for step in range(1, 5))
    other = (*inputs[:1], inputs[1] + 4, inputs[2] - 2, inputs[3])
    if len(set(inputs)) < 3 or other[2] < 0 or other[1] > 8 or not inputs[0]:
        return None
    return {
        "inputs": inputs,
        "other": other,
        "step_table": {
            "names": ("input", "state-after", "left-of-first"),
            "rows": tuple(
                (given, Figure(state), Figure(HALF**step))
                for step, (given, state) in enumerate(
                    zip(inputs, _carried(inputs, HALF), strict=True), 1
                )
            ),
            "blank": True,
        },
        "other_table": {
            "names": ("input", "state-after"),
            "rows": tuple(
                (given, Figure(state))
                for given, state in zip(other, _carried(other, HALF), strict=True)
            ),
            "blank": True,
        },
    }


BY_HAND = Exercise(by_hand)

QUESTIONS = (
    Question(id="state.one-step", vary=one_step, seconds=35),
    Question(id="state.what-is-left", vary=what_is_left, seconds=45),
    Question(id="state.gone-when", vary=gone_when, rule=Exact(), seconds=50),
    Question(id="state.same-state", vary=same_state, may_be_typed=False, seconds=50),
    Question(id="state.how-big", vary=how_big, rule=Exact(), seconds=25),
    Question(id="state.room", vary=room, rule=Exact(), seconds=45),
    Question(id="state.in-a-row", vary=in_a_row, rule=Exact(), seconds=25),
    Question(id="state.cannot-reread", vary=cannot_reread, may_be_typed=False, seconds=30),
)
