"""Labels at the tips of arrows: each beside its own, none on another or on an arrow."""

from decimal import Decimal
from itertools import product

from starlore.view.pictures.labels import Box, stand_apart

HALVES = [Decimal(half) / 2 for half in range(-10, 11)]

FIELD = Box(0, 0, 188, 174)

UNIT = 34.8


def boxes(key: tuple[float, float]) -> list[Box]:
    tips = [(2 * UNIT, -UNIT), (float(key[0]) * UNIT, -float(key[1]) * UNIT)]
    return stand_apart((0, 0), tips, [31, 52], 18, FIELD)


def test_no_key_puts_its_label_on_the_querys_or_outside() -> None:
    for key in product(HALVES, HALVES):
        query, own = boxes((float(key[0]), float(key[1])))
        assert not query.meets(own), key
        assert query.lies_in(FIELD) and own.lies_in(FIELD), key


def test_labels_that_only_looked_outward_would_meet() -> None:
    beside = [Box(2 * UNIT + 22, -UNIT, 15, 9), Box(2 * UNIT + 30, -UNIT - 8, 26, 9)]
    assert beside[0].meets(beside[1])
    assert not boxes((2, 1))[0].meets(boxes((2, 1))[1])


def test_a_label_keeps_clear_of_every_arrow() -> None:
    tips = [(100.0, 0.0), (60.0, 0.0)]
    for box in stand_apart((0, 0), tips, [31, 31], 18, FIELD):
        assert not any(box.holds((x, 0)) for x in range(0, 101, 5))


def test_a_label_keeps_clear_of_a_line_that_has_none() -> None:
    (box,) = stand_apart((0, 0), [(60, 0)], [31], 18, FIELD, more=[(170, 0)])
    assert not any(box.holds((x, 0)) for x in range(0, 171, 5))
