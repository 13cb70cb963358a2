"""The tables, as the newest migration leaves them (a test compares the two).

Log tables are append-only: a trigger refuses UPDATE, and DELETE unless the whole learner is being
erased, which a row in `erasing` says. Every key begins with the learner, so one learner's ids
never meet another's. All values are whole numbers, exact floats, texts or bytes; nothing is
computed by the database.
"""

from sqlalchemy import (
    REAL,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

REVISIONS = ("0001", "0002", "0003", "0004")
"""Every revision there was, oldest first. Revisions are numbers and count up."""

NEWEST = REVISIONS[-1]
"""The revision this program writes."""

metadata = MetaData()


def _text(*names: str) -> list[Column[str]]:
    return [Column(name, Text, nullable=False) for name in names]


def _int(*names: str) -> list[Column[int]]:
    return [Column(name, Integer, nullable=False) for name in names]


def _learner() -> Column[str]:
    return Column("learner", Text, ForeignKey("learner.id"), nullable=False)


installation = Table(
    "installation",
    metadata,
    Column("id", Text, primary_key=True),
    *_int("is_here"),
    CheckConstraint("is_here IN (0, 1)", name="installation_is_here"),
    sqlite_strict=True,
)
"""Every device that wrote a row; `is_here` marks this one."""

learner = Table(
    "learner",
    metadata,
    Column("id", Text, primary_key=True),
    *_int("is_local", "met_at_ms"),
    CheckConstraint("is_local IN (0, 1)", name="learner_is_local"),
    sqlite_strict=True,
)
"""Who studies; `is_local` marks the one learner of local mode."""

head = Table(
    "head",
    metadata,
    _learner(),
    *_text("device"),
    *_int("device_seq", "corrected_at_ms"),
    PrimaryKeyConstraint("learner", "device"),
    sqlite_strict=True,
)
"""The last row each device wrote of a learner's log: where the next one goes on."""


def _log_table(name: str, *items: Column[str] | Column[int] | ForeignKeyConstraint) -> Table:
    """A table of the log: the stamp, then its own columns."""
    return Table(
        name,
        metadata,
        *_text("id"),
        _learner(),
        Column("device", Text, ForeignKey("installation.id"), nullable=False),
        *_int("device_seq", "made_at_ms", "sent_at_ms", "received_at_ms", "corrected_at_ms"),
        *_text("clock_flag"),
        *items,
        PrimaryKeyConstraint("learner", "id"),
        UniqueConstraint("learner", "device", "device_seq", name=f"{name}_counts_up"),
        sqlite_strict=True,
    )


answer = _log_table(
    "answer",
    *_text("star", "question", "variant", "variant_json", "variant_hash"),
    *_text("raw_answer", "reading_json", "form"),
    *_int("option_count", "gave_up", "hints_shown", "try_no"),
    *_text("mode", "zone"),
    *_int("offset_min", "rollover_hour"),
    *_text("study_day"),
    *_int("taken_ms"),
    *_text("language", "practised_json"),
)
Index(
    "answer_as_folded",
    *(answer.c[n] for n in ("learner", "corrected_at_ms", "device", "device_seq", "id")),
    *(answer.c[n] for n in ("study_day", "star", "gave_up", "hints_shown", "form")),
    *(answer.c[n] for n in ("option_count", "try_no", "practised_json")),
)
Index(
    "answer_of_day",
    *(answer.c[n] for n in ("learner", "study_day", "corrected_at_ms", "device", "device_seq")),
    *(answer.c[n] for n in ("id", "star")),
)

grading = _log_table(
    "grading",
    *_text("answer"),
    *_int("grader_version", "generator_version"),
    *_text("content_hash"),
    *_int("correct"),
    *_text("misconception", "reading_json", "parts_json", "explanation"),
    ForeignKeyConstraint(["learner", "answer"], ["answer.learner", "answer.id"]),
)
Index(
    "grading_as_folded",
    *(grading.c[n] for n in ("learner", "corrected_at_ms", "device", "device_seq")),
    *(grading.c[n] for n in ("answer", "correct", "id")),
)
Index(
    "grading_of_answer",
    *(grading.c[n] for n in ("learner", "answer", "corrected_at_ms", "device", "device_seq")),
)

void = _log_table("void", *_text("target_table", "target_id"))
Index("void_of_target", void.c.learner, void.c.target_id)
Index("void_of_table", void.c.learner, void.c.target_table)

setting_change = _log_table("setting_change", *_text("name", "old_json", "new_json"))

star_action = _log_table("star_action", *_text("star", "action", "until_day"))

LOG = (answer, grading, void, setting_change, star_action)
"""The log tables; a row only ever points at a table before its own, or at its own."""

variant = Table(
    "variant",
    metadata,
    *_text("id"),
    _learner(),
    *_text("star", "question", "form", "variant_json", "variant_hash", "content_hash"),
    *_int("grader_version"),
    *_text("language", "mode", "sitting", "lesson", "status"),
    *_int("hints_shown", "shown_at_ms", "expires_at_ms"),
    *_text("answer", "effect_json", "seed"),
    PrimaryKeyConstraint("learner", "id"),
    sqlite_strict=True,
)
"""Questions that were shown. `seed` repeats the Variant's own, in decimal digits."""
Index("variant_of_star", variant.c.learner, variant.c.star, variant.c.shown_at_ms, variant.c.id)
Index("variant_of_sitting", variant.c.learner, variant.c.sitting, variant.c.shown_at_ms)

content_version = Table(
    "content_version",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("files", LargeBinary, nullable=False),
    sqlite_strict=True,
)
"""What is kept of each released lesson: JSON from path to base64, compressed (decisions/0012)."""

sheet = Table(
    "sheet",
    metadata,
    Column("code", Text, primary_key=True),
    *_text("lesson", "content_hash", "sheet_json"),
    *_int("kept_at_ms"),
    sqlite_strict=True,
)
"""Printed sheets by their code: nobody's, and never changed (decisions/0025)."""

star = Table(
    "star",
    metadata,
    _learner(),
    *_text("star"),
    Column("stability_days", REAL, nullable=False),
    Column("difficulty", REAL, nullable=False),
    *_text("last_study_day", "due_day"),
    *_int("answers_counted", "right_answers", "lapses", "is_stuck", "is_ember"),
    *_text("status"),
    Column("buried_until", Text),
    Column("floor_days", REAL, nullable=False),
    *_int("last_at_ms"),
    *_text("last_answer", "memory_version"),
    Column("practised_times", Integer, nullable=False, server_default="0"),
    Column("practised_on", Text),
    *_text("checksum"),
    PrimaryKeyConstraint("learner", "star"),
    sqlite_strict=True,
)
"""The folded stars: may be dropped at any time and made again from the log."""

erasing = Table("erasing", metadata, Column("learner", Text, primary_key=True), sqlite_strict=True)
"""Learners being erased right now; empty outside that one transaction."""

erasure = Table(
    "erasure",
    metadata,
    Column("id", Integer, primary_key=True),
    *_int("rows_erased"),
    sqlite_strict=True,
)
"""What an erased learner leaves: a number without a name."""
