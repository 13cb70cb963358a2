"""Questions: pure Python that draws numbers, knows what is right, and foresees wrong ways.

An author's `questions.py` needs the names below and nothing else of this room.
"""

from starlore.figures import Figure, figures
from starlore.questions.exercise import Exercise
from starlore.questions.model import (
    AsPrinted,
    Between,
    Exact,
    Misconception,
    Place,
    Question,
    Text,
    Variant,
    Within,
)
from starlore.questions.streams import Draw

__all__ = [
    "AsPrinted",
    "Between",
    "Draw",
    "Exact",
    "Exercise",
    "Figure",
    "Misconception",
    "Place",
    "Question",
    "Text",
    "Variant",
    "Within",
    "figures",
]
