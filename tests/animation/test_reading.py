"""Reading watch.toml: what is sound is read whole, what is not is told with its line."""

from dataclasses import replace

import pytest

from starlore.animation import read_animation
from starlore.animation.reading import words_of
from starlore.language import Catalogue
from tests.animation.made import SLUGS, SOUND, animation, read
from tests.real_course import real_course
from tests.told import english, left_in_english

CASES = (
    ("L701", "id = ", "ident = ", "beats.0.id: it is missing"),
    ("L701", "ms = 4000", "ms = 400", "beats.1.ms: it should be at least 4000"),
    ("L701", "ms = 4000", "ms = 4000\ncolour = 3", "beats.1.colour: no entry goes by that name"),
    ("L701", '"second"', '"first"', "the beat “first” stands twice"),
    ("L701", "[[beats]]", "[[beats]", "no TOML"),
    ("L702", 'show = ["shares"]', 'show = ["share"]', "there is no scene “share”"),
    ("L702", 'like = "low"', 'like = "lowly"', "scenes.high is like “lowly”"),
    ("L702", 'like = "low"', 'like = ["low"]', "scenes.high is like “['low']”"),
    ("L702", 'show = ["low", "high"]', 'show = ["low"]', "no beat shows the scene “high”"),
    ("L703", '"strip"', '"stripe"', "as is one of beam, cells"),
    ("L703", '"strip"', '["strip"]', "as is one of beam, cells"),
    ("L703", '"sun.weights"', '"sun.weight"', "no value is named “sun.weight” here"),
    ("L703", '"sun.weights"', '"low.scores"', "none below 0"),
    ("L703", '"sun.weights"}', '"sun.weights", hue = "x"}', "strip has no option hue"),
    ("L703", '"sun.weights"}', '"sun.weights", area = "left"}', "area is one of whole"),
    ("L703", '"sun.weights"}', '"sun.weights", area = ["low"]}', "area is one of whole"),
    ("L703", '"sun.weights"}', '"sun.weights", label = {a = 1}}', "does not stand under words"),
    ("L703", '"sun.weights"}', '"sun.weights", label = "no"}', "the label “no” does not stand"),
    ("L703", '"sun.weights"}', '"sun.weights", mark = "score"}', "mark is one of weight, power"),
    ("L703", 'row = {as = "strip", of = "sun.weights"}', "row = 3", "a part is a table with as"),
    ("L704", "Shares of one.", "one " * 15, "has 15 words, at most 14"),
    ("L705", 'axis = "math"', 'axis = "left"', "axis is text or math, not 'left'"),
    ("L705", 'axis = "math"', "", "axis is text or math, not ''"),
    ("L201", "scores.0", "scored.0", "no value is named “scored.0” here"),
    ("L202", "{{ scores.0 }}", "{{ scores.0 + 1 }}", "is not a name in double braces"),
)


def test_a_sound_file_is_read_whole() -> None:
    found = read(SOUND)
    assert found.faults == ()
    assert found.animation is not None
    first, second = found.animation.beats
    assert first.caption("en") == "Three scores, 3 the largest."
    assert (first.ms, second.ms, found.animation.ms) == (6000, 4000, 10_000)
    assert [scene.axis for scene in first.scenes] == ["text", "text"]
    assert first.still.told("en") == "13, 11, 10."
    assert first.scenes[0].told("en") == "three scores: 3, 1, 0."


@pytest.mark.parametrize(("code", "old", "new", "said"), CASES)
def test_a_fault_is_told_with_its_code(code: str, old: str, new: str, said: str) -> None:
    assert old in SOUND
    found = read(SOUND.replace(old, new, 1))
    assert found.animation is None
    told = [str(fault) for fault in found.faults if fault.code == code]
    assert any(said in one for one in told), found.faults
    persian = Catalogue.load("fa")
    assert [one for fault in found.faults for one in left_in_english(fault.sentence(persian))] == []


def test_a_fault_is_told_at_its_line() -> None:
    found = read(SOUND.replace("sun.weights", "sun.weight"))
    lines = SOUND.split("\n")
    (fault,) = found.faults
    assert fault.path == "c/softmax/watch.toml"
    assert lines[fault.line - 1].startswith('row = {as = "strip"')


def test_another_language_gives_the_same_beats_other_words() -> None:
    fa = '[words]\nrow = "سه"\n[say]\nfirst = "{{ scores.0 }} بزرگ"\nsecond = "سهم"\n'
    found = read(SOUND, fa=fa)
    assert found.faults == ()
    assert found.animation is not None
    assert found.animation.languages == ("en", "fa")
    assert found.animation.beats[0].caption("fa") == "۳ بزرگ"


def test_a_language_with_other_ids_is_told() -> None:
    fa = '[words]\n[say]\nfirst = "یک"\nthird = "سه"\n'
    found = read(SOUND, fa=fa)
    told = [english(fault.message) for fault in found.faults if fault.code == "L706"]
    assert sorted(told) == [
        "the beat “second” has no words here",
        "the label “row” has no words here",
        "there is no beat “third”",
    ]


def test_a_file_that_is_no_text_is_told() -> None:
    lesson = replace(real_course().lessons["softmax"], watch={"watch.toml": b"\xff\xfe"})
    (fault,) = read_animation(lesson, "c/softmax").faults
    assert (fault.code, fault.line) == ("L701", 1)


def test_scenes_that_are_like_each_other_in_a_round_are_told() -> None:
    found = read(SOUND.replace('axis = "text"\n', 'axis = "text"\nlike = "high"\n', 1))
    assert any(fault.code == "L702" for fault in found.faults)


def test_a_lesson_without_the_file_has_no_animation_and_no_fault() -> None:
    lesson = replace(real_course().lessons["softmax"], watch={})
    assert read_animation(lesson) == (None, ())


@pytest.mark.parametrize("slug", SLUGS)
def test_beats_of_the_course_keep_their_measure(slug: str) -> None:
    figure = animation(slug)
    assert 7 <= len(figure.beats) <= 10
    assert 40_000 <= figure.ms <= 80_000
    for beat in figure.beats:
        assert 4000 <= beat.ms <= 9000
        assert len(words_of(beat.caption("en"))) <= 14
