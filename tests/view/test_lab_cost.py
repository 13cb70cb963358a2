"""The cost of attention drawn: the line comes first and never moves, the dots are laid on it."""

import re

import pytest

from starlore.lab.measuring import SIZES, Timed, counted
from starlore.language import Catalogue
from starlore.view.lab.cost import cost_svg, cost_table, cost_told, shown_bytes, shown_time
from starlore.view.lab.room import BAR, room_svg
from starlore.view.pictures.sheet import Sheet

SHEET = Sheet(Catalogue.load("en"), 0, "math")
SQUARE = tuple(Timed(n, (n * n * 4e-9,) * 3, (n * n * 5e-9,) * 3) for n in SIZES)


def line_of(svg: str) -> str:
    """The path of the line."""
    found = re.search(r'<path class="p-ink" d="([^"]*)"', svg)
    assert found is not None
    return found.group(1)


def dots_of(svg: str, name: str) -> list[tuple[float, float]]:
    """Where the dots of a kind stand, but for the one that explains them."""
    found = re.findall(rf'<circle class="{name}" cx="([\d.]+)" cy="([\d.]+)" r="4"', svg)
    return [(float(x), float(y)) for x, y in found][1:]


def test_the_line_is_drawn_before_anything_runs_and_stays_where_it_is() -> None:
    before, after = cost_svg((), SHEET), cost_svg(SQUARE, SHEET)
    assert line_of(before) == line_of(after)
    assert "p-light" not in before and ">time<" not in before


def test_times_that_grow_with_the_square_land_on_the_line() -> None:
    svg = cost_svg(SQUARE, SHEET)
    (x0, y0), (x1, y1) = (tuple(map(float, point.split())) for point in line_of(svg)[1:].split("L"))
    dots = dots_of(svg, "p-light")
    assert len(dots) == len(SIZES)
    for x, y in dots:
        wanted = y0 + (x + 4 - x0) / (x1 - x0) * (y1 - y0)
        assert y == pytest.approx(wanted, abs=0.2)


def test_times_that_grow_with_the_length_leave_the_line() -> None:
    straight = tuple(Timed(n, (n * 4e-6,) * 3, (n * 4e-6,) * 3) for n in SIZES)
    svg = cost_svg(straight, SHEET)
    heights = [y for _, y in dots_of(svg, "p-light")]
    _, (_, y1) = (tuple(map(float, p.split())) for p in line_of(svg)[1:].split("L"))
    assert heights[-1] > y1 + 10


def test_the_table_tells_what_is_counted_and_then_what_was_measured() -> None:
    before, after = cost_table((), SHEET), cost_table(SQUARE[:9], SHEET)
    assert "16,777,216" in before and "64 MiB" in before and " ms" not in before
    assert "4.2 ms (4.2 ms to 4.2 ms)" in after
    assert after.count('<bdi dir="ltr"></bdi>') == 2 * 3


def test_the_sentence_names_the_longest_text_and_says_if_time_was_up() -> None:
    assert "before anything runs" in cost_told((), SHEET)
    assert cost_told(SQUARE, SHEET).startswith("At 4,096 places a whole table takes 67 ms")
    assert cost_told(SQUARE[:5], SHEET).startswith("The time was up. At 64 places")


@pytest.mark.parametrize(
    ("seconds", "told"), [(9e-6, "9.0 µs"), (4.49e-3, "4.5 ms"), (0.1222, "120 ms"), (2, "2.0 s")]
)
def test_times_are_told_with_a_unit_near_them(seconds: float, told: str) -> None:
    assert shown_time(seconds, SHEET) == told


@pytest.mark.parametrize(
    ("size", "told"), [(128, "128 B"), (2048, "2 KiB"), (3_000_000, "2.86 MiB"), (2**27, "128 MiB")]
)
def test_bytes_are_told_with_a_unit_near_them(size: int, told: str) -> None:
    assert shown_bytes(size, SHEET) == told


def bars_of(svg: str, name: str) -> list[float]:
    """Heights of the bars of a kind, but for the box that explains them."""
    found = re.findall(rf'<rect class="{name}" [^>]*width="{BAR:.0f}" height="([\d.]+)"', svg)
    return [float(one) for one in found]


def test_the_room_of_a_table_grows_fourfold_and_that_of_tiles_stays_flat_beside_it() -> None:
    svg = room_svg(SHEET)
    tables, tiles = bars_of(svg, "p-score"), bars_of(svg, "p-light")
    assert tables[-1] / tables[-2] == pytest.approx(4, rel=0.02)
    assert max(tiles) < tables[-1] / 12
    assert max(tiles) == tiles[-1] or len(set(tiles)) == 1


def test_the_numbers_on_the_bars_are_those_of_the_table() -> None:
    last, table = counted(SIZES[-1]), cost_table((), SHEET)
    for size in (last.table_bytes, last.tiled_bytes):
        shown = shown_bytes(size, SHEET)
        assert f">{shown}</tspan>" in room_svg(SHEET)
        assert f">{shown}</bdi>" in table
