"""A scene: parts on a stage. Each part is of a kind, drawn from values of the engine."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol

from starlore.animation.marks import Mark, mirrored, text
from starlore.animation.stage import TALL, WIDE, Box, Ink, area
from starlore.animation.wording import Words
from starlore.figures import Figure
from starlore.language import Catalogue


class Kind(Protocol):
    """What a part shows; a kind is one small file of `kinds`."""

    @property
    def is_math(self) -> bool:
        """It runs from left to right in every language: a plane, a number line."""

    def marks(self, box: Box, ink: Ink) -> tuple[Mark, ...]:
        """Its marks in a box, keyed within the part."""

    def told(self, ink: Ink) -> str:
        """The same in one sentence."""

    def figures(self) -> tuple[Figure, ...]:
        """Every number it shows."""


NONE = Words({})


@dataclass(frozen=True)
class Part:
    """One thing on the stage: its name, which keys its marks, its kind, and where it stands.

    Attributes:
        label: words over it, none where it needs none.
    """

    name: str
    kind: Kind
    area: str = "whole"
    label: Words = NONE


LABEL = 24.0
"""Room for a label over a part."""


@dataclass(frozen=True, eq=False)
class Scene:
    """Parts that are seen together. A scene is itself alone, so it is found again at once.

    Attributes:
        axis: "text" runs as the page is read, "math" from left to right in every language.
    """

    axis: str
    parts: tuple[Part, ...]

    def marks(self, language: str) -> tuple[Mark, ...]:
        """All marks of a scene, painted in this order."""
        return _marks(self, language)

    def told(self, language: str) -> str:
        """The text twin: what stands on the stage, a sentence for each part."""
        ink = Ink(Catalogue.load(language))
        return " ".join(_told(part, ink) for part in self.parts if part.kind.told(ink))


@lru_cache(maxsize=256)
def _marks(scene: Scene, language: str) -> tuple[Mark, ...]:
    ink = Ink(Catalogue.load(language))
    is_mirrored = scene.axis == "text" and ink.is_rtl
    found: list[Mark] = []
    for part in scene.parts:
        box = area(part.area, is_mirrored)
        label = part.label.shown(language)
        if label:
            found.append(text(f"{part.name}.label", box.middle, box.y + 14, label, "t-note t-mid"))
            box = box._replace(y=box.y + LABEL, h=box.h - LABEL)
        for mark in part.kind.marks(box, ink):
            turned = mark
            if is_mirrored and not part.kind.is_math:
                turned = mirrored(mark, box.x, box.w)
            found.append(replace(turned, key=f"{part.name}.{mark.key}"))
    return tuple(found)


def _told(part: Part, ink: Ink) -> str:
    label, said = part.label.shown(ink.catalogue.tag), part.kind.told(ink)
    return f"{label}: {said}" if label else said


__all__ = ["TALL", "WIDE", "Kind", "Part", "Scene"]
