"""Everything stored about a person, as JSON-ready data: the same parts for an account and for a guest."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, and_, select

from tablee.core.errors import Illegal, Unreadable
from tablee.server.auth.accounts import NO_LIMIT, Accounts
from tablee.server.auth.profiles import Owner, Profiles
from tablee.server.domain import events
from tablee.server.domain.results import Result
from tablee.server.realtime import render
from tablee.server.runtime.registry import TableRegistry
from tablee.server.storage import daily, exercises, profiles
from tablee.server.storage.account_links import belongs_to
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.groups import groups_of
from tablee.server.storage.moderation import host_account
from tablee.server.storage.notifications import NotificationStore
from tablee.server.storage.people import person_of, related
from tablee.server.storage.people_schema import REPORT
from tablee.server.storage.rows import TableSummary
from tablee.server.storage.schema import (
    ACCOUNT_MAIL,
    DAILY_RESULT,
    EVENT,
    PARTICIPATION,
    RESULT,
    SESSION,
    TABLE_INDEX,
)

# Columns that mean nothing to a person, or contain ids of other visitors.
INTERNAL = {"visitor_id", "account_name", "folded"}


async def export(accounts: Accounts, owner: Owner) -> dict[str, Any]:
    """Return everything stored about a person; a guest has the same keys as an account."""
    return {
        **await _account(accounts, owner.account),
        "people": await _people(accounts.store, owner.visitor_id),
        "chat": await _chat(accounts.store, owner),
        **await _notifications(accounts.store, owner),
        "exercises": await _exercises(accounts.store, owner.key),
        **await _results(Profiles(accounts), owner),
        "tables": [
            await _table(accounts.registry, table)
            for table in await (
                _tables_of_guest(accounts.store, owner.visitor_id)
                if owner.account is None
                else accounts.history(owner.account, NO_LIMIT)
            )
        ],
    }


async def _account(accounts: Accounts, name: str | None) -> dict[str, Any]:
    """Return what only an account has; for a guest the same keys without values."""
    if name is None:
        return {"name": "", "made": None, "public": False, "devices": [], "sign_in_methods": None, "mail": []}
    account = await accounts.row_of(name)
    own = SESSION.c.account_name == name
    devices = select(SESSION.c.device, SESSION.c.created_at).where(own).order_by(SESSION.c.created_at)
    addresses = select(ACCOUNT_MAIL.c.address).where(ACCOUNT_MAIL.c.account_name == name)
    return {
        "name": account.display_name,
        "made": account.created_at,
        "public": account.public,
        "devices": [
            {"device": row.device, "made": row.created_at} for row in await accounts.store.rows(devices)
        ],
        "sign_in_methods": await accounts.sign_in_methods(name),
        "mail": [row.address for row in await accounts.store.rows(addresses)],
    }


async def _people(store: EventStore, visitor_id: str) -> dict[str, Any]:
    """Return the card, or None, names of friends, groups, blocked and muted people, and own reports.

    `host`: whether the person may moderate the site.
    """
    found = await store.rows(person_of(visitor_id))
    if not found:
        nothing = {key: list[Any]() for key in ("friend", "block", "mute", "group", "reports")}
        return {"card": None, **nothing, "host": False}
    [person], kinds = found, {"friend": list[str](), "block": list[str](), "mute": list[str]()}
    for row in await store.rows(related(person.id)):
        kinds[row.kind].append(row.name)
    card = {"name": person.name, "face": person.face, "code": person.code}
    columns = (REPORT.c.at, REPORT.c.name, REPORT.c.reason, REPORT.c.text, REPORT.c.table_id)
    reports = await store.rows(select(*columns).where(REPORT.c.by_id == person.id).order_by(REPORT.c.at))
    return {
        "card": card,
        **kinds,
        "group": [row.name for row in await store.rows(groups_of(person.id))],
        "reports": [dict(row._mapping) for row in reports],
        "host": bool(await store.rows(host_account(visitor_id))),
    }


async def _chat(store: EventStore, owner: Owner) -> list[dict[str, Any]]:
    """Return the lines of chat that the person wrote, at all tables, the earliest first."""
    seat = PARTICIPATION.c
    own = _is_guest(owner.visitor_id) if owner.account is None else belongs_to(owner.account)
    query = select(EVENT.c.table_id, EVENT.c.at, EVENT.c.payload, seat.visitor_id)
    query = query.join(PARTICIPATION, seat.table_id == EVENT.c.table_id).where(own)
    query = query.where(EVENT.c.payload.like('%"t":"said"%')).order_by(EVENT.c.at, EVENT.c.seq)
    lines = [(row, events.decode(row.payload)) for row in await store.rows(query)]
    return [
        {"table": row.table_id, "at": row.at, "text": logged.event.text}
        for row, logged in lines
        if isinstance(logged.event, events.Said) and logged.visitor_id == row.visitor_id
    ]


def _is_guest(visitor_id: str) -> ColumnElement[bool]:
    """Return the condition that a row of `participation` belongs to a visitor without an account."""
    return and_(PARTICIPATION.c.visitor_id == visitor_id, PARTICIPATION.c.account_name.is_(None))


async def _notifications(store: EventStore, owner: Owner) -> dict[str, Any]:
    """Return what the person is called for and how, and the browsers that are called."""
    notifications = NotificationStore(store)
    devices = await notifications.subscriptions(owner.visitor_id)
    return {
        "notifications": await notifications.preferences(owner.key),
        "push": [{"endpoint": each.endpoint, "made": each.created_at} for each in devices],
    }


async def _exercises(store: EventStore, person: str) -> dict[str, Any]:
    """Return ratings at exercises by game, and the first answer to each exercise."""
    ratings, answers = [await store.rows(query) for query in exercises.exported(person)]
    return {
        "ratings": {row.game: (round(row.value), round(row.deviation)) for row in ratings},
        "answers": [(row.game, row.exercise, row.right, row.at) for row in answers],
    }


async def _results(found: Profiles, owner: Owner) -> dict[str, Any]:
    """Return ratings, achievements, results, and tries at deals of the day."""
    rows, own = found.store.rows, owner.results()
    results = await rows(select(RESULT).where(own).order_by(RESULT.c.at.desc()))
    query = select(DAILY_RESULT).where(DAILY_RESULT.c.account_name.is_not_distinct_from(owner.account))
    tries = await rows(daily.of_person(query, owner.visitor_id, owner.account))
    return {
        "ratings": {game: each._asdict() for game, each in (await found.ratings(owner)).items()},
        "achievements": [
            {"game": row.game, "name": row.name, "table": row.table_id, "at": row.at}
            for row in await rows(profiles.achievements_of(owner.key))
        ],
        "results": [_without_ids(asdict(Result(*row))) for row in results],
        "daily": [_without_ids(dict(row._mapping)) for row in tries],
    }


def _without_ids(row: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in INTERNAL}


async def _tables_of_guest(store: EventStore, visitor_id: str) -> list[TableSummary]:
    """Return the tables where a visitor held a seat without an account."""
    seat = PARTICIPATION.c
    own = select(seat.table_id).where(_is_guest(visitor_id), seat.seated)
    query = select(TABLE_INDEX).where(TABLE_INDEX.c.table_id.in_(own))
    return [TableSummary(*row) for row in await store.rows(query.order_by(TABLE_INDEX.c.changed.desc()))]


async def _table(registry: TableRegistry, table: TableSummary) -> dict[str, Any]:
    """Return the summary of a table; its `record` is None while the match goes on, or under other rules."""
    record = None
    with suppress(Illegal, Unreadable):
        actor = await registry.get(table.table_id)
        record = render.record(actor.table, registry.clock())
    return {**msgspec.structs.asdict(table), "record": record}
