"""Sheets on paper: drawn from a seed, kept when printed, opened again by their code.

Opening a sheet writes nothing. Its questions become Variants of a learner with the answers that
are entered, under ids made from the learner and the code, so that the same sheet entered twice is
found answered (decisions/0025).
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice

from starlore.errors import BadValue, NotFound, Refused, StarloreError
from starlore.figures import Figure
from starlore.lessons.model import Course, Lesson
from starlore.questions.codec import from_json, to_json, values_json, values_of
from starlore.questions.exercise import draw_exercise
from starlore.questions.model import Question, Value, Variant
from starlore.study.answering import AskedBack, Sent, Taken, answer_new, judge
from starlore.study.asking import row_of
from starlore.study.desk import Desk, Moment
from starlore.study.drawing import drawn
from starlore.study.kept import lesson_asked
from starlore.study.records import SheetRow, VariantRow
from starlore.study.sheet_code import (
    FORMAT,
    SEED_BITS,
    Code,
    mark_of,
    one_slip_away,
    plain_letters,
    read_code,
)
from starlore.study.stamping import checked_id, uuid_of

SEEDS = 1 << SEED_BITS

MOST_MEANT, MOST_TRIED = 3, 12
"""Codes that are offered for a mistyped one, and those that are looked at for it."""


@dataclass(frozen=True)
class Asked:
    """One question of a sheet: whether its answer is written or chosen, and its Variant."""

    form: str
    variant: Variant


@dataclass(frozen=True)
class Sheet:
    """What stands on a sheet, whatever its language and its paper.

    Attributes:
        code: what it is opened by. lesson: the slug. content_hash: of the words it goes with.
        asked: its questions in order. by_hand: the exercise's numbers, none where there is none.
    """

    code: Code
    lesson: str
    content_hash: str
    asked: tuple[Asked, ...]
    by_hand: Mapping[str, Value]


def has_sheet(lesson: Lesson) -> bool:
    """Whether there is something to print of a lesson."""
    return lesson.plan.off_screen is not None


def draw_sheet(lesson: Lesson, seed: int) -> Sheet:
    """The sheet of a lesson under a seed: everywhere the same, as long as the course is.

    Raises:
        NotFound: if the lesson has nothing to print.
        Refused: if the seed is no whole number below 2**20.
        Unready: if one of its questions cannot be drawn.
    """
    slug = lesson.plan.id
    if not has_sheet(lesson):
        raise NotFound("fault.sheet.none", lesson=slug)
    if not 0 <= seed < SEEDS:
        raise Refused("fault.sheet.seed", seed=str(seed)[:40], most=SEEDS - 1)
    asked = tuple(_asked(lesson, star, seed) for star in lesson.stars)
    exercise = lesson.exercise
    by_hand = {} if exercise is None else draw_exercise(exercise, slug, seed)
    mark = mark_of(slug, _json(asked, by_hand))
    return Sheet(Code(seed, mark), slug, lesson.content_hash, asked, by_hand)


def _asked(lesson: Lesson, star: str, seed: int) -> Asked:
    """A star's question with its numbers; several questions of one star take turns by the seed."""
    several = lesson.asks(star)
    turn = seed % len(several)
    salt = f"{FORMAT}|{seed}|{star}"
    first = int.from_bytes(sha256(salt.encode()).digest()[:8], "big")
    question, variant = drawn(lesson, (*several[turn:], *several[:turn]), star, first, salt)
    return Asked(_form(question, variant), variant)


def _form(question: Question, variant: Variant) -> str:
    """On paper every number is written; what cannot be typed is chosen."""
    solution = variant.solution
    is_number = isinstance(solution, Figure | tuple)
    return "typed" if question.may_be_typed and is_number else "choice"


def keep_sheet(desk: Desk, at: Moment, sheet: Sheet, lesson: Lesson) -> None:
    """Keep a sheet that is being printed, and the words it goes with; twice is nothing."""
    row = SheetRow(
        sheet.code.letters,
        sheet.lesson,
        sheet.content_hash,
        _json(sheet.asked, sheet.by_hand),
        at.now_ms,
    )
    with desk.store.write() as unit:
        unit.keep_sheet(row)
        unit.keep_content(lesson.content_hash, lesson.files)


def open_sheet(desk: Desk, text: str) -> Sheet:
    """The sheet of a code that somebody typed: as it was printed here, else as it is drawn now.

    Raises:
        Refused: if that is no code; the sentence says why.
        NotFound: if no sheet of that code was printed here and the course makes none.
    """
    code = read_code(text)
    found = _found(desk, code)
    if found is None:
        raise NotFound("fault.sheet.unknown", code=code.printed)
    return found


def meant(desk: Desk, text: str) -> tuple[Code, ...]:
    """Which sheets somebody may have meant who mistyped a letter, or two in the wrong order.

    Those that were printed here; only where there is none, those that the course would make.
    """
    near = tuple(one_slip_away(plain_letters(text)))
    with desk.store.read() as unit:
        printed = tuple(code for code in near if unit.sheet(code.letters) is not None)
    if printed:
        return printed[:MOST_MEANT]
    made = (code for code in near[:MOST_TRIED] if next(_redrawn(desk.course(), code), None))
    return tuple(islice(made, MOST_MEANT))


def _found(desk: Desk, code: Code) -> Sheet | None:
    with desk.store.read() as unit:
        row = unit.sheet(code.letters)
    if row is not None:
        return _kept(code, row)
    return next(_redrawn(desk.course(), code), None)


def _redrawn(course: Course, code: Code) -> Iterator[Sheet]:
    """The sheets that the course makes of a code's seed, if they are those of the code."""
    for lesson in course.lessons.values():
        if has_sheet(lesson):
            try:
                sheet = draw_sheet(lesson, code.seed)
            except StarloreError:
                continue
            if sheet.code == code:
                yield sheet


def _kept(code: Code, row: SheetRow) -> Sheet:
    """A sheet as it was printed.

    Raises:
        NotFound: if what is kept cannot be read.
    """
    try:
        if mark_of(row.lesson, row.sheet_json) != code.mark:
            raise BadValue("what is kept is not what the code was made of")
        raw = json.loads(row.sheet_json)
        asked = tuple(Asked(form, from_json(variant)) for form, variant in raw["asked"])
        return Sheet(code, row.lesson, row.content_hash, asked, values_of(raw["by_hand"]))
    except (BadValue, ValueError, TypeError, KeyError) as fault:
        raise NotFound("fault.sheet.damaged", code=code.printed) from fault


def _json(asked: tuple[Asked, ...], by_hand: Mapping[str, Value]) -> str:
    """The canonical text of what stands on a sheet."""
    held = {
        "format": FORMAT,
        "asked": [[one.form, to_json(one.variant)] for one in asked],
        "by_hand": values_json(by_hand),
    }
    return json.dumps(held, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def sheet_rows(desk: Desk, at: Moment, sheet: Sheet, language: str) -> tuple[VariantRow, ...]:
    """The questions of a sheet as the learner's own: those answered as kept, the others open."""
    rows: list[VariantRow] = []
    with desk.store.read() as unit:
        for asked in sheet.asked:
            new = _row(desk, at, sheet, asked, language)
            rows.append(unit.variant(desk.learner, new.id) or new)
    return tuple(rows)


def _row(desk: Desk, at: Moment, sheet: Sheet, asked: Asked, language: str) -> VariantRow:
    """A question of a sheet as a Variant that is not kept yet."""
    named = f"{FORMAT}|{desk.learner}|{sheet.code.letters}|{asked.variant.question}"
    id_ = uuid_of(sha256(named.encode()).digest())
    row = row_of(desk, at, sheet.content_hash, asked.variant, asked.form, language, id_)
    return replace(row, mode="paper", lesson=sheet.lesson)


def enter(
    desk: Desk, at: Moment, sheet: Sheet, sent: Mapping[int, Sent], language: str
) -> dict[int, Taken | AskedBack]:
    """Enter answers from paper, each graded as the very Variant that was printed.

    Args:
        sent: by the question's place on the sheet, from 0. A question that was answered before,
            from this sheet, is not answered again.

    Raises:
        Conflict: if an answer's id was used for another.
        Refused: if an id is no UUID or an option does not exist; then none is entered.
    """
    rows = sheet_rows(desk, at, sheet, language)
    for place, one in sent.items():
        if rows[place].status != "answered":
            checked_id(one.id)
            judge(rows[place], sheet.asked[place].variant, one)  # refuses before any is taken
    came: dict[int, Taken | AskedBack] = {}
    for place, one in sent.items():
        row = rows[place]
        if row.status == "answered":
            came[place] = Taken(row, again=True)
        else:
            came[place] = answer_new(desk, at, row, one, lesson_asked(desk, row))
    return came
