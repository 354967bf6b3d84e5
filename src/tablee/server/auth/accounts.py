"""Accounts, for people who want one: a name, a password or passkeys, and the devices they play on.

A seat belongs to a device, with or without an account. An account only says which devices are one person, so
that their history is one history. Passwords are hashed by argon2; how a passkey is asked is in `passkeys`.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import asdict
from typing import Any

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from tablee.core.errors import Illegal, Unreadable
from tablee.server.domain import events
from tablee.server.domain.decide import one_line
from tablee.server.domain.elo import ratings
from tablee.server.domain.events import AnyEvent, Happened
from tablee.server.domain.table import GONE
from tablee.server.realtime import render
from tablee.server.runtime.registry import House
from tablee.server.storage.event_store import RECENT, Place, Result, Row
from tablee.server.storage.schema import ACCOUNT, CHALLENGE, DEVICE, EVENT, PASSKEY, RESULT, SITTING

HASHER = PasswordHasher()
# Verified where there is no such account, so that an answer takes as long.
NOBODY = HASHER.hash("nobody")
SHORTEST = 8
EVERYTHING = 1_000_000


class PasskeyInfo(msgspec.Struct, frozen=True):
    """One of an account's passkeys: what its owner calls it, when it was made and last used."""

    id: str
    label: str
    made: int
    used: int | None


class WaysIn(msgspec.Struct, frozen=True):
    """How somebody can come into their account."""

    password: bool
    passkeys: list[PasskeyInfo]


class Accounts:
    """Everything about accounts in one store."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.store = house.store

    async def register(self, who: str, shown: str, password: str) -> str:
        """A new account, with this device."""
        shown = clean_name(shown)
        long_enough(password)
        hashed = await asyncio.to_thread(HASHER.hash, password)
        await self.store.in_transaction(lambda connection: self.make(connection, who, shown, hashed))
        return shown

    def make(self, connection: Connection, who: str, shown: str, password: str = "") -> None:
        """Inside a transaction: the account with this device, if nobody has the name."""
        name = shown.casefold()
        row = {"name": name, "shown": shown, "password": password, "made": self.house.clock()}
        made = self.store.writing.insert(ACCOUNT).on_conflict_do_nothing().returning(ACCOUNT.c.name)
        if not connection.execute(made, row).all():
            raise Illegal("name-taken")
        link(connection, who, name)

    async def log_in(self, who: str, shown: str, password: str) -> str:
        """This device belongs to the account from now on."""
        name = one_line("name", shown).casefold()
        found = await self.store.rows(select(ACCOUNT).where(ACCOUNT.c.name == name))
        kept = found[0].password if found else ""
        if not await asyncio.to_thread(fits, kept or NOBODY, password) or not kept:
            raise Illegal("wrong-password")

        def write(connection: Connection) -> None:
            # It takes a while to verify a password, and meanwhile it may have become another.
            if not hold(connection, name, ACCOUNT.c.password == kept):
                raise Illegal("wrong-password")
            link(connection, who, name)

        await self.store.in_transaction(write)
        return str(found[0].shown)

    async def change(self, who: str, password: str) -> None:
        """Another password, or the first; only this device stays logged in."""
        name = await self.name_of(who)
        hashed = await asyncio.to_thread(HASHER.hash, password)

        def write(connection: Connection) -> None:
            connection.execute(update(ACCOUNT).where(ACCOUNT.c.name == name).values(password=hashed))
            # Of two devices that do so at once, the second has been logged out by the first.
            here = select(DEVICE.c.who).where(DEVICE.c.who == who, DEVICE.c.name == name)
            if not connection.execute(here).all():
                raise Illegal("no-account")
            connection.execute(delete(DEVICE).where(DEVICE.c.name == name, DEVICE.c.who != who))

        await self.store.in_transaction(write)

    async def log_out(self, who: str) -> None:
        """This device is nobody's."""
        await self.store.in_transaction(lambda link: link.execute(delete(DEVICE).where(DEVICE.c.who == who)))

    async def name_of(self, who: str) -> str:
        """The account of a device, or a refusal."""
        found = await self.store.rows(select(DEVICE.c.name).where(DEVICE.c.who == who))
        if not found:
            raise Illegal("no-account")
        return str(found[0][0])

    async def shown(self, name: str) -> str:
        """The name as its owner writes it."""
        (row,) = await self.store.rows(select(ACCOUNT.c.shown).where(ACCOUNT.c.name == name))
        return str(row.shown)

    async def ways_in(self, name: str) -> WaysIn:
        """Whether there is a password, and the passkeys, the oldest first."""
        (account,) = await self.store.rows(select(ACCOUNT.c.password).where(ACCOUNT.c.name == name))
        query = select(PASSKEY.c.id, PASSKEY.c.label, PASSKEY.c.made, PASSKEY.c.used)
        query = query.where(PASSKEY.c.name == name).order_by(PASSKEY.c.made, PASSKEY.c.id)
        return WaysIn(account.password != "", [PasskeyInfo(*row) for row in await self.store.rows(query)])

    async def devices(self, name: str) -> list[str]:
        """The visitors that are this person."""
        return [row[0] for row in await self.store.rows(select(DEVICE.c.who).where(DEVICE.c.name == name))]

    # What is kept of a person

    async def history(self, name: str, limit: int = RECENT) -> list[Place]:
        """Tables of all devices, the latest first."""
        places = {
            place.table_id: place
            for who in await self.devices(name)
            for place in await self.store.tables_of(who, limit=limit)
        }
        return sorted(places.values(), key=lambda place: -place.changed)

    async def ratings(self, name: str) -> dict[str, tuple[int, int]]:
        """By game: the rating, and how many matches it is made of."""
        owners = {row.who: row.name for row in await self.store.rows(select(DEVICE))}
        query = select(RESULT).order_by(RESULT.c.at, RESULT.c.table_id, RESULT.c.seat)
        results = [Result(*row) for row in await self.store.rows(query)]
        return ratings(results, owners).get(name, {})

    async def export(self, name: str) -> dict[str, Any]:
        """Everything about a person, for the person."""
        (account,) = await self.store.rows(select(ACCOUNT).where(ACCOUNT.c.name == name))
        tables = [await self._exported(place) for place in await self.history(name, EVERYTHING)]
        return {
            "name": account.shown,
            "made": account.made,
            "devices": await self.devices(name),
            "ways_in": await self.ways_in(name),
            "ratings": await self.ratings(name),
            "tables": tables,
        }

    async def _exported(self, place: Place) -> dict[str, Any]:
        record = None
        # There is none of a match that goes on, or that was played by other rules.
        with suppress(Illegal, Unreadable):
            record = render.record((await self.house.table(place.table_id)).table)
        return {**asdict(place), "record": record}

    async def confirm(self, who: str, password: str) -> None:
        """Make sure that it is really the person who is at this device."""
        of_theirs = ACCOUNT.c.name == await self.name_of(who)
        (account,) = await self.store.rows(select(ACCOUNT.c.password).where(of_theirs))
        if not account.password:
            raise Illegal("no-password")
        if not await asyncio.to_thread(fits, account.password, password):
            raise Illegal("not-your-password")

    async def delete(self, who: str) -> None:
        """Forget a person; the matches of the others stay whole, with a dash for the name.

        First every table is told, by an event, so that whoever has it at hand forgets too; then the log is
        rewritten. If it fails half-way, the account is still there and can be deleted again.
        """
        name = await self.name_of(who)
        devices = await self.devices(name)
        tables = [place.table_id for place in await self.history(name, EVERYTHING)]
        for table in tables:
            # A table of other rules is at nobody's hand.
            with suppress(Unreadable):
                authority = await self.house.table(table)
                await authority.happen(lambda *_: events.Forgotten(tuple(devices)))
        rows = [row for table in tables for row in await self.store.read(table)]
        await self.store.in_transaction(lambda connection: forget(connection, name, set(devices), rows))


def clean_name(shown: str) -> str:
    """A name as it is shown, or a refusal."""
    shown = one_line("name", shown)
    if not shown:
        raise Illegal("no-name")
    return shown


def long_enough(password: str) -> None:
    """Refuse a password that is too easy to guess."""
    if len(password) < SHORTEST:
        raise Illegal("password-too-short", least=SHORTEST)


def hold(connection: Connection, name: str, *still: ColumnElement[bool]) -> bool:
    """Inside a transaction, and first in it: nobody else changes this account until the end.

    A write does it on every database. Says whether there is such an account, and this is still true of it.
    """
    held = update(ACCOUNT).where(ACCOUNT.c.name == name, *still).values(made=ACCOUNT.c.made)
    return bool(connection.execute(held.returning(ACCOUNT.c.name)).all())


def link(connection: Connection, who: str, name: str) -> None:
    """A device belongs to one account."""
    connection.execute(delete(DEVICE).where(DEVICE.c.who == who))
    connection.execute(insert(DEVICE), {"who": who, "name": name})


def fits(hashed: str, password: str) -> bool:
    """Whether this is the password."""
    try:
        return HASHER.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False


def forget(connection: Connection, name: str, devices: set[str], rows: list[Row]) -> None:
    """The one place where the log is rewritten: the names and the chat of who wants to be forgotten."""
    for row in rows:
        before = events.read(row.payload)
        after = Happened(nameless(before, devices), before.who, before.request)
        if after != before:
            at = (EVENT.c.table_id == row.table_id) & (EVENT.c.seq == row.seq)
            connection.execute(update(EVENT).where(at).values(payload=events.write(after)))
    connection.execute(delete(SITTING).where(SITTING.c.who.in_(devices)))
    connection.execute(update(RESULT).where(RESULT.c.who.in_(devices)).values(who=""))
    connection.execute(delete(CHALLENGE).where(CHALLENGE.c.who.in_(devices)))
    # The account before its devices, as everywhere: or two at once could wait for each other.
    # The database takes the passkeys along.
    connection.execute(delete(ACCOUNT).where(ACCOUNT.c.name == name))
    connection.execute(delete(DEVICE).where(DEVICE.c.name == name))


def nameless(happened: Happened, devices: set[str]) -> AnyEvent:
    """An event without the name of a person, where it had it."""
    event = happened.event
    match event:
        case events.Opened():
            guests = tuple(
                events.Guest(guest.who, GONE, guest.bot, guest.ready) if guest.who in devices else guest
                for guest in event.guests
            )
            return msgspec.structs.replace(event, guests=guests)
        case events.Sat() if event.who in devices:
            return events.Sat(event.seat, event.who, GONE)
        case events.Said() if happened.who in devices:
            return events.Said(event.seat, GONE, GONE)
        case _:
            return event
