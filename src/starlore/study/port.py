"""The Store that `study` needs; SQLite is one, and any other must pass the same contract suite.

A `Unit` is one transaction. Everything takes the learner: another's row is not found.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from datetime import date
from typing import Protocol

from starlore.errors import StoreDamaged
from starlore.memory.stars import Entry, Star
from starlore.study.records import (
    AnswerRecord,
    Erasure,
    GradingRecord,
    Head,
    LogRecord,
    Missed,
    SheetRow,
    VariantRow,
)

MISSES = 1_000
"""Gradings that are looked at for one and the same mistake: what is older has been outgrown."""


class Unit(Protocol):
    """One transaction; what it wrote is kept when its `with` block ends well, else nothing is."""

    def head(self, learner: str, device: str) -> Head:
        """Where the learner's log ends, and the last number that `device` has given."""

    def append(self, record: LogRecord) -> None:
        """Write one log row; the same row again is nothing. A new device is met unasked.

        Raises:
            NotFound: if the learner is not here, or not any more: nobody comes back by a row.
            Conflict: if its id is taken by other content.
            Refused: if it grades or takes back a row that is not there, does not carry its
                device's next number, lies before the device's last row, or buries without a day.
        """

    def find_record(self, learner: str, id_: str) -> LogRecord | None:
        """The log row of that id in any log table, or None."""

    def answer(self, learner: str, id_: str) -> AnswerRecord | None:
        """One answer by id."""

    def grading_of(self, learner: str, answer: str) -> GradingRecord | None:
        """The newest live grading of an answer."""

    def recent_misses(
        self, learner: str, misconception: str, limit: int = MISSES
    ) -> tuple[Missed, ...]:
        """Of the latest gradings, the answers that count and were found wrong by a misconception,
        newest first."""

    def last_live(self, learner: str, table: str) -> str | None:
        """Id of the last row of a log table that no live void points at, by log order."""

    def last_voided(self, learner: str, table: str) -> str | None:
        """Id of the row of a log table that was voided last and is void now."""

    def live_void_of(self, learner: str, target_id: str) -> tuple[str, ...]:
        """Ids of the live voids that point at a row."""

    def log(self, learner: str, until_day: str = "9999-12-31") -> Iterator[LogRecord]:
        """All rows in log order; answers after `until_day` left out."""

    def entries(self, learner: str, until_day: str = "9999-12-31") -> Iterator[Entry]:
        """The live log as memory entries (Answered, SettingChanged, StarActed), in log order."""

    def variant(self, learner: str, id_: str) -> VariantRow | None:
        """A shown question by id."""

    def variants_of_sitting(self, learner: str, sitting: str) -> tuple[VariantRow, ...]:
        """The questions of one sitting in the order shown."""

    def open_variant(
        self, learner: str, star: str, now_ms: int, mode: str, sitting: str
    ) -> VariantRow | None:
        """A star's newest open, unexpired Variant of one mode and sitting: asked for twice, it is
        shown again."""

    def recent_seeds(self, learner: str, star: str, limit: int = 20) -> tuple[int, ...]:
        """Seeds of the star's latest Variants; none of them may return soon."""

    def recent_questions(self, learner: str, star: str, limit: int = 20) -> tuple[str, ...]:
        """Questions of the star's latest Variants, newest first; several take turns."""

    def put_variant(self, row: VariantRow) -> None:
        """Keep a new Variant, or the changed row of one (hints, status, answer, effect).

        Raises:
            NotFound: if the learner is not here.
        """

    def stars(self, learner: str) -> tuple[Star, ...]:
        """The folded stars."""

    def star(self, learner: str, star: str) -> Star | None:
        """One folded star, or None if it was never answered."""

    def due_days(self, learner: str) -> Iterable[tuple[str, date]]:
        """Of each star that is not suspended, the day it falls due."""

    def put_stars(self, learner: str, stars: Iterable[Star]) -> None:
        """Write some stars, leaving the others."""

    def replace_stars(self, learner: str, stars: Iterable[Star]) -> None:
        """Drop all of a learner's stars and write these."""

    def settings(self, learner: str) -> Mapping[str, object]:
        """The settings in force: of each name the newest live change."""

    def answered_on(self, learner: str, study_day: str) -> tuple[str, ...]:
        """Stars of the live answers of one study day, in log order."""

    def first_study_day(self, learner: str) -> str | None:
        """Study day of the first live answer."""

    def count_answers(self, learner: str) -> int:
        """How many answers the log holds that have not been taken back."""

    def keep_sheet(self, row: SheetRow) -> None:
        """Keep a printed sheet; one whose code is here already stays as it was printed."""

    def sheet(self, code: str) -> SheetRow | None:
        """A printed sheet by the letters of its code."""

    def keep_content(self, content_hash: str, files: Mapping[str, bytes]) -> None:
        """Keep the words and numbers of a lesson under their hash; writing twice is nothing."""

    def content(self, content_hash: str) -> Mapping[str, bytes] | None:
        """The files kept under a hash."""


class Store(Protocol):
    """A database that holds learners' logs."""

    def write(self) -> AbstractContextManager[Unit]:
        """Begin a transaction that may write; waits for its turn, then raises StoreBusy."""

    def read(self) -> AbstractContextManager[Unit]:
        """Begin a transaction that only reads one consistent state."""

    def device(self) -> str:
        """Id of this installation; made once."""

    def local_learner(self, now_ms: int) -> str:
        """Id of the one learner of local mode; made where there is none."""

    def learners(self) -> tuple[str, ...]:
        """All learner ids."""

    def export(self, learner: str) -> Iterator[str]:
        """Every row of a learner as JSON lines, in a fixed order: the same log, the same bytes.

        Questions that are still open are left out: a file shows no answer before it was given.
        Each line carries its line end. Raises NotFound when there is no such learner.
        """

    def import_lines(
        self,
        lines: Iterable[str],
        now_ms: int,
        rebuild: Callable[[Unit, str], object] | None = None,
    ) -> str:
        """Take in an export: rows already here are skipped. Returns the learner's id.

        The learner's stars are dropped, for the log they were folded from has changed: `rebuild`
        is called with the transaction and the learner, or the caller rebuilds them at once.
        A local learner without log rows gives way to the learner of the export.

        Raises Refused (naming the line) and changes nothing when a line cannot be understood, is
        not what any Starlore writes, or cannot be folded, or when the log of another local learner
        is here.
        """

    def erase(self, learner: str, now_ms: int) -> Erasure:
        """Erase a learner wholly, leaving a nameless count; a new local one takes its place.

        Raises NotFound when there is no such learner.
        """

    def integrity(self) -> tuple[StoreDamaged, ...]:
        """What the database's own check and ours find wrong; empty when sound."""

    def close(self) -> None:
        """Let go of the database."""
