"""The number line as it is drawn: what hangs at it stands apart."""

import re

from starlore.lessons.pictures.number_line import number_line
from starlore.view.pictures.number_line import Ruler, hung, number_line_twin
from starlore.view.pictures.sheet import Sheet
from tests.view.pictures.a_picture import ENGLISH


def test_a_point_named_twice_is_listed_once_and_the_list_runs_as_the_line() -> None:
    sheet = Sheet(ENGLISH, 600, "math")
    listed = number_line_twin(number_line({"points": [0, -3, 0, 3]}), sheet)
    assert re.findall(r'<td><bdi dir="ltr">(.*?)</bdi>', listed) == ["−3", "0", "3"]
    hung_up = number_line({"points": [2, 2, 1], "weights": [1, 2, 3]})
    assert number_line_twin(hung_up, sheet).count("<tr>") == 1 + 3


def test_no_number_stands_on_another_however_close_the_points_lie() -> None:
    line = number_line({"points": [10, 10, 9.9, 9.5], "weights": [0.3, 0.3, 0.2, 0.2]})
    parts = "".join(hung(Ruler(Sheet(ENGLISH, 600, "math"), 0, 20, 120), line))
    places = [
        (float(x), float(y)) for x, y in re.findall(r'<text x="([\d.]+)" y="([-\d.]+)"', parts)
    ]
    assert len(places) == 4
    for k, (x, y) in enumerate(places):
        assert all(abs(x - a) >= 29 or abs(y - b) >= 18 for a, b in places[:k])
