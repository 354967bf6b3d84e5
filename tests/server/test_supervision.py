"""Tests of background tasks that raise, of bounded logs, and of a readiness that knows of both."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import Connection, delete, select, text
from starlette.applications import Starlette

from tablee.core.errors import Unreadable
from tablee.server import supervision
from tablee.server.errors import NotStored
from tablee.server.http import routes_ops
from tablee.server.http.static import StaticClient
from tablee.server.realtime.rooms import Rooms
from tablee.server.runtime.bot_pool import BotPool
from tablee.server.runtime.registry import TableRegistry
from tablee.server.storage import event_store
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.rows import LogEntry, StoredEvent, TableSummary
from tablee.server.storage.schema import TABLE_INDEX
from tablee.server.supervision import LOG_INTERVAL, BoundedLog, TaskMonitor

anyio = pytest.mark.anyio


class Time:
    """A clock in seconds that the test moves on."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervision, "FIRST_PAUSE", 0.0)
    monkeypatch.setattr(supervision, "LONGEST_PAUSE", 0.0)


async def run_until(work: Awaitable[None], condition: Callable[[], bool]) -> None:
    """Run a task that never ends until a condition holds, then cancel it."""
    task = asyncio.ensure_future(work)
    while not condition():
        await asyncio.sleep(0)
        assert not task.done()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def test_a_line_of_one_kind_is_written_once_in_a_while(caplog: pytest.LogCaptureFixture) -> None:
    clock = Time()
    log = BoundedLog(logging.getLogger("test"), clock)
    for _ in range(1_000):
        log.write(logging.ERROR, "full", "disk")
    log.write(logging.ERROR, "another")
    clock.now = LOG_INTERVAL
    log.write(logging.ERROR, "full", "disk")
    lines = [(record.message, record.values) for record in caplog.records]  # type: ignore[attr-defined]
    assert [("full", ["disk", 0]), ("another", [0]), ("full", ["disk", 999])] == lines


@anyio
@pytest.mark.usefixtures("no_pauses")
async def test_a_task_that_raises_is_started_again_and_counted(caplog: pytest.LogCaptureFixture) -> None:
    monitor, calls = TaskMonitor(), list[int]()

    async def work() -> None:
        calls.append(len(calls))
        if len(calls) < 10:
            raise [ZeroDivisionError(), NotStored("store-away")][len(calls) % 2]

    await run_until(monitor.run_forever("sweep", work), lambda: len(calls) > 12)
    assert 9 == monitor.failures["sweep"]
    assert ["sweep-failed"] == [record.message for record in caplog.records]


@anyio
async def test_the_age_of_a_task_grows_while_it_fails() -> None:
    clock = Time()
    monitor, fails = TaskMonitor(clock), [False]

    async def work() -> None:
        clock.now += 5
        if fails[0]:
            raise ZeroDivisionError

    await run_until(monitor.run_forever("poll", work), lambda: clock.now >= 50)
    assert monitor.age("poll") <= 5
    fails[0] = True
    before = monitor.succeeded["poll"]
    task = asyncio.ensure_future(monitor.run_forever("poll", work))
    while not monitor.failures["poll"]:
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert monitor.age("poll") >= 5
    assert monitor.succeeded["poll"] >= before


def entry(table: str, at: int = 1) -> LogEntry:
    """Return the first event of a table."""
    return LogEntry(StoredEvent(table, 1, at, "{}"), TableSummary(table, 1, "game", "open", True, 1, None, 1))


@anyio
async def test_a_value_that_cannot_be_written_refuses_only_its_own_event(sqlite_store: EventStore) -> None:
    """SQLite has no integers of more than 64 bits; all three wait for the same transaction."""
    appends = [
        sqlite_store.append(entry("a")),
        sqlite_store.append(entry("b", 2**70)),
        sqlite_store.append(entry("c")),
    ]
    first, second, third = await asyncio.gather(*appends, return_exceptions=True)
    assert (True, True) == (first, third)
    assert isinstance(second, NotStored)
    assert await sqlite_store.append(entry("d"))


@anyio
async def test_a_text_that_postgresql_cannot_hold_is_no_failure_of_the_database(store: EventStore) -> None:
    """Anybody can send a zero byte; it must not make a process unready."""
    sent = TABLE_INDEX.c.table_id == "a\0b"
    with suppress(Unreadable):
        await store.rows(select(TABLE_INDEX).where(sent))
    with suppress(Unreadable):
        await store.execute(delete(TABLE_INDEX).where(sent))
    assert not store.failures
    assert await store.is_writable()
    appends = [store.append(entry(each)) for each in ("a", "b\0", "c")]
    first, _, third = await asyncio.gather(*appends, return_exceptions=True)
    assert (True, True) == (first, third)


@anyio
async def test_an_appender_that_raised_or_was_cancelled_is_started_again(
    sqlite_store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_batch: Any) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(sqlite_store, "_append_batch", fail)
        waiting = asyncio.ensure_future(sqlite_store.append(entry("a")))
        while not sqlite_store.monitor.failures["appender"]:
            await asyncio.sleep(0)
    waiting.cancel()
    assert await sqlite_store.append(entry("b"))
    waiting = asyncio.ensure_future(sqlite_store.append(entry("c")))
    while sqlite_store.window is None:
        await asyncio.sleep(0)
    assert sqlite_store.appender is not None
    sqlite_store.appender.cancel()
    await asyncio.gather(sqlite_store.appender, return_exceptions=True)
    waiting.cancel()
    assert await sqlite_store.append(entry("d"))


# Readiness


class Site:
    """The endpoints for operators, over a store whose time the test moves on."""

    def __init__(self, store: EventStore) -> None:
        self.clock = Time()
        self.store = store
        store.monitor.clock = self.clock
        registry = TableRegistry(store)
        for name in routes_ops.PERIODIC:
            registry.monitor.beat(name)
        app = Starlette(routes=routes_ops.routes(Rooms(registry), BotPool(1), [], StaticClient()))
        self.client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test")

    async def ready(self) -> tuple[int, str]:
        answer = await self.client.get("/readyz")
        return answer.status_code, answer.text.strip()

    async def metrics(self) -> str:
        return (await self.client.get("/metrics")).text


READY = (200, "ready")
UNWRITABLE = (503, "the database cannot be written")


@anyio
@pytest.mark.parametrize("name", routes_ops.PERIODIC)
async def test_a_process_whose_task_makes_no_progress_is_not_ready(
    sqlite_store: EventStore, name: str
) -> None:
    site = Site(sqlite_store)
    assert READY == await site.ready()
    site.clock.now += routes_ops.MAX_TASK_AGE + 1
    for each in routes_ops.PERIODIC:
        if each != name:
            sqlite_store.monitor.beat(each)
    assert (503, f"the task {name} has not succeeded for 61 s") == await site.ready()
    assert f'tablee_task_age_seconds{{task="{name}"}} 61.0' in await site.metrics()
    sqlite_store.monitor.beat(name)
    assert READY == await site.ready()


async def limit_pages(store: EventStore, pages: int) -> None:
    """Make SQLite report a full disk once the file has this many pages."""
    pragma = text(f"PRAGMA max_page_count = {pages}")
    await store._run_in_transaction(lambda connection: connection.execute(pragma).scalar())


@anyio
async def test_a_full_disk_and_its_end_are_logged_once_counted_and_not_ready(
    sqlite_store: EventStore, caplog: pytest.LogCaptureFixture
) -> None:
    site = Site(sqlite_store)
    assert READY == await site.ready()
    assert "tablee_last_write_failed 0.0" in await site.metrics()
    await limit_pages(sqlite_store, 1)
    large = msgspec.structs.replace(entry("a"), event=StoredEvent("a", 1, 1, "x" * 200_000))
    for _ in range(20):
        with pytest.raises(NotStored):
            await sqlite_store.append(large)
    failed = ("not-stored", ["SQLITE_FULL", 0])
    assert [failed] == lines(caplog)
    assert UNWRITABLE == await site.ready()
    metrics = await site.metrics()
    assert 'tablee_not_stored_total{failure="SQLITE_FULL"} 20.0' in metrics
    assert "tablee_last_write_failed 1.0" in metrics
    await limit_pages(sqlite_store, 1_000_000)
    for at in range(2):
        assert await sqlite_store.append(entry(f"b{at}"))
    assert [failed, ("stored-again", [0])] == lines(caplog)
    assert READY == await site.ready()
    assert "tablee_last_write_failed 0.0" in await site.metrics()


def lines(caplog: pytest.LogCaptureFixture) -> list[tuple[str, list[object]]]:
    """Return the messages that were logged as warnings or errors, with their values."""
    return [
        (record.message, record.values)  # type: ignore[attr-defined]
        for record in caplog.records
        if record.levelno >= logging.WARNING
    ]


@anyio
async def test_a_database_that_became_read_only_is_not_ready(
    sqlite_store: EventStore, caplog: pytest.LogCaptureFixture
) -> None:
    """No request has failed yet: the test write finds it, and that it is over."""
    site = Site(sqlite_store)
    await set_read_only(sqlite_store, True)
    assert UNWRITABLE == await site.ready()
    assert "tablee_last_write_failed 1.0" in await site.metrics()
    await set_read_only(sqlite_store, False)
    site.clock.now += event_store.PROBE_LIFETIME + 0.1
    assert READY == await site.ready()
    assert "tablee_last_write_failed 0.0" in await site.metrics()
    assert [("not-stored", ["SQLITE_READONLY", 0]), ("stored-again", [0])] == lines(caplog)


async def set_read_only(store: EventStore, on: bool) -> None:
    """Let SQLite refuse every write, or no longer."""
    pragma = text(f"PRAGMA query_only = {on:d}")
    await store._run_in_transaction(lambda connection: connection.execute(pragma))


@anyio
async def test_the_test_write_is_made_at_most_once_in_a_while(
    sqlite_store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, writes = Site(sqlite_store), [0]
    inner = sqlite_store._try_write

    async def count() -> bool:
        writes[0] += 1
        return await inner()

    monkeypatch.setattr(sqlite_store, "_try_write", count)
    for _ in range(20):
        assert READY == await site.ready()
    assert [1] == writes
    site.clock.now += event_store.PROBE_LIFETIME + 0.1
    assert READY == await site.ready()
    assert [2] == writes


@anyio
async def test_a_test_write_changes_nothing(sqlite_store: EventStore) -> None:
    def version(connection: Connection) -> Any:
        return connection.execute(text("select version_num from alembic_version")).all()

    before = await sqlite_store.in_transaction(version)
    assert await sqlite_store.is_writable()
    assert before == await sqlite_store.in_transaction(version)


@anyio
async def test_metrics_follow_the_text_format(sqlite_store: EventStore) -> None:
    assert await sqlite_store.append(entry("a"))
    families = {
        family.name: family for family in text_string_to_metric_families(await Site(sqlite_store).metrics())
    }
    assert {
        "tablee_append_seconds",
        "tablee_appends_waiting",
        "tablee_bot_requests_waiting",
        "tablee_events_appended",
        "tablee_not_stored",
        "tablee_refusals",
        "tablee_request_seconds",
        "tablee_sockets",
        "tablee_tables_in_memory",
        "tablee_tables_set_aside",
        "tablee_task_age_seconds",
        "tablee_task_failures",
    } <= set(families)
    assert all(family.documentation for family in families.values())


def test_the_examples_name_only_metrics_that_exist() -> None:
    root = Path(__file__).parents[2]
    page = (root / "src/tablee/server/http/routes_ops.py").read_text("utf-8")
    page += (root / "src/tablee/server/metrics.py").read_text("utf-8")
    for name in ("grafana-dashboard.json", "prometheus-alerts.yml"):
        used = set(re.findall(r"tablee_(\w+)", (root / "deploy" / name).read_text("utf-8")))
        assert used
        for each in used:
            bare = each
            for ending in ("_total", "_bucket", "_count", "_sum"):
                bare = bare.removesuffix(ending)
            assert f'"{bare}"' in page or f'"tablee_{bare}"' in page, each
