"""A release under an open page: what was asked is finished in the words it was asked in (C17)."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from starlore.lessons.load import load_course
from starlore.lessons.model import Course
from starlore.memory.study_day import DAY_MS
from tests.sample_course import write_sample
from tests.study.acts import right_option
from tests.web.conftest import App, serving

Shown = list[Course]


@pytest.fixture
def shown(tmp_path: Path) -> Shown:
    """The course that is served, the last of the list."""
    return [load_course(write_sample(tmp_path))]


@pytest.fixture
def sample(tmp_path: Path, shown: Shown) -> Iterator[App]:
    """The app with the sample course."""
    with serving(tmp_path, lambda: shown[-1]) as app:
        yield app


def without_sum(course: Course) -> Course:
    """A release in which nothing asks for the star adding.sum any more."""
    lesson = course.lessons["adding"]
    left = {id_: one for id_, one in lesson.questions.items() if id_ != "adding.sum"}
    changed = replace(lesson, questions=left, content_hash="another release")
    return replace(course, lessons={"adding": changed})


def without_star(course: Course) -> Course:
    """A release in which the star's place in the head is gone too."""
    lesson = without_sum(course).lessons["adding"]
    stars = {name: star for name, star in lesson.plan.stars.items() if name != "sum"}
    plan = replace(lesson.plan, stars=stars, lines=())
    return replace(course, lessons={"adding": replace(lesson, plan=plan)})


def without_lessons(course: Course) -> Course:
    """A release in which the lesson is gone."""
    return replace(course, lessons={})


@pytest.mark.parametrize("release", [without_sum, without_star, without_lessons])
def test_c17_hints_answer_and_explanation_come_from_the_lesson_it_was_asked_in(
    sample: App, shown: Shown, release: object
) -> None:
    id_ = sample.ask("adding.sum")
    assert callable(release)
    shown.append(release(shown[-1]))
    reply = sample.post(f"/en/hint/{id_}")
    assert reply.status == 303
    assert sample.row(id_).hints_shown == 1
    assert "Count on." in sample.get(f"/en/question/{id_}").text
    assert sample.answer(id_, right_option(sample.row(id_))).status == 303
    page = sample.get(f"/en/question/{id_}")
    assert page.status == 200
    assert "Adding puts together." in page.text


@pytest.mark.parametrize("release", [without_sum, without_star, without_lessons])
def test_a_review_goes_on_and_ends_after_a_release(
    sample: App, shown: Shown, release: object
) -> None:
    reply = sample.post("/en/review", lesson="adding")
    sitting = reply.place.rpartition("/")[2]
    page = sample.get(reply.place)
    assert page.status == 200
    assert callable(release)
    shown.append(release(shown[-1]))
    with sample.store.read() as unit:
        (row,) = unit.variants_of_sitting(sample.desk.learner, sitting)
    assert sample.answer(row.id, right_option(row)).status == 303
    assert sample.get(f"/en/review/{sitting}").status == 200
    assert sample.post(f"/en/review/{sitting}/next").status == 303
    assert sample.get(f"/en/review/{sitting}/end").status == 200
    assert sample.get("/en/").status == 200
    sample.clock[0] += 9 * DAY_MS
    assert sample.get("/en/review").status == 200
    assert sample.post("/en/review").status == 303


def test_a_question_that_waited_too_long_leads_to_the_end_of_its_sitting(sample: App) -> None:
    place = sample.post("/en/review", lesson="adding").place
    sample.clock[0] += 31 * DAY_MS
    reply = sample.get(place)
    assert (reply.status, reply.place) == (303, f"{place}/end")
    assert sample.get(reply.place).status == 200
    assert sample.post(f"{place}/next").place == place
    assert sample.get(place).status == 200
