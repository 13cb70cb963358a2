"""The whole of an animation as data for a player: moves, each an SVG body and its changing marks.

The player works nothing out of its own but the time: it sets each changing attribute to a part of
the way from its first to its last value, by the three lines of `between.eased`. So it shows at
every time what `draw` draws.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from markupsafe import Markup

from starlore.animation.beats import MARK_MS, Animation, Move
from starlore.animation.between import Track
from starlore.animation.frame import attributes, element, visible
from starlore.animation.stage import TALL, WIDE


@lru_cache(maxsize=64)
def timeline(figure: Animation, language: str) -> Mapping[str, object]:
    """Beats and moves in order, times in milliseconds.

    Of a move `body` is the inside of its SVG at the beginning; `tracks` are, for each of its
    elements that changes, which it is, the part of the move it takes, whether it is marked, and
    by attribute its first and last value.
    """
    return {
        "box": f"0 0 {WIDE:.0f} {TALL:.0f}",
        "ms": figure.ms,
        "mark": MARK_MS,
        "beats": [
            {"id": beat.id, "begin": figure.begins(place), "ms": beat.ms}
            for place, beat in enumerate(figure.beats)
        ],
        "moves": [_move(move, language) for move in figure.moves],
    }


def _move(move: Move, language: str) -> dict[str, object]:
    tracks = visible(move.tracks(language))
    return {
        "beat": move.beat,
        "begin": move.begin_ms,
        "ms": move.ms,
        "move": move.move_ms,
        "body": str(_body(tracks)),
        "tracks": [
            [at, round(track.begin, 4), round(track.done, 4), int(track.is_moved), _ways(track)]
            for at, track in enumerate(tracks)
            if not track.is_still or track.is_moved
        ],
    }


def _body(tracks: Sequence[Track]) -> Markup:
    """All elements as they stand at the beginning; one whose light changes says so."""
    return Markup().join(element(track.mark, track.start) for track in tracks)


def _ways(track: Track) -> dict[str, list[float]]:
    """By attribute: from where to where; a full light is one."""
    first, last = (
        {"opacity": "1", **attributes(track.mark, spot)} for spot in (track.start, track.end)
    )
    return {
        name: [float(first[name]), float(last[name])] for name in first if first[name] != last[name]
    }
