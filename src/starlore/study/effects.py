"""What one answer did to its star: for "what grew brighter" and the end of a sitting."""

import json
from dataclasses import dataclass

from starlore.memory.light import recall_now, star_light, star_radius
from starlore.memory.stars import Star
from starlore.questions.grade import Grade


@dataclass(frozen=True)
class Effect:
    """A star before and after an answer.

    Attributes:
        is_new: it was never answered before.
        grew: it holds longer than before, or is lit for the first time.
        is_ember: it is an ember now.
        held_days, holds_days: stability before (0 if new) and after.
        due_day: ISO day on which it begins to dim.
        light: brightness right after. radius: size right after.
        also: ids of the easier stars it brightened along the way.
        was_ember: it was an ember before.
    """

    is_new: bool
    grew: bool
    is_ember: bool
    held_days: float
    holds_days: float
    due_day: str
    light: float
    radius: float
    also: tuple[str, ...] = ()
    was_ember: bool = False

    @staticmethod
    def between(
        before: Star | None, after: Star, now_ms: int, grade: Grade, also: tuple[str, ...] = ()
    ) -> "Effect":
        """Compare a star with what it was."""
        held = 0.0 if before is None else before.stability_days
        was_ember = before is not None and before.is_ember
        brighter = after.stability_days > held or was_ember
        return Effect(
            is_new=before is None,
            grew=grade.correct and brighter,
            is_ember=after.is_ember,
            held_days=round(held, 4),
            holds_days=round(after.stability_days, 4),
            due_day=after.due_day.isoformat(),
            light=round(star_light(recall_now(after, now_ms)), 4),
            radius=round(star_radius(after.stability_days), 4),
            also=also,
            was_ember=was_ember,
        )


def effect_json(effect: Effect) -> str:
    """An effect as it is kept beside its Variant."""
    return json.dumps(vars(effect), sort_keys=True, separators=(",", ":"))


def effect_of(text: str) -> Effect | None:
    """The kept effect, or None where there is none; an old one says nothing of other stars."""
    if not text:
        return None
    kept = json.loads(text)
    return Effect(**{**kept, "also": tuple(kept.get("also", ()))})
