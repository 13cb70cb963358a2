"""The way in, whether the server is well, and the list of keys."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from starlore import __version__
from starlore.language import languages, show_number
from starlore.web.asked import Asked, handler, to


@handler
def enter(asked: Asked) -> Response:
    """Go to the sky in the language chosen before, else in the browser's first that there is."""
    return to(f"/{asked.wishes.language or _chosen(asked.accepts)}/")


def _chosen(header: str) -> str:
    """The best language by the browser's own order.

    Example:
        >>> _chosen("xx;q=0.9, en-GB;q=0.5"), _chosen("fa-IR, en;q=0.8")
        ('en', 'fa')
    """
    wanted = []
    for part in header.split(","):
        tag, _, quality = part.strip().partition(";q=")
        try:
            wanted.append((-float(quality or 1), tag.lower().partition("-")[0]))
        except ValueError:
            continue
    known = languages()
    return next((tag for _, tag in sorted(wanted) if tag in known), known[0])


async def health(request: Request) -> Response:
    """Say that the server answers, and which version it is."""
    return JSONResponse({"starlore": __version__})


@handler
def keys(asked: Asked) -> Response:
    """The list of keys."""
    say = asked.catalogue.say
    rows = [
        (tuple(show_number(key, asked.language) for key in "1234"), "choose"),
        ((show_number("5", asked.language),), "not-yet"),
        (("Enter",), "send"),
        (("Space",), "next"),
        (("H",), "hint"),
        (("E",), "explain"),
        (("U",), "take-back"),
        (("W",), "watch"),
        (("J",), "beat-back"),
        (("K",), "beat-on"),
        (("R",), "beat-again"),
        (("T",), "in-words"),
        (("P",), "print"),
        (("G", "S"), "go-sky"),
        (("G", "L"), "go-lesson"),
        (("G", "R"), "go-review"),
        (("G", "B"), "go-lab"),
        (("G", "M"), "go-map"),
        (("←", "→", "↑", "↓"), "arrows"),
        (("Esc",), "out"),
        (("?",), "list"),
    ]
    told = [{"keys": names, "does": say(f"keys.{id_}")} for names, id_ in rows]
    return asked.page("keys.html", {"rows": told})
