"""Groups of people: queries of bounded size, and writes inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Select, and_, delete, func, or_, select, update

from tablee.core.errors import Illegal
from tablee.server.domain.people import MAX_GROUPS, MAX_MEMBERS
from tablee.server.storage.people import insert_new, lock_people, new_code, new_id
from tablee.server.storage.people_schema import GROUP_TABLE, MEMBERSHIP, PERSON, PLAYER_GROUP
from tablee.server.storage.projections import is_closed, is_set_aside
from tablee.server.storage.schema import PARTICIPATION, RESULT, TABLE_INDEX

GROUP, MEMBER = PLAYER_GROUP.c, MEMBERSHIP.c
# Tables that a page lists, and results that a ranking is made of.
MAX_TABLES = 30
MAX_RESULTS = 5_000


# Queries


def groups_of(person_id: str) -> Select[Any]:
    """Select the groups of a person with their number of members, by name."""
    count = select(func.count()).where(MEMBER.group_id == GROUP.id).correlate(PLAYER_GROUP).scalar_subquery()
    own = select(MEMBER.group_id).where(MEMBER.person_id == person_id)
    query = select(PLAYER_GROUP, count.label("members")).where(GROUP.id.in_(own))
    return query.order_by(GROUP.name, GROUP.id)


def members_of(group_id: str) -> Select[Any]:
    """Select the members of a group with the time when they joined, by name."""
    query = select(PERSON, MEMBER.joined_at).join(MEMBERSHIP, MEMBER.person_id == PERSON.c.id)
    return query.where(MEMBER.group_id == group_id).order_by(PERSON.c.name, PERSON.c.id)


def tables_of(group_id: str) -> Select[Any]:
    """Select the tables of a group: those that are not over first, then the latest."""
    query = select(TABLE_INDEX).join(GROUP_TABLE, GROUP_TABLE.c.table_id == TABLE_INDEX.c.table_id)
    query = query.where(GROUP_TABLE.c.group_id == group_id, ~is_set_aside(), ~is_closed())
    return query.order_by(TABLE_INDEX.c.status == "over", TABLE_INDEX.c.changed.desc()).limit(MAX_TABLES)


def final_counts(tables: Collection[str]) -> Select[Any]:
    """Select name or bot, and score, of all seats of finished tables, the winners first."""
    result = RESULT.c
    query = select(result.table_id, result.name, result.bot, result.score)
    return query.where(result.table_id.in_(tables)).order_by(result.table_id, result.rank, result.seat)


def open_tables(person_id: str) -> Select[Any]:
    """Select the tables with a free seat of all groups of a person, and the groups, the latest first."""
    index = TABLE_INDEX.c
    own = select(MEMBER.group_id).where(MEMBER.person_id == person_id)
    query = select(TABLE_INDEX, GROUP.id.label("group_id"), GROUP.name.label("group_name"))
    query = query.join(GROUP_TABLE, GROUP_TABLE.c.table_id == index.table_id)
    query = query.join(PLAYER_GROUP, GROUP.id == GROUP_TABLE.c.group_id)
    query = query.where(GROUP.id.in_(own), index.status == "open", index.free > 0)
    query = query.where(~is_set_aside(), ~is_closed())
    return query.order_by(index.changed.desc()).limit(MAX_TABLES)


def results_of(group_id: str) -> Select[Any]:
    """Select the results of members since they joined: table, game, person, rank; the latest first.

    What a person played belongs to the account or, without one, to the visitor.
    """
    part = PARTICIPATION.c
    guest = and_(part.visitor_id == PERSON.c.visitor_id, part.account_name.is_(None))
    query = select(RESULT.c.table_id, RESULT.c.game, PERSON.c.id.label("person_id"), RESULT.c.rank)
    query = query.select_from(MEMBERSHIP).join(PERSON, PERSON.c.id == MEMBER.person_id)
    query = query.join(PARTICIPATION, or_(part.account_name == PERSON.c.account_name, guest))
    same_seat = and_(RESULT.c.table_id == part.table_id, RESULT.c.visitor_id == part.visitor_id)
    query = query.join(RESULT, same_seat).where(MEMBER.group_id == group_id, RESULT.c.at >= MEMBER.joined_at)
    return query.order_by(RESULT.c.at.desc(), RESULT.c.table_id, RESULT.c.seat).limit(MAX_RESULTS)


def group_with_code(code: str) -> Select[Any]:
    """Select the group with a code."""
    return select(PLAYER_GROUP).where(GROUP.code == code)


# Writing


def member_group(connection: Connection, group_id: str, person_id: str, *, as_owner: bool) -> Any:
    """Lock a group and return it; raises Illegal unless the person is a member, or its owner."""
    lock_group(connection, group_id)
    own = select(MEMBER.group_id).where(MEMBER.person_id == person_id)
    found = connection.execute(select(PLAYER_GROUP).where(GROUP.id == group_id, GROUP.id.in_(own))).first()
    if found is None:
        raise Illegal("no-such-group")
    if as_owner and found.owner_id != person_id:
        raise Illegal("not-the-owner")
    return found


def lock_group(connection: Connection, group_id: str) -> None:
    """Let other transactions that change this group wait, by a write that changes nothing."""
    connection.execute(update(PLAYER_GROUP).where(GROUP.id == group_id).values(code=GROUP.code))


def create(connection: Connection, person_id: str, name: str, now: int) -> str:
    """Add a group with one member and return its id; raises Illegal beyond MAX_GROUPS."""
    group_id = new_id()
    row = {"id": group_id, "name": name, "code": new_code(), "owner_id": person_id, "created_at": now}
    insert_new(connection, PLAYER_GROUP, [row])
    join(connection, group_id, person_id, now)
    return group_id


def join(connection: Connection, group_id: str, person_id: str, now: int) -> None:
    """Add a member, unless they are one; raises Illegal if the group or the person has too many."""
    # The group before the person, as everywhere: another order could deadlock.
    lock_group(connection, group_id)
    lock_people(connection, person_id)
    members = connection.execute(select(MEMBER.person_id).where(MEMBER.group_id == group_id)).scalars().all()
    if person_id in members:
        return
    if len(members) >= MAX_MEMBERS:
        raise Illegal("group-full", most=MAX_MEMBERS)
    own = select(func.count()).where(MEMBER.person_id == person_id)
    if connection.execute(own).scalar_one() >= MAX_GROUPS:
        raise Illegal("too-many-groups", most=MAX_GROUPS)
    insert_new(connection, MEMBERSHIP, [{"group_id": group_id, "person_id": person_id, "joined_at": now}])


def leave(connection: Connection, group: Any, person_id: str) -> None:
    """Remove a member. The owner may leave only as the last member, which deletes the group."""
    if person_id == group.owner_id:
        count = select(func.count()).where(MEMBER.group_id == group.id)
        if connection.execute(count).scalar_one() > 1:
            raise Illegal("owner-stays")
        delete_group(connection, group.id)
        return
    own = (MEMBER.group_id == group.id) & (MEMBER.person_id == person_id)
    connection.execute(delete(MEMBERSHIP).where(own))


def require_member(connection: Connection, group_id: str, person_id: str) -> None:
    """Raise Illegal unless a person is a member of a group."""
    own = select(MEMBERSHIP).where(MEMBER.group_id == group_id, MEMBER.person_id == person_id)
    if connection.execute(own).first() is None:
        raise Illegal("no-such-person")


def change(connection: Connection, group_id: str, **values: str) -> None:
    """Change columns of a group."""
    connection.execute(update(PLAYER_GROUP).where(GROUP.id == group_id).values(values))


def delete_group(connection: Connection, group_id: str) -> None:
    """Delete a group; its tables stay, for those who have their links."""
    connection.execute(delete(PLAYER_GROUP).where(GROUP.id == group_id))
