"""HTTP endpoints of passkeys."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablee.server.auth.accounts import Accounts, NewSession, SignInMethods
from tablee.server.auth.attempts import logged_in
from tablee.server.auth.passkeys import Id, NewCredential, Passkeys, Purpose, RelyingParty, UsedCredential
from tablee.server.auth.routes import AccountInfo
from tablee.server.http.endpoint import Endpoint, json_response, read_struct
from tablee.server.http.visitors import (
    device_of,
    hash_session_secret,
    identify,
    new_session_secret,
    origin_of,
    set_cookie,
    set_session_cookie,
    visitor_id_of,
)
from tablee.server.rate_limit import Rate, client_address
from tablee.server.runtime.shared_limits import SharedBuckets

Label = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class PasskeyBegin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The purpose of a ceremony; `name` is the display name of a new account."""

    purpose: Purpose
    name: Annotated[str, msgspec.Meta(max_length=24)] = ""


class NewPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new credential and its label."""

    label: Label
    credential: NewCredential


class UsedPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An existing credential with an assertion."""

    credential: UsedCredential


class PasskeyChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The id of one of the account's passkeys."""

    id: Id


class PasskeyRoutes:
    """Handlers of the passkey API."""

    def __init__(self, accounts: Accounts, rate: Rate) -> None:
        self.accounts = accounts
        self.passkeys = Passkeys(accounts)
        self.trying = SharedBuckets(accounts.registry.bus, "passkeys", rate)

    async def begin(self, request: Request) -> Response:
        """Return the options of a ceremony. Limited by address; the second request needs a challenge."""
        await self.trying.take(client_address(request.scope))
        body = await read_struct(request, PasskeyBegin)
        token, visitor_id = identify(request)
        if body.purpose not in ("make", "enter"):
            await logged_in(self.accounts, request)
        party = RelyingParty(visitor_id, origin_of(request))
        response = json_response(await self.passkeys.begin(party, body.purpose, body.name))
        set_cookie(request, response, token)
        return response

    async def make(self, request: Request) -> Response:
        """Create an account with a passkey and log the visitor in."""
        body = await read_struct(request, NewPasskey)
        party, secret = login_party(request)
        shown = await self.passkeys.register_account(party, body.label, body.credential)
        response = json_response(AccountInfo(shown, [], []), 201)
        set_session_cookie(request, response, secret)
        return response

    async def enter(self, request: Request) -> Response:
        """Log the visitor in."""
        body = await read_struct(request, UsedPasskey)
        party, secret = login_party(request)
        shown = await self.passkeys.log_in(party, body.credential)
        response = json_response(AccountInfo(shown, [], []))
        set_session_cookie(request, response, secret)
        return response

    async def delete(self, request: Request) -> Response:
        """Delete the account."""
        body = await read_struct(request, UsedPasskey)
        party = RelyingParty(await logged_in(self.accounts, request), origin_of(request))
        await self.passkeys.confirm(party, "delete", body.credential)
        await self.accounts.delete(party.visitor_id)
        return json_response({})

    async def sign_in_methods(self, request: Request) -> Response:
        """Return how the person can log in."""
        return await self._sign_in_methods(request, 200)

    async def add(self, request: Request) -> Response:
        """Add a passkey to the account, and answer with its ways to log in."""
        body = await read_struct(request, NewPasskey)
        party = RelyingParty(await logged_in(self.accounts, request), origin_of(request))
        await self.passkeys.add_passkey(party, body.label, body.credential)
        return await self._sign_in_methods(request, 201)

    async def remove(self, request: Request) -> Response:
        """Remove a passkey of the account; raises Illegal if it is the only way to log in."""
        body = await read_struct(request, PasskeyChoice)
        await self.passkeys.remove_passkey(await logged_in(self.accounts, request), body.id)
        return await self._sign_in_methods(request, 200)

    async def _sign_in_methods(self, request: Request, status: int) -> Response:
        name = await self.accounts.account_of(await logged_in(self.accounts, request))
        return json_response(await self.accounts.sign_in_methods(name), status)

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints, for the router and the OpenAPI document."""
        at = "/api/passkeys"
        return [
            Endpoint("GET", at, "Your sign-in methods", self.sign_in_methods, SignInMethods),
            Endpoint("POST", f"{at}/begin", "What a passkey is to sign", self.begin, dict, PasskeyBegin),
            Endpoint(
                "POST", f"{at}/account", "Make an account with a passkey", self.make, AccountInfo, NewPasskey
            ),
            Endpoint("POST", f"{at}/login", "Log in with a passkey", self.enter, AccountInfo, UsedPasskey),
            Endpoint("POST", f"{at}/add", "Add a passkey", self.add, SignInMethods, NewPasskey),
            Endpoint("POST", f"{at}/delete", "Be forgotten, by a passkey", self.delete, dict, UsedPasskey),
            Endpoint("POST", f"{at}/remove", "Remove a passkey", self.remove, SignInMethods, PasskeyChoice),
        ]


def login_party(request: Request) -> tuple[RelyingParty, str]:
    """Return visitor and origin of a login, and the new secret of its session."""
    secret = new_session_secret(request)
    session = NewSession(device_of(request), hash_session_secret(secret))
    return RelyingParty(visitor_id_of(request), origin_of(request), session), secret
