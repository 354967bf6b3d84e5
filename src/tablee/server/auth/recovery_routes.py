"""HTTP endpoints of recovery codes."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablee.server.auth.accounts import NewSession
from tablee.server.auth.attempts import Attempts, logged_in
from tablee.server.auth.passkeys import UsedCredential
from tablee.server.auth.recovery import Recovery, RecoveryInfo
from tablee.server.auth.routes import AccountInfo, Password, begin_session
from tablee.server.domain.commands import Name
from tablee.server.domain.names import name_key
from tablee.server.http.endpoint import Endpoint, json_response, read_struct

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

    def __init__(self, attempts: Attempts) -> None:
        self.attempts = attempts
        self.accounts = attempts.accounts
        self.recovery = Recovery(attempts.accounts)

    async def info(self, request: Request) -> Response:
        """Return how many codes are left."""
        name = await self.accounts.account_of(await logged_in(self.accounts, request))
        return json_response(await self.recovery.info(name))

    async def renew(self, request: Request) -> Response:
        """Replace the codes of the account and return the new ones."""
        await self.attempts.limit(request)
        body = await read_struct(request, CodesRequest)
        name = await self.accounts.account_of(await self.attempts.confirm(request, "codes", body))
        return json_response(RecoveryCodes(await self.recovery.renew(name)), 201)

    async def recover(self, request: Request) -> Response:
        """Set a new password by a code and log the visitor in; other sessions are logged out."""
        await self.attempts.limit(request)
        body = await read_struct(request, RecoveryRequest)
        await self.attempts.by_account_code.take(name_key(body.name))

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
