"""A video of all beats: WebM, 24 frames a second while something moves, two while it rests."""

import io
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from starlore.animation.beats import MARK_MS, Animation, Move
from starlore.animation.film.raster import AT_ONCE, Raster
from starlore.animation.frame import Theme, draw
from starlore.errors import Refused

FPS, REST = 24, 12
"""Frames a second; and while nothing moves one of so many."""

BITS = 300_000
"""A second. Flat pictures need few."""

OPTIONS = {"deadline": "realtime", "cpu-used": "8", "g": "240"}
"""Fast; a whole picture every ten seconds is enough to jump to, and spares a third of the bytes."""

Tell = Callable[[int, int], None]


def webm(
    figure: Animation, language: str, theme: Theme, raster: Raster, tell: Tell | None = None
) -> bytes:
    """The video's bytes.

    Args:
        language, theme: of the frames, which carry their captions.
        tell: is told how many milliseconds of how many are done.

    Raises:
        Refused: if PyAV is missing; the sentence names what installs it.
    """
    try:
        import av
    except ImportError:
        raise Refused("fault.watch.no-video", python=sys.executable) from None
    file = io.BytesIO()
    container: Any = av.open(file, "w", format="webm")
    stream = container.add_stream("libvpx-vp9", rate=FPS, options=OPTIONS)
    stream.width, stream.height = raster.size
    stream.pix_fmt, stream.bit_rate = "yuv420p", BITS
    reader: Any = av.CodecContext.create("png", "r")
    for at, png in pictures(figure, language, theme, raster):
        frame = reader.decode(av.Packet(png))[0].reformat(format="yuv420p")
        frame.pts, frame.time_base, frame.pict_type = at, Fraction(1, FPS), 0
        container.mux(stream.encode(frame))
        if tell:
            tell(at * 1000 // FPS, figure.ms)
    container.mux(stream.encode())
    container.close()
    return file.getvalue()


def pictures(
    figure: Animation, language: str, theme: Theme, raster: Raster
) -> Iterator[tuple[int, bytes]]:
    """Every picture of the video and which frame it is; equal ones in a row are drawn once."""
    before, png = "", b""
    times = [(move, at) for move in figure.moves for at in times_of(move)]
    for at in range(0, len(times), AT_ONCE):
        piece = times[at : at + AT_ONCE]
        frames = [_frame(figure, move, one, language, theme) for move, one in piece]
        new = [k for k, frame in enumerate(frames) if frame != (frames[k - 1] if k else before)]
        drawn = dict(zip(new, raster.pngs([frames[k] for k in new]), strict=True))
        for k, (_, one) in enumerate(piece):
            png = drawn.get(k, png)
            yield one, png
        before = frames[-1]
    yield _frame_at(figure.ms), png


def times_of(move: Move) -> list[int]:
    """Which frames of the whole show a move: each until its marks are gone, then few.

    Example:
        >>> from starlore.animation.scene import Scene
        >>> scene = Scene("math", ())
        >>> times_of(Move(0, 0, 4000, 1200, scene, scene))
        [0, 12, 24, 36, 48, 60, 72, 84]
    """
    first, after = _frame_at(move.begin_ms), _frame_at(move.begin_ms + move.ms)
    busy = move.move_ms + MARK_MS if move.before is not move.after else 0
    still = min(_frame_at(move.begin_ms + busy), after)
    return [*range(first, still), *range(still, after, REST)]


def _frame_at(ms: int) -> int:
    """The first frame that is not before a time."""
    return -(-ms * FPS // 1000)


def _frame(figure: Animation, move: Move, at: int, language: str, theme: Theme) -> str:
    """A frame of the whole, within the beat of a move."""
    ms = at * 1000 / FPS - figure.begins(move.beat)
    return draw(figure, move.beat, ms / figure.beats[move.beat].ms, language, theme)
