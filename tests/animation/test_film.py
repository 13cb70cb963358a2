"""Watch as files: captions with their times, pictures of frames, a video that any player reads."""

import io
import struct
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from starlore.animation import Animation, draw
from starlore.animation.film import Raster, vtt, webm
from starlore.animation.film.video import FPS, REST, pictures, times_of
from starlore.errors import Refused
from starlore.language import Catalogue
from tests.animation.made import SOUND, animation, read

SMALL = 18.0
"""Pixels for 72 user units: 160 by 90, enough to see that something was drawn."""


def sound() -> Animation:
    """Two beats, ten seconds."""
    found = read(SOUND).animation
    assert found is not None
    return found


def test_captions_are_cues_from_the_beginning_to_the_end_of_their_beat() -> None:
    assert vtt(sound(), "en") == (
        "WEBVTT\n\n"
        "first\n00:00:00.000 --> 00:00:06.000\nThree scores, 3 the largest.\n\n"
        "second\n00:00:06.000 --> 00:00:10.000\nShares of one.\n"
    )


def test_signs_are_words_in_captions() -> None:
    assert "Three words. sun wants to know" in vtt(animation("lookup"), "en")


def test_a_picture_of_a_frame_is_a_png_of_the_size_it_says() -> None:
    raster = Raster(ppi=36)
    (png,) = raster.pngs([draw(sound(), 1, 1, "en", "night")])
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png[16:24]) == raster.size == (320, 180)


def test_equal_frames_make_equal_pictures() -> None:
    frame = draw(sound(), 0, 0.4, "en", "paper")
    first, second = Raster(ppi=SMALL).pngs([frame, frame])
    assert first == second == next(iter(Raster(ppi=SMALL).pngs([frame])))


def test_a_theme_and_a_language_change_the_picture() -> None:
    night, paper = Raster(ppi=SMALL).pngs(
        [draw(sound(), 1, 1, "en", theme) for theme in ("night", "paper")]
    )
    assert night != paper


def test_frames_are_many_while_something_moves_and_few_while_it_rests() -> None:
    for move in animation("lookup").moves:
        steps = {b - a for a, b in pairwise(times_of(move))}
        assert steps <= {1, REST}
        assert (1 in steps) is (move.before is not move.after)


def test_a_video_lasts_as_long_as_its_beats() -> None:
    av = pytest.importorskip("av", reason="videos need the extra [video]")
    figure = sound()
    told: list[int] = []
    made = webm(figure, "en", "night", Raster(ppi=SMALL), lambda done, _: told.append(done))
    assert told == sorted(told)
    assert told[-1] == figure.ms
    with av.open(io.BytesIO(made)) as video:
        stream = video.streams.video[0]
        frames = [float(frame.pts * frame.time_base) for frame in video.decode(stream)]
        assert (stream.width, stream.height) == (160, 90)
    assert frames[0] == 0
    assert frames[-1] == pytest.approx(figure.ms / 1000, abs=1 / FPS)
    assert len(frames) == sum(len(times_of(move)) for move in figure.moves) + 1


def test_equal_frames_in_a_row_are_drawn_once() -> None:
    drawn: list[int] = []

    class Counting(Raster):
        def pngs(self, frames):  # type: ignore[no-untyped-def]
            drawn.append(len(frames))
            return super().pngs(frames)

    shown = list(pictures(sound(), "en", "night", Counting(ppi=SMALL)))
    assert sum(drawn) < len(shown)


def test_a_missing_font_is_named_with_what_installs_it(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        Raster(fonts=tmp_path)
    said = Catalogue.load("en").tell(refused.value)
    assert "Vazirmatn-Regular.ttf is missing" in said
    assert "pip install" in said


@pytest.mark.parametrize(
    ("module", "command"), [("typst", "pip install typst"), ("av", "-m pip install av")]
)
def test_a_missing_package_is_named_with_what_installs_it(
    module: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    raster = Raster(ppi=SMALL)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(Refused) as refused:
        webm(sound(), "en", "night", raster if module == "av" else Raster())
    assert command in Catalogue.load("en").tell(refused.value)
