"""HTTP endpoints of accounts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablee.server.auth.accounts import (
    DeviceInfo,
    NewSession,
    SignInMethods,
    device_id,
)
from tablee.server.auth.attempts import Attempts, logged_in
from tablee.server.auth.passkeys import UsedCredential
from tablee.server.auth.passwords import check_password
from tablee.server.domain.commands import Name
from tablee.server.domain.names import name_key
from tablee.server.domain.ratings import Rating
from tablee.server.http.endpoint import Endpoint, json_response, read_struct
from tablee.server.http.schemas import Listed
from tablee.server.http.visitors import (
    device_of,
    hash_session_secret,
    identify,
    new_session_secret,
    set_cookie,
    set_session_cookie,
    visitor_id_of,
)
from tablee.server.storage.moderation import host_account

LogIn = Callable[[str, str, str, NewSession], Awaitable[str]]
Password = Annotated[str, msgspec.Meta(max_length=200)]


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and its password."""

    name: Name
    password: Password


class Confirmation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password again, to confirm something that cannot be undone."""

    password: Password


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new password, with the present one or the assertion of a passkey."""

    password: Password
    present: Password = ""
    credential: UsedCredential | None = None


class DeviceChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The id of one of the account's devices."""

    id: Annotated[str, msgspec.Meta(max_length=40)]


class RatingInfo(msgspec.Struct, frozen=True):
    """The rating at one game, half of its 95 % interval, and the number of matches behind it."""

    game: str
    rating: int
    margin: int
    matches: int


def rating_info(game: str, rating: Rating) -> RatingInfo:
    """Return a rating in whole points."""
    return RatingInfo(game, round(rating.value), rating.margin, rating.matches)


class ResultInfo(msgspec.Struct, frozen=True):
    """A finished match: `at` in ms since 1970; `finished_by_bot`: a bot played for the person at the end."""

    table: str
    game: str
    rank: int
    score: int
    at: int
    finished_by_bot: bool


class AccountInfo(msgspec.Struct, frozen=True):
    """The account of the visitor; results with the latest first. `host`: it may moderate the site."""

    name: str
    ratings: list[RatingInfo]
    tables: list[Listed]
    results: list[ResultInfo] = []
    host: bool = False


async def begin_session(
    request: Request, begin: Callable[[str, NewSession], Awaitable[str]], status: int = 200
) -> Response:
    """Log the visitor in by `begin`, which returns the name to show; return the account with cookies."""
    token, visitor_id = identify(request)
    secret = new_session_secret(request)
    shown = await begin(visitor_id, NewSession(device_of(request), hash_session_secret(secret)))
    response = json_response(AccountInfo(shown, [], []), status)
    set_cookie(request, response, token)
    set_session_cookie(request, response, secret)
    return response


class AccountRoutes:
    """Handlers of the account API."""

    def __init__(self, attempts: Attempts) -> None:
        self.attempts = attempts
        self.accounts = attempts.accounts

    async def register(self, request: Request) -> Response:
        """Create an account and log the visitor in."""
        await self.attempts.limit(request)
        return await self._log_in(request, self.accounts.register, 201)

    async def log_in(self, request: Request) -> Response:
        """Log the visitor in."""
        await self.attempts.limit(request)
        return await self._log_in(request, self.accounts.log_in, 200)

    async def _log_in(self, request: Request, log_in: LogIn, status: int) -> Response:
        body = await read_struct(request, Credentials)
        await self.attempts.by_account.take(name_key(body.name))

        async def begin(visitor_id: str, session: NewSession) -> str:
            return await log_in(visitor_id, body.name, body.password, session)

        return await begin_session(request, begin, status)

    async def devices(self, request: Request) -> Response:
        """Return the sessions of the visitor's account as DeviceInfo; raises Illegal if not logged in."""
        return json_response(await self.accounts.devices(await logged_in(self.accounts, request)))

    async def log_out_device(self, request: Request) -> Response:
        """End one session of the account and return the others; [] if it was the visitor's own."""
        visitor_id = await logged_in(self.accounts, request)
        body = await read_struct(request, DeviceChoice)
        await self.accounts.log_out_device(visitor_id, body.id)
        here = body.id == device_id(visitor_id)
        return json_response([] if here else await self.accounts.devices(visitor_id))

    async def log_out(self, request: Request) -> Response:
        """Log the visitor out."""
        await self.accounts.log_out(visitor_id_of(request))
        return json_response({})

    async def me(self, request: Request) -> Response:
        """Return name, ratings, recent tables and results."""
        visitor_id = await logged_in(self.accounts, request)
        name = await self.accounts.account_of(visitor_id)
        # Before the ratings: one transaction writes both, so that a match shown here is rated.
        results = [
            ResultInfo(each.table_id, each.game, each.rank, each.score, each.at, each.finished_by_bot)
            for each in await self.accounts.results(name)
        ]
        found = await self.accounts.ratings(name)
        known = [rating_info(game, rating) for game, rating in sorted(found.items())]
        history = await self.accounts.history(name)
        tables = [Listed.of(each) for each in history]
        shown = await self.accounts.display_name(name)
        is_host = bool(await self.accounts.store.rows(host_account(visitor_id)))
        return json_response(AccountInfo(shown, known, tables, results, is_host))

    async def change_password(self, request: Request) -> Response:
        """Set a password; other sessions are logged out."""
        await self.attempts.limit(request)
        body = await read_struct(request, NewPassword)
        # Checked first: the assertion of a passkey can be used only once.
        check_password(body.password)
        visitor_id = await self.attempts.confirm(request, "password", body)
        await self.accounts.change_password(visitor_id, body.password)
        return json_response(await self.accounts.sign_in_methods(await self.accounts.account_of(visitor_id)))

    async def delete(self, request: Request) -> Response:
        """Delete the account."""
        await self.attempts.limit(request)
        body = await read_struct(request, Confirmation)
        visitor_id = await logged_in(self.accounts, request)
        await self.attempts.confirm_password(visitor_id, body.password)
        await self.accounts.delete(visitor_id)
        return json_response({})

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints, for the router and the OpenAPI document."""
        return [
            Endpoint("POST", "/api/account", "Make an account", self.register, AccountInfo, Credentials),
            Endpoint("POST", "/api/login", "Log in on this device", self.log_in, AccountInfo, Credentials),
            Endpoint("POST", "/api/logout", "Log out on this device", self.log_out, dict),
            Endpoint("GET", "/api/me", "Your history and ratings", self.me, AccountInfo),
            Endpoint(
                "POST", "/api/me/password", "Set a password", self.change_password, SignInMethods, NewPassword
            ),
            Endpoint("GET", "/api/me/devices", "Where you are logged in", self.devices, list[DeviceInfo]),
            Endpoint(
                "POST",
                "/api/me/devices/logout",
                "Log one device out",
                self.log_out_device,
                list[DeviceInfo],
                DeviceChoice,
            ),
            Endpoint("POST", "/api/me/delete", "Delete the account", self.delete, dict, Confirmation),
        ]
