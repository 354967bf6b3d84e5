"""HTTP endpoints of the mail address of an account, and of a new password by mail."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablee.core.i18n import Language
from tablee.server.auth.accounts import NewSession
from tablee.server.auth.attempts import Attempts, logged_in
from tablee.server.auth.mail import AccountMails, MailInfo
from tablee.server.auth.passkeys import UsedCredential
from tablee.server.auth.routes import AccountInfo, Password, begin_session
from tablee.server.domain.names import name_key
from tablee.server.http.endpoint import Endpoint, json_response, read_struct
from tablee.server.rate_limit import Rate
from tablee.server.runtime.mail import clean_address
from tablee.server.runtime.notifier import Channels
from tablee.server.runtime.shared_limits import SharedBuckets

Address = Annotated[str, msgspec.Meta(max_length=254)]
Token = Annotated[str, msgspec.Meta(max_length=100)]


class MailRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new mail address, "" to remove it, with the password or the assertion of a passkey."""

    address: Address
    language: Language = "fr"
    present: Password = ""
    credential: UsedCredential | None = None


class MailConfirmation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a link in a mail."""

    token: Token
    language: Language = "fr"


class ConfirmedAddress(msgspec.Struct, frozen=True):
    """The address that was confirmed."""

    address: str


class ResetRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name or the mail address of an account whose password is lost."""

    who: Address
    language: Language = "fr"


class PasswordReset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a link in a mail, and the new password."""

    token: Token
    password: Password


class MailRoutes:
    """Handlers of mail addresses. Attempts are limited by address, mails by account and by recipient."""

    def __init__(self, attempts: Attempts, channels: Channels, mailing: Rate) -> None:
        self.attempts = attempts
        self.accounts = attempts.accounts
        self.mails = AccountMails(attempts.accounts, channels)
        self.mailing = SharedBuckets(attempts.accounts.registry.bus, "mailing", mailing)

    async def info(self, request: Request) -> Response:
        """Return the address of the account."""
        name = await self.accounts.account_of(await logged_in(self.accounts, request))
        return json_response(await self.mails.info(name))

    async def change(self, request: Request) -> Response:
        """Send a link to a new address, or remove the present one."""
        await self.attempts.limit(request)
        body = await read_struct(request, MailRequest)
        # Checked first: the assertion of a passkey can be used only once.
        address = clean_address(body.address) if body.address else ""
        name = await self.accounts.account_of(await self.attempts.confirm(request, "mail", body))
        if address:
            for limited in (f"account {name}", f"address {address}"):
                await self.mailing.take(limited)
            await self.mails.change(name, address, body.language)
        else:
            await self.mails.remove(name, body.language)
        return json_response(await self.mails.info(name))

    async def confirm(self, request: Request) -> Response:
        """Confirm an address by the link that was sent to it. Needs no login: the token is enough."""
        await self.attempts.limit(request)
        body = await read_struct(request, MailConfirmation)
        return json_response(ConfirmedAddress(await self.mails.confirm(body.token, body.language)))

    async def ask_reset(self, request: Request) -> Response:
        """Send a link for a new password, if there is such an account with an address.

        The answer is always the same.
        """
        await self.attempts.limit(request)
        body = await read_struct(request, ResetRequest)
        await self.mailing.take(f"reset {name_key(body.who)}")
        self.mails.ask_reset(body.who, body.language)
        return json_response({})

    async def reset(self, request: Request) -> Response:
        """Set a new password by a link and log the visitor in; other sessions are logged out."""
        await self.attempts.limit(request)
        body = await read_struct(request, PasswordReset)

        async def begin(visitor_id: str, session: NewSession) -> str:
            return await self.mails.reset(visitor_id, body.token, body.password, session)

        return await begin_session(request, begin)

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints, for the router and the OpenAPI document."""
        at = "/api/me/mail"
        return [
            Endpoint("GET", at, "Your mail address", self.info, MailInfo),
            Endpoint("POST", at, "Change your mail address", self.change, MailInfo, MailRequest),
            Endpoint(
                "POST",
                "/api/mail/confirm",
                "Confirm a mail address",
                self.confirm,
                ConfirmedAddress,
                MailConfirmation,
            ),
            Endpoint(
                "POST", "/api/reset/ask", "Ask for a new password by mail", self.ask_reset, dict, ResetRequest
            ),
            Endpoint(
                "POST",
                "/api/reset",
                "Set a new password by a link",
                self.reset,
                AccountInfo,
                PasswordReset,
            ),
        ]
