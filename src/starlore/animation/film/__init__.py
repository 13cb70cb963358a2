"""Watch as files: pictures of frames, a video, and its captions. Frames are those of `draw`."""

from starlore.animation.film.captions import vtt
from starlore.animation.film.raster import Raster
from starlore.animation.film.video import webm

__all__ = ["Raster", "vtt", "webm"]
