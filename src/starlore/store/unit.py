"""One transaction on the log and what is kept beside it. Everything takes the learner."""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from heapq import merge
from typing import Any

from sqlalchemy.engine.interfaces import Dialect

from starlore.errors import BadValue, Conflict, NotFound, Refused
from starlore.memory.stars import Entry, Star
from starlore.store import sql
from starlore.store.content import pack, unpack
from starlore.store.entries import entries
from starlore.store.rows import (
    SHAPE_OF,
    SHAPES,
    STAR_NOW,
    day_of,
    row_to_star,
    sheet_to_row,
    star_to_row,
    variant_to_row,
)
from starlore.store.runner import Runner
from starlore.store.statements import Row, Statement
from starlore.store.voids import Void, live_voids, taken_back
from starlore.study.port import MISSES
from starlore.study.records import (
    AnswerRecord,
    GradingRecord,
    Head,
    LogRecord,
    Missed,
    SheetRow,
    Stamp,
    StarActionRecord,
    VariantRow,
    VoidRecord,
)

FEW = 8
"""Rows fetched at a time where the first that counts will do."""


class SqlUnit(Runner):
    """A transaction that is open; see `starlore.study.port.Unit` for what each method means."""

    def __init__(self, connection: Any, dialect: Dialect) -> None:
        super().__init__(connection, dialect)
        self._heads: dict[tuple[str, str], Head] = {}
        self._free: set[tuple[str, str]] = set()
        self._answers: set[tuple[str, str]] = set()

    # The log

    def head(self, learner: str, device: str) -> Head:
        known = self._heads.get((learner, device))
        if known is None:
            known = self._heads[learner, device] = self._read_head(learner, device)
        return known

    def _read_head(self, learner: str, device: str) -> Head:
        rows = self.run(sql.HEADS, learner=learner).fetchall()
        at_ms, last_device, seq = max(rows, default=(0, "", 0))
        own = next((row for row in rows if row[1] == device), (0, device, 0))
        return Head(at_ms, last_device, seq, own_seq=own[2], own_corrected_at_ms=own[0])

    def append(self, record: LogRecord) -> None:
        stamp = record.stamp
        known = self.find_record(stamp.learner, stamp.id)
        if known is not None:
            if known == record:
                return
            raise Conflict("fault.log.taken", id=stamp.id)
        self.check(record)
        self._count_up(stamp)
        self._insert(record)

    def write(self, record: LogRecord) -> None:
        """Write a log row as it is, meeting its device if it is new; its number is not checked."""
        self._meet_device(record.stamp.device)
        self._insert(record)

    def _meet_device(self, device: str) -> None:
        if not self.run(sql.KNOWN_DEVICE, id=device).fetchone():
            self.insert(sql.NEW_DEVICE, (device, 0))

    def _insert(self, record: LogRecord) -> None:
        """Write a log row, and note what that makes known in this transaction."""
        shape, place = SHAPES[type(record)], (record.stamp.learner, record.stamp.id)
        self.insert(sql.INSERT[shape.table.name], shape.to_row(record))
        self._free.discard(place)
        if isinstance(record, AnswerRecord):
            self._answers.add(place)

    def check(self, record: LogRecord) -> None:
        """Refuse rows that point at nothing."""
        learner = record.stamp.learner
        if isinstance(record, VoidRecord):
            find = sql.FIND.get(record.target_table)
            if find is None or not self.run(find, learner=learner, id=record.target_id).fetchone():
                raise Refused("fault.log.no-target", table=record.target_table, id=record.target_id)
        elif isinstance(record, GradingRecord):
            if not self._is_answer(learner, record.answer):
                raise Refused("fault.log.no-answer", answer=record.answer)
        elif (
            isinstance(record, StarActionRecord)
            and record.action in ("bury", "manual_due")
            and not record.until_day
        ):
            raise Refused("fault.log.no-day", action=record.action, star=record.star)

    def _is_answer(self, learner: str, id_: str) -> bool:
        """Whether the log has an answer of that id; one that this transaction wrote, it has."""
        if (learner, id_) in self._answers:
            return True
        return self.run(sql.KNOWN_ANSWER, learner=learner, id=id_).fetchone() is not None

    def _count_up(self, stamp: Stamp) -> None:
        """Move the device's head on by exactly one."""
        head = self.head(stamp.learner, stamp.device)
        if stamp.device_seq != head.own_seq + 1:
            raise Refused(
                "fault.log.number",
                device=stamp.device,
                next=head.own_seq + 1,
                number=stamp.device_seq,
            )
        if stamp.corrected_at_ms < head.own_corrected_at_ms:
            raise Refused(
                "fault.log.backwards",
                device=stamp.device,
                last_ms=str(head.own_corrected_at_ms),
                at_ms=str(stamp.corrected_at_ms),
            )
        if head.own_seq:
            self.run(
                sql.MOVE_HEAD,
                learner=stamp.learner,
                on_device=stamp.device,
                seq=stamp.device_seq,
                at_ms=stamp.corrected_at_ms,
            )
        else:
            self._must_know(stamp.learner)
            self._meet_device(stamp.device)
            self.insert(
                sql.NEW_HEAD, (stamp.learner, stamp.device, stamp.device_seq, stamp.corrected_at_ms)
            )
        self._heads = {(stamp.learner, stamp.device): head.moved_to(stamp)}

    def meet(self, learner: str, now_ms: int, is_local: bool = False) -> None:
        """Note a learner that is new here: the only way in."""
        if not self.run(sql.KNOWN_LEARNER, learner=learner).fetchone():
            self.insert(sql.NEW_LEARNER, (learner, int(is_local), now_ms))

    def _must_know(self, learner: str) -> None:
        """Refuse to write for a learner who is not here: erased meanwhile, or never met."""
        if not self.run(sql.KNOWN_LEARNER, learner=learner).fetchone():
            raise NotFound("fault.learner.gone")

    def find_record(self, learner: str, id_: str) -> LogRecord | None:
        if (learner, id_) in self._free:
            return None
        held_by = self.run(sql.WHICH, learner=learner, id=id_).fetchone()
        if held_by is None:
            self._free.add((learner, id_))
            return None
        row = self.run(sql.FIND[held_by[0]], learner=learner, id=id_).fetchone()
        return SHAPE_OF[held_by[0]].to_record(row)

    def answer(self, learner: str, id_: str) -> AnswerRecord | None:
        row = self.run(sql.FIND["answer"], learner=learner, id=id_).fetchone()
        record = None if row is None else SHAPE_OF["answer"].to_record(row)
        return record if isinstance(record, AnswerRecord) else None

    def grading_of(self, learner: str, answer: str) -> GradingRecord | None:
        rows = self.run(sql.GRADINGS_OF, learner=learner, answer=answer).fetchall()
        for row in self._live(learner, "grading", rows):
            record = SHAPE_OF["grading"].to_record(row[:-1])
            if isinstance(record, GradingRecord):
                return record
        return None

    def recent_misses(
        self, learner: str, misconception: str, limit: int = MISSES
    ) -> tuple[Missed, ...]:
        named = {"learner": learner, "most": limit, "misconception": misconception}
        rows = self.run(sql.RECENT_MISSES, **named).fetchall()
        return tuple(
            Missed(answer, star)
            for id_, answer, star in rows
            if (grading := self.grading_of(learner, answer)) is not None
            and grading.stamp.id == id_
            and not self.live_void_of(learner, answer)
        )

    def last_live(self, learner: str, table: str) -> str | None:
        rows = self.stream(_of(sql.NEWEST_FIRST, table), FEW, learner=learner)
        return next((row[0] for row in self._live(learner, table, rows)), None)

    def last_voided(self, learner: str, table: str) -> str | None:
        live = live_voids(self._voids(learner, table))
        return next((target for _, of, target in reversed(live) if of == table), None)

    def live_void_of(self, learner: str, target_id: str) -> tuple[str, ...]:
        if not self.run(sql.TARGETED, learner=learner, id=target_id).fetchone():
            return ()  # as nearly always
        record = self.find_record(learner, target_id)
        if record is None:
            return ()
        live = live_voids(self._voids(learner, SHAPES[type(record)].table.name))
        return tuple(id_ for id_, _, target in live if target == target_id)

    def _voids(self, learner: str, table: str) -> list[Void]:
        """The voids of a table's rows, and all voids of voids, in log order."""
        return self.run(sql.VOIDS, learner=learner, table=table).fetchall()

    def _live(self, learner: str, table: str, rows: Iterable[Row]) -> Iterator[Row]:
        """Rows that count. The last column says whether any void points at the row at all."""
        dead: frozenset[str] | None = None
        for row in rows:
            if row[-1]:
                if dead is None:
                    dead = taken_back(self._voids(learner, table), table)
                if row[0] in dead:
                    continue
            yield row

    def log(self, learner: str, until_day: str = "9999-12-31") -> Iterator[LogRecord]:
        tables = [
            map(shape.to_record, self.stream(sql.LOG[table], learner=learner))
            for table, shape in SHAPE_OF.items()
        ]
        for record in merge(*tables, key=_log_order):
            if not isinstance(record, AnswerRecord) or record.study_day <= until_day:
                yield record

    def entries(self, learner: str, until_day: str = "9999-12-31") -> Iterator[Entry]:
        return entries(self, learner, until_day)

    def settings(self, learner: str) -> Mapping[str, object]:
        rows = self.run(sql.SETTINGS, learner=learner).fetchall()
        if not rows:
            return {}
        dead = taken_back(self._voids(learner, "setting_change"), "setting_change")
        newest = {name: new_json for *_, id_, name, new_json in rows if id_ not in dead}
        return {name: json.loads(new_json) for name, new_json in newest.items()}

    def answered_on(self, learner: str, study_day: str) -> tuple[str, ...]:
        rows = self.run(sql.ANSWERED_ON, learner=learner, study_day=study_day).fetchall()
        return tuple(row[1] for row in self._live(learner, "answer", rows))

    def first_study_day(self, learner: str) -> str | None:
        rows = self.stream(sql.ANSWER_DAYS, FEW, learner=learner)
        return next((row[1] for row in self._live(learner, "answer", rows)), None)

    def count_answers(self, learner: str) -> int:
        dead = taken_back(self._voids(learner, "answer"), "answer")
        return int(self.run(sql.COUNT_ANSWERS, learner=learner).fetchone()[0]) - len(dead)

    # Beside the log

    def variant(self, learner: str, id_: str) -> VariantRow | None:
        row = self.run(sql.VARIANT_BY_ID, learner=learner, id=id_).fetchone()
        return None if row is None else VariantRow(*row)

    def variants_of_sitting(self, learner: str, sitting: str) -> tuple[VariantRow, ...]:
        rows = self.run(sql.VARIANTS_OF_SITTING, learner=learner, sitting=sitting).fetchall()
        return tuple(VariantRow(*row) for row in rows)

    def open_variant(
        self, learner: str, star: str, now_ms: int, mode: str, sitting: str
    ) -> VariantRow | None:
        row = self.run(
            sql.OPEN_VARIANT,
            learner=learner,
            star=star,
            now_ms=now_ms,
            mode=mode,
            sitting=sitting,
        ).fetchone()
        return None if row is None else VariantRow(*row)

    def recent_seeds(self, learner: str, star: str, limit: int = 20) -> tuple[int, ...]:
        rows = self.run(sql.RECENT_VARIANTS, learner=learner, star=star, most=limit).fetchall()
        return tuple(int(seed) for seed, _ in rows if seed)

    def recent_questions(self, learner: str, star: str, limit: int = 20) -> tuple[str, ...]:
        rows = self.run(sql.RECENT_VARIANTS, learner=learner, star=star, most=limit).fetchall()
        return tuple(question for _, question in rows)

    def put_variant(self, row: VariantRow) -> None:
        changed = self.run(
            sql.CHANGE_VARIANT,
            learner=row.learner,
            variant=row.id,
            now_status=row.status,
            now_hints=row.hints_shown,
            now_answer=row.answer,
            now_effect=row.effect_json,
        )
        if not changed.rowcount:
            self._must_know(row.learner)
            self.insert(sql.NEW_VARIANT, (*variant_to_row(row), _seed(row)))

    def stars(self, learner: str) -> tuple[Star, ...]:
        return tuple(map(row_to_star, self.run(sql.STARS, learner=learner).fetchall()))

    def star(self, learner: str, star: str) -> Star | None:
        row = self.run(sql.STAR, learner=learner, of_star=star).fetchone()
        return None if row is None else row_to_star(row)

    def due_days(self, learner: str) -> Iterable[tuple[str, date]]:
        rows = self.run(sql.DUE_DAYS, learner=learner).fetchall()
        return [(star, day_of(due_day)) for star, due_day in rows]

    def put_stars(self, learner: str, stars: Iterable[Star]) -> None:
        for star in stars:
            name, *values = star_to_row(star)
            now = dict(zip(STAR_NOW, values, strict=True))
            changed = self.run(sql.CHANGE_STAR, learner=learner, of_star=name, **now)
            if not changed.rowcount:
                self._add_stars(learner, [star])

    def replace_stars(self, learner: str, stars: Iterable[Star]) -> None:
        self.run(sql.DROP_STARS, learner=learner)
        self._add_stars(learner, stars)

    def _add_stars(self, learner: str, stars: Iterable[Star]) -> None:
        """Write stars that are not there yet."""
        rows = [(learner, *star_to_row(star)) for star in stars]
        if rows:
            self._must_know(learner)
            self.insert(sql.NEW_STAR, *rows)

    def keep_content(self, content_hash: str, files: Mapping[str, bytes]) -> None:
        if not self.run(sql.KNOWN_CONTENT, hash=content_hash).fetchone():
            self.insert(sql.NEW_CONTENT, (content_hash, pack(files)))

    def keep_sheet(self, row: SheetRow) -> None:
        if not self.run(sql.SHEET, sheet=row.code).fetchone():
            self.insert(sql.NEW_SHEET, (*sheet_to_row(row),))

    def sheet(self, code: str) -> SheetRow | None:
        row = self.run(sql.SHEET, sheet=code).fetchone()
        return None if row is None else SheetRow(*row)

    def content(self, content_hash: str) -> Mapping[str, bytes] | None:
        row = self.run(sql.CONTENT, hash=content_hash).fetchone()
        return None if row is None else unpack(row[0])


def _of(statements: Mapping[str, Statement], table: str) -> Statement:
    """The statement of a log table."""
    found = statements.get(table)
    if found is None:
        raise BadValue(f"the log has no table {table!r}; it has {', '.join(statements)}")
    return found


def _log_order(record: LogRecord) -> tuple[int, str, int]:
    return record.stamp.corrected_at_ms, record.stamp.device, record.stamp.device_seq


def _seed(row: VariantRow) -> str:
    """The seed within a stored Variant, "" where it has none."""
    return str(json.loads(row.variant_json).get("seed", ""))
