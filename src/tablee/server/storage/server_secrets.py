"""Keys that the server generates when they are first needed, and that all its processes share."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, select

from tablee.server.storage.event_store import EventStore
from tablee.server.storage.schema import SERVER_SECRET


async def server_secret(store: EventStore, name: str, make: Callable[[], str]) -> str:
    """Return the key with a name, generated if there is none; if several processes do, the first one wins."""
    query = select(SERVER_SECRET.c.value).where(SERVER_SECRET.c.name == name)
    known = await store.rows(query)
    if known:
        return str(known[0].value)

    def write(connection: Connection) -> str:
        new = store.statements.insert(SERVER_SECRET).on_conflict_do_nothing()
        connection.execute(new, {"name": name, "value": make()})
        return str(connection.scalar(query))

    return await store.in_transaction(write)
