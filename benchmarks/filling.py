"""A learner with a long past, written straight into the log: real rows, in a few transactions."""

import random
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace

from benchmarks.stars import STARS
from starlore.cli.place import desk_maker, now_ms
from starlore.memory.study_day import study_day
from starlore.questions.draw import draw_variant
from starlore.questions.grade import GRADER_VERSION
from starlore.store import Database, sql
from starlore.study.asking import lesson_with, row_of
from starlore.study.desk import Desk, Moment
from starlore.study.rebuilding import rebuild_all
from starlore.study.records import AnswerRecord, GradingRecord, Stamp, VariantRow
from starlore.study.stamping import new_id

YEARS_MS = 10 * 365 * 86_400_000
WHOLE_COURSE = 136
"""Stars of seventeen lessons. What the written ones have not stands as stars of lessons that are
gone: their answers are folded like any."""

BATCH = 20_000
RIGHT_SHARE = 0.85


@dataclass(frozen=True)
class Asked:
    """Variants that are open, and so wait for their answers."""

    ids: tuple[str, ...]


def desk_on(store: Database) -> Desk:
    """The local learner's desk on a database."""
    return desk_maker(store)()


def open_variants(desk: Desk, count: int) -> Asked:
    """Keep some questions as shown, of the lesson's stars in turn, each with fresh numbers."""
    at = Moment(now_ms(), "UTC")
    rows = [_variant(desk, at, STARS[number % len(STARS)]) for number in range(count)]
    lesson = lesson_with(desk.course(), STARS[0])
    with desk.store.write() as unit:
        unit.keep_content(lesson.content_hash, lesson.files)
        for row in rows:
            unit.put_variant(row)
    return Asked(tuple(row.id for row in rows))


def fill(store: Database, count: int, seed: int = 1) -> None:
    """Write some answers, spread evenly over ten years, with their gradings; then fold them."""
    desk, rng = desk_on(store), random.Random(seed)
    until = now_ms()
    lessons = desk.course().lessons.values()
    stars = [star for lesson in lessons for star in lesson.stars]
    shown = [_variant(desk, Moment(until - YEARS_MS, "UTC"), star) for star in stars]
    with store.write() as unit:
        for lesson in lessons:
            unit.keep_content(lesson.content_hash, lesson.files)
        for row in shown:
            unit.put_variant(replace(row, status="answered"))
    pairs = _answers(desk, shown, count, until, rng)
    for start in range(0, count, BATCH):
        with store.write() as unit:
            for _, (answer, grading) in zip(range(min(BATCH, count - start)), pairs, strict=False):
                unit.write(answer)
                unit.write(grading)
            if start + BATCH >= count:
                last = grading.stamp
                head = (last.learner, last.device, last.device_seq, last.corrected_at_ms)
                unit.insert(sql.NEW_HEAD, head)
    rebuild_all(store, desk.learner)


def _answers(
    desk: Desk, shown: list[VariantRow], count: int, until: int, rng: random.Random
) -> Iterator[tuple[AnswerRecord, GradingRecord]]:
    """Answers and gradings in log order."""
    real = [row.star for row in shown]
    gone = [f"gone-{at // 8}.star-{at % 8}" for at in range(WHOLE_COURSE - len(real))]
    pairs = [*zip(shown, real, strict=True), *((shown[0], star) for star in gone)]
    for number in range(count):
        at_ms = until - YEARS_MS + YEARS_MS * number // count
        row, star = rng.choice(pairs)
        is_right = rng.random() < RIGHT_SHARE
        answer = AnswerRecord(
            stamp=_stamp(desk, at_ms, 2 * number + 1),
            star=star,
            question=row.question,
            variant=row.id,
            variant_json=row.variant_json,
            variant_hash=row.variant_hash,
            raw_answer="1",
            reading_json="null",
            form="choice",
            option_count=4,
            gave_up=False,
            hints_shown=0,
            try_no=1,
            mode="review",
            zone="UTC",
            offset_min=0,
            rollover_hour=4,
            study_day=study_day(at_ms, "UTC", 4).isoformat(),
            taken_ms=9_000,
            language="en",
        )
        yield (
            answer,
            GradingRecord(
                stamp=_stamp(desk, at_ms, 2 * number + 2),
                answer=answer.stamp.id,
                grader_version=GRADER_VERSION,
                generator_version=1,
                content_hash=row.content_hash,
                correct=is_right,
                misconception="",
                reading_json="null",
                parts_json="[]",
                explanation="right" if is_right else "unmatched",
            ),
        )


def _stamp(desk: Desk, at_ms: int, seq: int) -> Stamp:
    id_ = new_id(at_ms, secrets.randbits)
    return Stamp(id_, desk.learner, desk.device, seq, at_ms, at_ms, at_ms, at_ms)


def _variant(desk: Desk, at: Moment, star: str) -> VariantRow:
    """A question of a star with fresh numbers."""
    lesson = lesson_with(desk.course(), star)
    own = [one for one in lesson.questions.values() if one.star_id == star and not one.first_only]
    variant = draw_variant(own[0], secrets.randbits(64))
    id_ = new_id(at.now_ms, desk.bits)
    return row_of(desk, at, lesson.content_hash, variant, "choice", "en", id_)
