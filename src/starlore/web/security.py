"""What every reply carries and every request must show, as plain ASGI middleware.

A request that changes something must come from a page of ours: `Sec-Fetch-Site: same-origin`, or,
where a browser sends no such header, an `Origin` of the scheme and the `Host` asked for. GET never
changes anything, so it needs no proof. Pages are only given to who asks for a name of this machine,
against DNS rebinding. Replies allow nothing but our own files.

The scheme is that of the connection. A proxy on this machine that speaks HTTPS to the browser says
so in `X-Forwarded-Proto`, which the server believes of this machine alone.
"""

from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from starlore.language import nearest

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_RAW = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
_OURS = frozenset(name for name, _ in _RAW)
_KEPT, _NOT_KEPT = b"cache-control", (b"cache-control", b"no-store")
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def is_same_site(method: str, headers: Headers, scheme: str = "http") -> bool:
    """Whether a request may change something: it came from one of our own pages.

    Args:
        method: GET, POST and so on. headers: of the request.
        scheme: by which it was asked for, "http" or "https".

    Example:
        >>> is_same_site("POST", Headers({"sec-fetch-site": "cross-site"}))
        False
        >>> is_same_site("POST", Headers({"origin": "http://a:1", "host": "a:1"}))
        True
        >>> is_same_site("POST", Headers({"origin": "https://a:1", "host": "a:1"}))
        False
    """
    if method in SAFE:
        return True
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    origin, host = headers.get("origin"), headers.get("host")
    return origin is not None and bool(host) and _parts(origin) == (scheme, host)


def _parts(origin: str) -> tuple[str, str] | None:
    """Scheme, and host with port, of an origin; None where it is no address."""
    try:
        found = urlsplit(origin)
    except ValueError:
        return None
    return found.scheme, found.netloc


def is_known_host(headers: Headers, hosts: Sequence[str]) -> bool:
    """Whether a request asks for one of these names, whatever the port.

    Example:
        >>> is_known_host(Headers({"host": "LOCALHOST:8484"}), ("localhost",))
        True
        >>> is_known_host(Headers({"host": "[::1]"}), ("localhost", "[::1]"))
        True
    """
    asked = headers.getlist("host")
    if len(asked) != 1:
        return False
    name, _, port = asked[0].lower().rpartition(":")
    return (name if port.isdecimal() else asked[0].lower()) in hosts


def guarded(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers of a reply with ours in place of any of the same name; it is not to be kept by
    anybody unless it says for how long.

    Example:
        >>> [name for name, _ in guarded([(b"etag", b"1"), (b"Referrer-Policy", b"x")])][:3]
        [b'etag', b'content-security-policy', b'x-content-type-options']
    """
    given = [pair for pair in headers if pair[0].lower() not in _OURS]
    is_kept = any(name.lower() == _KEPT for name, _ in given)
    return [*given, *_RAW] if is_kept else [*given, *_RAW, _NOT_KEPT]


class Guard:
    """Refuses foreign hosts and cross-site changes; sets the security headers on every reply."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self.app = app
        self.hosts = tuple(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": guarded(message.get("headers", ()))}
            await send(message)

        headers = Headers(scope=scope)
        words = nearest(scope["path"].strip("/").partition("/")[0])
        if not is_known_host(headers, self.hosts):
            known = ", ".join(self.hosts)
            refusal = PlainTextResponse(words.say("error.host-note", known=known) + "\n", 400)
            await refusal(scope, receive, send_with_headers)
        elif not is_same_site(scope["method"], headers, scope["scheme"]):
            refusal = PlainTextResponse(words.say("error.foreign-note") + "\n", 403)
            await refusal(scope, receive, send_with_headers)
        else:
            await self.app(scope, receive, send_with_headers)
