"""A glass: a state carried step by step, and what is left in it of every input.

At each step the glass keeps a share of what is in it, and the new input fills the rest. The same
inputs on a shelf are what attention keeps.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from starlore.errors import LessonError, Worded
from starlore.figures import Figure, figures
from starlore.lessons.pictures.data import figure_of, figures_of, map_of
from starlore.lessons.pictures.dials import Dial, stand, turnable

LEAST_INPUTS, MOST_INPUTS, MOST_INPUT = 2, 5, 8
LEAST_KEEP, MOST_KEEP, STEP = Decimal("0.05"), Decimal("0.95"), Decimal("0.05")


@dataclass(frozen=True)
class Glass:
    """The glass after each step, and where its last content comes from.

    Attributes:
        keep: share of itself that the state keeps at each step; it begins at 0.
        inputs, states: one for each step. shares: of each input in the last state, exactly.
        parts: each input times its share; together they are the last state.
        other: another past that ends in the same state; () where the glass stays empty.
    """

    keep: Figure
    inputs: tuple[Figure, ...]
    states: tuple[Figure, ...]
    shares: tuple[Figure, ...]
    parts: tuple[Figure, ...]
    other: tuple[Figure, ...]

    @property
    def dials(self) -> tuple[Dial, ...]:
        """What is kept, and every input."""
        word, keep = Worded("picture.dial.keep"), self.keep.shown
        most = Decimal(MOST_INPUT)
        return (
            Dial("keep", word, keep, LEAST_KEEP, MOST_KEEP, STEP),
            *(
                Dial(
                    f"input.{at}",
                    Worded("picture.dial.drop", which=at + 1),
                    figure.shown,
                    Decimal(0),
                    most,
                )
                for at, figure in enumerate(self.inputs)
            ),
        )

    def turned(self, at: Mapping[str, Decimal]) -> "Glass":
        """The same glass with another share kept, and other inputs."""
        keep, *inputs = (Figure(stand(dial, at).at) for dial in self.dials)
        return _filled(keep, tuple(inputs))


def glass(data: object) -> Glass:
    """A glass of a map with `keep` and `inputs`.

    Raises:
        LessonError: if a share or an input is one that no dial could reach.
    """
    named = map_of(data, "glass", ("keep", "inputs"))
    keep = turnable(figure_of(named["keep"], "glass"), "glass")
    inputs = tuple(turnable(one, "glass") for one in figures_of(named["inputs"], "glass"))
    fits = LEAST_INPUTS <= len(inputs) <= MOST_INPUTS and all(
        0 <= one.shown <= MOST_INPUT for one in inputs
    )
    if not fits or not LEAST_KEEP <= keep.shown <= MOST_KEEP:
        counts = {"fewest": LEAST_INPUTS, "most": MOST_INPUTS, "highest": MOST_INPUT}
        ends = {"least": LEAST_KEEP, "largest": MOST_KEEP}
        shown = {name: str(end) for name, end in ends.items()}
        raise LessonError("check.picture.glass", **counts, **shown)
    return _filled(keep, inputs)


def _filled(keep: Figure, inputs: tuple[Figure, ...]) -> Glass:
    kept, drops = Fraction(keep.value), [Fraction(one.value) for one in inputs]
    state, states = Fraction(0), []
    for drop in drops:
        state = kept * state + (1 - kept) * drop
        states.append(state)
    shares = [(1 - kept) * kept**back for back in reversed(range(len(drops)))]
    parts = [share * drop for share, drop in zip(shares, drops, strict=True)]
    other = figures(_another(drops, shares, state))
    return Glass(keep, inputs, figures(states), figures(shares), figures(parts), other)


def _another(
    drops: list[Fraction], shares: list[Fraction], state: Fraction
) -> tuple[Fraction, ...]:
    """All in the last input; in the first where it is so already."""
    if not state:
        return ()
    at = -1 if any(drops[:-1]) else 0
    past = [Fraction(0)] * len(drops)
    past[at] = state / shares[at]
    return tuple(past)
