"""Captions of a video as WebVTT: one cue a beat, in words that a voice can read."""

from starlore.animation.beats import Animation
from starlore.animation.paint import spoken
from starlore.language import Catalogue

HEAD = "WEBVTT"


def vtt(figure: Animation, language: str) -> str:
    """All captions with their times.

    Args:
        language: of the captions; where there are none in it, those of the first language.
    """
    cues = [HEAD]
    for place, beat in enumerate(figure.beats):
        begin = figure.begins(place)
        said = spoken(beat.caption(language), Catalogue.load(language))
        cues.append(f"{beat.id}\n{clock(begin)} --> {clock(begin + beat.ms)}\n{_plain(said)}")
    return "\n\n".join(cues) + "\n"


def clock(ms: int) -> str:
    """A time as WebVTT writes it.

    Example:
        >>> clock(83_250)
        '00:01:23.250'
    """
    seconds, rest = divmod(ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{seconds:02}.{rest:03}"


def _plain(said: str) -> str:
    """A caption without what WebVTT would read as markup."""
    return said.replace("&", "&amp;").replace("<", "&lt;").replace("-->", "→")
