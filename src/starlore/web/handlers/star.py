"""Acts on one star: set it aside, bring it back, take that back."""

from starlette.responses import Response

from starlore.study import acting
from starlore.web.asked import Asked, handler, to


@handler
def set_aside(asked: Asked) -> Response:
    """Ask for a star no more until it is brought back."""
    star = asked.form.get("star", "")
    acting.set_aside(asked.desk, asked.at, star)
    return to(asked.links.sky(star=star, part="star"), "set-aside")


@handler
def bring_back(asked: Asked) -> Response:
    """Let a star be asked for again."""
    star = asked.form.get("star", "")
    acting.bring_back(asked.desk, asked.at, star)
    return to(asked.links.sky(star=star, part="star"), "asked-again")


@handler
def undo(asked: Asked) -> Response:
    """Take back the last act on a star."""
    star = acting.undo_act(asked.desk, asked.at)
    if star is None:
        return to(asked.links.sky(), "no-act")
    return to(asked.links.sky(star=star, part="star"), "act-undone")
