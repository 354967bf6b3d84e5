"""Declaration of HTTP endpoints, and how bodies are read and answers written.

One `Endpoint` gives the Starlette route and the OpenAPI description.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from tablee.core.errors import Illegal, Refusal, Stale, Unreadable
from tablee.server.errors import NotStored
from tablee.server.messages import decode, encode, refused

T = TypeVar("T")
# Bytes of a request body.
MAX_BODY = 16_384
STATUS: dict[type[Refusal], int] = {Unreadable: 400, Illegal: 409, Stale: 409, NotStored: 503}
NOT_FOUND = {
    "no-such-table",
    "no-such-game",
    "no-such-lesson",
    "no-such-exercise",
    "no-such-page",
    "no-such-day",
    "no-such-profile",
}


@dataclass(frozen=True)
class Endpoint:
    """One operation of the API. `body` and `answer` are msgspec types, `query` names of query parameters."""

    method: str
    path: str
    summary: str
    handler: Callable[[Request], Awaitable[Response]]
    answer: Any = None
    body: Any = None
    query: tuple[str, ...] = ()
    media: str = "application/json"

    def route(self) -> Route:
        """Return the Starlette route."""
        return Route(self.path, self.handler, methods=[self.method])


async def read_body(request: Request, most: int = MAX_BODY) -> bytes:
    """Return a JSON body; raises Unreadable if it exceeds `most` bytes, is cut off, or of another type."""
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        # A form of another site can be posted without a preflight request; JSON cannot.
        raise Unreadable("not-json")
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > most:
                raise Unreadable("too-large", most=most)
    except ClientDisconnect:
        raise Unreadable("nobody-there") from None
    return bytes(body)


async def read_struct(request: Request, kind: type[T], most: int = MAX_BODY) -> T:
    """Return the body, of at most `most` bytes, as a struct; raises Unreadable for anything else."""
    body: T = decode(await read_body(request, most), kind)
    return body


async def cancel_on_disconnect(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Return the result of a coroutine; cancel it and raise Unreadable if the client disconnects."""
    working, watching = asyncio.create_task(work), asyncio.create_task(wait_for_disconnect(request))
    try:
        await asyncio.wait({working, watching}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Unreadable("nobody-there")
        return working.result()
    finally:
        for task in (working, watching):
            task.cancel()


async def wait_for_disconnect(request: Request) -> None:
    """Return when the client has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def json_response(content: Any, status: int = 200) -> Response:
    """Return msgspec-encodable content as a JSON response."""
    return Response(encode(content), status, media_type="application/json")


def error_response(wrong: Refusal) -> Response:
    """Return a refusal as JSON with its HTTP status; limits have status 429."""
    status = 404 if wrong.code in NOT_FOUND else STATUS.get(type(wrong), 429)
    return json_response(refused(wrong), 413 if wrong.code == "too-large" else status)
