"""Laws of frames: whatever two scenes hold, what is between them lies between them."""

from collections.abc import Callable, Sequence

from hypothesis import given
from hypothesis import strategies as st

from starlore.animation.between import Track, eased, tracks
from starlore.animation.marks import Mark, Spot, number, rect

PLACES = st.floats(-50, 700, allow_nan=False)
KEYS = st.sampled_from("abcdef")
LIGHTS = st.floats(0, 1)


@st.composite
def marks(draw: st.DrawFn) -> Mark:
    """A piece or a number, lit somehow."""
    key, x, y = draw(KEYS), draw(PLACES), draw(PLACES)
    if draw(st.booleans()):
        return number(f"{key}.n", x, y, draw(st.sampled_from(("3", "20.09", "−1"))))
    paint = draw(st.sampled_from(("p-power", "p-weight")))
    made = rect(key, x, y, draw(PLACES), draw(PLACES), paint)
    return Mark(key, "rect", made.at._replace(light=draw(LIGHTS)), paint)


SCENES = st.lists(marks(), max_size=6, unique_by=lambda mark: mark.key)
Between = Callable[[Sequence[Mark], Sequence[Mark]], Sequence[Track]]
Scenes = tuple[Sequence[Mark], Sequence[Mark]]
PAIRS = st.tuples(SCENES, SCENES)
MOMENTS = tuple(step / 16 for step in range(17))


def ends_in_its_scenes(made: Between, pair: Scenes) -> bool:
    """At the beginning the one scene is seen and nothing else, at the end the other."""
    before, after = pair
    ways = made(before, after)
    seen = [
        {
            (way.mark.key, way.mark.words, way.mark.classes, way.at(u))
            for way in ways
            if way.at(u).light
        }
        for u in (0.0, 1.0)
    ]
    wanted = [
        {(mark.key, mark.words, mark.classes, mark.at) for mark in scene if mark.at.light}
        for scene in (before, after)
    ]
    return seen == wanted


def stays_between(made: Between, pair: Scenes) -> bool:
    """Place, size and light never leave what lies between their two ends."""
    return all(
        min(a, b) - 1e-9 <= now <= max(a, b) + 1e-9
        for way in made(*pair)
        for u in MOMENTS
        for a, b, now in zip(way.start, way.end, way.at(u), strict=True)
    )


def shows_one_number(made: Between, pair: Scenes) -> bool:
    """Of the words of one key no two are ever seen at once."""
    ways = [way for way in made(*pair) if way.mark.shape == "number"]
    return all(
        len(lit) == len(set(lit))
        for u in MOMENTS
        for lit in [[way.mark.key for way in ways if way.at(u).light > 0]]
    )


@given(PAIRS)
def test_a_move_begins_in_one_scene_and_ends_in_the_other(pair: Scenes) -> None:
    assert ends_in_its_scenes(tracks, pair)


@given(PAIRS)
def test_nothing_leaves_what_lies_between(pair: Scenes) -> None:
    assert stays_between(tracks, pair)


@given(PAIRS)
def test_no_number_stands_beside_the_one_it_takes_the_place_of(pair: Scenes) -> None:
    assert shows_one_number(tracks, pair)


def test_broken_moves_are_found() -> None:
    old, new = [number("n", 0, 0, "3")], [number("n", 0, 0, "20.09")]
    piece = [rect("a", 0, 0, 9, 9, "p")], [rect("a", 90, 0, 9, 9, "p")]

    def fades(before: Sequence[Mark], after: Sequence[Mark]) -> list[Track]:
        gone = [Track(one, one.at, one.at._replace(light=0.0)) for one in before]
        return gone + [Track(one, one.at._replace(light=0.0), one.at) for one in after]

    class Springy(Track):
        def at(self, u: float) -> Spot:
            over = eased(u) + (0.3 if 0.4 < u < 0.9 else 0)
            return Spot(*(a + (b - a) * over for a, b in zip(self.start, self.end, strict=True)))

    def springs(before: Sequence[Mark], after: Sequence[Mark]) -> list[Track]:
        return [Springy(b, a.at, b.at) for a, b in zip(before, after, strict=True)]

    def jumps(before: Sequence[Mark], after: Sequence[Mark]) -> list[Track]:
        return [Track(one, one.at, one.at) for one in after]

    assert shows_one_number(tracks, (old, new))
    assert not shows_one_number(fades, (old, new))
    assert not stays_between(springs, piece)
    assert not ends_in_its_scenes(jumps, piece)
