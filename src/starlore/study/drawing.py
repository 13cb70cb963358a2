"""Draw a Variant to ask, although an author's code may fail or hang at some seeds.

A lesson is served when each of its questions can be drawn at one seed; that says nothing of the
others. What fails here is told once in the log, and another seed is tried, then another question.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import islice

from starlore.errors import StarloreError, Unready
from starlore.lessons.model import Lesson
from starlore.lessons.unsaid import companions
from starlore.questions.author_code import said_of, within
from starlore.questions.draw import draw_variant
from starlore.questions.model import Question, Variant

TRIES = 3
"""Seeds of a question after which it is passed over."""

SECONDS = 1.0
"""For one try, while somebody waits: a hundred times what a draw takes."""

UNDRAWN = (StarloreError, LookupError, ValueError, TypeError, ArithmeticError)
"""What drawing raises where an author's code, or what it gave, is at fault."""

log = logging.getLogger("starlore.study")


def drawn(
    lesson: Lesson, questions: Iterable[Question], star: str, seed: int, salt: str
) -> tuple[Question, Variant]:
    """The first of some questions that can be drawn, and its Variant.

    Args:
        lesson: theirs. questions: in the order in which they should be asked.
        star: whose they are.
        seed: the first one to try. salt: the Variant's id, from which the others follow.

    Raises:
        Unready: if none can be drawn; nothing was written.
    """
    for question in questions:
        fault: Exception | None = None
        for one in islice(seeds_from(seed, salt), TRIES):
            try:
                return question, within(SECONDS, _draw(lesson, question, one))
            except UNDRAWN as raised:
                if fault is None:
                    said = f"{raised}" if isinstance(raised, StarloreError) else said_of(raised)
                    told = f"lesson {lesson.plan.id}: {question.id} cannot be drawn at seed {one}"
                    log.error("%s: %s", told, " ".join(said.split()))
                fault = raised
    raise Unready("fault.question.unready", star=star)


def seeds_from(seed: int, salt: str) -> Iterator[int]:
    """Seeds to try one after the other: the first is given, each other follows from it and a salt.

    The first is chance and stays here, so nobody who only knows the salt can tell the others.

    Example:
        >>> from itertools import islice
        >>> list(islice(seeds_from(7, "an id"), 2))
        [7, 12024209438296629632]
    """
    number = seed
    while True:
        yield number
        digest = sha256(f"starlore-seed-1|{salt}|{number}".encode()).digest()
        number = int.from_bytes(digest[:8], "big")


def _draw(lesson: Lesson, question: Question, seed: int) -> Callable[[], Variant]:
    return lambda: draw_variant(question, seed, companions(question, lesson.questions))
