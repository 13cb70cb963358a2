"""Between two scenes only place, size and light change, and no number is ever between two."""

from starlore.animation.between import COMES, GONE, eased, tracks
from starlore.animation.marks import Spot, lit, mirrored, number, rect, sign


def test_a_mark_that_stays_goes_from_its_place_to_its_place() -> None:
    (way,) = tracks([rect("a", 0, 0, 10, 4, "p")], [rect("a", 100, 0, 30, 4, "p")])
    assert way.at(0) == Spot(0, 0, 10, 4)
    assert way.at(1) == Spot(100, 0, 30, 4)
    assert way.at(0.5) == Spot(50, 0, 20, 4)
    assert way.is_moved


def test_old_words_have_gone_before_new_ones_come() -> None:
    old, new = tracks([number("n", 0, 0, "3")], [number("n", 0, 0, "20.09")])
    assert (old.mark.words, new.mark.words) == ("3", "20.09")
    for u in (step / 50 for step in range(51)):
        assert old.at(u).light == 0 or new.at(u).light == 0
    assert GONE < COMES


def test_a_piece_that_is_painted_otherwise_goes_along_and_fades_over() -> None:
    old, new = tracks([rect("a", 0, 0, 9, 9, "p-power")], [rect("a", 50, 0, 9, 9, "p-weight")])
    assert old.at(0.5)[:4] == new.at(0.5)[:4] == (25, 0, 9, 9)
    assert (old.at(1).light, new.at(1).light) == (0, 1)


def test_what_is_new_grows_where_it_is_born_or_fades_in() -> None:
    grown = rect("a", 0, 0, 9, 90, "p", born=Spot(0, 90, 9, 0))
    faded = sign("b", "sun", 5, 5, 10)
    first, second = tracks([], [grown, faded])
    assert first.at(0) == Spot(0, 90, 9, 0, 0)
    assert first.is_moved
    assert (second.at(0).light, second.at(1).light) == (0, 1)
    assert not second.is_moved


def test_what_is_gone_fades_where_it_stands() -> None:
    (way,) = tracks([lit(rect("a", 3, 3, 9, 9, "p"), 0.5)], [])
    assert way.at(0) == Spot(3, 3, 9, 9, 0.5)
    assert way.at(1) == Spot(3, 3, 9, 9, 0)


def test_easing_is_slow_at_both_ends_and_stays_within() -> None:
    values = [eased(step / 20) for step in range(-5, 26)]
    assert values == sorted(values)
    assert (values[0], values[-1]) == (0, 1)
    assert eased(0.1) < 0.1 < 0.9 < eased(0.9)


def test_a_mirrored_mark_stands_as_far_from_the_other_side() -> None:
    there = mirrored(rect("a", 110, 0, 20, 9, "p"), 100, 200)
    assert there.at.x == 270
    assert mirrored(there, 100, 200).at.x == 110
