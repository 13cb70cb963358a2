"""Static files under one path that holds the hash of the whole tree, so they never go stale.

Modules import each other by relative path; since the hash stands in the folder and not in the
file names, those imports keep working, and every file may be kept for ever.
"""

from functools import cache
from hashlib import sha256
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parent / "static"


@cache
def tree_hash() -> str:
    """Sixteen hex digits of the SHA-256 over all static files and their paths."""
    digest = sha256()
    for path in sorted(FOLDER.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(FOLDER).as_posix().encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def static_url(path: str) -> str:
    """The address of a static file."""
    return f"/static/{tree_hash()}/{path}"


class KeptFiles(StaticFiles):
    """Static files that browsers may keep for a year: their address changes with their content."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Serve a file, to be kept for a year."""
        reply = await super().get_response(path, scope)
        if reply.status_code == 200:
            reply.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return reply
