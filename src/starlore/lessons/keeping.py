"""What is kept of a lesson once a question was asked from it: words, and numbers as data; no code.

An answer is explained in the words of its own release. Its numbers stand in its Variant, the
lesson's own in `numbers.json`, made when the lesson was loaded. Nothing that is kept is ever run:
it may have come with another learner's export (decisions/0012).
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256

from starlore.errors import BadValue, LessonError
from starlore.language.marks import plain_tag
from starlore.lessons.files import MOST_TEXT_BYTES, Unreadable, as_text
from starlore.lessons.model import Lesson, LessonPlan, LessonText
from starlore.lessons.parse import Parsed, parse_lesson
from starlore.questions.codec import values_json, values_of
from starlore.questions.model import Value

SOURCE, NUMBERS = "lesson.md", "numbers.json"

MOST_KEPT = 64
"""Files of one release: its numbers, and its words in so many languages."""


def kept_files(files: Mapping[str, bytes], numbers: Mapping[str, Value]) -> dict[str, bytes]:
    """Of a lesson's files those with words, and its numbers.

    Example:
        >>> sorted(kept_files({"lesson.md": b"", "lesson.fa.md": b"", "numbers.py": b""}, {}))
        ['lesson.fa.md', 'lesson.md', 'numbers.json']
    """
    words = {name: files[name] for name in word_files(files)}
    return {**words, NUMBERS: values_json(numbers).encode()}


def content_hash(files: Mapping[str, bytes]) -> str:
    """SHA-256 over kept files, in the order of their names."""
    digest = sha256()
    for name in sorted(files):
        digest.update(name.encode() + b"\0" + sha256(files[name]).digest())
    return digest.hexdigest()


def check_kept(files: Mapping[str, bytes]) -> None:
    """Refuse what nobody has kept: other files than words and numbers, or numbers that are none.

    Whether the words meet what is asked of words today is not asked: they are of another day.

    Raises:
        BadValue: saying what is wrong.
        UnicodeDecodeError: if one is not UTF-8.
    """
    if SOURCE not in files:
        raise BadValue(f"{SOURCE} is missing")
    for name in files:
        if name != NUMBERS and name not in word_files(files):
            raise BadValue(f"a lesson keeps its words and {NUMBERS}, not {name[:40]!r}")
    if len(files) > MOST_KEPT:
        raise BadValue(f"a lesson keeps at most {MOST_KEPT} files, these are {len(files)}")
    for name, data in files.items():
        if len(data) > MOST_TEXT_BYTES:
            raise BadValue(f"{name} has more than {MOST_TEXT_BYTES} bytes")
        data.decode("utf-8")
    values_of(files.get(NUMBERS, b"").decode("utf-8"))


def kept_lesson(slug: str, files: Mapping[str, bytes], language: str) -> Lesson:
    """A lesson of another release, as far as explaining needs it: words and numbers.

    It has no questions and no plan. Its words in that language, or else in its first one, are
    read once, and not held to today's checks.

    Raises:
        LessonError: if they cannot be read at all.
    """
    own = next((n for n in word_files(files) if language_of(n) == plain_tag(language)), SOURCE)
    return _read(slug, tuple((n, files[n]) for n in sorted({own, NUMBERS}) if n in files))


@lru_cache(maxsize=32)
def _read(slug: str, kept: tuple[tuple[str, bytes], ...]) -> Lesson:
    files = dict(kept)
    try:
        numbers = values_of(files.get(NUMBERS, b"{}").decode("utf-8"))
        parsed = {name: read_words(files[name], f"{slug}/{name}") for name in word_files(files)}
    except (BadValue, UnicodeDecodeError, Unreadable) as fault:
        why = str(fault)
        raise LessonError("check.kept.unread", lesson=slug, why=why) from fault
    texts = {language_of(name): words_in(one, name, slug) for name, one in parsed.items()}
    if not texts:
        raise LessonError("check.kept.none", lesson=slug)
    return Lesson(LessonPlan(slug, 0, {}, ()), texts, {}, numbers, content_hash(files), files)


def word_files(names: Iterable[str]) -> list[str]:
    """The names of files that hold a lesson's words, the first language first."""
    found = [n for n in names if n == SOURCE or (n.startswith("lesson.") and n.endswith(".md"))]
    return sorted(found, key=lambda name: (name != SOURCE, name))


def read_words(data: bytes, path: str) -> Parsed:
    """What a file of words holds.

    Raises:
        Unreadable: if it is not UTF-8.
    """
    return parse_lesson(as_text(data), path)


def language_of(name: str) -> str:
    """The language of a lesson file.

    Example:
        >>> language_of("lesson.md"), language_of("lesson.fa.md")
        ('en', 'fa')
    """
    return "en" if name == SOURCE else name.removeprefix("lesson.").removesuffix(".md")


def words_in(parsed: Parsed, name: str, path: str) -> LessonText:
    """The words of one language; without a head that can be read, those of its parts alone."""
    head = parsed.head
    return LessonText(
        language=language_of(name),
        path=f"{path}/{name}",
        title=head.title if head else "",
        one_line=head.one_line if head else "",
        outcomes=head.outcomes if head else {},
        star_names={star: words.name for star, words in head.stars.items()} if head else {},
        sentences=tuple(tuple(sentence) for sentence in head.sentences) if head else (),
        parts=parsed.parts,
        questions=parsed.questions,
        outcome_names=head.outcome_names if head else {},
        spots=parsed.spots,
        off_screen=parsed.off_screen,
    )
