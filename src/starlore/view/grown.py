"""What an answer did to its star, in words, and what stands above them."""

from datetime import date

from starlore.study.effects import Effect
from starlore.study.records import VariantRow
from starlore.study.skies import SeenSky
from starlore.view.environment import Frame
from starlore.view.names import day_near, span


def grown_heading(effect: Effect | None, frame: Frame) -> str:
    """Above the constellation: what grew brighter, only where the words under it say so."""
    is_said = effect is not None and not effect.is_ember and _is_brighter(effect, frame.language)
    return frame.catalogue.say("question.what-grew" if is_said else "question.your-sky")


def grown_lines(
    star: str, effect: Effect, frame: Frame, seen: SeenSky, row: VariantRow
) -> tuple[str, ...]:
    """What an answer that counts did to the star of this name."""
    say, language = frame.catalogue.say, frame.language
    day = day_near(date.fromisoformat(effect.due_day), seen.today, language)
    if effect.is_ember:
        lines = [say("question.grew-ember", star=star)]
        if row.sitting and row.star in seen.ahead.owed:
            lines.append(say("question.grew-comes-back"))
        return tuple(lines)
    after, before = span(effect.holds_days, language), span(effect.held_days, language)
    if effect.is_new:
        lines = [say("question.grew-new", star=star, span=after, day=day)]
    elif _is_brighter(effect, language):
        lines = [say("question.grew-brighter", star=star, after=after, before=before)]
    else:
        lines = [say("question.grew-practice", star=star, day=day)]
    if row.hints_shown:
        lines.append(say("question.grew-hint"))
    return tuple(lines)


def _is_brighter(effect: Effect, language: str) -> bool:
    """It is lit for the first time, or holds longer by more than its words would round away."""
    return effect.is_new or span(effect.holds_days, language) != span(effect.held_days, language)
