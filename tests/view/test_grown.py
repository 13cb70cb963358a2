"""What stands above an answer's effect: what grew brighter, only where something did."""

import pytest

from starlore.study.effects import Effect
from starlore.view.environment import Frame
from starlore.view.grown import grown_heading
from tests.view.a_sky import ENGLISH

FRAME = Frame("en", lambda path: path)


def effect(is_new: bool = False, is_ember: bool = False, holds: float = 9.0) -> Effect:
    return Effect(is_new, not is_ember, is_ember, 0.0 if is_new else 3.0, holds, "2027-01-20", 1, 9)


@pytest.mark.parametrize(
    ("told", "word"),
    [
        (effect(is_new=True), "what-grew"),
        (effect(), "what-grew"),
        (effect(holds=3.0), "your-sky"),
        (effect(is_new=True, is_ember=True), "your-sky"),
        (effect(is_ember=True), "your-sky"),
        (None, "your-sky"),
    ],
)
def test_the_heading_says_what_happened(told: Effect | None, word: str) -> None:
    assert grown_heading(told, FRAME) == ENGLISH.say(f"question.{word}")
