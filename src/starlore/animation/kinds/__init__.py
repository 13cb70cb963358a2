"""The kinds of parts a scene is made of, each one small file: build, marks, words."""

from collections.abc import Callable, Mapping

from starlore.animation.given import Given
from starlore.animation.kinds.beam import beam
from starlore.animation.kinds.cells import cells
from starlore.animation.kinds.columns import columns
from starlore.animation.kinds.fact import fact
from starlore.animation.kinds.glass import glass
from starlore.animation.kinds.hops import hops
from starlore.animation.kinds.names import names
from starlore.animation.kinds.plane import plane
from starlore.animation.kinds.products import products
from starlore.animation.kinds.strip import strip
from starlore.animation.kinds.threads import threads
from starlore.animation.kinds.triangle import triangle
from starlore.animation.kinds.vectors import vectors
from starlore.animation.scene import Kind

KINDS: Mapping[str, Callable[[Given], Kind]] = {
    "beam": beam,
    "cells": cells,
    "columns": columns,
    "fact": fact,
    "glass": glass,
    "hops": hops,
    "names": names,
    "plane": plane,
    "products": products,
    "strip": strip,
    "threads": threads,
    "triangle": triangle,
    "vectors": vectors,
}
"""By the word after `as`: how a part is built of what a lesson gives."""
