"""The lesson an answer is explained by: the one it was asked from, whatever was released since."""

from starlore.errors import LessonError, NotFound
from starlore.lessons.keeping import kept_lesson
from starlore.lessons.model import Lesson
from starlore.memory.stars import lesson_of
from starlore.study.desk import Desk
from starlore.study.records import VariantRow


def lesson_asked(desk: Desk, row: VariantRow) -> Lesson:
    """The lesson of a Variant as it was when asked: the course's own, else what was kept of it.

    Raises:
        NotFound: if neither is there, or what was kept cannot be read.
    """
    slug = lesson_of(row.star)
    lesson = desk.course().lessons.get(slug)
    if lesson is not None and lesson.content_hash == row.content_hash:
        return lesson
    with desk.store.read() as unit:
        files = unit.content(row.content_hash)
    if files is not None:
        try:
            return kept_lesson(slug, files, row.language)
        except LessonError as fault:
            raise NotFound("fault.lesson.gone", star=row.star) from fault
    if lesson is None:
        raise NotFound("fault.lesson.gone", star=row.star)
    return lesson
