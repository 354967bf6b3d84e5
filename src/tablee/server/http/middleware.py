"""What stands before every request: limits, origin, headers, errors as JSON, one line of log."""

from __future__ import annotations

import json
import logging
import secrets
import time
from collections.abc import Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablee.core.errors import Illegal, Refusal
from tablee.server.http.endpoint import answer, refuse
from tablee.server.messages import Refused
from tablee.server.rate_limit import Buckets, Rate

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self';"
        " object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    # A link to a table is an invitation: it must not be told to other sites.
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
PER_ADDRESS = Rate(burst=120, per_second=30)
SAFE = {"GET", "HEAD"}
LOG = logging.getLogger(__name__)


class Shield:
    """Pure ASGI, so that sockets pass through the same gate as requests."""

    def __init__(self, app: ASGIApp, origins: Sequence[str] = (), rate: Rate = PER_ADDRESS) -> None:
        self.app = app
        self.origins = set(origins)
        self.buckets = Buckets(rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        try:
            self.check(scope)
        except Refusal as wrong:
            await self._refuse(wrong, scope, receive, send)
            return
        await (self._http if scope["type"] == "http" else self.app)(scope, receive, send)

    def check(self, scope: Scope) -> None:
        """Refuse who asks too much, and pages of other sites that act in somebody's name."""
        self.buckets.take((scope.get("client") or ("unknown",))[0])
        origin = Headers(scope=scope).get("origin")
        acting = scope["type"] == "websocket" or scope["method"] not in SAFE
        if origin is not None and acting and not self.is_ours(origin, scope):
            raise Illegal("other-origin")

    def is_ours(self, origin: str, scope: Scope) -> bool:
        """Whether a page comes from this site, or from one the host named."""
        return origin in self.origins or origin.partition("://")[2] == HTTPConnection(scope).url.netloc

    async def _refuse(self, wrong: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": wrong.code})
            return
        response = refuse(wrong)
        response.status_code = 403 if isinstance(wrong, Illegal) else response.status_code
        response.headers.update(HEADERS)
        await response(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 500

        async def dressed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self.app(scope, receive, dressed)
        finally:
            log_request(scope, status, time.perf_counter() - began)


def log_request(scope: Scope, status: int, seconds: float) -> None:
    """The route, never the address itself: whoever has a table's address may come in."""
    route = scope.get("route")
    path = getattr(route, "path", "-")
    LOG.info("request", extra={"told": [scope["method"], path, status, round(seconds * 1_000, 1)]})


class JsonLines(logging.Formatter):
    """One line of JSON for each thing worth noting."""

    def format(self, record: logging.LogRecord) -> str:
        """Level, what, and its values; a traceback where there is one."""
        line = {"at": round(record.created, 3), "level": record.levelname, "what": record.getMessage()}
        told = getattr(record, "told", None)
        if told is not None:
            line["told"] = told
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def incident(wrong: Exception) -> Response:
    """Something that should never happen: noted in full here, told in one word there."""
    name = secrets.token_hex(4)
    LOG.error("incident", extra={"told": [name]}, exc_info=wrong)
    return answer(Refused("", "incident", "incident", None, {"incident": name}, True), 500)
