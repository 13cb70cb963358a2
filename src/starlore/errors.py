"""Every error Starlore raises on purpose, drawn as a tree.

    StarloreError
    ├── ShapeError            arrays that do not fit each other          (also a ValueError)
    │   └── AlignmentError    causal with two lengths and no alignment
    ├── DtypeError            a dtype that has no meaning here           (TypeError and ValueError)
    ├── ScoreOverflowError    finite inputs whose score is not finite    (also a ValueError)
    ├── BadValue              a value that has no meaning here           (also a ValueError)
    ├── QuestionError         an author's question that breaks its laws
    ├── LessonError           a lesson file with faults; carries its diagnostics
    ├── PaperError            words or a picture that cannot be set on paper
    └── Worded                what a learner or a host may meet; carries a message's id
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
(decisions/0011). All others are for the people who write code or lessons, in English.
"""

from typing import TypeAlias


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


class QuestionError(StarloreError):
    """A question that breaks one of the laws every question must satisfy."""


class LessonError(StarloreError):
    """A lesson that cannot be served; `diagnostics` says why, line by line."""

    def __init__(self, message: str, diagnostics: tuple[object, ...] = ()) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics


class PaperError(StarloreError):
    """Words, a formula or a picture that cannot be set on paper."""


class Worded(StarloreError):
    """An error that a person may meet: which message says it, and the values in it.

    Args:
        message_id: of the message in the catalogues, such as "fault.store.busy".
        values: what the message names; a Worded among them is said in its place.

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
        named = ", ".join(f"{name}={value}" for name, value in self.values.items())
        return f"{self.message_id}: {named}" if named else self.message_id


Told: TypeAlias = str | int | float | Worded


class NotFound(Worded):
    """Nothing goes by that name here."""


class Refused(Worded):
    """The request cannot be done as asked; nothing was changed."""


class Conflict(Refused):
    """The same id came with other content than before."""


class Unready(Worded):
    """A part of the course does not work as it is written; its author must mend it first.

    Args:
        faults: what is wrong with it, in English, for whoever wrote it.
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
