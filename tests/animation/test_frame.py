"""A frame is a pure function: equal arguments, equal bytes, and beats that join without a jump."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from starlore.animation import draw
from starlore.animation.beats import MARK_MS
from starlore.animation.between import tracks
from starlore.animation.paint import COLOURS, RULES, caption_lines
from starlore.animation.scene import Scene
from starlore.animation.stage import AREAS, TALL, WIDE, area
from starlore.animation.timeline import timeline
from starlore.animation.wording import Words
from starlore.language import Catalogue
from tests.animation.made import SLUGS, animation
from tests.meta.test_css import sheet, tokens


@pytest.mark.parametrize("slug", SLUGS)
def test_equal_arguments_give_equal_bytes(slug: str) -> None:
    figure = animation(slug)
    for beat in range(len(figure.beats)):
        for t in (0, 0.37, 1):
            for theme in ("page", "night", "paper"):
                first = draw(figure, beat, t, "en", theme)
                assert first == draw(figure, beat, t, "en", theme)
                ET.fromstring(first)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_beat_begins_where_the_one_before_ended(slug: str) -> None:
    figure = animation(slug)
    for beat in range(1, len(figure.beats)):
        before = set(elements(draw(figure, beat - 1, 1)))
        after = set(elements(draw(figure, beat, 0)))
        assert before == after


@pytest.mark.parametrize("slug", SLUGS)
def test_at_its_end_a_beat_is_its_still_with_nothing_marked(slug: str) -> None:
    figure = animation(slug)
    for at, beat in enumerate(figure.beats):
        frame = draw(figure, at, 1)
        assert "is-moved" not in frame
        still = beat.still.marks("en")
        assert len(elements(frame)) == sum(mark.at.light > 0 for mark in still)


def test_what_moved_is_marked_until_300_ms_after() -> None:
    figure = animation("softmax")
    move = next(one for one in figure.moves if one.beat == 1)
    over = move.move_ms + MARK_MS
    for ms, is_marked in ((0, False), (10, True), (over - 10, True), (over + 10, False)):
        assert ("is-moved" in draw(figure, 1, ms / figure.beats[1].ms)) is is_marked


def test_a_frame_that_knew_the_one_before_it_would_be_found() -> None:
    figure = animation("dot")
    drawn: list[float] = []

    def remembers(beat: int, t: float) -> str:
        drawn.append(t)
        return draw(figure, beat, min(t + 0.1 * len(drawn), 1))

    assert remembers(5, 0.2) != remembers(5, 0.2)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_number_in_a_frame_is_one_of_its_two_scenes(slug: str) -> None:
    figure = animation(slug)
    for move in figure.moves:
        known = {mark.words for scene in (move.before, move.after) for mark in scene.marks("en")}
        beat = figure.beats[move.beat]
        for part in (0.1, 0.5, 0.8):
            ms = move.begin_ms - figure.begins(move.beat) + part * move.move_ms
            assert set(said(draw(figure, move.beat, ms / beat.ms))) <= known


@pytest.mark.parametrize("slug", SLUGS)
def test_everything_stands_on_the_stage(slug: str) -> None:
    """Columns that shoot out of it are meant; nothing else leaves it, and no words do."""
    for beat in animation(slug).beats:
        for mark in beat.still.marks("en"):
            assert -1 <= mark.at.x <= WIDE
            assert -1 <= mark.at.y <= TALL
            if mark.is_written:
                half = 4.5 * len(mark.words)
                assert half - 8 <= mark.at.x <= WIDE - half + 8


@pytest.mark.parametrize("slug", SLUGS)
def test_the_timeline_holds_what_the_frames_hold(slug: str) -> None:
    figure = animation(slug)
    data = timeline(figure, "en")
    moves = data["moves"]
    assert isinstance(moves, list)
    assert [move["begin"] for move in moves] == [move.begin_ms for move in figure.moves]
    assert data["ms"] == sum(move["ms"] for move in moves)
    for move, told in zip(figure.moves, moves, strict=True):
        assert len(elements(str(told["body"]))) >= len(move.before.marks("en"))
        for index, begin, done, _, _ in told["tracks"]:
            assert 0 <= index < len(elements(str(told["body"])))
            assert 0 <= begin < done <= 1


def test_a_text_scene_is_mirrored_where_reading_runs_from_right_to_left() -> None:
    for name in AREAS:
        here, there = area(name), area(name, is_mirrored=True)
        assert here.x - 0 == pytest.approx(WIDE - there.x - there.w)


def test_no_two_marks_of_a_scene_have_one_key() -> None:
    for slug in SLUGS:
        for beat in animation(slug).beats:
            for scene in beat.scenes:
                keys = [mark.key for mark in scene.marks("en")]
                assert len(keys) == len(set(keys))


def test_the_paint_of_files_is_that_of_the_pages() -> None:
    known = tokens()
    for theme, place in (("paper", 0), ("night", 1)):
        for name, colour in COLOURS[theme].items():
            assert known[name][place] == colour, name


def test_every_class_of_a_mark_is_painted_on_pages_and_in_files() -> None:
    pages = sheet("parts.css") + sheet("watch.css")
    for slug in SLUGS:
        for beat in animation(slug).beats:
            for mark in (mark for scene in beat.scenes for mark in scene.marks("en")):
                for name in mark.classes.split():
                    assert f".{name}" in pages, name
                    assert f".{name} " in RULES or f".{name}." in RULES, name


def test_a_long_caption_is_cut_near_its_middle() -> None:
    words = "A window sees neighbours, a state blends. Attention looks back after the question."
    lines = caption_lines(words, Catalogue.load("en"))
    assert " ".join(lines) == words
    assert abs(len(lines[0]) - len(lines[1])) < 12


def test_an_empty_scene_has_nothing_to_draw() -> None:
    assert tracks(Scene("math", ()).marks("en"), ()) == ()


def test_a_caption_falls_back_to_the_first_language() -> None:
    beat = animation("lookup").beats[4]
    assert beat.caption("xx") == "Shares of one whole."
    both = Words({"en": "a", "fa": "b"})
    assert replace(beat, words=both).caption("fa-u-nu-latn") == "b"


def elements(svg: str) -> list[str]:
    """The elements of a frame, in order."""
    inside = re.sub(r"<defs>.*?</defs>", "", svg)
    return re.findall(r"<(?:rect|circle|line|text|use)[^>]*>(?:[^<]|</?tspan[^>]*>)*", inside)


def said(svg: str) -> list[str]:
    """What its texts say."""
    texts = re.findall(r"<text[^>]*>(.*?)</text>", svg)
    return [re.sub(r"<[^>]*>", "", text).replace("&#39;", "'") for text in texts]


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_told_in_persian_has_marks_of_persian(slug: str) -> None:
    for beat in animation(slug).beats:
        told = beat.still.told("fa")
        assert not re.search("[·,;]", told), told
        assert all(part.startswith("\u2066") for part in re.split("[؛.] ", told) if " = " in part)


def test_a_caption_in_a_file_keeps_its_direction_without_the_attribute() -> None:
    figure = animation("dot")
    assert "\u2067یک پرسش: دو عدد، یک پیکان.\u2069</text>" in draw(figure, 0, 1, "fa", "paper")
    assert "\u2067" not in draw(figure, 0, 1, "en", "paper")
