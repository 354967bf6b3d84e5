"""HTTP endpoints of recovery codes."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablee.server.auth.accounts import Accounts, NewSession
from tablee.server.auth.passkeys import Passkeys, RelyingParty, UsedCredential
from tablee.server.auth.recovery import Recovery, RecoveryInfo
from tablee.server.auth.routes import AccountInfo, Password, begin_session, logged_in
from tablee.server.domain.commands import Name
from tablee.server.domain.names import name_key
from tablee.server.http.endpoint import Endpoint, json_response, read_struct
from tablee.server.http.visitors import (
    origin_of,
)
from tablee.server.rate_limit import Rate, client_address
from tablee.server.runtime.shared_limits import SharedBuckets

Code = Annotated[str, msgspec.Meta(max_length=40)]


class CodesRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for new recovery codes, with the password or the assertion of a passkey."""

    present: Password = ""
    credential: UsedCredential | None = None


class RecoveryCodes(msgspec.Struct, frozen=True):
    """New recovery codes, which are shown only once."""

    codes: list[str]


class RecoveryRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A recovery code of an account, and the new password."""

    name: Name
    code: Code
    password: Password


class RecoveryRoutes:
    """Handlers of the recovery codes. Attempts are limited by address, and by account from everywhere."""

    def __init__(self, accounts: Accounts, rate: Rate) -> None:
        self.accounts = accounts
        self.recovery = Recovery(accounts)
        self.passkeys = Passkeys(accounts)
        bus = accounts.registry.bus
        self.trying = SharedBuckets(bus, "trying", rate)
        self.per_account = SharedBuckets(bus, "recovery", Rate(2 * rate.burst, rate.per_second))

    async def info(self, request: Request) -> Response:
        """Return how many codes are left."""
        name = await self.accounts.account_of(await logged_in(self.accounts, request))
        return json_response(await self.recovery.info(name))

    async def renew(self, request: Request) -> Response:
        """Replace the codes of the account and return the new ones."""
        await self.trying.take(client_address(request.scope))
        body: CodesRequest = await read_struct(request, CodesRequest)
        visitor_id = await logged_in(self.accounts, request)
        name = await self.accounts.account_of(visitor_id)
        if body.credential is None:
            await self.per_account.take(name)
            await self.accounts.confirm(visitor_id, body.present)
        else:
            party = RelyingParty(visitor_id, origin_of(request))
            await self.passkeys.confirm(party, "codes", body.credential)
        return json_response(RecoveryCodes(await self.recovery.renew(name)), 201)

    async def recover(self, request: Request) -> Response:
        """Set a new password by a code and log the visitor in; other sessions are logged out."""
        await self.trying.take(client_address(request.scope))
        body: RecoveryRequest = await read_struct(request, RecoveryRequest)
        await self.per_account.take(name_key(body.name))

        async def begin(visitor_id: str, session: NewSession) -> str:
            return await self.recovery.recover(visitor_id, body.name, body.code, body.password, session)

        return await begin_session(request, begin)

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints, for the router and the OpenAPI document."""
        at = "/api/me/recovery-codes"
        return [
            Endpoint("GET", at, "How many recovery codes are left", self.info, RecoveryInfo),
            Endpoint("POST", at, "Make new recovery codes", self.renew, RecoveryCodes, CodesRequest),
            Endpoint(
                "POST",
                "/api/recover",
                "Set a new password by a recovery code",
                self.recover,
                AccountInfo,
                RecoveryRequest,
            ),
        ]
