"""What does not fit a model is told by messages, whatever pydantic calls it."""

import pytest
from pydantic import BaseModel, ValidationError

from starlore.animation.heads import WatchHead
from starlore.lessons.course_files import CourseHead
from starlore.lessons.parse import FigureHead, Head
from starlore.lessons.unfit import unfit
from tests.told import english

HEAD = {"id": "a", "title": "A", "one_line": "A.", "outcomes": {"a": "A"}}
STAR = {"name": "Dot"}


def at(*place: object) -> dict[str, object]:
    """A head whose one star stands there."""
    return {**HEAD, "stars": {"s": {**STAR, "at": list(place)}}}


@pytest.mark.parametrize(
    ("model", "entries", "said"),
    [
        (Head, {**HEAD, "stars": {}}, "stars: it should hold at least 1"),
        (Head, {**HEAD, "stars": 3}, "stars: it should be a map of entries"),
        (Head, {**HEAD, "stars": {"s": 3}}, "stars.s: it should be a map of entries"),
        (Head, {**HEAD, "stars": {"s": {"name": ""}}}, "stars.s.name: it should be a text"),
        (Head, {**HEAD, "stars": {"s": {"name": 3}}}, "stars.s.name: it should be a text"),
        (Head, {**HEAD, "stars": {"s": {**STAR, "at": 3}}}, "stars.s.at: it should be a list"),
        (Head, at(1), "stars.s.at.1: it is missing"),
        (
            Head,
            at(1, 101),
            "at.1: it should be at most 100",
        ),
        (Head, at(1, "x"), "at.1: it should be a number"),
        (Head, at(1, 1, 1), "at: it should hold at most 2"),
        (Head, at(1, float("nan")), "should be a number"),
        (Head, {**HEAD, "stars": {"s": STAR}, "minutes": "x"}, "minutes: it should be a whole"),
        (Head, {**HEAD, "stars": {"s": STAR}, "minutes": 1.5}, "minutes: it should be a whole"),
        (Head, {**HEAD, "stars": {"s": STAR}, "minutes": []}, "minutes: it should be a whole"),
        (Head, {**HEAD, "stars": {"s": STAR}, "sentences": 3}, "sentences: it should be a list"),
        (Head, {**HEAD, "stars": {"s": STAR}, "id": "A b"}, "id: it should be written like ^[a-z]"),
        (Head, {**HEAD, "stars": {"s": STAR}, "other": 3}, "other: no entry goes by that name"),
        (FigureHead, {"kind": 3}, "kind: it should be a text"),
        (CourseHead, {"lessons": {"A": {}}}, "it should be written like"),
        (CourseHead, {"lessons": {"a": {"needs": 3}}}, "lessons.a.needs: it should be a list"),
        (CourseHead, {"lessons": {"a": {"across": "1"}}}, "across: it should be a number"),
        (
            CourseHead,
            {"lessons": {"a": {"practises": {"b": {"c.d": 0}}}}},
            "practises.b.c.d: it should be above 0",
        ),
        (CourseHead, {"lessons": {f"l{n}": {} for n in range(501)}}, "it should hold at most 500"),
        (WatchHead, {"scenes": {}, "beats": []}, "beats: it should hold at least 1"),
        (WatchHead, {"scenes": {}, "beats": [{"ms": True}]}, "beats.0.ms: it should be a whole"),
    ],
)
def test_what_does_not_fit_is_a_message(
    model: type[BaseModel], entries: dict[str, object], said: str
) -> None:
    with pytest.raises(ValidationError) as caught:
        model.model_validate(entries)
    told = [unfit(".".join(map(str, one["loc"])), one) for one in caught.value.errors()]
    assert any(said in english(message) for message in told), [*map(english, told)]
    assert not any("check.said" in repr(message) for message in told)


def test_what_pydantic_alone_has_a_word_for_is_said_by_it() -> None:
    told = unfit("on", {"type": "date_type", "msg": "Input should be a valid date"})
    assert english(told) == "on: Input should be a valid date"
