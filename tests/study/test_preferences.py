"""What can be set, each value checked; what is not there cannot be set."""

import pytest

from starlore.errors import Refused
from starlore.study.desk import Desk, Moment
from starlore.study.preferences import Preferences, checked
from starlore.study.setting import change_settings, undo_setting
from tests.told import told


@pytest.mark.parametrize(
    ("name", "value", "kept"),
    [
        ("name", "  Ada   Lovelace ", "Ada Lovelace"),
        ("name", "", ""),
        ("zone", "Europe/Berlin", "Europe/Berlin"),
        ("rollover_hour", 0, 0),
        ("rollover_hour", 23, 23),
        ("desired_retention", 0.7, 0.7),
        ("desired_retention", 0.97, 0.97),
        ("theme", "paper", "paper"),
        ("motion", "calm", "calm"),
        ("keys", False, False),
        ("list_first", True, True),
    ],
)
def test_what_can_be_obeyed_is_taken(name: str, value: object, kept: object) -> None:
    assert checked(name, value) == kept


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("name", 7),
        ("name", "x" * 61),
        ("name", "a\u0000b"),
        ("zone", "Europe/Nowhere"),
        ("zone", 3),
        ("rollover_hour", 24),
        ("rollover_hour", -1),
        ("rollover_hour", True),
        ("rollover_hour", "4"),
        ("desired_retention", 0.69),
        ("desired_retention", 0.98),
        ("desired_retention", "much"),
        ("theme", "pink"),
        ("motion", ""),
        ("keys", "on"),
        ("list_first", 1),
    ],
)
def test_what_cannot_be_obeyed_is_refused(name: str, value: object) -> None:
    with told(Refused, "."):
        checked(name, value)


@pytest.mark.parametrize("name", ["streak", "Zone", "", "max_interval"])
def test_a_name_that_is_no_setting_is_refused_and_nothing_is_logged(
    desk: Desk, at: Moment, name: str
) -> None:
    with told(Refused, name):
        change_settings(desk, at.now_ms, {"theme": "night", name: 1})
    with desk.store.read() as unit:
        assert list(unit.log(desk.learner)) == []


def test_what_is_not_set_keeps_its_default_and_the_hosts_zone() -> None:
    settings = {"theme": "night", "zone": "", "other": 3}
    assert Preferences.of(settings, "Asia/Tehran") == Preferences(theme="night", zone="Asia/Tehran")


def test_a_change_holds_until_it_is_taken_back(desk: Desk, at: Moment) -> None:
    assert change_settings(desk, at.now_ms, {"theme": "night", "keys": True}) == ("theme",)
    assert desk.preferences().theme == "night"
    assert undo_setting(desk, at.now_ms) == "theme"
    assert desk.preferences() == Preferences()
    assert undo_setting(desk, at.now_ms) is None
