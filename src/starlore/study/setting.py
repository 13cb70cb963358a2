"""Change settings: each change is a row of the log, in force from then on, and voidable."""

from collections.abc import Mapping
from dataclasses import asdict

from starlore.study.desk import Desk
from starlore.study.preferences import Preferences, checked, to_json
from starlore.study.rebuilding import rebuild
from starlore.study.records import SettingRecord, VoidRecord
from starlore.study.stamping import stamp


def change_settings(desk: Desk, now_ms: int, wanted: Mapping[str, object]) -> tuple[str, ...]:
    """Set what differs from what is in force; all of it, or nothing when one value is refused.

    Returns:
        The names that changed.

    Raises:
        Refused: if a value cannot be obeyed.
    """
    values = {name: checked(name, value) for name, value in wanted.items()}
    with desk.store.write() as unit:
        before = asdict(Preferences.of(unit.settings(desk.learner), desk.home_zone))
        changed = [name for name in values if values[name] != before[name]]
        for name in changed:
            mark = stamp(desk, unit, now_ms)
            unit.append(SettingRecord(mark, name, to_json(before[name]), to_json(values[name])))
    return tuple(changed)


def undo_setting(desk: Desk, now_ms: int) -> str | None:
    """Take back the last change of a setting. None when there is none."""
    with desk.store.write() as unit:
        id_ = unit.last_live(desk.learner, "setting_change")
        if id_ is None:
            return None
        unit.append(VoidRecord(stamp(desk, unit, now_ms), "setting_change", id_))
        rebuild(desk, unit)
        record = unit.find_record(desk.learner, id_)
    return record.name if isinstance(record, SettingRecord) else None
