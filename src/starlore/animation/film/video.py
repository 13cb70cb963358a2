"""A video of all beats: WebM, thirty frames a second while something moves, two while it rests."""

import io
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from starlore.animation.beats import MARK_MS, Animation, Move
from starlore.animation.film.raster import AT_ONCE, Raster
from starlore.animation.frame import Theme, draw
from starlore.errors import Refused

FPS, REST_MS = 30, 500
BITS = 600_000
"""A second. Flat pictures need few."""

OPTIONS = {"deadline": "realtime", "cpu-used": "8", "row-mt": "1"}
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
        raise Refused("fault.watch.no-video") from None
    file = io.BytesIO()
    container: Any = av.open(file, "w", format="webm")
    stream = container.add_stream("libvpx-vp9", rate=FPS, options=OPTIONS)
    stream.width, stream.height = raster.size
    stream.pix_fmt, stream.bit_rate, stream.time_base = "yuv420p", BITS, Fraction(1, 1000)
    reader: Any = av.CodecContext.create("png", "r")
    for ms, png in pictures(figure, language, theme, raster):
        frame = reader.decode(av.Packet(png))[0].reformat(format="yuv420p")
        frame.pts, frame.time_base, frame.pict_type = ms, Fraction(1, 1000), 0
        container.mux(stream.encode(frame))
        if tell:
            tell(ms, figure.ms)
    container.mux(stream.encode())
    container.close()
    return file.getvalue()


def pictures(
    figure: Animation, language: str, theme: Theme, raster: Raster
) -> Iterator[tuple[int, bytes]]:
    """Every picture of the video and when it begins; equal frames are drawn once."""
    before, png = "", b""
    times = [(move, ms) for move in figure.moves for ms in times_of(move)]
    for at in range(0, len(times), AT_ONCE):
        piece = times[at : at + AT_ONCE]
        frames = [_frame(figure, move, ms, language, theme) for move, ms in piece]
        new = [k for k, frame in enumerate(frames) if frame != (frames[k - 1] if k else before)]
        drawn = dict(zip(new, raster.pngs([frames[k] for k in new]), strict=True))
        for k, (_, ms) in enumerate(piece):
            png = drawn.get(k, png)
            yield ms, png
        before = frames[-1]
    yield figure.ms, png


def times_of(move: Move) -> list[int]:
    """When a move's frames begin: often until its marks are gone, then rarely.

    Milliseconds from the beginning of the whole.
    """
    busy = min(move.move_ms + MARK_MS, move.ms) if move.before != move.after else 0
    count = -(-busy * FPS // 1000)
    found = [round(k * 1000 / FPS) for k in range(count)]
    found += range(found[-1] + 1000 // FPS if found else 0, move.ms, REST_MS)
    return [move.begin_ms + ms for ms in found if ms < move.ms]


def _frame(figure: Animation, move: Move, ms: int, language: str, theme: Theme) -> str:
    """The frame at a time of the whole, within the beat of a move."""
    beat = figure.beats[move.beat]
    return draw(figure, move.beat, (ms - figure.begins(move.beat)) / beat.ms, language, theme)
