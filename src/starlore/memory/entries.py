"""What the fold reads of the log: answers, settings and acts on stars, in log order."""

from datetime import date
from typing import NamedTuple


class Answered(NamedTuple):
    """One graded answer that counts.

    Attributes:
        answer: its id. at_ms: its corrected time. study_day: as stored with it.
        correct: as the newest live grading found. gave_up: "Not yet: show me".
        form: "typed" leaves no room for guessing; of any other, one of `option_count` is right.
        try_no: only try 1 counts for memory.
        practised: the easier stars it practises, each with its credit that day.
    """

    answer: str
    at_ms: int
    study_day: date
    star: str
    correct: bool
    gave_up: bool
    hints_shown: int
    form: str
    option_count: int
    try_no: int
    practised: tuple[tuple[str, float], ...] = ()


class SettingChanged(NamedTuple):
    """A setting that holds from here on."""

    at_ms: int
    name: str
    value: object


class StarActed(NamedTuple):
    """What a learner did to a star: "suspend", "resume", "bury" or "manual_due".

    `until_day` is the day a buried star comes back (None: the next day), or the day set by hand.
    """

    at_ms: int
    study_day: date
    star: str
    action: str
    until_day: date | None = None


Entry = Answered | SettingChanged | StarActed
