"""Paper: from a seed to the bytes of a sheet, and of a class's sheets."""

import time
from pathlib import Path
from statistics import median

from benchmarks.measured import Measured, table
from starlore.lessons.load import load_course
from starlore.lessons.model import Lesson
from starlore.paper.printer import Printer
from starlore.paper.worksheet import Leaf
from starlore.study.sheets import draw_sheet

COURSE = Path(__file__).parent.parent / "courses" / "reading-the-past"
LESSON, CLASS = "lookup", 30


def printing(sheets: int = 20) -> list[Measured]:
    """The first sheet of a process, the next ones with other numbers, and a class of thirty."""
    lesson = load_course(COURSE).lessons[LESSON]
    first_ms = _sheet_ms(lesson, 0)
    next_ms = median(_sheet_ms(lesson, seed) for seed in range(1, sheets + 1))
    began = time.perf_counter()
    leaves = (Leaf(draw_sheet(lesson, 1000 + seed), lesson) for seed in range(CLASS))
    Printer().several(leaves, "en", "a4")
    class_s = time.perf_counter() - began
    return [
        Measured("a sheet as PDF, with fresh numbers, median", next_ms, "ms", 100),
        Measured("the first sheet of a process", first_ms, "ms"),
        Measured("thirty sheets and their key", class_s, "s", places=2),
    ]


def _sheet_ms(lesson: Lesson, seed: int) -> float:
    """Milliseconds from a seed to the bytes, answers with it."""
    began = time.perf_counter()
    Printer().pdf(draw_sheet(lesson, seed), lesson, "en", "a4")
    return (time.perf_counter() - began) * 1000


if __name__ == "__main__":
    print(table(printing()))
