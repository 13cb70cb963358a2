"""The state of a Lab: where it begins, and who may read whom in it."""

from dataclasses import replace

import numpy as np
import pytest

from starlore.attention import explain
from starlore.errors import Refused
from starlore.lab.state import (
    comparisons,
    has_lab,
    lab_lesson,
    mask_of,
    start_of,
    table_of,
    widened,
)
from tests.lab.labs import START, lab_at
from tests.real_course import real_course


def test_the_lab_opens_with_the_row_that_reads_itself_least() -> None:
    assert START.row == 1
    assert table_of(START).rows[1].weights_long[1].printed == "0.00907"


def test_the_lesson_with_a_lookup_table_has_the_lab_and_the_others_lead_to_it() -> None:
    course = real_course()
    assert [slug for slug, lesson in course.lessons.items() if has_lab(lesson)] == ["lookup"]
    assert lab_lesson(course) == lab_lesson(course, "dot") == "lookup"
    assert start_of(course.lessons["dot"]) is None
    assert lab_lesson(replace(course, lessons={"dot": course.lessons["dot"]})) == ""


def test_the_courses_own_lab_begins_with_the_trio() -> None:
    start = start_of(real_course().lessons["lookup"])
    assert start is not None
    assert (start.inputs, start.row) == (START.inputs, START.row)


def test_more_places_go_on_with_the_lessons_own_and_are_called_by_number() -> None:
    wide = widened(START.inputs, (5, 3, 1))
    assert wide.signs == ("sun", "moon", "comet", "4", "5")
    assert wide.q[3] == (*START.inputs.q[0], 0)
    assert wide.v[4] == START.inputs.v[1][:1]


@pytest.mark.parametrize(
    ("scheme", "reach", "count"), [("full", "1", 25), ("causal", "1", 15), ("window", "1", 13)]
)
def test_comparisons_are_the_plans(scheme: str, reach: str, count: int) -> None:
    lab = lab_at(places="5", scheme=scheme, reach=reach)
    assert comparisons(lab) == count == int(mask_of(lab).sum())


def test_a_masked_cell_is_one_comparison_less_and_its_score_is_minus_infinity() -> None:
    lab = lab_at(hide="1.1")
    assert comparisons(lab) == 8
    q, k = (np.array(part, dtype=float) for part in (lab.inputs.q, lab.inputs.k))
    scores = q @ k.T
    scores[1, 1] = -np.inf
    powers = np.exp(scores)
    expected = powers / powers.sum(axis=1, keepdims=True)
    assert np.allclose([row.shares for row in table_of(lab).rows], expected)


def test_a_row_that_may_read_nothing_gives_zeros() -> None:
    row = table_of(lab_at(hide="1.0;1.1;1.2")).rows[1]
    assert row.tops == ()
    assert {figure.printed for figure in (*row.weights, *row.output)} == {"0.00"}


def test_temperature_divides_scores_and_leaves_them_shown_as_they_were() -> None:
    lab = lab_at(temperature="2")
    row, cold = table_of(lab).rows[0], table_of(START).rows[0]
    assert row.scores == cold.scores
    steps = explain([[2, 1]], [[1, 1], [1, -1], [-1, 2]], [[10], [0], [5]], scale=0.5)
    assert np.allclose(row.shares, steps.weights[0])
    assert row.powers[0].printed == "4.48"


def test_a_score_whose_power_no_page_could_show_is_refused_by_name() -> None:
    with pytest.raises(Refused) as told:
        table_of(lab_at(**{"q.0.0": "99", "k.1.0": "4"}))
    assert told.value.message_id == "fault.lab.score"
    assert (told.value.values["query"], told.value.values["key"]) == (1, 2)
    table_of(lab_at(**{"q.0.0": "99", "k.1.0": "4", "temperature": "2"}))
