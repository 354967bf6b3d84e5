"""Accounts: a name, a password or passkeys, and the sessions (visitors) that are logged in.

A seat belongs to a visitor, with or without an account. An account joins the history of several visitors,
which stays with it when they log out.
Passwords are hashed in `auth.passwords`; passkeys are in `auth.passkeys`.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, case, delete, insert, or_, select, update

from tablee.core.errors import Illegal, Unreadable
from tablee.server.auth.erasure import erase, former_holders
from tablee.server.auth.passwords import check_password, hash_password, is_password
from tablee.server.domain import events
from tablee.server.domain.names import mixes_scripts, name_key, one_line, required_name
from tablee.server.domain.ratings import Rating
from tablee.server.domain.results import Result
from tablee.server.errors import NotStored
from tablee.server.runtime.registry import TableRegistry
from tablee.server.storage.account_links import belongs_to, claim_matches
from tablee.server.storage.event_store import MAX_RECENT
from tablee.server.storage.people import account_of
from tablee.server.storage.rows import TableSummary
from tablee.server.storage.schema import (
    ACCOUNT,
    PARTICIPATION,
    PASSKEY,
    RATING,
    RESULT,
    SESSION,
    TABLE_INDEX,
)

NO_LIMIT = 1_000_000
# How often a deletion begins again because the person entered another table meanwhile.
MAX_ATTEMPTS = 5


class PasskeyInfo(msgspec.Struct, frozen=True):
    """A passkey of an account: its label, and when it was created and last used (ms since 1970)."""

    id: str
    label: str
    made: int
    used: int | None


class SignInMethods(msgspec.Struct, frozen=True):
    """How a person can log in: whether there is a password, and the passkeys."""

    password: bool
    passkeys: list[PasskeyInfo]


@dataclass(frozen=True)
class NewSession:
    """What is stored of a login beside visitor and account: a short description, and the hash of a secret."""

    device: str = ""
    secret: str = ""


NO_DETAILS = NewSession()


class DeviceInfo(msgspec.Struct, frozen=True):
    """A device that is logged in: description, since when (ms since 1970; 0: unknown), if it is this one."""

    id: str
    device: str
    since: int
    here: bool


class Accounts:
    """Operations on accounts. Each write is one transaction."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.store = registry.store

    async def register(
        self, visitor_id: str, shown: str, password: str, session: NewSession = NO_DETAILS
    ) -> str:
        """Create an account with a password, log the visitor in, and return the display name."""
        shown = clean_name(shown)
        check_password(password)
        hashed = await hash_password(password)
        await self.store.in_transaction(
            lambda connection: self.create(connection, visitor_id, shown, hashed, session)
        )
        return shown

    def create(
        self,
        connection: Connection,
        visitor_id: str,
        shown: str,
        password: str = "",
        session: NewSession = NO_DETAILS,
    ) -> None:
        """Insert the account and log the visitor in; raises Illegal if this name, or one like it, is taken.

        Runs inside the caller's transaction.
        """
        name = shown.casefold()
        row = {
            "name": name,
            "name_key": name_key(shown),
            "display_name": shown,
            "password": password,
            "created_at": self.registry.clock(),
        }
        new = self.store.statements.insert(ACCOUNT).on_conflict_do_nothing().returning(ACCOUNT.c.name)
        if not connection.execute(new, row).all():
            raise Illegal("name-taken")
        self.start_session(connection, visitor_id, name, session)

    async def log_in(
        self, visitor_id: str, shown: str, password: str, session: NewSession = NO_DETAILS
    ) -> str:
        """Log the visitor in and return the display name; raises Illegal for a wrong name or password."""
        given = one_line("name", shown)
        # The exact name first: two accounts from before there were keys may look alike.
        exact = case((ACCOUNT.c.name == given.casefold(), 0), else_=1)
        found = await self.store.rows(select(ACCOUNT).where(is_named(given)).order_by(exact))
        name = found[0].name if found else ""
        stored = found[0].password if found else ""
        if not await is_password(stored, password):
            raise Illegal("wrong-password")

        def write(connection: Connection) -> None:
            # The password may have been changed while this one was verified.
            if not lock_account(connection, name, ACCOUNT.c.password == stored):
                raise Illegal("wrong-password")
            self.start_session(connection, visitor_id, name, session)

        await self.store.in_transaction(write)
        return str(found[0].display_name)

    async def change_password(self, visitor_id: str, password: str) -> None:
        """Set a password; only this visitor stays logged in."""
        name = await self.account_of(visitor_id)
        hashed = await hash_password(password)

        def write(connection: Connection) -> None:
            connection.execute(update(ACCOUNT).where(ACCOUNT.c.name == name).values(password=hashed))
            # Of two visitors that do so at once, the first has logged out the second.
            here = select(SESSION.c.visitor_id).where(
                SESSION.c.visitor_id == visitor_id, SESSION.c.account_name == name
            )
            if not connection.execute(here).all():
                raise Illegal("no-account")
            connection.execute(
                delete(SESSION).where(SESSION.c.account_name == name, SESSION.c.visitor_id != visitor_id)
            )

        await self.store.in_transaction(write)

    def reset_password(
        self, connection: Connection, visitor_id: str, name: str, hashed: str, session: NewSession
    ) -> str:
        """Set a hashed password, log only this visitor in, and return the display name.

        Runs inside the caller's transaction, which has proved that the visitor may do so.
        """
        changed = update(ACCOUNT).where(ACCOUNT.c.name == name).values(password=hashed)
        shown = connection.scalar(changed.returning(ACCOUNT.c.display_name))
        connection.execute(delete(SESSION).where(SESSION.c.account_name == name))
        self.start_session(connection, visitor_id, name, session)
        return str(shown)

    async def log_out(self, visitor_id: str) -> None:
        """Log the visitor out."""
        await self.store.in_transaction(
            lambda connection: connection.execute(delete(SESSION).where(SESSION.c.visitor_id == visitor_id))
        )

    def start_session(
        self, connection: Connection, visitor_id: str, name: str, session: NewSession = NO_DETAILS
    ) -> None:
        """Log a visitor in to an account, and out of any other. Runs inside the caller's transaction.

        Matches that the visitor played without an account belong to this one from now on.
        """
        connection.execute(delete(SESSION).where(SESSION.c.visitor_id == visitor_id))
        row = {
            "visitor_id": visitor_id,
            "account_name": name,
            "created_at": self.registry.clock(),
            **asdict(session),
        }
        connection.execute(insert(SESSION), row)
        claim_matches(connection, visitor_id, name)

    async def check_session(self, visitor_id: str, secret: str) -> None:
        """Raise Illegal unless the visitor is logged in and has the secret of the last login.

        The token alone is not enough, since another person may have known it before the login. The login of
        a program has no secret and needs none.
        """
        found = await self.store.rows(select(SESSION.c.secret).where(SESSION.c.visitor_id == visitor_id))
        if not found or (found[0].secret and not hmac.compare_digest(found[0].secret, secret)):
            raise Illegal("no-account")

    async def devices(self, visitor_id: str) -> list[DeviceInfo]:
        """Return the devices that are logged in to the visitor's account, the latest login first."""
        own = SESSION.c.account_name == await self.account_of(visitor_id)
        query = select(SESSION).where(own).order_by(SESSION.c.created_at.desc(), SESSION.c.visitor_id)
        return [
            DeviceInfo(
                device_id(row.visitor_id), row.device, row.created_at, here=row.visitor_id == visitor_id
            )
            for row in await self.store.rows(query)
        ]

    async def log_out_device(self, visitor_id: str, device: str) -> None:
        """Log one of the account's devices out; raises Illegal if there is no such device."""
        name = await self.account_of(visitor_id)
        for other in await self.sessions(name):
            if device_id(other) == device:
                await self.log_out(other)
                return
        raise Illegal("no-such-device")

    async def account_of(self, visitor_id: str) -> str:
        """Return the name of the visitor's account; raises Illegal if not logged in."""
        name = await self.account_or_none(visitor_id)
        if name is None:
            raise Illegal("no-account")
        return name

    async def account_or_none(self, visitor_id: str) -> str | None:
        """Return the name of the visitor's account, None if not logged in."""
        found = await self.store.rows(account_of(visitor_id))
        return str(found[0].account_name) if found else None

    async def display_name(self, name: str) -> str:
        """Return the display name of an account."""
        return str((await self.row_of(name)).display_name)

    async def row_of(self, name: str) -> Row[Any]:
        """Return the row of an account; raises Illegal if it was deleted meanwhile."""
        found = await self.store.rows(select(ACCOUNT).where(ACCOUNT.c.name == name))
        if not found:
            raise Illegal("no-account")
        row: Row[Any] = found[0]
        return row

    async def sign_in_methods(self, name: str) -> SignInMethods:
        """Return how the person can log in, the oldest passkey first."""
        account = await self.row_of(name)
        query = select(PASSKEY.c.id, PASSKEY.c.label, PASSKEY.c.created_at, PASSKEY.c.used_at)
        query = query.where(PASSKEY.c.account_name == name).order_by(PASSKEY.c.created_at, PASSKEY.c.id)
        return SignInMethods(
            account.password != "", [PasskeyInfo(*row) for row in await self.store.rows(query)]
        )

    async def sessions(self, name: str) -> list[str]:
        """Return the ids of the visitors that are logged in to an account."""
        return [
            row[0]
            for row in await self.store.rows(
                select(SESSION.c.visitor_id).where(SESSION.c.account_name == name)
            )
        ]

    # History, deletion

    async def history(self, name: str, limit: int = MAX_RECENT) -> list[TableSummary]:
        """Return the tables where the person held a seat, on any device, the latest first."""
        own = select(PARTICIPATION.c.table_id).where(belongs_to(name), PARTICIPATION.c.seated)
        query = select(TABLE_INDEX).where(TABLE_INDEX.c.table_id.in_(own))
        query = query.order_by(TABLE_INDEX.c.changed.desc()).limit(limit)
        return [TableSummary(*row) for row in await self.store.rows(query)]

    async def ratings(self, name: str) -> dict[str, Rating]:
        """Return the ratings by game."""
        found = await self.store.rows(select(RATING).where(RATING.c.account_name == name))
        return {row.game: Rating(row.value, row.deviation, row.matches) for row in found}

    async def results(self, name: str, limit: int = MAX_RECENT) -> list[Result]:
        """Return the results of the person, on any device, the latest first."""
        query = select(RESULT).where(RESULT.c.account_name == name)
        query = query.order_by(RESULT.c.at.desc(), RESULT.c.table_id, RESULT.c.seat).limit(limit)
        return [Result(*row) for row in await self.store.rows(query)]

    async def confirm(self, visitor_id: str, password: str) -> None:
        """Check the password of the logged-in person again; raises Illegal if it is wrong."""
        account = await self.row_of(await self.account_of(visitor_id))
        if not account.password:
            raise Illegal("no-password")
        if not await is_password(account.password, password):
            raise Illegal("not-your-password")

    async def delete(self, visitor_id: str) -> None:
        """Delete the account and remove name and chat from the log; matches of others stay complete.

        First an event tells every process that holds a table, then the log is rewritten. After a failure in
        between, the account still exists and can be deleted again. Raises NotStored if the person keeps
        entering other tables meanwhile.
        """
        name = await self.account_of(visitor_id)
        for _ in range(MAX_ATTEMPTS):
            if await self._erase(name, await self._visitors_by_table(name)):
                return
        raise NotStored("too-busy")

    async def delete_guest(self, visitor_id: str) -> None:
        """Delete everything about a visitor without an account, as `delete` does for an account.

        An account gets it all first. Nobody can choose its name: those of people do not begin with a space.
        After a failure in between it is still there, and is deleted the next time. Raises Illegal for a
        visitor with another account, and without a visitor id.
        """
        if not visitor_id:
            raise Illegal("no-visitor")
        name = await self.account_or_none(visitor_id)
        if name is None:
            shown = f" {secrets.token_hex(8)}"
            await self.store.in_transaction(lambda connection: self.create(connection, visitor_id, shown))
        elif not name.startswith(" "):
            raise Illegal("account-exists")
        await self.delete(visitor_id)

    async def _erase(self, name: str, visitors: Mapping[str, set[str]]) -> bool:
        """Append `Forgotten` to each table, then erase in one transaction; return what `erase` returns.

        Before that, seats become free, or a bot takes them: nobody must wait for the person.
        """
        for table, own in visitors.items():
            forgotten = events.Forgotten(tuple(sorted(own)))
            # A table of other rules, or a damaged one, cannot be loaded by any process.
            with suppress(Unreadable, Illegal):
                for visitor_id in sorted(own):
                    await self.registry.vacate(table, visitor_id, "deleted")
                actor = await self.registry.get(table)
                await actor.append_event(lambda *_, forgotten=forgotten: forgotten)
        rows = [row for table in visitors for row in await self.store.read(table)]
        return await self.store.in_transaction(lambda connection: erase(connection, name, visitors, rows))

    async def _visitors_by_table(self, name: str) -> dict[str, set[str]]:
        """Return, for every table where the person sat or chatted, the ids under which they did."""
        query = select(PARTICIPATION.c.table_id, PARTICIPATION.c.visitor_id).where(belongs_to(name))
        found: dict[str, set[str]] = {}
        for table, visitor_id in await self.store.rows(query):
            found.setdefault(table, set()).add(visitor_id)
        for table, own in found.items():
            own.update(former_holders(await self.store.read(table), own))
        return found


def device_id(visitor_id: str) -> str:
    """Return the id under which a device is listed; the visitor id is not sent."""
    return hashlib.sha256(b"tablee device\0" + visitor_id.encode()).hexdigest()[:16]


def clean_name(shown: str) -> str:
    """Return a display name on one line; raises Illegal if it is empty or mixes alphabets."""
    shown = required_name(shown)
    if mixes_scripts(shown):
        raise Illegal("mixed-scripts")
    return shown


def is_named(shown: str) -> ColumnElement[bool]:
    """Return the condition that an account has this name, or one that looks like it."""
    return or_(ACCOUNT.c.name == shown.casefold(), ACCOUNT.c.name_key == name_key(shown))


def lock_account(connection: Connection, name: str, *conditions: ColumnElement[bool]) -> bool:
    """Lock an account until the end of the transaction, by a write that changes nothing.

    Must come first in the transaction. Return whether the account exists and meets the conditions.
    """
    lock = update(ACCOUNT).where(ACCOUNT.c.name == name, *conditions).values(created_at=ACCOUNT.c.created_at)
    return bool(connection.execute(lock.returning(ACCOUNT.c.name)).all())
