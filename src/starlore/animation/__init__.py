"""Watch: a lesson's computation as beats, each one change and one caption, drawn as SVG.

`read_animation` makes an `Animation` of a lesson's `watch.toml` and its numbers. `draw` is a pure
function of animation, beat, t, language and theme; all that is seen of Watch comes out of it.
"""

from starlore.animation.beats import Animation, Beat
from starlore.animation.frame import Theme, draw
from starlore.animation.reading import Read, read_animation

__all__ = ["Animation", "Beat", "Read", "Theme", "draw", "read_animation"]
