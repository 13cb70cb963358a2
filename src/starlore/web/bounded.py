"""A bound on what a form may send. What is larger is refused unread, on a page like any other."""

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LONGEST = 15
"""Digits of any length that could be real."""


class Bounded:
    """Refuses a body of more than `most` bytes with HTTPException 413: by its announced length
    before anything is read, else as soon as too much has come."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self.most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        announced = Headers(scope=scope).get("content-length", "").lstrip("0")
        is_too_large = announced.isdecimal() and (
            len(announced) > LONGEST or int(announced) > self.most
        )
        came = 0

        async def receive_bounded() -> Message:
            nonlocal came
            if is_too_large:
                raise HTTPException(413)
            message = await receive()
            came += len(message.get("body", b""))
            if came > self.most:
                raise HTTPException(413)
            return message

        await self.app(scope, receive_bounded, send)
