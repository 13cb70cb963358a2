"""Watch in the lesson's page: a strip that is complete without a script."""

from dataclasses import replace

import pytest

from starlore.errors import NotFound
from starlore.view.environment import Frame
from starlore.view.watch import watch_of, watch_timeline
from tests.real_course import real_course


def frame(language: str = "en") -> Frame:
    """A page's frame."""
    return Frame(language, lambda name: name, here="lesson")


def test_each_beat_has_its_still_its_caption_and_its_words() -> None:
    watch = watch_of(real_course().lessons["lookup"], frame())
    assert watch is not None
    assert [still.shown for still in watch.stills] == [str(n) for n in range(1, 11)]
    shares = watch.stills[4]
    assert shares.anchor == "watch-shares"
    assert "0.844" in shares.svg
    assert "0.844" in shares.told
    assert shares.said == shares.aloud == "Shares of one whole."
    assert watch.note == "Ten beats, about 77 seconds."
    assert watch.language == ""


def test_signs_in_captions_are_drawn_on_pages_and_said_by_voices() -> None:
    watch = watch_of(real_course().lessons["lookup"], frame())
    assert watch is not None
    assert '<use href="#sun"/>' in watch.stills[0].said
    assert "sun wants" in watch.stills[0].aloud


def test_numbers_in_captions_keep_their_own_direction() -> None:
    watch = watch_of(real_course().lessons["softmax"], frame())
    assert watch is not None
    assert "<bdi>10</bdi>" in watch.stills[4].said
    assert "by 10:" in watch.stills[4].aloud


def test_a_lesson_without_beats_has_no_watch() -> None:
    course = real_course()
    bare = replace(course.lessons["dot"], watch={})
    assert watch_of(bare, frame()) is None
    with pytest.raises(NotFound):
        watch_timeline(replace(course, lessons={**course.lessons, "dot": bare}), "dot", "en")


def test_no_attribute_of_a_still_is_a_style() -> None:
    """The policy of the pages takes no inline style."""
    for slug in real_course().lessons:
        watch = watch_of(real_course().lessons[slug], frame())
        assert watch is not None
        assert not any("style" in still.svg for still in watch.stills)
