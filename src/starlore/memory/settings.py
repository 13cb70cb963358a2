"""The settings that the fold obeys, each checked before it may hold."""

from collections.abc import Mapping
from numbers import Real
from typing import Any, NamedTuple

from starlore.errors import Refused
from starlore.memory.spread import EVEN_WEEK


class Wishes(NamedTuple):
    """What a learner asks of the schedule.

    Attributes:
        desired_retention: recall at which a star falls due, .70 to .97.
        max_interval_days: the longest a star may rest, 1 to 36,500 days.
        easy_days: Monday to Sunday, the share of a usual evening, 0 to 1.
    """

    desired_retention: float = 0.90
    max_interval_days: int = 36_500
    easy_days: tuple[float, ...] = EVEN_WEEK

    @staticmethod
    def of(settings: Mapping[str, object]) -> "Wishes":
        """The wishes among all settings in force.

        Raises:
            Refused: if one of them has a value that cannot be obeyed.

        Example:
            >>> Wishes.of({"desired_retention": 0.8, "theme": "night"}).desired_retention
            0.8
        """
        named = [name for name in Wishes._fields if settings.get(name) is not None]
        values: dict[str, Any] = {name: checked_setting(name, settings[name]) for name in named}
        return Wishes(**values)


def checked_setting(name: str, value: object) -> object:
    """Give a setting's value as the fold will use it; other names pass as they are.

    Raises:
        Refused: if the value cannot be obeyed.

    Example:
        >>> checked_setting("max_interval_days", 365)
        365
    """
    if name == "desired_retention":
        return _number(name, value, 0.70, 0.97)
    if name == "max_interval_days":
        days = _number(name, value, 1, 36_500)
        if days != int(days):
            raise Refused("fault.setting.whole-days", name=name, value=str(value)[:60])
        return int(days)
    if name == "easy_days":
        if not isinstance(value, list | tuple) or len(value) != 7:
            raise Refused("fault.setting.week", name=name, value=str(value)[:60])
        shares = tuple(_number(name, share, 0, 1) for share in value)
        return EVEN_WEEK if shares == EVEN_WEEK else shares
    return value


def _number(name: str, value: object, low: float, high: float) -> float:
    """A number in its range, as a float."""
    if isinstance(value, bool) or not isinstance(value, Real) or not low <= float(value) <= high:
        raise Refused("fault.setting.range", name=name, low=low, high=high, value=str(value)[:60])
    return float(value)
