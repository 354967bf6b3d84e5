"""Groups of people: members, tables and ranking. Each write is one transaction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, select

from tablee.core.errors import Illegal
from tablee.server.domain.events import Opened
from tablee.server.domain.people import GroupScore, MemberResult, rank_members, read_code
from tablee.server.runtime.people import People
from tablee.server.runtime.table_actor import new_table_id
from tablee.server.storage import groups, people
from tablee.server.storage.people_schema import GROUP_TABLE, MEMBERSHIP, PLAYER_GROUP

T = TypeVar("T")


@dataclass(frozen=True)
class GroupPage:
    """A group as a member sees it: rows of the group, its members and tables, and the ranking by game.

    `counts`: rows with the results of the tables that are over, the winners first.
    """

    group: Any
    members: list[Any]
    tables: list[Any]
    ranking: dict[str, list[GroupScore]]
    counts: list[Any]


class Groups:
    """Operations on groups. All but joining raise Illegal for people who are not members."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.registry = people.registry
        self.store = people.store

    # Queries

    async def of(self, person_id: str) -> tuple[list[Any], list[Any]]:
        """Return the groups of a person, and their tables with a free seat."""
        found = await self.store.rows(groups.groups_of(person_id))
        return found, await self.store.rows(groups.open_tables(person_id)) if found else []

    async def page(self, visitor_id: str, group_id: str) -> GroupPage:
        """Return a group; raises Illegal unless the visitor is a member."""
        person = await self.people.find(visitor_id)
        own = select(PLAYER_GROUP).join(MEMBERSHIP, MEMBERSHIP.c.group_id == PLAYER_GROUP.c.id)
        own = own.where(PLAYER_GROUP.c.id == group_id, MEMBERSHIP.c.person_id == (person and person.id))
        found = await self.store.rows(own) if person is not None else []
        if not found:
            raise Illegal("no-such-group")
        results = await self.store.rows(groups.results_of(group_id))
        tables = await self.store.rows(groups.tables_of(group_id))
        return GroupPage(
            found[0],
            await self.store.rows(groups.members_of(group_id)),
            tables,
            rank_members(MemberResult(*row) for row in results),
            await self.store.rows(groups.final_counts([row.table_id for row in tables])),
        )

    async def with_code(self, code: str) -> tuple[Any, list[Any]]:
        """Return the group with a code and its members; raises Illegal if there is none."""
        found = await self.store.rows(groups.group_with_code(read_code(code)))
        if not found:
            raise Illegal("no-such-code")
        return found[0], await self.store.rows(groups.members_of(found[0].id))

    # Commands

    async def create(self, visitor_id: str, name: str) -> str:
        """Add a group of which the visitor is the owner, and return its id."""
        now = self.registry.clock()

        def write(connection: Connection) -> str:
            return groups.create(connection, people.ensure_person(connection, visitor_id).id, name, now)

        return await self.store.in_transaction(write)

    async def join(self, visitor_id: str, code: str) -> str:
        """Become a member of the group with a code, and return its id."""
        code, now = read_code(code), self.registry.clock()

        def write(connection: Connection) -> str:
            found = connection.execute(groups.group_with_code(code)).first()
            if found is None:
                raise Illegal("no-such-code")
            groups.join(connection, found.id, people.ensure_person(connection, visitor_id).id, now)
            return str(found.id)

        return await self.store.in_transaction(write)

    async def leave(self, visitor_id: str, group_id: str) -> None:
        """Leave a group; raises Illegal for its owner while it has other members."""
        await self._as_member(visitor_id, group_id, groups.leave)

    async def remove(self, visitor_id: str, group_id: str, person_id: str) -> None:
        """Remove another member; for the owner only."""

        def write(connection: Connection, group: Any, own: str) -> None:
            if person_id == own:
                raise Illegal("owner-stays")
            groups.require_member(connection, group_id, person_id)
            groups.leave(connection, group, person_id)

        await self._as_member(visitor_id, group_id, write, as_owner=True)

    async def hand_over(self, visitor_id: str, group_id: str, person_id: str) -> None:
        """Make another member the owner; for the owner only."""

        def write(connection: Connection, _group: Any, _own: str) -> None:
            groups.require_member(connection, group_id, person_id)
            groups.change(connection, group_id, owner_id=person_id)

        await self._as_member(visitor_id, group_id, write, as_owner=True)

    async def rename(self, visitor_id: str, group_id: str, name: str) -> None:
        """Change the name; for the owner only."""
        await self._change(visitor_id, group_id, lambda: {"name": name})

    async def renew_code(self, visitor_id: str, group_id: str) -> None:
        """Replace the code by which one joins; for the owner only."""
        await self._change(visitor_id, group_id, lambda: {"code": people.new_code()})

    async def _change(self, visitor_id: str, group_id: str, values: Callable[[], dict[str, str]]) -> None:
        def write(connection: Connection, _group: Any, _own: str) -> None:
            groups.change(connection, group_id, **values())

        await self._as_member(visitor_id, group_id, write, as_owner=True)

    async def delete(self, visitor_id: str, group_id: str) -> None:
        """Delete a group; for the owner only."""

        def write(connection: Connection, _group: Any, _own: str) -> None:
            groups.delete_group(connection, group_id)

        await self._as_member(visitor_id, group_id, write, as_owner=True)

    async def open_table(self, visitor_id: str, group_id: str, opened: Opened) -> str:
        """Open a table that all members see, and return its id."""
        table_id, now = new_table_id(), self.registry.clock()

        def write(connection: Connection, _group: Any, _own: str) -> None:
            row = {"table_id": table_id, "group_id": group_id, "at": now}
            people.insert_new(connection, GROUP_TABLE, [row])

        # First the row: a group shows a table only once it exists.
        await self._as_member(visitor_id, group_id, write)
        return (await self.registry.open(opened, table_id)).table.id

    async def _as_member(
        self,
        visitor_id: str,
        group_id: str,
        work: Callable[[Connection, Any, str], T],
        *,
        as_owner: bool = False,
    ) -> T:
        """Call `work` in a transaction with the locked group and the visitor's person."""

        def write(connection: Connection) -> T:
            own = connection.execute(people.person_of(visitor_id)).first()
            if own is None:
                raise Illegal("no-such-group")
            return work(
                connection, groups.member_group(connection, group_id, own.id, as_owner=as_owner), own.id
            )

        return await self.store.in_transaction(write)
