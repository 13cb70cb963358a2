"""The names of lessons and stars in a language, and how a star's days are said."""

from datetime import date

from starlore.language import Catalogue, plain_tag, show_day, show_days_span
from starlore.lessons.model import Course
from starlore.memory.stars import Star, lesson_of
from starlore.study.skies import SeenStar


def lesson_title(course: Course, slug: str, language: str) -> str:
    """A lesson's title, from its own file or, before it has one, from the course's words."""
    lesson, titles = course.lessons.get(slug), course.words(language).titles
    if lesson is not None and (plain_tag(language) in lesson.texts or slug not in titles):
        return lesson.text(language).title
    return titles.get(slug, slug)


def star_name(course: Course, star: str, language: str) -> str:
    """A star's name; a star whose lesson is gone goes by its id."""
    lesson = course.lessons.get(lesson_of(star))
    if lesson is None:
        return star
    return lesson.text(language).star_names.get(star.partition(".")[2], star)


def word_of(one: SeenStar, catalogue: Catalogue, is_tonight: bool = True) -> str:
    """A star's light in a word, and whether it is worth a visit on the evening that is shown."""
    word = catalogue.say(f"star.{one.word}")
    if not one.is_tonight:
        return word
    return catalogue.say(f"sky-page.{'tonight' if is_tonight else 'then'}-worth", word=word)


def outcome_of(course: Course, star: str, language: str) -> str:
    """What a star stands for: the outcome it serves; "" where its lesson is gone."""
    lesson = course.lessons.get(lesson_of(star))
    plan = None if lesson is None else lesson.plan.stars.get(star.partition(".")[2])
    return "" if lesson is None or plan is None else lesson.text(language).outcomes[plan.outcome]


def and_list(names: list[str], catalogue: Catalogue) -> str:
    """Names one after the other.

    Example:
        >>> and_list(["a", "b", "c"], Catalogue.load("en"))
        'a; b; c'
    """
    return catalogue.say("app.list-mark").join(names)


def dims_line(star: Star, today: date, catalogue: Catalogue) -> str:
    """When a star begins to dim, or began to; an ember is not lit, it comes back."""
    say, days = catalogue.say, (star.due_day - today).days
    if star.is_ember:
        if days <= 1:
            return say("sky-page.back-tomorrow" if days == 1 else "sky-page.back-tonight")
        return say("sky-page.back-on", day=day_near(star.due_day, today, catalogue.tag))
    if days == 1:
        return say("sky-page.dims-tomorrow")
    if days == 0:
        return say("sky-page.dims-tonight")
    day = day_near(star.due_day, today, catalogue.tag)
    return say("sky-page.dims-on" if days > 0 else "sky-page.began-on", day=day)


def day_near(day: date, today: date, language: str) -> str:
    """A day by its month's name, with the year where it is another one."""
    return show_day(day, language, year=day.year != today.year)


def span(days: float, language: str) -> str:
    """About how long."""
    return show_days_span(days, language)
