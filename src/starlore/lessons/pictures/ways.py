"""Three ways to use what was said earlier: a window, a state, attention, over the same places."""

from dataclasses import dataclass
from fractions import Fraction

from starlore.errors import LessonError
from starlore.figures import Figure
from starlore.lessons.pictures.data import count_of, figure_of, map_of

MOST_PLACES = 60
LEAST_SHARE, MOST_DENOMINATOR = Fraction(1, 1000), 10**15
"""Of what is kept: its powers must still have digits that can be printed."""


@dataclass(frozen=True)
class Ways:
    """What each can use of a word some places back.

    Attributes:
        places: how many are drawn; the asker stands at the last one.
        distance: how many places back the deciding word is.
        reach: how far one window layer sees. kept: the state's share of each place, oldest first.
        left: what the state keeps of the deciding word.
    """

    places: int
    distance: int
    reach: int
    kept: tuple[Figure, ...]
    left: Figure


def ways(data: object) -> Ways:
    """Ways of a map with `distance`, `window` and `keep`; `places` if more are to be drawn."""
    named = map_of(data, "ways", ("distance", "window", "keep"))
    distance = count_of(named["distance"], "ways", 1)
    window = count_of(named["window"], "ways", 1)
    keep = Fraction(figure_of(named["keep"], "ways").value)
    places = count_of(named.get("places", distance + 1), "ways", 1)
    if keep.denominator > MOST_DENOMINATOR:
        raise LessonError("check.picture.ways.digits")
    if places <= distance or places > MOST_PLACES or not LEAST_SHARE <= keep <= 1 - LEAST_SHARE:
        counts = {"places": places, "distance": distance, "most": MOST_PLACES}
        shares = {"keep": str(float(keep)), "least": "0.001", "largest": "0.999"}
        raise LessonError("check.picture.ways.bounds", **counts, **shares)
    kept = tuple(Figure(keep ** (places - 1 - place), digits=2) for place in range(places))
    return Ways(places, distance, (window - 1) // 2, kept, Figure(keep**distance, digits=2))
