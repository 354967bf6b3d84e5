"""A rematch whose table could not be stored at first."""

from __future__ import annotations

import pytest

from tablee.server.domain import commands
from tablee.server.errors import NotStored
from tablee.server.runtime.registry import TableRegistry
from tablee.server.storage.event_store import EventStore
from tests.server.finished_matches import finished
from tests.server.table_harness import GAME


@pytest.mark.anyio
async def test_a_rematch_that_could_not_be_stored_is_opened_by_the_next_request(
    sqlite_store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object, **__: object) -> bool:
        raise NotStored("not-stored")

    over, registry = await finished(sqlite_store, GAME), TableRegistry(sqlite_store)
    await over.handle("A", commands.Rematch)
    table = (await registry.get(over.table.id)).table
    with monkeypatch.context() as away:
        away.setattr(sqlite_store, "append", fail)
        with pytest.raises(NotStored):
            await registry.rematch(table, "A")
    assert (await registry.rematch(table, "A")).table.exists
