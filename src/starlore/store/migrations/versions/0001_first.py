"""The first released schema: the log, what is kept beside it, and what may be dropped.

Frozen: this file says what 0001 was, whatever `schema.py` says today.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

LOG = ("answer", "grading", "void", "setting_change", "star_action")


def _text(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text, nullable=False) for name in names]


def _int(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer, nullable=False) for name in names]


def _real(*names: str) -> list[sa.Column[float]]:
    return [sa.Column(name, sa.REAL, nullable=False) for name in names]


def _learner() -> sa.Column[str]:
    return sa.Column("learner", sa.Text, sa.ForeignKey("learner.id"), nullable=False)


def _table(name: str, *items: sa.schema.SchemaItem) -> None:
    op.create_table(name, *items, sqlite_strict=True)


def _log_table(name: str, *items: sa.schema.SchemaItem) -> None:
    _table(
        name,
        *_text("id"),
        _learner(),
        sa.Column("device", sa.Text, sa.ForeignKey("installation.id"), nullable=False),
        *_int("device_seq", "made_at_ms", "sent_at_ms", "received_at_ms", "corrected_at_ms"),
        *_text("clock_flag"),
        *items,
        sa.PrimaryKeyConstraint("learner", "id"),
        sa.UniqueConstraint("learner", "device", "device_seq", name=f"{name}_counts_up"),
    )


def upgrade() -> None:
    """Make every table, its indices and the triggers that keep the log append-only."""
    _who()
    _log()
    _beside()
    _append_only()


def _who() -> None:
    _table(
        "installation",
        sa.Column("id", sa.Text, primary_key=True),
        *_int("is_here"),
        sa.CheckConstraint("is_here IN (0, 1)", name="installation_is_here"),
    )
    _table(
        "learner",
        sa.Column("id", sa.Text, primary_key=True),
        *_int("is_local", "met_at_ms"),
        sa.CheckConstraint("is_local IN (0, 1)", name="learner_is_local"),
    )
    _table(
        "head",
        _learner(),
        *_text("device"),
        *_int("device_seq", "corrected_at_ms"),
        sa.PrimaryKeyConstraint("learner", "device"),
    )
    _table("erasing", sa.Column("learner", sa.Text, primary_key=True))
    _table("erasure", sa.Column("id", sa.Integer, primary_key=True), *_int("rows_erased"))


def _log() -> None:
    _log_table(
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
    _log_table(
        "grading",
        *_text("answer"),
        *_int("grader_version", "generator_version"),
        *_text("content_hash"),
        *_int("correct"),
        *_text("misconception", "reading_json", "parts_json", "explanation"),
        sa.ForeignKeyConstraint(["learner", "answer"], ["answer.learner", "answer.id"]),
    )
    _log_table("void", *_text("target_table", "target_id"))
    _log_table("setting_change", *_text("name", "old_json", "new_json"))
    _log_table("star_action", *_text("star", "action", "until_day"))
    order = ["corrected_at_ms", "device", "device_seq"]
    place = ["learner", *order]
    kept = ["id", "study_day", "star", "gave_up", "hints_shown", "form", "option_count", "try_no"]
    op.create_index("answer_as_folded", "answer", place + kept)
    op.create_index("answer_of_day", "answer", ["learner", "study_day", *order, "id", "star"])
    op.create_index("grading_as_folded", "grading", [*place, "answer", "correct", "id"])
    op.create_index("grading_of_answer", "grading", ["learner", "answer", *order])
    op.create_index("void_of_target", "void", ["learner", "target_id"])
    op.create_index("void_of_table", "void", ["learner", "target_table"])


def _beside() -> None:
    _table(
        "variant",
        *_text("id"),
        _learner(),
        *_text("star", "question", "form", "variant_json", "variant_hash", "content_hash"),
        *_int("grader_version"),
        *_text("language", "mode", "sitting", "lesson", "status"),
        *_int("hints_shown", "shown_at_ms", "expires_at_ms"),
        *_text("answer", "effect_json", "seed"),
        sa.PrimaryKeyConstraint("learner", "id"),
    )
    op.create_index("variant_of_star", "variant", ["learner", "star", "shown_at_ms", "id"])
    op.create_index("variant_of_sitting", "variant", ["learner", "sitting", "shown_at_ms"])
    _table(
        "content_version",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("files", sa.LargeBinary, nullable=False),
    )
    _table(
        "star",
        _learner(),
        *_text("star"),
        *_real("stability_days", "difficulty"),
        *_text("last_study_day", "due_day"),
        *_int("answers_counted", "right_answers", "lapses", "is_stuck", "is_ember"),
        *_text("status"),
        sa.Column("buried_until", sa.Text),
        *_real("floor_days"),
        *_int("last_at_ms"),
        *_text("last_answer", "memory_version", "checksum"),
        sa.PrimaryKeyConstraint("learner", "star"),
    )


def _append_only() -> None:
    """No row of the log changes; rows go only with their whole learner."""
    for table in LOG:
        op.execute(
            f"CREATE TRIGGER {table}_never_changes BEFORE UPDATE ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{table} is append-only: no row changes'); END"
        )
        op.execute(
            f"CREATE TRIGGER {table}_never_goes BEFORE DELETE ON {table} "
            "WHEN NOT EXISTS (SELECT 1 FROM erasing WHERE learner = OLD.learner) "
            f"BEGIN SELECT RAISE(ABORT, '{table} is append-only: no row goes'); END"
        )
