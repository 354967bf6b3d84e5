"""The HTTP part of accounts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablee.server.auth.accounts import Accounts, WaysIn, long_enough
from tablee.server.auth.passkeys import Passkeys, UsedCredential, Visit
from tablee.server.domain.commands import Name
from tablee.server.http.endpoint import (
    Endpoint,
    answer,
    new_token,
    origin_of,
    read,
    remember,
    token_of,
    who_of,
)
from tablee.server.http.routes_tables import Listed
from tablee.server.rate_limit import Buckets, Rate

# Hashing a password is work on purpose, and nobody forgets theirs more often than this.
TRYING = Rate(burst=10, per_second=0.1)
Linking = Callable[[str, str, str], Awaitable[str]]
Password = Annotated[str, msgspec.Meta(max_length=200)]


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and its password."""

    name: Name
    password: Password


class Confirmation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password once more, for what cannot be undone."""

    password: Password


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another password, or the first, with what allows it: the present one, or a passkey, used."""

    password: Password
    present: Password = ""
    credential: UsedCredential | None = None


class RatingInfo(msgspec.Struct, frozen=True):
    """How good somebody is at a game, and how many matches say so."""

    game: str
    rating: int
    matches: int


class AccountInfo(msgspec.Struct, frozen=True):
    """Yourself."""

    name: str
    ratings: list[RatingInfo]
    tables: list[Listed]


class AccountApi:
    """The handlers."""

    def __init__(self, accounts: Accounts, rate: Rate = TRYING) -> None:
        self.accounts = accounts
        self.passkeys = Passkeys(accounts)
        self.trying = Buckets(rate)

    def _try(self, request: Request) -> None:
        self.trying.take(request.client.host if request.client else "unknown")

    async def register(self, request: Request) -> Response:
        """A new account for this device."""
        self._try(request)
        return await self._linked(request, self.accounts.register, 201)

    async def log_in(self, request: Request) -> Response:
        """This device joins an account."""
        self._try(request)
        return await self._linked(request, self.accounts.log_in, 200)

    async def _linked(self, request: Request, link: Linking, status: int) -> Response:
        body: Credentials = await read(request, Credentials)
        token = token_of(request) or new_token()
        shown = await link(who_of(request, token), body.name, body.password)
        response = answer(AccountInfo(shown, [], []), status)
        if token_of(request) is None:
            remember(request, response, token)
        return response

    async def log_out(self, request: Request) -> Response:
        """This device leaves its account."""
        await self.accounts.log_out(who_of(request))
        return answer({})

    async def me(self, request: Request) -> Response:
        """History and ratings."""
        name = await self.accounts.name_of(who_of(request))
        found = await self.accounts.ratings(name)
        known = [RatingInfo(game, rating, matches) for game, (rating, matches) in sorted(found.items())]
        places = await self.accounts.history(name)
        tables = [Listed(place.table_id, place.game, place.free, place.changed) for place in places]
        return answer(AccountInfo(await self.accounts.shown(name), known, tables))

    async def export(self, request: Request) -> Response:
        """Everything that is kept of you, as a file."""
        response = answer(await self.accounts.export(await self.accounts.name_of(who_of(request))))
        response.headers["content-disposition"] = 'attachment; filename="tablee.json"'
        return response

    async def change_password(self, request: Request) -> Response:
        """Set a password; the other devices are logged out."""
        self._try(request)
        body: NewPassword = await read(request, NewPassword)
        # Before a passkey is asked, which counts once.
        long_enough(body.password)
        who = who_of(request)
        if body.credential is None:
            await self.accounts.confirm(who, body.present)
        else:
            await self.passkeys.confirm(Visit(who, origin_of(request)), "password", body.credential)
        await self.accounts.change(who, body.password)
        return answer(await self.accounts.ways_in(await self.accounts.name_of(who)))

    async def delete(self, request: Request) -> Response:
        """Be forgotten."""
        self._try(request)
        body: Confirmation = await read(request, Confirmation)
        await self.accounts.confirm(who_of(request), body.password)
        await self.accounts.delete(who_of(request))
        return answer({})

    def endpoints(self) -> list[Endpoint]:
        """All of them."""
        return [
            Endpoint("POST", "/api/account", "Make an account", self.register, AccountInfo, Credentials),
            Endpoint("POST", "/api/login", "Log in on this device", self.log_in, AccountInfo, Credentials),
            Endpoint("POST", "/api/logout", "Log out on this device", self.log_out, dict),
            Endpoint("GET", "/api/me", "Your history and ratings", self.me, AccountInfo),
            Endpoint("GET", "/api/me/export", "Everything kept of you", self.export, dict),
            Endpoint("POST", "/api/me/password", "Set a password", self.change_password, WaysIn, NewPassword),
            Endpoint("POST", "/api/me/delete", "Be forgotten", self.delete, dict, Confirmation),
        ]
