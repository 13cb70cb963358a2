"""Every address of the app on one page.

GET never changes anything. POST ends in a redirect to the page that shows what came of it, so that
a reload shows it again and sends nothing twice.
"""

from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Mount, Route

from starlore.web.bounded import Bounded
from starlore.web.handlers import (
    data,
    lab,
    lesson,
    map_,
    paper,
    question,
    review,
    settings,
    sheet,
    sky,
    star,
)
from starlore.web.handlers.entrance import enter, health, keys
from starlore.web.statics import KeptFiles, tree_hash

FORM_BYTES = 16 * 1024
IMPORT_BYTES = 200 * 1024 * 1024


def routes() -> list[BaseRoute]:
    """The whole list."""
    return [
        Route("/", enter),
        Route("/health", health),
        Mount(f"/static/{tree_hash()}", KeptFiles()),
        Route("/{lang}/", sky.show),
        Route("/{lang}/keys", keys),
        Route("/{lang}/map", map_.show),
        Route("/{lang}/lesson/{slug}", lesson.show),
        Route("/{lang}/lesson/{slug}/watch", lesson.watch),
        Route("/{lang}/picture/{slug}/{id}", lesson.picture),
        Route("/{lang}/print/{slug}", paper.show),
        _form("/{lang}/print/{slug}", paper.keep),
        Route("/{lang}/print/{slug}/{file}", paper.file),
        Route("/{lang}/sheet", sheet.find),
        Route("/{lang}/sheet/{code}", sheet.show),
        _form("/{lang}/sheet/{code}", sheet.send),
        Route("/{lang}/sheet/{code}/read/{place}", sheet.read),
        Route("/{lang}/lab/{slug}", lab.show),
        Route("/{lang}/lab/{slug}/measured", lab.measured),
        _form("/{lang}/ask", question.ask),
        Route("/{lang}/question/{variant}", question.show),
        _form("/{lang}/answer/{variant}", question.answer),
        _form("/{lang}/hint/{variant}", question.hint),
        Route("/{lang}/read/{variant}", question.read),
        _form("/{lang}/undo", question.undo),
        _form("/{lang}/redo", question.redo),
        _form("/{lang}/star/set-aside", star.set_aside),
        _form("/{lang}/star/bring-back", star.bring_back),
        _form("/{lang}/star/undo", star.undo),
        Route("/{lang}/review", review.show),
        _form("/{lang}/review", review.begin),
        Route("/{lang}/review/{sitting}", review.sitting),
        _form("/{lang}/review/{sitting}/next", review.proceed),
        Route("/{lang}/review/{sitting}/end", review.end),
        Route("/{lang}/settings", settings.show),
        _form("/{lang}/settings", settings.save),
        _form("/{lang}/settings/undo", settings.undo),
        _form("/{lang}/language", settings.speak),
        Route("/{lang}/data/export", data.export),
        _form("/{lang}/data/import", data.import_, IMPORT_BYTES),
        _form("/{lang}/data/erase", data.erase),
    ]


def _form(path: str, handler: object, most: int = FORM_BYTES) -> Route:
    """A route that takes a form of bounded size."""
    limit = Middleware(Bounded, most=most)
    return Route(path, handler, methods=["POST"], middleware=[limit])  # type: ignore[arg-type]
