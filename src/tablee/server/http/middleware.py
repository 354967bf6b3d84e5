"""Middleware before every request and WebSocket: rate limit, origin check, security headers, request log."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablee.core.errors import Illegal, Refusal
from tablee.server.http.endpoint import error_response
from tablee.server.http.logging import log_request, route_of
from tablee.server.http.visitors import visitor_id_of
from tablee.server.metrics import REQUEST_SECONDS
from tablee.server.rate_limit import Rate, TokenBuckets, client_address
from tablee.server.runtime.moderation import Bans

# Of every answer.
HEADERS = {
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
}
# Of every answer that a browser may show or run as a document. Scripts, styles and fonts obey the page they
# are loaded by, and a first visit loads some fifty of them: these headers would be a quarter of their bytes.
DOCUMENT_HEADERS = {
    "content-security-policy": (
        # Python for offline play is WebAssembly; scripts may still come from files of this site only.
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:;"
        " style-src 'self' 'unsafe-inline'; connect-src 'self';"
        " object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    # The link to a table is an invitation: it must not reach other sites.
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
}
# A worker obeys the headers of its own script: the build puts these into a folder of their own.
LOADED_BY_A_PAGE = re.compile(r"/assets/[^/]+\.(css|js|woff2)")
# Sent over https only: browsers then refuse plain http for a year.
HSTS = ("strict-transport-security", "max-age=31536000")
# Methods that metrics tell apart: a client may send any word.
METHODS = {"GET", "HEAD", "POST", "DELETE", "OPTIONS"}
SAFE_METHODS = {"GET", "HEAD"}
# For pages of the other origins that the host allowed, also in the answer to a preflight request.
CORS_HEADERS = {
    "access-control-allow-credentials": "true",
    "access-control-allow-headers": "authorization, content-type",
    "access-control-allow-methods": "GET, POST, DELETE",
    "access-control-max-age": "600",
}


# What a banned person may still do: see to the account, and delete it.
OPEN_TO_BANNED = ("/api/me", "/api/login", "/api/logout", "/api/passkey", "/api/recover")


class SecurityMiddleware:
    """Plain ASGI middleware, so that WebSockets pass the same checks as requests."""

    def __init__(self, app: ASGIApp, origins: Sequence[str], rate: Rate, bans: Bans) -> None:
        self.app = app
        self.bans = bans
        self.origins = set(origins)
        self.buckets = TokenBuckets(rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the request, then pass it on."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        try:
            self.check(scope)
        except Refusal as wrong:
            await self._refuse(wrong, scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
        elif self.is_preflight(scope):
            await Response(status_code=204, headers=self.headers(scope))(scope, receive, send)
        else:
            await self._http(scope, receive, send)

    def check(self, scope: Scope) -> None:
        """Raise LimitExceeded for too many requests from an address, Illegal for a refused origin or a ban.

        The origin is checked for WebSockets, and for all methods that are not SAFE_METHODS; bans for these
        methods only, since a WebSocket tells the reason (`identify_unless_banned`).
        """
        self.buckets.take(client_address(scope))
        origin = Headers(scope=scope).get("origin")
        acting = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        if origin is not None and acting and not self.is_allowed(origin, scope):
            raise Illegal("other-origin")
        if acting and scope["type"] == "http" and not scope["path"].startswith(OPEN_TO_BANNED):
            identify_unless_banned(self.bans, HTTPConnection(scope))

    def is_preflight(self, scope: Scope) -> bool:
        """Return whether a browser asks if a page of an allowed other origin may send a request."""
        headers = Headers(scope=scope)
        asked = scope["method"] == "OPTIONS" and "access-control-request-method" in headers
        return asked and headers.get("origin") in self.origins

    def headers(self, scope: Scope) -> dict[str, str]:
        """Return the headers of an answer; an allowed other origin may read it."""
        origin = Headers(scope=scope).get("origin")
        if origin is None or origin not in self.origins:
            return headers_for(scope)
        return {**headers_for(scope), **CORS_HEADERS, "access-control-allow-origin": origin}

    def is_allowed(self, origin: str, scope: Scope) -> bool:
        """Return whether an origin is this site, or one that the host allowed."""
        return origin in self.origins or origin.partition("://")[2] == HTTPConnection(scope).url.netloc

    async def _refuse(self, wrong: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": wrong.code})
            return
        response = error_response(wrong)
        response.status_code = 403 if isinstance(wrong, Illegal) else response.status_code
        response.headers.update(self.headers(scope))
        await response(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status, is_answered = time.perf_counter(), 500, False

        async def send_with_headers(message: Message) -> None:
            nonlocal status, is_answered
            is_answered = message["type"] == "http.response.body" and not message.get("more_body")
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in self.headers(scope).items():
                    headers.setdefault(name, value)
                if self.origins:
                    headers.add_vary_header("Origin")
            await send(message)

        try:
            await self.app(scope, receive, send_with_headers)
        except Exception:
            # Answered and logged as an incident; uvicorn would log it again, and close the connection.
            if not (is_answered and status == 500):
                raise
        finally:
            seconds = time.perf_counter() - began
            log_request(scope, status, seconds)
            method = scope["method"] if scope["method"] in METHODS else "other"
            REQUEST_SECONDS.labels(method, route_of(scope), status).observe(seconds)


def identify_unless_banned(bans: Bans, connection: HTTPConnection) -> str:
    """Return the visitor id; raises Illegal for a banned visitor or address."""
    visitor_id = visitor_id_of(connection)
    bans.check(visitor_id, client_address(connection.scope))
    return visitor_id


def headers_for(scope: Scope) -> dict[str, str]:
    """Return the headers of an answer, by its path and scheme."""
    secured = dict([HSTS]) if scope["scheme"] == "https" else {}
    shown = {} if LOADED_BY_A_PAGE.fullmatch(scope["path"]) else DOCUMENT_HEADERS
    return {**HEADERS, **shown, **secured}
