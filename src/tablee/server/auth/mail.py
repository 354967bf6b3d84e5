"""The mail address of an account: confirmed by a link, and used to set a new password.

The links contain random tokens, of which only hashes are stored; each counts once, and for a limited time.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import Literal

import msgspec
from sqlalchemy import Connection, Row, delete, insert, or_, select

from tablee.core.errors import Illegal
from tablee.server.auth.accounts import (
    NO_DETAILS,
    Accounts,
    NewSession,
    is_named,
    lock_account,
)
from tablee.server.auth.passwords import check_password, hash_password
from tablee.server.errors import NotStored
from tablee.server.runtime.mail import Letter
from tablee.server.runtime.notification_text import texts
from tablee.server.runtime.notifier import Channels
from tablee.server.runtime.outbound import SendError, SendUncertain
from tablee.server.storage.schema import ACCOUNT, ACCOUNT_MAIL, MAIL_TOKEN

TOKEN_BYTES = 24
HOUR = 3_600_000
Purpose = Literal["confirm", "reset"]
# Milliseconds for which a link counts, by purpose.
LIFETIMES: dict[Purpose, int] = {"confirm": 24 * HOUR, "reset": HOUR // 2}
# Accounts with the same address to which one request sends links.
MAX_ACCOUNTS = 5


class MailInfo(msgspec.Struct, frozen=True):
    """The mail address of the account, and one that waits for its confirmation; null without one.

    `possible`: whether this site sends mail.
    """

    possible: bool
    address: str | None
    pending: str | None


@dataclass(frozen=True)
class Recipient:
    """An account to which a link is sent."""

    name: str
    display_name: str
    address: str


class AccountMails:
    """Operations on mail addresses. Each write is one transaction."""

    def __init__(self, accounts: Accounts, channels: Channels) -> None:
        self.accounts = accounts
        self.store = accounts.store
        self.registry = accounts.registry
        self.channels = channels

    async def info(self, name: str) -> MailInfo:
        """Return what a person may know about their own address."""
        known = await self._address(name)
        query = select(MAIL_TOKEN.c.address).where(
            MAIL_TOKEN.c.account_name == name,
            MAIL_TOKEN.c.purpose == "confirm",
            MAIL_TOKEN.c.expires_at > self.registry.clock(),
        )
        pending = await self.store.rows(query)
        return MailInfo(self.channels.mail is not None, known, pending[0].address if pending else None)

    async def _address(self, name: str) -> str | None:
        query = select(ACCOUNT_MAIL.c.address).where(ACCOUNT_MAIL.c.account_name == name)
        found = await self.store.rows(query)
        return str(found[0].address) if found else None

    async def change(self, name: str, address: str, language: str) -> None:
        """Send a link to a new address; the present one stays until the link is opened.

        The address is as `clean_address` returns it. Raises Illegal if this site sends no mail, NotStored if
        the mail could not be sent.
        """
        self._check()
        to = Recipient(name, await self.accounts.display_name(name), address)
        try:
            await self._send_link("confirm", to, language)
        except (SendError, SendUncertain) as error:
            await self._forget(name, "confirm")
            raise NotStored("mail-not-sent") from error

    async def confirm(self, token: str, language: str) -> str:
        """Confirm the address that a link was sent to, and return it; raises Illegal if the link has expired.

        The earlier address of the account gets a mail about it.
        """
        now = self.registry.clock()

        def write(connection: Connection) -> tuple[str, str, str | None]:
            row = take_token(connection, token, "confirm", now)
            own = ACCOUNT_MAIL.c.account_name == row.account_name
            before = connection.scalar(select(ACCOUNT_MAIL.c.address).where(own))
            connection.execute(delete(ACCOUNT_MAIL).where(own))
            values = {"account_name": row.account_name, "address": row.address, "confirmed_at": now}
            connection.execute(insert(ACCOUNT_MAIL), values)
            return row.account_name, row.address, before

        name, address, before = await self.store.in_transaction(write)
        if before not in (None, address):
            self.registry.spawn(self._tell_former(name, str(before), language))
        return address

    async def remove(self, name: str, language: str) -> None:
        """Forget the address of an account, and every link; the address gets a mail about it."""
        before = await self._address(name)

        def write(connection: Connection) -> None:
            connection.execute(delete(ACCOUNT_MAIL).where(ACCOUNT_MAIL.c.account_name == name))
            connection.execute(delete(MAIL_TOKEN).where(MAIL_TOKEN.c.account_name == name))

        await self.store.in_transaction(write)
        if before is not None:
            self.registry.spawn(self._tell_former(name, before, language))

    async def _tell_former(self, name: str, address: str, language: str) -> None:
        """Mail an address that it is no longer that of the account; a failure is counted and logged."""
        t, mailer = texts(language), self.channels.mail
        if mailer is not None:
            lines = (t("mail.changed.text", name=await self.accounts.display_name(name)),)
            link = f"{self.channels.public_url}/account"
            letter = Letter(t.language, t("mail.changed.subject"), lines, link, t("mail.changed.open"))
            try:
                await mailer.send(address, letter)
            except (SendError, SendUncertain) as error:
                self.registry.monitor.fail("mail", error)

    # A new password

    def ask_reset(self, who: str, language: str) -> None:
        """Send a link for a new password to the accounts with this name or address, if it is confirmed.

        Returns at once, so that neither the answer nor its time tells whether there are any.
        """
        self._check()
        self.registry.spawn(self._send_resets(who, language))

    async def _send_resets(self, who: str, language: str) -> None:
        for to in await self._find(who.strip()):
            try:
                await self._send_link("reset", to, language)
            except (SendError, SendUncertain) as error:
                self.registry.monitor.fail("mail", error)

    async def _find(self, who: str) -> list[Recipient]:
        """Return the accounts with a confirmed address that have this name or this address."""
        query = select(ACCOUNT.c.name, ACCOUNT.c.display_name, ACCOUNT_MAIL.c.address)
        query = query.join(ACCOUNT_MAIL, ACCOUNT_MAIL.c.account_name == ACCOUNT.c.name)
        query = query.where(or_(is_named(who), ACCOUNT_MAIL.c.address == who.lower())).order_by(
            ACCOUNT.c.name
        )
        return [Recipient(*row) for row in await self.store.rows(query.limit(MAX_ACCOUNTS))]

    async def reset(
        self, visitor_id: str, token: str, password: str, session: NewSession = NO_DETAILS
    ) -> str:
        """Use a link up, set the password, log only this visitor in, and return the display name.

        Raises Illegal for a link that was used or is too old.
        """
        check_password(password)
        hashed = await hash_password(password)
        now = self.registry.clock()

        def write(connection: Connection) -> str:
            name = str(take_token(connection, token, "reset", now).account_name)
            return self.accounts.reset_password(connection, visitor_id, name, hashed, session)

        return await self.store.in_transaction(write)

    # Links

    def _check(self) -> None:
        if self.channels.mail is None:
            raise Illegal("no-mail")

    async def _forget(self, name: str, purpose: Purpose) -> None:
        old = (MAIL_TOKEN.c.account_name == name) & (MAIL_TOKEN.c.purpose == purpose)
        await self.store.execute(delete(MAIL_TOKEN).where(old))

    async def _send_link(self, purpose: Purpose, to: Recipient, language: str) -> None:
        """Replace the link of an account by a new one and mail it; raises SendError or SendUncertain."""
        token, now, lifetime = secrets.token_urlsafe(TOKEN_BYTES), self.registry.clock(), LIFETIMES[purpose]
        row = {
            "token": hash_mail_token(token),
            "account_name": to.name,
            "purpose": purpose,
            "address": to.address,
            "expires_at": now + lifetime,
        }

        def write(connection: Connection) -> None:
            if not lock_account(connection, to.name):
                raise Illegal("no-account")
            old = (MAIL_TOKEN.c.account_name == to.name) & (MAIL_TOKEN.c.purpose == purpose)
            connection.execute(delete(MAIL_TOKEN).where(or_(old, MAIL_TOKEN.c.expires_at <= now)))
            connection.execute(insert(MAIL_TOKEN), row)

        await self.store.in_transaction(write)
        t, mailer = texts(language), self.channels.mail
        assert mailer is not None
        values = {"name": to.display_name, "hours": lifetime // HOUR, "minutes": lifetime * 60 // HOUR}
        letter = Letter(
            t.language,
            t(f"mail.{purpose}.subject"),
            (t(f"mail.{purpose}.text", **values),),
            # The token follows #, so that browsers never send it in a request.
            f"{self.channels.public_url}/account#{purpose}={token}",
            t(f"mail.{purpose}.open"),
            t(f"mail.{purpose}.ignore"),
        )
        await mailer.send(to.address, letter)


def take_token(connection: Connection, token: str, purpose: Purpose, now: int) -> Row[tuple[str, ...]]:
    """Delete a token and return its row; raises Illegal if there is none, or it is too old.

    Runs inside the caller's transaction.
    """
    own = (MAIL_TOKEN.c.token == hash_mail_token(token)) & (MAIL_TOKEN.c.purpose == purpose)
    found = connection.execute(select(MAIL_TOKEN).where(own)).first()
    # The account first, as everywhere: another order could deadlock.
    if found is None or not lock_account(connection, found.account_name):
        raise Illegal("bad-link")
    taken = connection.execute(delete(MAIL_TOKEN).where(own).returning(MAIL_TOKEN)).first()
    if taken is None or taken.expires_at <= now:
        raise Illegal("bad-link")
    return taken


def hash_mail_token(token: str) -> str:
    """Return the form in which a token is stored; a fast hash is enough, because it is random."""
    return hashlib.sha256(b"tablee mail\0" + token.encode()).hexdigest()
