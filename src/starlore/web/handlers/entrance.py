"""The way in, whether the server is well, and the list of keys."""

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from starlore import __version__
from starlore.language import languages
from starlore.web.asked import Asked, handler


async def enter(request: Request) -> Response:
    """Go to the sky in the first of the browser's languages that there is."""
    return RedirectResponse(f"/{_chosen(request.headers.get('accept-language', ''))}/", 303)


def _chosen(header: str) -> str:
    """The best language by the browser's own order.

    Example:
        >>> _chosen("xx;q=0.9, en-GB;q=0.5")
        'en'
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
        (("1", "2", "3", "4"), "choose"),
        (("5",), "not-yet"),
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
