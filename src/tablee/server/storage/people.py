"""People and what they are to each other: reads and writes of `person`, `relation`, `invitation`, `report`.

A person is an account or, without one, a visitor. Functions that take a connection run inside the caller's
transaction; the others return queries of bounded size.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    Select,
    Table,
    and_,
    delete,
    func,
    literal,
    or_,
    select,
    union,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import aliased

from tablee.core.errors import Illegal
from tablee.server.domain.people import (
    CODE_LENGTH,
    CODE_LETTERS,
    MAX_FRIENDS,
    MAX_INVITATIONS,
    MAX_RESTRAINED,
    RelationKind,
)
from tablee.server.storage.people_schema import (
    BAN,
    CLOSED_TABLE,
    INVITATION,
    MEMBERSHIP,
    PERSON,
    PLAYER_GROUP,
    RELATION,
    REPORT,
)
from tablee.server.storage.schema import SESSION, TABLE_INDEX

WHO = PERSON.c
ID_BYTES = 9
# Attempts to draw a code that nobody has.
MAX_DRAWS = 5


def new_id() -> str:
    """Return a random id of 12 characters."""
    return secrets.token_urlsafe(ID_BYTES)


def new_code() -> str:
    """Return a random code, which is not guessable at the rate at which codes may be tried."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def insert_new(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> int:
    """Insert the rows that conflict with no other; return how many."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    statement = insert(table).on_conflict_do_nothing()
    return sum(connection.execute(statement, [dict(row)]).rowcount for row in rows)


# Who is who


def account_of(visitor_id: str) -> Select[str]:
    """Select the name of the account that a visitor is logged in to; no row without one."""
    return select(SESSION.c.account_name).where(SESSION.c.visitor_id == visitor_id)


def is_person(visitor_id: str) -> ColumnElement[bool]:
    """Return the condition that a row of `person` is that of a visitor, by the account of its session."""
    return or_(WHO.visitor_id == visitor_id, WHO.account_name.in_(account_of(visitor_id)))


def person_of(visitor_id: str) -> Select[Any]:
    """Select the person of a visitor; no row if there is none yet."""
    return select(PERSON).where(is_person(visitor_id)).order_by(WHO.account_name.is_(None)).limit(1)


def own_id(connection: Connection, visitor_id: str) -> str | None:
    """Return the id of the person of a visitor, None if there is none yet."""
    found = connection.execute(person_of(visitor_id)).first()
    return None if found is None else str(found.id)


def ensure_person(connection: Connection, visitor_id: str, name: str = "", face: str = "") -> Any:
    """Return the person of a visitor, adding one if there is none yet. `name` is set if it has none."""
    for _ in range(MAX_DRAWS):
        found = connection.execute(person_of(visitor_id)).first()
        if found is not None:
            if name and not found.name:
                connection.execute(update(PERSON).where(WHO.id == found.id).values(name=name))
            return found
        account = connection.execute(account_of(visitor_id)).scalar()
        row = {"id": new_id(), "name": name, "face": face, "code": new_code(), "account_name": account}
        insert_new(connection, PERSON, [{**row, "visitor_id": None if account else visitor_id}])
    raise Illegal("no-such-person")


def ensure_account_person(connection: Connection, account: Any) -> Any:
    """Return the person of an account (a row of `account`), adding one if there is none yet."""
    query = select(PERSON).where(WHO.account_name == account.name)
    for _ in range(MAX_DRAWS):
        found = connection.execute(query).first()
        if found is not None:
            return found
        row = {"id": new_id(), "name": account.display_name, "face": "", "code": new_code()}
        insert_new(connection, PERSON, [{**row, "account_name": account.name, "visitor_id": None}])
    raise Illegal("no-such-person")


def person_by_id(connection: Connection, person_id: str) -> Any:
    """Return a person; raises Illegal if there is none."""
    found = connection.execute(select(PERSON).where(WHO.id == person_id)).first()
    if found is None:
        raise Illegal("no-such-person")
    return found


def visitors_of(persons: Sequence[str]) -> CompoundSelect[Any]:
    """Select the visitor ids of people: their own, or those that are logged in to their accounts."""
    sessions = select(SESSION.c.visitor_id).join(PERSON, WHO.account_name == SESSION.c.account_name)
    own = select(WHO.visitor_id).where(WHO.id.in_(persons), WHO.visitor_id.is_not(None))
    return union(own, sessions.where(WHO.id.in_(persons)))


def called_visitor(person_id: str) -> Select[Any]:
    """Select the visitor id under which a person is called: the guest's, or that of the first login."""
    query = select(func.coalesce(WHO.visitor_id, SESSION.c.visitor_id))
    query = query.select_from(PERSON).outerjoin(SESSION, WHO.account_name == SESSION.c.account_name)
    first = (SESSION.c.created_at, SESSION.c.visitor_id)
    return query.where(WHO.id == person_id).order_by(*first).limit(1)


def lock_people(connection: Connection, *people: str) -> None:
    """Let other transactions that lock these people wait, by a write that changes nothing.

    Read rows that are to be counted or compared after this call.
    """
    for person in sorted(set(people)):
        connection.execute(update(PERSON).where(WHO.id == person).values(code=WHO.code))


def renew_code(connection: Connection, person_id: str) -> None:
    """Give a person another code; the former one is no longer accepted."""
    connection.execute(update(PERSON).where(WHO.id == person_id).values(code=new_code()))


def note_at_table(connection: Connection, visitors: Sequence[str], until: int) -> None:
    """Note that the people of these visitors sit at a table; the note holds until a time (ms since 1970)."""
    accounts = select(SESSION.c.account_name).where(SESSION.c.visitor_id.in_(visitors))
    present = or_(WHO.visitor_id.in_(visitors), WHO.account_name.in_(accounts))
    connection.execute(update(PERSON).where(present).values(at_table_until=until))


# Relations


def is_related(person_id: Any, other_id: Any, *kinds: RelationKind) -> ColumnElement[bool]:
    """Return the condition of a row of `relation`."""
    found = RELATION.c
    return and_(found.person_id == person_id, found.other_id == other_id, found.kind.in_(kinds))


def has_relation(connection: Connection, person_id: str, other_id: str, kind: RelationKind) -> bool:
    """Return whether a person has this relation to another."""
    return (
        connection.execute(select(RELATION).where(is_related(person_id, other_id, kind))).first() is not None
    )


def blocks_visitor(blocker_id: str, visitor_id: str) -> Select[Any]:
    """Select a row if the person of `blocker_id`, a visitor, blocks that of `visitor_id`."""
    blocker, blocked = aliased(PERSON), aliased(PERSON)
    query = select(literal(1)).select_from(RELATION).where(RELATION.c.kind == "block")
    for person, column, visitor in (
        (blocker, RELATION.c.person_id, blocker_id),
        (blocked, RELATION.c.other_id, visitor_id),
    ):
        query = query.join(person, person.c.id == column)
        of_account = person.c.account_name.in_(account_of(visitor))
        query = query.where(or_(person.c.visitor_id == visitor, of_account))
    return query.limit(1)


def related(person_id: str) -> Select[Any]:
    """Select kind of relation and person for everybody a person has a relation to, by name."""
    query = select(RELATION.c.kind, PERSON).join(PERSON, WHO.id == RELATION.c.other_id)
    return query.where(RELATION.c.person_id == person_id).order_by(WHO.name, WHO.id)


def add_friends(connection: Connection, one: str, other: str, now: int) -> None:
    """Make two people friends of each other; raises Illegal if one of them has too many friends."""
    lock_people(connection, one, other)
    if has_relation(connection, one, other, "friend"):
        return
    for person in (one, other):
        if _count(connection, person, "friend") >= MAX_FRIENDS:
            raise Illegal("too-many-friends", most=MAX_FRIENDS)
    pairs = ((one, other), (other, one))
    insert_new(
        connection,
        RELATION,
        [{"person_id": a, "other_id": b, "kind": "friend", "at": now} for a, b in pairs],
    )


def remove_friends(connection: Connection, one: str, other: str) -> None:
    """End a friendship, if there is one, and withdraw what they invited each other to."""
    pairs = or_(is_related(one, other, "friend"), is_related(other, one, "friend"))
    connection.execute(delete(RELATION).where(pairs))
    for person, by in ((one, other), (other, one)):
        here = (INVITATION.c.person_id == person) & (INVITATION.c.by_id == by)
        connection.execute(delete(INVITATION).where(here))


def restrain(connection: Connection, person_id: str, other_id: str, kind: RelationKind, now: int) -> None:
    """Block or mute a person; blocking ends a friendship. Raises Illegal beyond MAX_RESTRAINED."""
    lock_people(connection, person_id, other_id)
    if _count(connection, person_id, "block", "mute") >= MAX_RESTRAINED:
        raise Illegal("too-many-blocked", most=MAX_RESTRAINED)
    row = {"person_id": person_id, "other_id": other_id, "kind": kind, "at": now}
    insert_new(connection, RELATION, [row])
    if kind == "block":
        remove_friends(connection, person_id, other_id)


def release(connection: Connection, person_id: str, other_id: str, kind: RelationKind) -> None:
    """Remove a block or mute, if there is one. A friendship that a block ended is not restored."""
    connection.execute(delete(RELATION).where(is_related(person_id, other_id, kind)))


def _count(connection: Connection, person_id: str, *kinds: RelationKind) -> int:
    own = (RELATION.c.person_id == person_id) & RELATION.c.kind.in_(kinds)
    return int(connection.execute(select(func.count()).select_from(RELATION).where(own)).scalar_one())


# Invitations


def open_invitations(person_id: str, since: int) -> Select[Any]:
    """Select table, game, free seats, time and inviter of the invitations that can still be followed."""
    index = TABLE_INDEX.c
    query = select(INVITATION.c.table_id, index.game, index.free, INVITATION.c.at, WHO.name, WHO.face)
    query = query.join(TABLE_INDEX, index.table_id == INVITATION.c.table_id)
    query = query.join(PERSON, WHO.id == INVITATION.c.by_id)
    query = query.where(INVITATION.c.person_id == person_id, INVITATION.c.at >= since)
    closed = select(CLOSED_TABLE.c.table_id).where(CLOSED_TABLE.c.table_id == index.table_id).exists()
    query = query.where(index.status == "open", index.free > 0, ~closed)
    return query.order_by(INVITATION.c.at.desc(), INVITATION.c.table_id).limit(MAX_INVITATIONS)


def dismiss(connection: Connection, person_id: str, table_id: str) -> None:
    """Delete an invitation, if there is one."""
    own = (INVITATION.c.person_id == person_id) & (INVITATION.c.table_id == table_id)
    connection.execute(delete(INVITATION).where(own))


# Visitors who log in, and accounts that are deleted


def claim_person(connection: Connection, visitor_id: str, name: str) -> None:
    """Give what a visitor was without an account to an account: friends, groups, invitations, reports."""
    guest = connection.execute(select(PERSON).where(WHO.visitor_id == visitor_id)).first()
    if guest is None:
        return
    own = connection.execute(select(WHO.id).where(WHO.account_name == name)).scalar()
    if own is None:
        known = {"visitor_id": None, "account_name": name}
        connection.execute(update(PERSON).where(WHO.id == guest.id).values(known))
        return
    _merge_rows(connection, RELATION, ("person_id", "other_id"), guest.id, own)
    _merge_rows(connection, INVITATION, ("person_id", "by_id"), guest.id, own)
    _merge_rows(connection, MEMBERSHIP, ("person_id",), guest.id, own)
    for column in (PLAYER_GROUP.c.owner_id, REPORT.c.by_id, REPORT.c.about_id, BAN.c.person_id):
        change = update(column.table).where(column == guest.id).values({column: own})
        connection.execute(change)
    banned = (BAN.c.kind == "person") & (BAN.c.value == guest.id)
    if connection.execute(delete(BAN).where(banned).returning(BAN.c.at)).first() is not None:
        insert_new(connection, BAN, [{"kind": "person", "value": own, "person_id": own, "at": 0}])
    # A block by either of the two ends the friendship.
    blocks = select(RELATION).where(RELATION.c.kind == "block")
    blocks = blocks.where(or_(RELATION.c.person_id == own, RELATION.c.other_id == own))
    for row in connection.execute(blocks).all():
        remove_friends(connection, row.person_id, row.other_id)
    connection.execute(delete(PERSON).where(WHO.id == guest.id))


def _merge_rows(connection: Connection, table: Table, columns: Iterable[str], old: str, new: str) -> None:
    """Replace a person by another in these columns.

    Rows that would exist twice, or relate a person to themselves, are deleted.
    """
    involved = or_(*(table.c[column] == old for column in columns))
    for row in connection.execute(delete(table).where(involved).returning(*table.c)).all():
        moved = {key: new if value == old else value for key, value in row._mapping.items()}
        if len({moved[column] for column in columns}) == len({row._mapping[column] for column in columns}):
            insert_new(connection, table, [moved])


def forget_person(connection: Connection, account: str) -> None:
    """Prepare the deletion of an account: groups that it owns get the oldest other member as owner.

    The rows of the person are deleted by their foreign keys.
    """
    person = connection.execute(select(WHO.id).where(WHO.account_name == account)).scalar()
    if person is None:
        return
    connection.execute(delete(BAN).where(BAN.c.person_id == person))
    owned = select(PLAYER_GROUP.c.id).where(PLAYER_GROUP.c.owner_id == person)
    for group in connection.execute(owned).scalars().all():
        heir = connection.execute(other_members(group, person)).first()
        if heir is not None:
            change = update(PLAYER_GROUP).where(PLAYER_GROUP.c.id == group).values(owner_id=heir.person_id)
            connection.execute(change)


def other_members(group_id: str, person_id: str) -> Select[Any]:
    """Select the members of a group without one person, the first who joined first."""
    found = MEMBERSHIP.c
    query = select(MEMBERSHIP).where(found.group_id == group_id, found.person_id != person_id)
    return query.order_by(found.joined_at, found.person_id)
