"""Short ways to write a log for the tests of memory."""

from datetime import date, timedelta

from starlore.memory.stars import Answered

DAY_ONE = date(2026, 5, 1)
NOON_MS = 1_777_636_800_000  # 2026-05-01 12:00 UTC
DAY = 86_400_000
STAR = "attention.top-weight"


def typed(
    day: int = 0,
    correct: bool = True,
    *,
    minute: int = 0,
    star: str = STAR,
    hints: int = 0,
    gave_up: bool = False,
    try_no: int = 1,
    options: int = 0,
) -> Answered:
    """An answer `day` days and `minute` minutes after noon of day one."""
    return Answered(
        answer=f"{star}@{day}:{minute}",
        at_ms=NOON_MS + day * DAY + minute * 60_000,
        study_day=DAY_ONE + timedelta(days=day),
        star=star,
        correct=correct,
        gave_up=gave_up,
        hints_shown=hints,
        form="choice" if options else "typed",
        option_count=options,
        try_no=try_no,
    )
