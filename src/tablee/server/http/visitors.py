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
# Holds the secret of the present login; see `Accounts.check_session`.
SESSION_COOKIE = "tablee-session"
# Browsers accept a cookie of this prefix from the site itself and over https only, never from a subdomain.
HOST_PREFIX = "__Host-"
TOKEN_BYTES = 24
MIN_TOKEN, MAX_TOKEN = 20, 100
# Seconds.
YEAR = 365 * 24 * 3_600
# Names of browsers and systems, and how a user agent names them. The order matters: most claim to be others.
BROWSERS = (
    ("Edge", "Edg"),
    ("Opera", "OPR/"),
    ("Firefox", "Firefox/"),
    ("Chrome", "Chrome/"),
    ("Safari", "Safari/"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("macOS", "Mac OS X"),
    ("Linux", "Linux"),
)
# Values of the query parameter `person`, for people who share one device.
PERSONS = tuple("12345678")


def token_of(connection: HTTPConnection) -> str | None:
    """Return the token from `Authorization: Bearer`, else from the cookie; None if there is no valid one."""
    scheme, _, value = connection.headers.get("authorization", "").partition(" ")
    token = value.strip() if scheme.lower() == "bearer" else read_cookie(connection, COOKIE)
    return token if token and MIN_TOKEN <= len(token) <= MAX_TOKEN else None


def read_cookie(connection: HTTPConnection, name: str) -> str | None:
    """Return a cookie, by preference the one that only this site can have set; None without any."""
    return connection.cookies.get(HOST_PREFIX + name) or connection.cookies.get(name)


def person_of(connection: HTTPConnection) -> str:
    """Return the parameter `person`, "" without one; raises Unreadable for a value that is not allowed."""
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
        write_cookie(request, response, COOKIE, token)


def forget_cookie(request: Request, response: Response) -> None:
    """Remove the token from the browser, which is another visitor from then on."""
    secure = request.url.scheme == "https"
    for name in (HOST_PREFIX + COOKIE, COOKIE):
        response.delete_cookie(name, httponly=True, samesite="lax", secure=secure)


def write_cookie(request: Request, response: Response, name: str, value: str) -> None:
    """Store a cookie for a year; over https under a name that only this site can set."""
    secure = request.url.scheme == "https"
    name = HOST_PREFIX + name if secure else name
    response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="lax", secure=secure)


def new_session_secret(request: Request) -> str:
    """Return a new secret for a login; "" for a program, for which session fixation is not possible."""
    return "" if "authorization" in request.headers else new_token()


def hash_session_secret(secret: str) -> str:
    """Return the form in which the secret of a login is stored; "" stays ""."""
    return hashlib.sha256(b"tablee session\0" + secret.encode()).hexdigest() if secret else ""


def session_cookie_of(request: Request) -> str:
    """Return the name of the cookie with the secret of the login; people who share a device have one each."""
    return SESSION_COOKIE + person_of(request)


def session_hash_of(request: Request) -> str:
    """Return the hash of the secret that the request carries, "" without any."""
    return hash_session_secret(read_cookie(request, session_cookie_of(request)) or "")


def set_session_cookie(request: Request, response: Response, secret: str) -> None:
    """Store the secret of a login in the browser."""
    if secret:
        write_cookie(request, response, session_cookie_of(request), secret)


def device_of(request: Request) -> str:
    """Return browser and system, such as "Firefox, Android"; empty if neither is recognised."""
    agent = request.headers.get("user-agent", "")
    found = [next((name for name, mark in marks if mark in agent), "") for marks in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found))


def origin_of(request: Request) -> str:
    """Return the origin of the page that acts, which the middleware has checked; by default this site."""
    return request.headers.get("origin") or f"{request.url.scheme}://{request.url.netloc}"
