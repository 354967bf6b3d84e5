"""The HTTP part of passkeys."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablee.server.auth.accounts import Accounts, WaysIn
from tablee.server.auth.passkeys import Id, NewCredential, Passkeys, Purpose, UsedCredential, Visit
from tablee.server.auth.routes import TRYING, AccountInfo
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
from tablee.server.rate_limit import Buckets, Rate

Label = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class PasskeyBegin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a passkey is wanted for; with a name, where it is to make an account."""

    purpose: Purpose
    name: Annotated[str, msgspec.Meta(max_length=24)] = ""


class NewPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey that a device made, and what its owner calls it."""

    label: Label
    credential: NewCredential


class UsedPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey, used."""

    credential: UsedCredential


class PasskeyChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the account's passkeys."""

    id: Id


class PasskeyApi:
    """The handlers."""

    def __init__(self, accounts: Accounts, rate: Rate = TRYING) -> None:
        self.accounts = accounts
        self.passkeys = Passkeys(accounts)
        self.trying = Buckets(rate)

    async def begin(self, request: Request) -> Response:
        """What the browser is to ask of a device. Only what was begun can be finished: one limit will do."""
        self.trying.take(request.client.host if request.client else "unknown")
        body: PasskeyBegin = await read(request, PasskeyBegin)
        token = token_of(request) or new_token()
        visit = Visit(who_of(request, token), origin_of(request))
        response = answer(await self.passkeys.begin(visit, body.purpose, body.name))
        if token_of(request) is None:
            remember(request, response, token)
        return response

    async def make(self, request: Request) -> Response:
        """A new account, without a password."""
        body: NewPasskey = await read(request, NewPasskey)
        shown = await self.passkeys.make(visit_of(request), body.label, body.credential)
        return answer(AccountInfo(shown, [], []), 201)

    async def enter(self, request: Request) -> Response:
        """This device joins an account."""
        body: UsedPasskey = await read(request, UsedPasskey)
        shown = await self.passkeys.enter(visit_of(request), body.credential)
        return answer(AccountInfo(shown, [], []))

    async def delete(self, request: Request) -> Response:
        """Be forgotten."""
        body: UsedPasskey = await read(request, UsedPasskey)
        visit = visit_of(request)
        await self.passkeys.confirm(visit, "delete", body.credential)
        await self.accounts.delete(visit.who)
        return answer({})

    async def ways_in(self, request: Request) -> Response:
        """Password and passkeys."""
        return await self._ways_in(request, 200)

    async def add(self, request: Request) -> Response:
        """One more passkey."""
        body: NewPasskey = await read(request, NewPasskey)
        await self.passkeys.add(visit_of(request), body.label, body.credential)
        return await self._ways_in(request, 201)

    async def remove(self, request: Request) -> Response:
        """One passkey less."""
        body: PasskeyChoice = await read(request, PasskeyChoice)
        await self.passkeys.remove(who_of(request), body.id)
        return await self._ways_in(request, 200)

    async def _ways_in(self, request: Request, status: int) -> Response:
        name = await self.accounts.name_of(who_of(request))
        return answer(await self.accounts.ways_in(name), status)

    def endpoints(self) -> list[Endpoint]:
        """All of them."""
        at = "/api/passkeys"
        return [
            Endpoint("GET", at, "Your ways into your account", self.ways_in, WaysIn),
            Endpoint("POST", f"{at}/begin", "What a passkey is to sign", self.begin, dict, PasskeyBegin),
            Endpoint(
                "POST", f"{at}/account", "Make an account with a passkey", self.make, AccountInfo, NewPasskey
            ),
            Endpoint("POST", f"{at}/login", "Log in with a passkey", self.enter, AccountInfo, UsedPasskey),
            Endpoint("POST", f"{at}/add", "Add a passkey", self.add, WaysIn, NewPasskey),
            Endpoint("POST", f"{at}/delete", "Be forgotten, by a passkey", self.delete, dict, UsedPasskey),
            Endpoint("POST", f"{at}/remove", "Remove a passkey", self.remove, WaysIn, PasskeyChoice),
        ]


def visit_of(request: Request) -> Visit:
    """Who asks, and from which site."""
    return Visit(who_of(request), origin_of(request))
