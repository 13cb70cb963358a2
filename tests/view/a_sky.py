"""A sky to draw: the seed's constellation on a later evening, and dark ones beside it."""

from collections.abc import Mapping
from datetime import date

from starlore.language import Catalogue
from starlore.lessons.model import Course, CourseWords, Lesson, LessonPlan, LessonText, StarPlan
from starlore.memory.light import star_light, star_radius
from starlore.memory.star import Star
from starlore.study.skies import SeenSky, SeenStar
from starlore.view.constellation import ConstellationMark
from starlore.view.links import Links
from starlore.view.marks import constellation_marks

TODAY = date(2027, 1, 15)
ENGLISH = Catalogue.load("en")
LINKS = Links("en")

FAN = {
    "three-shares": ("a", (50.0, 90.0), "three shares"),
    "hardly-a-choice": ("a", (12.0, 42.0), "hardly a choice"),
    "whole-head": ("a", (50.0, 28.0), "the whole head"),
    "read-the-head": ("a", (88.0, 42.0), "read the head"),
    "who-can-see": ("b", (8.0, 10.0), "who can see it"),
    "what-is-carried": ("b", (30.0, 2.0), "what is carried"),
    "count": ("c", (70.0, 2.0), "count the comparisons"),
    "ruled-out": ("c", (92.0, 10.0), "what it rules out"),
}
"""The stars of the seed: outcome, place in the box of 100 by 100, name."""

LINES = (
    ("three-shares", "hardly-a-choice"),
    ("three-shares", "whole-head"),
    ("three-shares", "read-the-head"),
    ("who-can-see", "what-is-carried"),
    ("count", "ruled-out"),
)

LATER = {
    "three-shares": ("bright", 9.0, 0.97, False),
    "hardly-a-choice": ("bright", 30.0, 0.99, False),
    "whole-head": ("dimming", 7.0, 0.86, True),
    "read-the-head": ("bright", 2.4, 0.94, False),
    "who-can-see": ("ember", 0.6, 0.55, True),
    "count": ("bright", 2.4, 0.94, False),
}
"""What is known of them: word, stability in days, recall, whether tonight's."""


def lesson(slug: str, title: str) -> Lesson:
    """A lesson with the seed's stars and no questions."""
    text = LessonText(
        language="en",
        path=f"{slug}/en.md",
        title=title,
        one_line="",
        outcomes={},
        star_names={name: words for name, (_, _, words) in FAN.items()},
        sentences=(),
        parts={},
        questions={},
    )
    stars = {name: StarPlan(outcome, at) for name, (outcome, at, _) in FAN.items()}
    return Lesson(LessonPlan(slug, 20, stars, LINES), {"en": text}, {}, {}, "", {})


def course(titles: Mapping[str, str]) -> Course:
    """A course of lessons by slug and title."""
    lessons = {slug: lesson(slug, title) for slug, title in titles.items()}
    return Course("a", {}, lessons, {"en": CourseWords("A course")})


SEED = course({"lookup": "Attention as a learned lookup"})
SEVEN = course(
    {
        "average": "Weighted averages",
        "softmax": "Softmax",
        "project": "Learned projections",
        "state": "Recurrent state",
        "dot": "The dot product",
        "lookup": "Attention as a learned lookup",
        "window": "Convolution windows",
    }
)


def a_star(id_: str, stability_days: float, is_ember: bool) -> Star:
    """What is known of a star answered a few days ago."""
    return Star(
        star=id_,
        stability_days=stability_days,
        difficulty=5.0,
        last_study_day=date(2027, 1, 12),
        due_day=TODAY,
        answers_counted=3,
        right_answers=2,
        lapses=1,
        is_stuck=False,
        is_ember=is_ember,
        status="active",
        buried_until=None,
        floor_days=stability_days,
        last_at_ms=0,
        last_answer="",
        memory_version="1",
    )


def sky(of: Course = SEED, on: date = TODAY) -> SeenSky:
    """The later evening; every lesson but the seed is dark."""
    lessons = {slug: tuple(_seen(f"{slug}.{name}") for name in FAN) for slug in of.lessons}
    return SeenSky(on, TODAY, TODAY, lessons, (), None)


def _seen(id_: str) -> SeenStar:
    slug, _, name = id_.partition(".")
    if slug != "lookup" or name not in LATER:
        return SeenStar(id_, None, "not-yet", 4.0, 0.0, 0.0, False)
    word, days, recall, is_tonight = LATER[name]
    light = star_light(recall)
    star = a_star(id_, days, word == "ember")
    return SeenStar(id_, star, word, star_radius(days), light, recall, is_tonight)


def marks(of: Course = SEED, open_star: str = "") -> tuple[ConstellationMark, ...]:
    """Its constellations as they are drawn."""
    return constellation_marks(of, sky(of), LINKS, ENGLISH, open_star)
