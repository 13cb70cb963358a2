"""Take an answer: read it, grade it, log it, fold it into its star; each answer exactly once.

The laws: an acknowledged answer is committed first; one id is one answer; a Variant takes one
answer, whatever tab or device it comes from; a text that cannot be surely read is asked back and
leaves no trace.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from starlore.errors import Conflict, NotFound, Refused
from starlore.language import Reading, Refusal, is_echo, read
from starlore.lessons.model import Course, Lesson
from starlore.memory.credit import Practised
from starlore.memory.entries import Answered
from starlore.memory.stars import Star
from starlore.memory.study_day import DAY_MS
from starlore.questions.codec import from_json
from starlore.questions.grade import GAVE_UP, GRADER_VERSION, Grade, grade_numbers, grade_option
from starlore.questions.model import Variant
from starlore.study.desk import Desk, Moment
from starlore.study.effects import Effect, effect_json
from starlore.study.port import Unit
from starlore.study.practised import practised_by, practised_json
from starlore.study.preferences import Preferences, checked, to_json
from starlore.study.rebuilding import folded_on, rebuild
from starlore.study.records import AnswerRecord, GradingRecord, SettingRecord, Stamp, VariantRow
from starlore.study.stamping import checked_id, stamp

LONGEST_TEXT = 400
PER_CENT = "%"
"""Among the units of a question it says that per cent are asked."""


@dataclass(frozen=True)
class Sent:
    """What came with a form.

    Attributes:
        id: UUID of this answer, made with the form.
        text: an option's number, or what was typed.
        gave_up: "Not yet: show me".
        confirmed: the echo the learner has seen, "" if none.
        made_at_ms, sent_at_ms: the client's clock, where it has one.
        zone: IANA zone the browser names, "" if none.
        taken_ms: how long the question was on screen.
        language: tag of the page it was sent from, "" for that of the question.
    """

    id: str
    text: str = ""
    gave_up: bool = False
    confirmed: str = ""
    made_at_ms: int | None = None
    sent_at_ms: int | None = None
    zone: str = ""
    taken_ms: int = 0
    language: str = ""


@dataclass(frozen=True)
class AskedBack:
    """Not an answer yet: the text was refused, or its reading waits for a yes."""

    text: str
    refusal: Refusal | None = None
    reading: Reading | None = None


@dataclass(frozen=True)
class Taken:
    """An answer that is in the log. `again` says that it was there before this request."""

    variant: VariantRow
    again: bool = False


def answer(desk: Desk, at: Moment, variant_id: str, sent: Sent) -> Taken | AskedBack:
    """Answer a Variant.

    Raises:
        NotFound: if the learner has no such Variant, or has been erased meanwhile.
        Conflict: if the id was used for another answer.
        Refused: if the Variant has expired, or the option does not exist.
    """
    checked_id(sent.id)
    course = desk.course()  # no transaction waits for a course to load
    with desk.store.write() as unit:
        row = unit.variant(desk.learner, variant_id)
        if row is None:
            raise NotFound("fault.question.none")
        return _take(desk, unit, at, row, sent, course)


def answer_new(
    desk: Desk, at: Moment, row: VariantRow, sent: Sent, lesson: Lesson
) -> Taken | AskedBack:
    """Answer a Variant that need not be kept yet: with its answer it is, and so is its lesson."""
    course = desk.course()
    with desk.store.write() as unit:
        known = unit.variant(desk.learner, row.id)
        outcome = _take(desk, unit, at, known or row, sent, course)
        if isinstance(outcome, Taken):
            unit.keep_content(lesson.content_hash, lesson.files)
    return outcome


def _take(
    desk: Desk, unit: Unit, at: Moment, row: VariantRow, sent: Sent, course: Course
) -> Taken | AskedBack:
    """Everything that an answer comes to, in one transaction."""
    earlier = _earlier(desk, unit, row, sent)
    if earlier is not None:
        return earlier
    if at.now_ms > row.expires_at_ms:
        raise Refused("fault.question.waited")
    if row.status != "open":
        raise Refused("fault.question.closed")
    row = replace(row, language=sent.language or row.language)
    variant = from_json(row.variant_json)
    judged = judge(row, variant, sent)
    if isinstance(judged, AskedBack):
        return judged
    there, practised = _in_zone(desk, unit, at, sent), practised_by(course, row.star)
    return Taken(_write(desk, unit, there, row, variant, sent, *judged, practised))


def judge(
    row: VariantRow, variant: Variant, sent: Sent
) -> tuple[Grade, Reading | None] | AskedBack:
    """Read and grade; what is not surely read comes back as AskedBack."""
    if sent.gave_up:
        return GAVE_UP, None
    if row.form == "choice":
        if sent.text not in {str(place) for place in range(1, len(variant.order) + 1)}:
            if not sent.text.strip():
                return AskedBack(sent.text)
            raise Refused("fault.question.no-option", count=len(variant.order), text=sent.text[:40])
        return grade_option(variant, sent.text), None
    reading = reading_of(row, variant, sent.text)
    if isinstance(reading, Refusal):
        return AskedBack(sent.text, refusal=reading)
    if sent.confirmed != reading.echo and not is_echo(sent.text, reading):
        return AskedBack(sent.text, reading=reading)
    return grade_numbers(variant, reading.numbers, reading.unit), reading


def reading_of(row: VariantRow, variant: Variant, text: str) -> Reading | Refusal:
    """Read a typed text as its Variant asks for it, whatever the course asks now."""
    count = len(variant.solution) if isinstance(variant.solution, tuple) else 1
    units = variant.units.keys() - {PER_CENT}
    asked_per_cent = PER_CENT in variant.units
    return read(text[: LONGEST_TEXT + 1], row.language, count, sorted(units), asked_per_cent)


def _earlier(desk: Desk, unit: Unit, row: VariantRow, sent: Sent) -> Taken | None:
    """The answer that is already there: under this id, or for this Variant."""
    same_id = unit.find_record(desk.learner, sent.id)
    if same_id is not None:
        if (
            isinstance(same_id, AnswerRecord)
            and same_id.variant == row.id
            and same_id.raw_answer == sent.text
            and same_id.gave_up == sent.gave_up
        ):
            return Taken(row, again=True)
        raise Conflict("fault.question.id-taken")
    return Taken(row, again=True) if row.status == "answered" else None


def _in_zone(desk: Desk, unit: Unit, at: Moment, sent: Sent) -> Moment:
    """The moment in the zone the browser names; a new zone is a setting from here on."""
    if not sent.zone or sent.zone == at.zone:
        return at
    try:
        checked("zone", sent.zone)
    except Refused:
        return at
    before = Preferences.of(unit.settings(desk.learner), desk.home_zone)
    mark = stamp(desk, unit, at.now_ms, "", sent.made_at_ms, sent.sent_at_ms)
    unit.append(SettingRecord(mark, "zone", to_json(before.zone), to_json(sent.zone)))
    return replace(at, zone=sent.zone)


def _write(
    desk: Desk,
    unit: Unit,
    at: Moment,
    row: VariantRow,
    variant: Variant,
    sent: Sent,
    grade: Grade,
    reading: Reading | None,
    practised: Practised,
) -> VariantRow:
    """Log the answer and its grading, fold the star, close the Variant: one transaction."""
    before = _before(unit, desk.learner, row.star, practised)
    head = unit.head(desk.learner, desk.device)
    mark = stamp(desk, unit, at.now_ms, sent.id, sent.made_at_ms, sent.sent_at_ms)
    then = Moment(mark.corrected_at_ms, at.zone, at.rollover_hour)
    record = _record(then, row, variant, sent, reading, mark, practised)
    unit.append(record)
    unit.append(_grading(desk, unit, at, row, variant, record, grade))
    entry = Answered(
        record.stamp.id,
        mark.corrected_at_ms,
        then.today,
        row.star,
        grade.correct,
        sent.gave_up,
        record.hints_shown,
        record.form,
        record.option_count,
        record.try_no,
        practised,
    )
    last = (head.corrected_at_ms, head.device, head.device_seq)
    is_late = (mark.corrected_at_ms, mark.device, mark.device_seq) < last
    sky = rebuild(desk, unit) if is_late else folded_on(desk, unit, before.values(), entry)
    effect = _effect(before, sky.stars, entry, grade)
    done = replace(row, status="answered", answer=entry.answer, effect_json=effect_json(effect))
    unit.put_variant(done)
    return done


def _before(unit: Unit, learner: str, star: str, practised: Practised) -> dict[str, Star]:
    """The stars that an answer concerns, as they are before it: its own and those it practises."""
    found = (unit.star(learner, name) for name in (star, *(name for name, _ in practised)))
    return {star.star: star for star in found if star is not None}


def _effect(
    before: Mapping[str, Star], after: Mapping[str, Star], entry: Answered, grade: Grade
) -> Effect:
    """What an answer did: its star and those it practised, before and after the fold."""
    if entry.star not in after:
        raise Refused("fault.question.unfolded", star=entry.star)
    also = tuple(
        name
        for name, _ in entry.practised
        if name in before and after[name].stability_days > before[name].stability_days
    )
    return Effect.between(before.get(entry.star), after[entry.star], entry.at_ms, grade, also)


def _record(
    then: Moment,
    row: VariantRow,
    variant: Variant,
    sent: Sent,
    reading: Reading | None,
    mark: Stamp,
    practised: Practised,
) -> AnswerRecord:
    """The answer as the log keeps it, given at its corrected time."""
    return AnswerRecord(
        stamp=mark,
        star=row.star,
        question=row.question,
        variant=row.id,
        variant_json=row.variant_json,
        variant_hash=row.variant_hash,
        raw_answer=sent.text,
        reading_json=_reading_json(reading),
        form=row.form,
        option_count=len(variant.order) if row.form == "choice" else 0,
        gave_up=sent.gave_up,
        hints_shown=row.hints_shown,
        try_no=1,
        mode=row.mode,
        zone=then.zone,
        offset_min=then.offset_min,
        rollover_hour=then.rollover_hour,
        study_day=then.today.isoformat(),
        taken_ms=max(0, min(sent.taken_ms, DAY_MS)),
        language=row.language,
        practised_json=practised_json(practised),
    )


def _grading(
    desk: Desk,
    unit: Unit,
    at: Moment,
    row: VariantRow,
    variant: Variant,
    record: AnswerRecord,
    grade: Grade,
) -> GradingRecord:
    """The first grading of an answer."""
    return GradingRecord(
        stamp=stamp(desk, unit, at.now_ms, "", record.stamp.made_at_ms, record.stamp.sent_at_ms),
        answer=record.stamp.id,
        grader_version=GRADER_VERSION,
        generator_version=variant.generator_version,
        content_hash=row.content_hash,
        correct=grade.correct,
        misconception=grade.misconception,
        reading_json=record.reading_json,
        parts_json=json.dumps(list(grade.parts)),
        explanation=grade.explanation,
    )


def _reading_json(reading: Reading | None) -> str:
    """What the server read, exactly."""
    if reading is None:
        return "null"
    numbers = [str(number) for number in reading.numbers]
    return json.dumps({"numbers": numbers, "unit": reading.unit, "echo": reading.echo})
