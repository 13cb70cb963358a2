"""Every error Starlore raises on purpose, drawn as a tree.

    StarloreError
    ├── ShapeError            arrays that do not fit each other          (also a ValueError)
    │   └── AlignmentError    causal with two lengths and no alignment
    ├── DtypeError            a dtype that has no meaning here           (TypeError and ValueError)
    ├── ScoreOverflowError    finite inputs whose score is not finite    (also a ValueError)
    ├── BadValue              a value that has no meaning here           (also a ValueError)
    └── Worded                what a person may meet; carries a message's id
        ├── Authored          what an author of lessons must mend
        │   ├── QuestionError     a question that breaks one of its laws
        │   ├── LessonError       a lesson, or a figure of one, that cannot be shown
        │   ├── PaperError        words or a picture that cannot be set on paper
        │   ├── FigureError       a figure that cannot be printed            (also a BadValue)
        │   └── FigureKindError   a figure of what is no number              (also a DtypeError)
        ├── NotFound          a lesson, star, variant or learner that is not there
        ├── Refused           a request that cannot be done as asked; nothing was changed
        │   └── Conflict      one id, two contents
        ├── Unready           a part of the course that its author must mend first
        └── StoreError        the database could not do its work; says what is kept
            ├── StoreBusy         locked by somebody else
            ├── StoreFull         no room left on the disk
            ├── StoreUnwritable   the folder or file cannot be written
            ├── StoreGone         deleted or replaced while it was open
            ├── StoreTooNew       made by a newer Starlore than this one
            └── StoreDamaged      not a database, or one that fails its own check

A message says what was expected, what came, and where. User errors are never asserts. The errors
under Worded hold no sentence: whoever shows one says it in the language of whoever reads it
(decisions/0011). All others are for the people who write code, in English.
"""

from collections.abc import Callable
from typing import ClassVar, TypeAlias

from starlore.message import Message


class StarloreError(Exception):
    """Whatever Starlore raises on purpose."""


class ShapeError(StarloreError, ValueError):
    """Arrays, masks or lengths that do not fit each other."""


class AlignmentError(ShapeError):
    """Two lengths, and nobody said whether the first or the last places meet."""


class DtypeError(StarloreError, TypeError, ValueError):
    """A dtype that has no meaning in this place."""


class ScoreOverflowError(StarloreError, ValueError):
    """Finite queries and keys whose score is not a finite number."""


class BadValue(StarloreError, ValueError):
    """A value that has no meaning in this place."""


class Worded(StarloreError):
    """An error that a person may meet: which message says it, and the values in it.

    Args:
        message_id: of the message in the catalogues, such as "fault.store.busy".
        values: what the message names; a Worded or a Message among them is said in its place.

    Example:
        >>> print(Refused("fault.setting.hour", value=25))
        fault.setting.hour: value=25
    """

    def __init__(self, message_id: str, /, **values: "Told") -> None:
        super().__init__(message_id)
        self.message_id = message_id
        self.values = values

    def __str__(self) -> str:
        """The id and the values, for logs and tracebacks."""
        return str(self.message)

    @property
    def message(self) -> Message:
        """What it says, as a value: what a Worded among its values says stands in it."""
        said = {
            name: value.message if isinstance(value, Worded) else value
            for name, value in self.values.items()
        }
        return Message(self.message_id, **said)

    def __reduce__(self) -> tuple[object, ...]:
        """Made again as it is in another process, whatever its kind asks for when it is raised."""
        return _again, (type(self), self.args), self.__dict__


def _again(kind: type[Worded], args: tuple[object, ...]) -> Worded:
    return kind.__new__(kind, *args)


Told: TypeAlias = str | int | float | Worded | Message | tuple[str | Message, ...]


class Authored(Worded):
    """What whoever writes lessons must mend.

    It also stands in tracebacks, of authors and of programmers who call `starlore.questions`, so
    `str()` is the English sentence wherever the catalogues are loaded.
    """

    in_english: ClassVar[Callable[[Worded], str]] = Worded.__str__
    """Says one in English; the catalogues, which lie above the errors, put themselves here."""

    def __str__(self) -> str:
        return type(self).in_english(self)


class QuestionError(Authored):
    """A question that breaks one of the laws every question must satisfy."""


class LessonError(Authored):
    """A lesson, or a figure in it, that cannot be shown as it is written."""


class PaperError(Authored):
    """Words, a formula or a picture that cannot be set on paper."""


class FigureError(Authored, BadValue):
    """A figure of no number, or one that shows its digits in no way there is."""


class FigureKindError(Authored, DtypeError):
    """A figure of what is no real number."""


class NotFound(Worded):
    """Nothing goes by that name here."""


class Refused(Worded):
    """The request cannot be done as asked; nothing was changed."""


class Conflict(Refused):
    """The same id came with other content than before."""


class Unready(Worded):
    """A part of the course does not work as it is written; its author must mend it first.

    Args:
        faults: what is wrong with it, for whoever wrote it.
    """

    def __init__(
        self, message_id: str, /, faults: tuple[object, ...] = (), **values: "Told"
    ) -> None:
        super().__init__(message_id, **values)
        self.faults = faults


class StoreError(Worded):
    """The database could not do its work."""


class StoreBusy(StoreError):
    """Somebody else holds the database."""


class StoreFull(StoreError):
    """The disk has no room left."""


class StoreUnwritable(StoreError):
    """The data folder or its database cannot be written."""


class StoreGone(StoreError):
    """The file that is open is not the one that lies at its path any more."""


class StoreTooNew(StoreError):
    """The database was made by a newer Starlore."""


class StoreDamaged(StoreError):
    """The file is not a sound database."""
