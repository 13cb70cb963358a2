"""Every number of the lesson's prose: three pasts of one state, how it fades, what it holds."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from starlore.questions import Figure, figures

HALF, MOST = Decimal("0.5"), Decimal("0.9")
PASTS = ((8, 0, 0), (0, 4, 0), (0, 0, 2))
STORY = (8, 0, 0, 4, 2)


def numbers() -> dict[str, object]:
    """The numbers by name."""
    return {
        "one": Figure(1),
        "half": Figure(HALF),
        "pasts": tuple(
            {"inputs": figures(past), "states": figures(carried(past, HALF))} for past in PASTS
        ),
        "end": Figure(carried(PASTS[0], HALF)[-1]),
        "step": _step(Decimal("0.2"), 2, 8),
        "glass": {"keep": HALF, "inputs": STORY},
        "story": {"inputs": figures(STORY), "states": figures(carried(STORY, HALF))},
        "fade": _fade(MOST),
        "ten": {"steps": Figure(10), "parts": Figure(Fraction(1) / Fraction(HALF) ** 10)},
        "size": _size(64),
        "room": _room(8, 16, 1024),
        "watched": _watched(),
        "row": {"words": Figure(1000), "before": Figure(1000 - 1)},
    }


def _watched() -> dict[str, object]:
    """What Watch draws: what each drop is of the glass, and pasts that end alike."""
    most = max(PASTS[0])
    return {
        "glasses": [_poured(drops) for drops in range(1, 4)],
        "ten": _poured(10),
        "left": [3, 2, 1, 0],
        "same": [
            {"inputs": past, "share": (carried(past, HALF)[-1] / most,), "paint": 1}
            for past in PASTS
        ],
        "shelves": [STORY[:count] for count in (3, 5)],
        "pours": [_poured(count) for count in (3, 5)],
    }


def _poured(drops: int) -> tuple[Figure, ...]:
    """What each drop is of a glass that every new one half replaces, the oldest first."""
    return figures(Fraction(1, 2 ** (drops - at)) for at in range(drops))


def carried(inputs: Sequence[int], keep: Decimal) -> tuple[Decimal, ...]:
    """The state after each input: keep of the old, the rest of the new, from zero."""
    state, states = Decimal(0), []
    for x in inputs:
        state = keep * state + (1 - keep) * x
        states.append(state)
    return tuple(states)


def _step(keep: Decimal, state: int, x: int) -> dict[str, object]:
    """One blend, part by part."""
    old, new = keep * state, (1 - keep) * x
    return {
        "keep": Figure(keep),
        "rest": Figure(1 - keep),
        "state": Figure(state),
        "input": Figure(x),
        "old": Figure(old),
        "new": Figure(new),
        "sum": Figure(old + new),
    }


def _fade(keep: Decimal) -> dict[str, object]:
    """What is left after some steps, and after how many half and a tenth are gone."""
    tenth = next(steps for steps in range(1, 100) if keep**steps <= Decimal("0.1"))
    half = next(steps for steps in range(1, 100) if keep**steps <= HALF)
    return {
        "keep": Figure(keep),
        "two": Figure(keep**2),
        "three": Figure(keep**3),
        "amount": Figure(1 - 3 * (1 - keep)),
        "steps": Figure(20),
        "left": Figure(keep**20, places=3),
        "half": Figure(half),
        "half_left": Figure(keep**half, places=3),
        "before": Figure(tenth - 1),
        "before_left": Figure(keep ** (tenth - 1), places=3),
        "tenth": Figure(tenth),
        "tenth_left": Figure(keep**tenth, places=3),
    }


def _size(width: int) -> dict[str, object]:
    """Numbers carried by a state, and by keys and values of all words."""
    few, many = 10, 10_000
    return {
        "width": Figure(width),
        "few": Figure(few),
        "many": Figure(many),
        "kept_few": Figure(2 * few * width),
        "kept_many": Figure(2 * many * width),
    }


def _room(count: int, bits: int, listed: int) -> dict[str, object]:
    """How many words of a list fit into the digits of a state."""
    each = listed.bit_length() - 1
    return {
        "numbers": Figure(count),
        "bits": Figure(bits),
        "all": Figure(count * bits),
        "listed": Figure(listed),
        "each": Figure(each),
        "words": Figure(count * bits // each),
    }
