"""A message of the catalogues that was not said yet: its id and its values, and no sentence.

Whoever finds something knows no language; whoever shows it says it (decisions/0011).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias, Union

Held: TypeAlias = Union[str, int, float, "Message", tuple[Union[str, "Message"], ...]]
"""A text that stands as it is (a name, code, another program's words), a number that counts, a
message said in its place, or a list of texts and messages."""


@dataclass(frozen=True, init=False)
class Message:
    """Which message, and what it names. Two are equal that say the same.

    Args:
        id: in the catalogues, such as "check.slot.unknown".
        values: by the names that the message holds.

    Example:
        >>> print(Message("check.slot.unknown", name="sun"))
        check.slot.unknown: name=sun
        >>> Message("check.slot.unknown", name="sun") == Message("check.slot.unknown", name="moon")
        False
    """

    id: str
    values: tuple[tuple[str, Held], ...]

    def __init__(self, id: str, /, **values: Held) -> None:
        object.__setattr__(self, "id", id)
        object.__setattr__(self, "values", tuple(values.items()))

    def __str__(self) -> str:
        """The id and the values, for logs and for an order."""
        named = ", ".join(f"{name}={_shown(value)}" for name, value in self.values)
        return f"{self.id}: {named}" if named else self.id

    def map(self, change: Callable[[str], str]) -> "Message":
        """The same message with each text in it changed, however deep it stands."""
        return Message(self.id, **{name: _changed(value, change) for name, value in self.values})


def _shown(value: Held) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _changed(value: Held, change: Callable[[str], str]) -> Held:
    if isinstance(value, tuple):
        return tuple(one.map(change) if isinstance(one, Message) else change(one) for one in value)
    if isinstance(value, Message):
        return value.map(change)
    return change(value) if isinstance(value, str) else value
