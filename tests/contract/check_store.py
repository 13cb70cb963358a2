"""The suite that every Store must pass. A database brings one function that opens it in a folder.

Use: subclass `StoreContract` in a test module and give it `opened`.
"""

import threading
from abc import ABC, abstractmethod
from dataclasses import replace
from pathlib import Path

import pytest

from starlore.errors import Conflict, Refused
from starlore.memory.stars import checksum
from starlore.study.acting import set_aside
from starlore.study.desk import Desk, Moment
from starlore.study.port import Store
from starlore.study.rebuilding import drifts, folded, rebuild_all
from starlore.study.records import AnswerRecord, SettingRecord, Stamp
from starlore.study.setting import change_settings
from starlore.study.stamping import stamp
from starlore.study.undoing import redo, undo
from tests.sample_course import write_sample
from tests.study.acts import answered, later
from tests.study.conftest import START_MS, Bits
from tests.told import told

AT = Moment(START_MS, "UTC")
LATE_MS = later(AT, days=30).now_ms


class StoreContract(ABC):
    """What must hold of any Store."""

    @staticmethod
    @abstractmethod
    def opened(folder: Path) -> Store:
        """Open the Store that lies in a folder, making it at first."""

    def desk(self, folder: Path, store: Store | None = None) -> Desk:
        """A desk on the Store."""
        from starlore.lessons.shelf import Shelf

        store = store or self.opened(folder)
        if not (folder / "sample").exists():
            write_sample(folder)
        shelf = Shelf(folder / "sample")
        return Desk(
            store, shelf.course, store.local_learner(START_MS), store.device(), Bits(), "UTC"
        )

    def lit(self, folder: Path) -> Desk:
        """A desk with three answers, one of them taken back, and a setting."""
        desk = self.desk(folder)
        answered(desk, AT, "adding.sum")
        answered(desk, later(AT, ms=1_000), "adding.pair", right=False)
        answered(desk, later(AT, days=2), "adding.which")
        undo(desk, later(AT, days=2, ms=1_000))
        change_settings(desk, later(AT, days=2).now_ms + 2_000, {"name": "Ada", "theme": "night"})
        return desk

    def test_what_was_written_is_there_after_closing(self, tmp_path: Path) -> None:
        desk = self.lit(tmp_path)
        with desk.store.read() as unit:
            before = list(unit.log(desk.learner)), unit.stars(desk.learner)
        desk.store.close()
        again = self.desk(tmp_path)
        with again.store.read() as unit:
            assert (list(unit.log(again.learner)), unit.stars(again.learner)) == before
        assert (again.learner, again.device) == (desk.learner, desk.device)
        again.store.close()

    def test_a_transaction_that_fails_leaves_nothing(self, tmp_path: Path) -> None:
        desk = self.desk(tmp_path)
        row = SettingRecord(_stamp(desk), "name", '""', '"Ada"')
        with pytest.raises(RuntimeError, match="half done"), desk.store.write() as unit:
            unit.append(row)
            raise RuntimeError("half done")
        with desk.store.read() as unit:
            assert list(unit.log(desk.learner)) == []
        desk.store.close()

    def test_one_id_with_two_contents_is_a_conflict(self, tmp_path: Path) -> None:
        desk = self.desk(tmp_path)
        row = SettingRecord(_stamp(desk), "name", '""', '"Ada"')
        with desk.store.write() as unit:
            unit.append(row)
        with pytest.raises(Conflict), desk.store.write() as unit:
            unit.append(replace(row, new_json='"Eve"'))
        desk.store.close()

    def test_the_log_counts_up_without_a_gap(self, tmp_path: Path) -> None:
        desk = self.lit(tmp_path)
        with desk.store.read() as unit:
            numbers = [row.stamp.device_seq for row in unit.log(desk.learner)]
        assert sorted(numbers) == list(range(1, len(numbers) + 1))
        desk.store.close()

    def test_another_learners_rows_are_not_found(self, tmp_path: Path) -> None:
        desk = self.lit(tmp_path)
        row = answered(desk, later(AT, days=3), "adding.sum")
        other = "00000000-0000-7000-8000-000000000001"
        with desk.store.read() as unit:
            assert unit.variant(other, row.id) is None
            assert unit.answer(other, row.answer) is None
            assert unit.find_record(other, row.answer) is None
            assert list(unit.log(other)) == []
            assert unit.stars(other) == ()
            assert dict(unit.settings(other)) == {}
        desk.store.close()

    def test_misses_of_a_kind_are_found_newest_first_and_only_those_that_count(
        self, tmp_path: Path
    ) -> None:
        desk = self.desk(tmp_path)
        missed = [
            answered(desk, later(AT, ms=n * 1_000), star, right=False)
            for n, star in enumerate(("adding.sum", "adding.sum", "adding.pair"))
        ]
        answered(desk, later(AT, ms=3_000), "adding.sum")
        with desk.store.read() as unit:
            name = [unit.grading_of(desk.learner, row.answer) for row in missed]
            kinds = {one.misconception for one in name if one is not None}
            assert len(kinds) == 1 and "" not in kinds
            (kind,) = kinds
            found = unit.recent_misses(desk.learner, kind)
            assert [(m.answer, m.star) for m in found] == [
                (row.answer, row.star) for row in reversed(missed)
            ]
            assert unit.recent_misses(desk.learner, kind, limit=2) == found[:1]
            assert unit.recent_misses(desk.learner, "another") == ()
            assert unit.recent_misses("00000000-0000-7000-8000-000000000001", kind) == ()
        answered(desk, later(AT, ms=4_000), "adding.pair", right=False)
        undo(desk, later(AT, ms=5_000))
        with desk.store.read() as unit:
            assert unit.recent_misses(desk.learner, kind) == found
        redo(desk, later(AT, ms=6_000))
        with desk.store.read() as unit:
            assert len(unit.recent_misses(desk.learner, kind)) == 4
        desk.store.close()

    def test_a_void_takes_back_and_a_void_of_it_brings_back(self, tmp_path: Path) -> None:
        desk = self.lit(tmp_path)
        with desk.store.read() as unit:
            assert unit.count_answers(desk.learner) == 2
        redo(desk, later(AT, days=4))
        with desk.store.read() as unit:
            assert unit.count_answers(desk.learner) == 3
            assert len(folded(unit, desk.learner).stars) == 3
        assert not drifts(desk.store, desk.learner)
        desk.store.close()

    def test_a_star_by_its_id_is_the_one_among_all(self, tmp_path: Path) -> None:
        desk = self.lit(tmp_path)
        with desk.store.read() as unit:
            stars = unit.stars(desk.learner)
            assert len(stars) == 2
            for star in stars:
                assert unit.star(desk.learner, star.star) == star
            assert unit.star(desk.learner, "adding.which") is None
            assert unit.star("nobody", stars[0].star) is None
        desk.store.close()

    def test_due_days_are_those_of_the_stars_that_are_not_suspended(self, tmp_path: Path) -> None:
        desk = self.lit(tmp_path)
        set_aside(desk, later(AT, days=3), "adding.pair")
        with desk.store.read() as unit:
            stars, due = unit.stars(desk.learner), dict(unit.due_days(desk.learner))
        assert "adding.pair" in {star.star for star in stars} - due.keys()
        assert due == {star.star: star.due_day for star in stars if star.status != "suspended"}
        desk.store.close()

    def test_rebuilt_stars_have_the_checksums_of_the_stored_ones(self, tmp_path: Path) -> None:
        desk = self.lit(tmp_path)
        with desk.store.read() as unit:
            before = {star.star: checksum(star) for star in unit.stars(desk.learner)}
        rebuild_all(desk.store, desk.learner)
        with desk.store.read() as unit:
            assert {star.star: checksum(star) for star in unit.stars(desk.learner)} == before
        assert desk.store.integrity() == ()
        desk.store.close()

    def test_export_erase_import_export_gives_the_same_bytes(self, tmp_path: Path) -> None:
        desk = self.lit(tmp_path)
        before = list(desk.store.export(desk.learner))
        assert desk.store.erase(desk.learner, START_MS).rows > 0
        assert desk.store.import_lines(before, LATE_MS) == desk.learner
        rebuild_all(desk.store, desk.learner)
        assert list(desk.store.export(desk.learner)) == before
        assert desk.store.import_lines(before, LATE_MS) == desk.learner
        assert list(desk.store.export(desk.learner)) == before
        desk.store.close()

    def test_an_import_into_a_fresh_store_brings_the_same_sky(self, tmp_path: Path) -> None:
        desk = self.lit(tmp_path)
        lines = list(desk.store.export(desk.learner))
        with desk.store.read() as unit:
            stars = unit.stars(desk.learner)
        desk.store.close()
        (tmp_path / "fresh").mkdir()
        fresh = self.opened(tmp_path / "fresh")
        learner = fresh.import_lines(lines, LATE_MS)
        rebuild_all(fresh, learner)
        assert fresh.local_learner(START_MS) == learner == desk.learner
        with fresh.read() as unit:
            assert unit.stars(learner) == stars
        fresh.close()

    def test_a_faulty_import_names_its_line_and_changes_nothing(self, tmp_path: Path) -> None:
        desk = self.lit(tmp_path)
        before = list(desk.store.export(desk.learner))
        broken = [*before[:2], '{"table": "nonsense"}\n', *before[3:]]
        with told(Refused, "3"):
            desk.store.import_lines(broken, LATE_MS)
        assert list(desk.store.export(desk.learner)) == before
        desk.store.close()

    def test_many_threads_write_and_none_is_lost(self, tmp_path: Path) -> None:
        desk = self.desk(tmp_path)
        faults: list[BaseException] = []

        def work(number: int) -> None:
            try:
                for turn in range(5):
                    with desk.store.write() as unit:
                        mark = stamp(desk, unit, START_MS + number * 100 + turn)
                        unit.append(SettingRecord(mark, "name", '""', f'"{number}-{turn}"'))
            except BaseException as fault:
                faults.append(fault)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert faults == []
        with desk.store.read() as unit:
            rows = list(unit.log(desk.learner))
        assert len(rows) == 40
        assert sorted(row.stamp.device_seq for row in rows) == list(range(1, 41))
        desk.store.close()

    def test_c11_two_rows_of_one_millisecond_stay_two(self, tmp_path: Path) -> None:
        desk = self.desk(tmp_path)
        answered(desk, AT, "adding.sum")
        answered(desk, AT, "adding.pair")
        with desk.store.read() as unit:
            rows = [row for row in unit.log(desk.learner) if isinstance(row, AnswerRecord)]
        assert len({row.stamp.id for row in rows}) == 2
        assert len({row.stamp.corrected_at_ms for row in rows}) == 1
        desk.store.close()


def _stamp(desk: Desk) -> Stamp:
    with desk.store.read() as unit:
        return stamp(desk, unit, START_MS)
