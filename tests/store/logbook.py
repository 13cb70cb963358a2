"""Log rows written by hand, for tests of the database that need no course."""

from starlore.figures import Figure
from starlore.lessons.keeping import content_hash
from starlore.questions.codec import to_json, variant_hash
from starlore.questions.model import Variant
from starlore.store.unit import SqlUnit
from starlore.study.records import (
    AnswerRecord,
    GradingRecord,
    LogRecord,
    SettingRecord,
    Stamp,
    StarActionRecord,
    VariantRow,
    VoidRecord,
)

ADA, EVE = "ada", "eve"
HERE, THERE = "device-a", "device-b"
KEPT = {"lesson.md": "# Читать\r\n".encode(), "numbers.json": b'{"n":2}'}
CONTENT = content_hash(KEPT)


def stored(seed: int) -> str:
    """A question as it is stored."""
    return to_json(Variant({}, Figure(2), seed=seed))


def mark(
    unit: SqlUnit, id_: str, at_ms: int, learner: str = ADA, device: str = HERE, ahead: int = 0
) -> Stamp:
    """The next stamp of a device, `ahead` numbers further on."""
    number = unit.head(learner, device).own_seq + 1 + ahead
    return Stamp(id_, learner, device, number, at_ms, at_ms, at_ms, at_ms)


def answer_row(stamp: Stamp, star: str = "adding.sum", day: str = "1970-01-01") -> AnswerRecord:
    return AnswerRecord(
        stamp, star, f"{star}-q", f"v-{stamp.id}", stored(7), variant_hash(stored(7)),
        "۰٫۸۴\u2028", "null",
        "typed", 0, False, 0, 1, "lesson", "UTC", 0, 0, day, 900, "fa",
    )  # fmt: skip


def write_answer(
    unit: SqlUnit, id_: str, at_ms: int, correct: bool = True, learner: str = ADA,
    device: str = HERE, day: str = "1970-01-01",
) -> AnswerRecord:  # fmt: skip
    """Append an answer and its grading."""
    record = answer_row(mark(unit, id_, at_ms, learner, device), day=day)
    unit.append(record)
    write_grading(unit, f"g-{id_}", id_, at_ms, correct, learner, device)
    return record


def write_grading(
    unit: SqlUnit, id_: str, answer: str, at_ms: int, correct: bool, learner: str = ADA,
    device: str = HERE,
) -> None:  # fmt: skip
    stamp = mark(unit, id_, at_ms, learner, device)
    unit.append(GradingRecord(stamp, answer, 1, 1, CONTENT, correct, "", "null", "[]", "right"))


def write_void(
    unit: SqlUnit, id_: str, table: str, target: str, at_ms: int, device: str = HERE
) -> None:
    unit.append(VoidRecord(mark(unit, id_, at_ms, device=device), table, target))


def write_setting(unit: SqlUnit, id_: str, name: str, new_json: str, at_ms: int) -> None:
    unit.append(SettingRecord(mark(unit, id_, at_ms), name, "null", new_json))


def write_act(unit: SqlUnit, id_: str, action: str, at_ms: int, until_day: str = "") -> None:
    unit.append(StarActionRecord(mark(unit, id_, at_ms), "adding.sum", action, until_day))


def shown(id_: str, learner: str = ADA, at_ms: int = 1, seed: int = 2**64 - 1) -> VariantRow:
    text = stored(seed)
    return VariantRow(
        id_, learner, "adding.sum", "adding.sum-q", "typed", text, variant_hash(text),
        CONTENT, 1, "en", "lesson", "", "", "open", 0, at_ms, at_ms + 1_000,
    )  # fmt: skip


def ids(records: list[LogRecord]) -> list[str]:
    return [record.stamp.id for record in records]
