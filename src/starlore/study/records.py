"""The rows of the answer log, and of what is kept beside it.

Log rows are written once and never changed. Every log row carries the same stamp: who, which
device, its number on that device, and four times in UTC milliseconds.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stamp:
    """What every log row carries.

    Attributes:
        id: UUIDv7 made by the client; the same id is the same row.
        learner, device: who wrote it, and on which installation it was written first.
        device_seq: counts up by one per learner and device over all log tables.
        made_at_ms, sent_at_ms: the client's clock. received_at_ms: the server's.
        corrected_at_ms: fixed on receipt; the log is ordered by it, then device, then device_seq.
        clock_flag: "" or why the corrected time differs from made_at_ms ("skewed", "held").
    """

    id: str
    learner: str
    device: str
    device_seq: int
    made_at_ms: int
    sent_at_ms: int
    received_at_ms: int
    corrected_at_ms: int
    clock_flag: str = ""


@dataclass(frozen=True, slots=True)
class AnswerRecord:
    """One answer as it was given: the exact text, the Variant, the study day."""

    stamp: Stamp
    star: str
    question: str
    variant: str
    variant_json: str
    variant_hash: str
    raw_answer: str
    reading_json: str
    form: str
    option_count: int
    gave_up: bool
    hints_shown: int
    try_no: int
    mode: str
    zone: str
    offset_min: int
    rollover_hour: int
    study_day: str
    taken_ms: int
    language: str
    practised_json: str = "[]"


@dataclass(frozen=True, slots=True)
class GradingRecord:
    """What an answer was found to be; of several the newest counts."""

    stamp: Stamp
    answer: str
    grader_version: int
    generator_version: int
    content_hash: str
    correct: bool
    misconception: str
    reading_json: str
    parts_json: str
    explanation: str


@dataclass(frozen=True, slots=True)
class Missed:
    """An answer found wrong by a misconception: its id, and of which star."""

    answer: str
    star: str


@dataclass(frozen=True, slots=True)
class VoidRecord:
    """Takes back one row of the log; may itself be taken back."""

    stamp: Stamp
    target_table: str
    target_id: str


@dataclass(frozen=True, slots=True)
class SettingRecord:
    """One setting changed from one value to another, both as JSON."""

    stamp: Stamp
    name: str
    old_json: str
    new_json: str


@dataclass(frozen=True, slots=True)
class StarActionRecord:
    """Suspend, resume, bury or manual_due for one star."""

    stamp: Stamp
    star: str
    action: str
    until_day: str = ""


LogRecord = AnswerRecord | GradingRecord | VoidRecord | SettingRecord | StarActionRecord


@dataclass(frozen=True, slots=True)
class VariantRow:
    """A question that was shown; beside the log, not of it.

    Attributes:
        id: UUID, also the address of the question's page.
        status: "open", "answered" or "expired".
        sitting: which run of a review it belongs to; "" outside one.
        lesson: the lesson a sitting is held to; "" for a review of everything.
        hints_shown: how many hints the learner has asked for.
        answer: id of the answer that closed it, or "".
        effect_json: the star before and after that answer, for "what grew brighter".
    """

    id: str
    learner: str
    star: str
    question: str
    form: str
    variant_json: str
    variant_hash: str
    content_hash: str
    grader_version: int
    language: str
    mode: str
    sitting: str
    lesson: str
    status: str
    hints_shown: int
    shown_at_ms: int
    expires_at_ms: int
    answer: str = ""
    effect_json: str = ""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A sheet that was printed; beside the log, and nobody's.

    Attributes:
        code: its eight letters. lesson: the slug. content_hash: of the words it was printed in.
        sheet_json: its questions as Variants with their forms, and its exercise's numbers.
    """

    code: str
    lesson: str
    content_hash: str
    sheet_json: str
    kept_at_ms: int


@dataclass(frozen=True, slots=True)
class Erasure:
    """What came of an erasure.

    Attributes:
        rows: how many went.
        is_wiped: no trace is left in the database's files; else somebody is still reading an
            earlier state, and the journal is wiped at the next start.
    """

    rows: int
    is_wiped: bool


@dataclass(frozen=True, slots=True)
class Head:
    """Where a learner's log ends: the last row's order, and the last number of one device."""

    corrected_at_ms: int
    device: str
    device_seq: int
    own_seq: int
    own_corrected_at_ms: int

    def moved_to(self, stamp: Stamp) -> "Head":
        """The head once that device has written one row more."""
        place = stamp.corrected_at_ms, stamp.device, stamp.device_seq
        ends = (self.corrected_at_ms, self.device, self.device_seq)
        last = max(place, ends) if self.device_seq else place
        return Head(*last, own_seq=stamp.device_seq, own_corrected_at_ms=stamp.corrected_at_ms)
