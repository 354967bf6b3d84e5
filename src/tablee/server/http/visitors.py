"""Visitors: a random token in a cookie or header identifies a browser or a program, without an account.

Only a hash of the token, the visitor id, is stored and passed on.
"""

from __future__ import annotations

import hashlib
import secrets

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from tablee.core.errors import Unreadable

COOKIE = "tablee"
TOKEN_BYTES = 24
MIN_TOKEN, MAX_TOKEN = 20, 100
# Seconds.
YEAR = 365 * 24 * 3_600
# Values of the query parameter `person`, for people who share one device.
PERSONS = tuple("12345678")


def token_of(connection: HTTPConnection) -> str | None:
    """Return the token from `Authorization: Bearer`, else from the cookie; None if there is no valid one."""
    scheme, _, value = connection.headers.get("authorization", "").partition(" ")
    token = value.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)
    return token if token and MIN_TOKEN <= len(token) <= MAX_TOKEN else None


def person_of(connection: HTTPConnection) -> str:
    """Return which person of a shared device acts, "" without the parameter; raises Unreadable."""
    person = connection.query_params.get("person")
    if person is None:
        return ""
    if person not in PERSONS:
        raise Unreadable("bad-hand", found=person[:40], most=len(PERSONS))
    return person


def visitor_id_of(connection: HTTPConnection, token: str | None = None) -> str:
    """Return the visitor id, "" without a token. Each person of a shared device has another id."""
    token, person = token or token_of(connection), person_of(connection)
    if token is None:
        return ""
    return hash_token(f"{token}/{person}" if person else token)


def hash_token(token: str) -> str:
    """Return the visitor id of a token."""
    return hashlib.sha256(b"tablee visitor\0" + token.encode()).hexdigest()[:40]


def new_token() -> str:
    """Return a random token."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def identify(request: Request) -> tuple[str, str]:
    """Return token and visitor id of a request, with a new token if it has none."""
    token = token_of(request) or new_token()
    return token, visitor_id_of(request, token)


def set_cookie(request: Request, response: Response, token: str) -> None:
    """Store the token in the browser, unless the request carried one. Scripts cannot read the cookie."""
    if token_of(request) is None:
        secure = request.url.scheme == "https"
        response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure)


def origin_of(request: Request) -> str:
    """Return the origin of the page that acts, which the middleware has checked; by default this site."""
    return request.headers.get("origin") or f"{request.url.scheme}://{request.url.netloc}"
