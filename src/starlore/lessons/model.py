"""What a course and a lesson are, once read: values only, no files and no HTML."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from starlore.errors import NotFound, Unready
from starlore.language.marks import plain_tag
from starlore.language.pseudo import PSEUDO, disguise
from starlore.lessons.diagnostics import Diagnostic
from starlore.lessons.edges import Credits, reaches
from starlore.memory.star import lesson_of
from starlore.questions.exercise import Exercise
from starlore.questions.model import Question

Spots = Mapping[str, tuple[int, int]]
"""Where each entry of a head stands: line and column by dotted name."""


@dataclass(frozen=True)
class Prose:
    """A stretch of Markdown, and the line of the file it begins on."""

    text: str
    line: int


@dataclass(frozen=True)
class PictureBlock:
    """A fenced figure: which kind, of which data, along which axis, in which words.

    Attributes:
        kind: one of `pictures.PICTURES`. id: unique in the lesson. data: a name in scope.
        axis: "text" for tokens in reading order, "math" for places, time and number lines.
        alt: one sentence that says it all. caption: under the picture.
    """

    kind: str
    id: str
    data: str
    axis: str
    alt: str
    caption: str
    line: int


@dataclass(frozen=True)
class Passage:
    """Prose and pictures in reading order."""

    pieces: tuple[Prose | PictureBlock, ...] = ()

    @property
    def pictures(self) -> tuple[PictureBlock, ...]:
        """The pictures of the passage."""
        return tuple(piece for piece in self.pieces if isinstance(piece, PictureBlock))

    @property
    def is_empty(self) -> bool:
        """Nothing is written in it."""
        return not self.pieces


@dataclass(frozen=True)
class QuestionText:
    """A question's words in one language.

    Attributes:
        stem: what is asked. answer: words by the field, such as "three weights, two decimals".
        hints: in order. worked: the worked path. general: one sentence that generalises.
        wrong: by misconception, the learner's own path. headlines: the same in a few words.
        options: by name, the words of answers that are texts.
    """

    line: int
    stem: Passage
    answer: Passage
    hints: tuple[Passage, ...]
    worked: Passage
    general: Passage
    wrong: Mapping[str, Passage]
    headlines: Mapping[str, Passage]
    options: Mapping[str, Passage]
    lines: Mapping[str, int]


@dataclass(frozen=True)
class OffScreenText:
    """What to do away from the screen, in one language: a title, and passages by key."""

    title: str
    line: int
    passages: Mapping[str, Passage]

    def under(self, key: str) -> Passage:
        """What stands under a key, such as "steps"; nothing where nothing does."""
        return self.passages.get(key, Passage())


@dataclass(frozen=True)
class LessonText:
    """A lesson's words in one language; tied to the others by the ids of its parts.

    Attributes:
        outcomes, star_names: by their ids. sentences: the bank, word by word.
        outcome_names: of some outcomes a word or two for its part of the constellation.
        parts: introduction, read, closing. questions: by the id of their part.
        off_screen: what to do away from the screen, None where nothing is written.
        spots: where each entry of the head stands.
    """

    language: str
    path: str
    title: str
    one_line: str
    outcomes: Mapping[str, str]
    star_names: Mapping[str, str]
    sentences: tuple[tuple[str, ...], ...]
    parts: Mapping[str, Passage]
    questions: Mapping[str, QuestionText]
    outcome_names: Mapping[str, str] = field(default_factory=dict)
    spots: Spots = field(default_factory=dict)
    off_screen: OffScreenText | None = None

    @property
    def introduction(self) -> Passage:
        """Why one would want to know."""
        return self.parts.get("introduction", Passage())

    @property
    def read(self) -> Passage:
        """The reading."""
        return self.parts.get("read", Passage())

    @property
    def closing(self) -> Passage:
        """The closing line."""
        return self.parts.get("closing", Passage())


@dataclass(frozen=True)
class StarPlan:
    """Where a star stands, in a box of 100 by 100, and which outcome it serves."""

    outcome: str
    at: tuple[float, float]


@dataclass(frozen=True)
class OffScreen:
    """How long the activity away from the screen takes, and for how many people it is."""

    minutes: int
    least: int
    most: int


@dataclass(frozen=True)
class LessonPlan:
    """What is the same in every language; `off_screen` is None where nothing is planned."""

    id: str
    minutes: int
    stars: Mapping[str, StarPlan]
    lines: tuple[tuple[str, str], ...]
    off_screen: OffScreen | None = None

    @property
    def star_ids(self) -> tuple[str, ...]:
        """Full ids of the stars, "lesson.star", in the order of the head."""
        return tuple(f"{self.id}.{name}" for name in self.stars)


@dataclass(frozen=True)
class Lesson:
    """A lesson that can be served.

    Attributes:
        numbers: what `numbers.py` computed. questions: by full id.
        files: by name, what is kept of it once it was asked from: its words, and its numbers as
            data; never its Python (decisions/0012).
        content_hash: SHA-256 over `files`.
        watch: `watch.toml` and its other languages by name, as they were written.
        exercise: what there is to do by hand, None where there is nothing.
    """

    plan: LessonPlan
    texts: Mapping[str, LessonText]
    questions: Mapping[str, Question]
    numbers: Mapping[str, object]
    content_hash: str
    files: Mapping[str, bytes]
    watch: Mapping[str, bytes] = field(default_factory=dict)
    exercise: Exercise | None = None

    def text(self, language: str) -> LessonText:
        """The words in a language, or in the first one where it has none."""
        tag = plain_tag(language)
        if tag in PSEUDO:
            return self._disguises[tag]
        return self.texts.get(tag) or next(iter(self.texts.values()))

    @cached_property
    def _disguises(self) -> "Mapping[str, LessonText]":
        """The words in the pseudo-languages, made when a test first asks for one."""
        from starlore.lessons.disguise import in_disguise  # which is made of this module's classes

        return in_disguise(next(iter(self.texts.values())))

    def asks(self, star: str) -> tuple[Question, ...]:
        """The questions that take turns at a star, by its full id; the very first one is not."""
        return tuple(
            question
            for question in self.questions.values()
            if question.star_id == star and not question.first_only
        )

    @property
    def stars(self) -> tuple[str, ...]:
        """Full ids of the stars that can be asked, in the order of the head."""
        return tuple(star for star in self.plan.star_ids if self.asks(star))


@dataclass(frozen=True)
class Node:
    """A lesson's place in the map, whether it has a file yet or not.

    Attributes:
        level: the floor it stands on, 0 at the bottom.
        needs: it comes easier after these. helped_by: these make it easier still.
        contrasts: other answers to the same question.
        practises: of a star of the lesson, by its local name, the easier stars that a right answer
            practises too, by full id, each with its credit in (0, 1].
        across: where it stands on its floor, 0 to 100 in reading order; None: evenly with others.
    """

    slug: str
    level: int
    needs: tuple[str, ...] = ()
    contrasts: tuple[str, ...] = ()
    helped_by: tuple[str, ...] = ()
    practises: Credits = field(default_factory=dict)
    across: float | None = None


@dataclass(frozen=True)
class CourseWords:
    """A course's words in one language: its title, lessons' titles, the question each answers."""

    title: str
    titles: Mapping[str, str] = field(default_factory=dict)
    asks: Mapping[str, str] = field(default_factory=dict)

    def in_disguise(self, tag: str) -> "CourseWords":
        """The words in a pseudo-language."""
        return CourseWords(
            disguise(self.title, tag),
            {slug: disguise(words, tag) for slug, words in self.titles.items()},
            {slug: disguise(words, tag) for slug, words in self.asks.items()},
        )


@dataclass(frozen=True)
class Course:
    """A course as far as it can be served; what cannot is in `diagnostics`.

    Attributes:
        nodes: the map, in course order. lessons: those with a sound file, in course order.
        first_question: id of the very first question, "" if none.
    """

    id: str
    nodes: Mapping[str, Node]
    lessons: Mapping[str, Lesson]
    words_by: Mapping[str, CourseWords]
    first_question: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()

    @cached_property
    def _reaches(self) -> Credits:
        """Of every star that practises others: those within reach, worked out once."""
        asked = {star for lesson in self.lessons.values() for star in lesson.stars}
        return reaches(
            {
                f"{slug}.{name}": {other: c for other, c in others.items() if other in asked}
                for slug, node in self.nodes.items()
                for name, others in node.practises.items()
                if f"{slug}.{name}" in asked
            }
        )

    def reach(self, star: str) -> Mapping[str, float]:
        """The stars that a right answer to this one practises too, near and far, with credits.

        Edges to and from stars that nobody asks about yet rest.
        """
        return self._reaches.get(star, {})

    @property
    def seed(self) -> str:
        """The lesson one begins with: the first question's, else the first served; "" if none."""
        slug = lesson_of(self.first_question)
        return slug if slug in self.lessons else next(iter(self.lessons), "")

    @property
    def first_star(self) -> str:
        """The star that the very first question feeds, "" if there is no such question."""
        lesson = self.lessons.get(lesson_of(self.first_question))
        question = lesson.questions.get(self.first_question) if lesson else None
        return question.star_id if question else ""

    def words(self, language: str) -> CourseWords:
        """The course's words in a language, or in the first one."""
        tag, first = plain_tag(language), next(iter(self.words_by.values()))
        return first.in_disguise(tag) if tag in PSEUDO else self.words_by.get(tag) or first

    def lesson(self, slug: str) -> Lesson:
        """A lesson by its slug.

        Raises:
            NotFound: if there is none.
            Unready: if it cannot be served as it is written.
        """
        self.hold_ready(slug)
        if slug not in self.lessons:
            raise NotFound("fault.lesson.none", lesson=slug[:60])
        return self.lessons[slug]

    def faults_of(self, slug: str) -> tuple[Diagnostic, ...]:
        """What is wrong with the files of one lesson."""
        return tuple(one for one in self.diagnostics if one.path.split("/")[1:2] == [slug])

    def hold_ready(self, slug: str) -> None:
        """Refuse a lesson that is written but cannot be served.

        Raises:
            Unready: with what is wrong with it.
        """
        faults = self.faults_of(slug)
        if slug not in self.lessons and faults:
            raise Unready("fault.lesson.unready", faults, lesson=slug[:60])
