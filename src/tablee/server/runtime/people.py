"""Friends, presence, invitations, blocks and reports. Each write is one transaction.

Other parts learn of an invitation as `invitation_listeners`, for instance to send a notification.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from tablee.core.errors import Illegal, Unreadable
from tablee.server.catalog import CATALOG
from tablee.server.domain import commands, create
from tablee.server.domain.events import Guest
from tablee.server.domain.people import (
    DAY,
    INVITATION_TIME,
    MAX_INVITED,
    MAX_REPORTED_LINES,
    MAX_REPORTS,
    WANTS_TIME,
    Invitation,
    Reason,
    RelationKind,
    author_of,
    read_code,
    visitor_at,
)
from tablee.server.domain.table import Table
from tablee.server.errors import LimitExceeded
from tablee.server.runtime.registry import TableRegistry, draw_secret
from tablee.server.storage import people
from tablee.server.storage.people_schema import INVITATION, PERSON, RELATION, REPORT
from tablee.server.storage.schema import SESSION

# Milliseconds for which a report that a person sits at a table holds, and seconds between two reports.
PRESENCE_TIME = 30_000
PRESENCE_INTERVAL = 10.0


class Target(msgspec.Struct, frozen=True):
    """Another person: by id, or by table and seat, or by table and author of chat."""

    person: str = ""
    table: str = ""
    seat: int | None = None
    author: str = ""


class People:
    """Operations on people. Refuses commands of blocked people at the tables of those who blocked them."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.store = registry.store
        self.invitation_listeners: list[Callable[[Invitation], Awaitable[None]]] = []
        registry.command_checks |= {commands.Sit: self.check_welcome, commands.Say: self.check_welcome}

    # Who is who

    async def check_session(self, visitor_id: str, secret: str) -> None:
        """Raise Illegal if the visitor is logged in and `secret` is not that of the login.

        The token alone is not enough, as for an account: another person may have known it before.
        """
        found = await self.store.rows(select(SESSION.c.secret).where(SESSION.c.visitor_id == visitor_id))
        if found and found[0].secret and not hmac.compare_digest(found[0].secret, secret):
            raise Illegal("no-account")

    async def find(self, visitor_id: str) -> Any:
        """Return the person of a visitor, or None."""
        found = await self.store.rows(people.person_of(visitor_id)) if visitor_id else []
        return found[0] if found else None

    async def save(self, visitor_id: str, name: str, face: str) -> None:
        """Set the name and face under which others know the person; adds the person if needed."""

        def write(connection: Connection) -> None:
            person = people.ensure_person(connection, visitor_id, name, face)
            own = update(PERSON).where(PERSON.c.id == person.id)
            connection.execute(own.values(name=name, face=face))

        await self.store.in_transaction(write)

    async def renew_code(self, visitor_id: str) -> None:
        """Give the person another friend code; does nothing for a visitor without a card."""
        await self._for_person(visitor_id, people.renew_code)

    async def _for_person(self, visitor_id: str, work: Callable[[Connection, str], None]) -> None:
        """Call `work` in a transaction with the id of the visitor's person; does nothing if there is none."""

        def write(connection: Connection) -> None:
            if (own := people.own_id(connection, visitor_id)) is not None:
                work(connection, own)

        await self.store.in_transaction(write)

    # Presence

    async def set_wants(self, visitor_id: str, wants: bool) -> None:
        """Show friends, for WANTS_TIME, that the person wants to play; or no longer.

        Does nothing for a visitor without a card, who has no friends.
        """
        until = self.registry.clock() + WANTS_TIME if wants else 0

        def write(connection: Connection, own: str) -> None:
            connection.execute(update(PERSON).where(PERSON.c.id == own).values(wants_until=until))

        await self._for_person(visitor_id, write)

    async def note_at_table(self, visitors: Sequence[str]) -> None:
        """Note that these visitors are connected and have a seat in a match that is not over."""
        until = self.registry.clock() + PRESENCE_TIME
        if visitors:
            await self.store.in_transaction(
                lambda connection: people.note_at_table(connection, visitors, until)
            )

    # Friends

    async def related(self, person_id: str) -> list[Any]:
        """Return kind of relation and person for everybody whom a person knows, by name."""
        return await self.store.rows(people.related(person_id))

    async def person_with_code(self, code: str, visitor_id: str) -> Any:
        """Return the person who gave a code; raises Illegal without one, or if they block the visitor."""
        found = await self.store.rows(select(PERSON).where(PERSON.c.code == read_code(code)))
        own = await self.find(visitor_id)
        if not found or (own is not None and await self._is_blocked(found[0].id, own.id)):
            raise Illegal("no-such-code")
        return found[0]

    async def _is_blocked(self, by: str, person_id: str) -> bool:
        blocked = select(RELATION).where(people.is_related(by, person_id, "block"))
        return bool(await self.store.rows(blocked))

    async def add_friend(self, visitor_id: str, code: str, name: str, face: str) -> None:
        """Make the visitor and the person with this code friends.

        Raises Illegal for a code that nobody has, one's own, and where one blocks the other.
        """
        code, now = read_code(code), self.registry.clock()

        def write(connection: Connection) -> None:
            own = people.ensure_person(connection, visitor_id, name, face)
            other = connection.execute(select(PERSON.c.id).where(PERSON.c.code == code)).scalar()
            if other is None or people.has_relation(connection, other, own.id, "block"):
                raise Illegal("no-such-code")
            if other == own.id:
                raise Illegal("that-is-you")
            if people.has_relation(connection, own.id, other, "block"):
                raise Illegal("blocked-by-you")
            people.add_friends(connection, own.id, other, now)
            # After both people were locked: in another order two of them at once would deadlock.
            connection.execute(update(PERSON).where(PERSON.c.id == own.id).values(name=name, face=face))

        await self.store.in_transaction(write)

    async def remove_friend(self, visitor_id: str, person_id: str) -> None:
        """End a friendship for both; does nothing if there is none."""
        await self._for_person(
            visitor_id, lambda connection, own: people.remove_friends(connection, own, person_id)
        )

    async def relate(self, visitor_id: str, target: Target, kind: RelationKind, on: bool) -> None:
        """Block or mute another person, or stop doing so; raises Illegal if there is no such person."""
        known = await self._visitor_of(visitor_id, target)
        now = self.registry.clock()

        def write(connection: Connection) -> None:
            own = people.ensure_person(connection, visitor_id).id
            other = self._person_of(connection, target, known, own)
            if on:
                people.restrain(connection, own, other, kind, now)
            else:
                people.release(connection, own, other, kind)

        await self.store.in_transaction(write)

    async def _visitor_of(self, visitor_id: str, target: Target) -> tuple[str, str]:
        """Return visitor id and name of a target at a table, ("", "") for one by id."""
        if target.person:
            return "", ""
        return visitor_at(await self._table_of(visitor_id, target), target.seat, target.author)

    async def _table_of(self, visitor_id: str, target: Target) -> Table:
        """Return the table of a target; raises Illegal if there is none."""
        try:
            return await self.registry.viewed(target.table, visitor_id)
        except Unreadable:
            raise Illegal("no-such-person") from None

    def _person_of(self, connection: Connection, target: Target, known: tuple[str, str], own: str) -> str:
        """Return the id of a target; raises Illegal if there is none, or if it is the person itself."""
        if target.person:
            other = people.person_by_id(connection, target.person).id
        else:
            other = people.ensure_person(connection, *known).id
        if other == own:
            raise Illegal("that-is-you")
        return str(other)

    # At a table

    async def check_welcome(self, table: Table, visitor_id: str) -> None:
        """Raise Illegal for a person whom the host of a table has blocked, who may not sit or chat there."""
        if table.host in ("", visitor_id):
            return
        if await self.store.rows(people.blocks_visitor(table.host, visitor_id)):
            raise Illegal("not-welcome")

    async def muted_authors(self, visitor_id: str, table_id: str) -> list[str]:
        """Return the authors at a table whose chat the visitor does not want to see (see `author_of`)."""
        table = await self.registry.viewed(table_id, visitor_id)
        person = await self.find(visitor_id)
        restrained = (
            [row.id for row in await self.related(person.id) if row.kind != "friend"] if person else []
        )
        if not restrained:
            return []
        visitors = {row[0] for row in await self.store.rows(people.visitors_of(restrained))}
        here = {*table.seats, *(line.visitor_id for line in table.chat)}
        return [author_of(table.id, each) for each in sorted(visitors & here)]

    async def friends_at(self, visitor_id: str, table_id: str) -> tuple[list[str], list[str]]:
        """Return the ids of the visitor's friends who have a seat at a table, and of those invited to it.

        Both are empty for a visitor without a seat there.
        """
        table = await self.registry.viewed(table_id, visitor_id)
        person = await self.find(visitor_id)
        if person is None or table.seat_of(visitor_id) is None:
            return [], []
        friends = {row.id for row in await self.related(person.id) if row.kind == "friend"}
        seated = [await self.find(each) for each in table.seats]
        own = (INVITATION.c.table_id == table.id) & (INVITATION.c.by_id == person.id)
        invited = await self.store.rows(select(INVITATION.c.person_id).where(own))
        return [each.id for each in seated if each and each.id in friends], [row.person_id for row in invited]

    async def invite(self, visitor_id: str, table_id: str, person_id: str) -> None:
        """Invite a friend to an open table at which the visitor sits, or which the visitor opened.

        Raises Illegal if that is not so, or if the table is full.
        """
        table = await self.registry.viewed(table_id, visitor_id)
        check_invites(table, visitor_id)

        def write(connection: Connection) -> Invitation:
            own = people.ensure_person(connection, visitor_id).id
            if not people.has_relation(connection, own, person_id, "friend"):
                raise Illegal("not-a-friend")
            return self._add_invitation(connection, table, own, person_id)

        await self._tell(await self.store.in_transaction(write))

    def _add_invitation(self, connection: Connection, table: Table, by: str, person_id: str) -> Invitation:
        """Write an invitation; one that exists is replaced. Raises Illegal beyond MAX_INVITED at a table."""
        here, now = INVITATION.c.table_id == table.id, self.registry.clock()
        people.dismiss(connection, person_id, table.id)
        if connection.execute(select(func.count()).where(here)).scalar_one() >= MAX_INVITED:
            raise Illegal("too-many-invited", most=MAX_INVITED)
        # Delete old ones; few are found, by the index.
        old = (INVITATION.c.person_id == person_id) & (INVITATION.c.at < now - INVITATION_TIME)
        connection.execute(delete(INVITATION).where(old))
        row = {"table_id": table.id, "person_id": person_id, "by_id": by, "at": now}
        people.insert_new(connection, INVITATION, [row])
        return Invitation(table.id, table.opened.game, person_id, by, now)

    async def _tell(self, invitation: Invitation) -> None:
        """Call the listeners. The invitation is committed: one that fails must not make it look refused."""
        for listener in self.invitation_listeners:
            try:
                await listener(invitation)
            except Exception as error:
                self.registry.monitor.fail("invitation", error)

    async def invitations(self, person_id: str) -> list[Any]:
        """Return the invitations of a person that can still be followed, the latest first."""
        since = self.registry.clock() - INVITATION_TIME
        return await self.store.rows(people.open_invitations(person_id, since))

    async def dismiss(self, visitor_id: str, table_id: str) -> None:
        """Delete an invitation of the visitor."""
        await self._for_person(visitor_id, lambda connection, own: people.dismiss(connection, own, table_id))

    async def play_again(self, visitor_id: str, table_id: str, guest: Guest) -> str:
        """Open a table like a finished one and invite the people who played there; return its id.

        People who block the visitor, or are blocked, are not invited. Raises Illegal without a seat there.
        """
        before = await self.registry.viewed(table_id, visitor_id)
        if before.seat_of(visitor_id) is None:
            raise Illegal("not-seated")
        if before.status != "over":
            raise Illegal("not-over")
        opened = create.open_table(
            CATALOG,
            draw_secret(),
            before.opened.game,
            before.opened.seats,
            visitor_id,
            options=before.options,
            clock=before.clock,
            guests=[guest],
        )
        table = (await self.registry.open(opened)).table
        others = [(chair.visitor_id, chair.name) for chair in before.chairs if chair.visitor_id]

        def write(connection: Connection) -> list[Invitation]:
            own = people.ensure_person(connection, visitor_id, guest.name, guest.face).id
            found = [people.ensure_person(connection, *other).id for other in others]
            return [
                self._add_invitation(connection, table, own, other)
                for other in found
                if other != own
                and not people.has_relation(connection, other, own, "block")
                and not people.has_relation(connection, own, other, "block")
            ]

        for invitation in await self.store.in_transaction(write):
            await self._tell(invitation)
        return table.id

    # Reports

    async def report(self, visitor_id: str, target: Target, reason: Reason, text: str) -> None:
        """Store a report about a person for the host of the site, with the latest chat of the table.

        Raises Illegal if there is no such person, LimitExceeded beyond MAX_REPORTS in a day.
        """
        known, now = await self._visitor_of(visitor_id, target), self.registry.clock()
        lines, name = await self._reported_lines(visitor_id, target), await self._name_at(visitor_id, target)

        def write(connection: Connection) -> None:
            own = people.ensure_person(connection, visitor_id, name).id
            about = self._person_of(connection, target, known, own)
            people.lock_people(connection, own)
            recent = select(func.count()).where(REPORT.c.by_id == own, REPORT.c.at > now - DAY)
            if connection.execute(recent).scalar_one() >= MAX_REPORTS:
                raise LimitExceeded("too-many-reports", most=MAX_REPORTS)
            row = {
                "id": people.new_id(),
                "at": now,
                "by_id": own,
                "about_id": about,
                "table_id": target.table,
                "name": known[1] or people.person_by_id(connection, about).name,
                "reason": reason,
                "text": text,
                "lines": lines,
            }
            connection.execute(insert(REPORT), row)

        await self.store.in_transaction(write)

    async def _name_at(self, visitor_id: str, target: Target) -> str:
        """Return the visitor's name at the table of a target; "" without a table or a seat."""
        table = await self._table_of(visitor_id, target) if target.table else None
        seat = None if table is None else table.seat_of(visitor_id)
        return "" if table is None or seat is None else table.chairs[seat].name

    async def _reported_lines(self, visitor_id: str, target: Target) -> str:
        """Return the latest chat of the table as JSON: time, name, text."""
        if not target.table:
            return "[]"
        chat = [line for line in (await self._table_of(visitor_id, target)).chat if not line.note]
        chat = chat[-MAX_REPORTED_LINES:]
        return msgspec.json.encode([(line.at, line.name, line.text) for line in chat]).decode()


def check_invites(table: Table, visitor_id: str) -> None:
    """Raise Illegal unless a visitor may invite others to a table."""
    if table.seat_of(visitor_id) is None and table.host != visitor_id:
        raise Illegal("not-your-table")
    if table.status != "open":
        raise Illegal("already-started")
    if not any(chair.free for chair in table.chairs):
        raise Illegal("table-full")
