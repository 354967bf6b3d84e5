"""HTTP in one declaration per endpoint: path, body, answer, handler. The OpenAPI page comes from it too."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from tablee.core.errors import Illegal, Refusal, Stale, Unreadable
from tablee.server.messages import encode, refused
from tablee.server.storage.event_store import NotStored

Done = TypeVar("Done")
BODY = 16_384
COOKIE = "tablee"
TOKEN_BYTES = 24
SHORTEST, LONGEST = 20, 100
YEAR = 365 * 24 * 3_600
HANDS = tuple("12345678")
STATUS: dict[type[Refusal], int] = {Unreadable: 400, Illegal: 409, Stale: 409, NotStored: 503}
NOT_FOUND = {"no-such-table", "no-such-game", "no-such-page"}


@dataclass(frozen=True)
class Endpoint:
    """One thing that can be asked over HTTP."""

    method: str
    path: str
    summary: str
    handler: Callable[[Request], Awaitable[Response]]
    answer: Any = None
    body: Any = None
    query: tuple[str, ...] = ()
    media: str = "application/json"

    def route(self) -> Route:
        """The same for Starlette."""
        return Route(self.path, self.handler, methods=[self.method])


# Who asks


def token_of(connection: HTTPConnection) -> str | None:
    """The secret that a visitor carries: in a cookie, or in a header for programs."""
    scheme, _, value = connection.headers.get("authorization", "").partition(" ")
    token = value.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)
    return token if token and SHORTEST <= len(token) <= LONGEST else None


def hand_of(connection: HTTPConnection) -> str:
    """Where people pass one device around: which of them this is. Empty where nobody said."""
    hand = connection.query_params.get("hand")
    if hand is None:
        return ""
    if hand not in HANDS:
        raise Unreadable("bad-hand", found=hand[:40], most=len(HANDS))
    return hand


def who_of(connection: HTTPConnection, token: str | None = None) -> str:
    """Who this is, without the secret; empty for somebody who only looks. Each hand is somebody else."""
    token, hand = token or token_of(connection), hand_of(connection)
    if token is None:
        return ""
    return hashed(f"{token}/{hand}" if hand else token)


def hashed(token: str) -> str:
    """What is kept of a visitor's secret."""
    return hashlib.sha256(b"tablee visitor\0" + token.encode()).hexdigest()[:40]


def new_token() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def remember(request: Request, response: Response, token: str) -> None:
    """Let the browser carry the secret, out of reach of scripts and of other sites."""
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure)


def origin_of(request: Request) -> str:
    """The site whose page acts: the gate let in no other. Programs that name none act on ours."""
    return request.headers.get("origin") or f"{request.url.scheme}://{request.url.netloc}"


# Bodies and answers


async def read_body(request: Request) -> bytes:
    """A small body of JSON, or a refusal."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        # A form of another site can be sent without asking; JSON cannot.
        raise Unreadable("not-json")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > BODY:
            raise Unreadable("too-large", most=BODY)
    return bytes(body)


async def read(request: Request, kind: Any) -> Any:
    """The body as a struct."""
    return understand(await read_body(request), kind)


@cache
def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """What reads this kind; to make one takes longer than to read a message."""
    return msgspec.json.Decoder(kind)


def understand(text: bytes | str, kind: Any) -> Any:
    """JSON as a struct, or Unreadable with the place and the reason."""
    try:
        return decoder(kind).decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise Unreadable("not-a-message", why=str(wrong)[:200]) from wrong


async def while_there(request: Request, work: Coroutine[Any, Any, Done]) -> Done:
    """What some work comes to; it is given up when whoever asked for it goes away."""
    working, watching = asyncio.create_task(work), asyncio.create_task(until_gone(request))
    try:
        await asyncio.wait({working, watching}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Unreadable("nobody-there")
        return working.result()
    finally:
        for task in (working, watching):
            task.cancel()


async def until_gone(request: Request) -> None:
    """Wait for the other side to hang up."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def answer(content: Any, status: int = 200) -> Response:
    """A struct as JSON."""
    return Response(encode(content), status, media_type="application/json")


def refuse(wrong: Refusal, request: str = "") -> Response:
    """A refusal as JSON, with the status that programs expect."""
    status = 404 if wrong.code in NOT_FOUND else STATUS.get(type(wrong), 429)
    return answer(refused(wrong, request), 413 if wrong.code == "too-large" else status)
