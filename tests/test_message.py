"""A message that was not said yet: a value, said by whoever knows a language."""

import pickle

import pytest

from starlore.errors import Authored, LessonError, QuestionError, Refused
from starlore.language import Catalogue
from starlore.message import Message
from tests.told import left_in_english

INNER = Message("check.slot.unknown", name="sun")
LISTED = Message("check.part.keys", keys=("## answer", "## hint 1"))
PERSIAN = Catalogue.load("fa")


def test_two_messages_that_say_the_same_are_one() -> None:
    assert {INNER, Message("check.slot.unknown", name="sun")} == {INNER}
    assert Message("check.slot.unknown", name="moon") != INNER
    assert pickle.loads(pickle.dumps(LISTED)) == LISTED


def test_every_text_in_a_message_can_be_changed_however_deep() -> None:
    outer = Message("check.catalogue.values", id="a", said=(INNER, "b"), n=3)
    changed = outer.map(str.upper)
    named = Message("check.slot.unknown", name="SUN")
    assert changed == Message("check.catalogue.values", id="A", said=(named, "B"), n=3)


def test_what_an_error_holds_becomes_its_message() -> None:
    fault = QuestionError("check.draw.raised", question="a.b", seed="5", attempt="0", said=INNER)
    assert dict(fault.message.values)["said"] == INNER
    link = LessonError(
        "check.link.lab", address="lab:x", said=Refused("fault.link.twice", name="q")
    )
    assert dict(link.message.values)["said"] == Message("fault.link.twice", name="q")


def test_code_runs_from_left_to_right_in_a_sentence_that_does_not() -> None:
    assert PERSIAN.tell(LISTED).endswith("\u2066## answer\u2069، \u2066## hint 1\u2069")
    assert Catalogue.load("en").tell(LISTED) == "the keys are ## answer, ## hint 1"


def test_words_of_the_page_s_own_script_are_not_isolated() -> None:
    assert PERSIAN.tell(Message("check.term.say", word="وزن")) == "بگویید «وزن»"


def test_a_traceback_of_an_author_has_the_english_sentence() -> None:
    with pytest.raises(Authored, match="no value is named “sun” here"):
        raise LessonError("check.slot.unknown", name="sun")
    assert str(Refused("fault.link.twice", name="q")) == "fault.link.twice: name=q"


def test_nothing_that_an_author_is_told_in_persian_is_left_in_english() -> None:
    told = {id_: text for id_, text in PERSIAN.messages.items() if id_.startswith("check.")}
    assert len(told) > 400
    assert [id_ for id_, text in told.items() if left_in_english(text)] == []
    assert left_in_english("این no Python است") == ["no Python"]
