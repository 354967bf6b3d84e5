"""Tests of the queue of notifications: nobody is called twice for a turn, or after the move."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from tablee.server.domain.calls import REMINDER_SHARE
from tablee.server.domain.clocks import SECOND
from tablee.server.domain.events import Clock
from tablee.server.domain.person import person_key
from tablee.server.domain.schedule import PACE
from tablee.server.domain.table import Table
from tablee.server.runtime.notifier import RETRIES
from tablee.server.runtime.table_actor import TableActor
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.notifications import LOST_AFTER, Preferences
from tests.server.notified_tables import DAY, DAYS, Process, TestClock
from tests.server.push_service import HANG_UP, PushBrowser, PushService, push_service
from tests.server.swept_tables import sweep

pytestmark = pytest.mark.anyio
GRACE = PACE.call_after


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture
def phone_of_a(service: PushService) -> PushBrowser:
    return PushBrowser(service, "a")


@pytest.fixture
def phone_of_b(service: PushService) -> PushBrowser:
    return PushBrowser(service, "b")


@pytest.fixture
def clock() -> TestClock:
    return TestClock()


@pytest.fixture
async def process(
    sqlite_store: EventStore, clock: TestClock, phone_of_a: PushBrowser, phone_of_b: PushBrowser
) -> AsyncIterator[Process]:
    process = Process(sqlite_store, clock)
    await process.subscribe("A", phone_of_a)
    await process.subscribe("B", phone_of_b, "en")
    yield process
    process.close()


def connect(process: Process, *visitors: str) -> None:
    """Let these visitors be connected to every table of a process."""

    def seats(table_id: str) -> list[int]:
        table = process.registry.actors[table_id].table
        return [seat for seat in map(table.seat_of, visitors) if seat is not None]

    process.registry.presence.seats_here = seats


async def absent_turn(process: Process) -> TableActor:
    """Return a table at which A, who is away, has been called into the queue."""
    actor = await process.open()
    process.clock.now += GRACE
    await process.look(actor)
    return actor


def deadline(table: Table) -> int:
    until = table.clocks.deadline(table.acting()[0])
    assert until is not None
    return until


async def test_a_person_who_is_away_is_called_once_in_the_own_language(
    process: Process, clock: TestClock, phone_of_a: PushBrowser, phone_of_b: PushBrowser
) -> None:
    actor = await process.open()
    clock.now += GRACE - 1
    await process.look(actor)
    await process.deliver()
    assert [] == phone_of_a.messages()
    clock.now += 1
    for _ in range(3):
        await process.look(actor)
        await process.deliver()
        clock.now += GRACE
    path = f"/t/{actor.table.id}"
    expected = {"title": "C’est à vous de jouer", "body": "1001 Îles avec name B", "path": path}
    assert [{**expected, "lang": "fr", "turns": 1}] == phone_of_a.messages()
    # B waits, and was told that the match has begun.
    [message] = phone_of_b.messages()
    assert ("Your match has begun", 0) == (message["title"], message["turns"])


async def test_everybody_is_called_once_for_each_turn(
    process: Process, clock: TestClock, phone_of_a: PushBrowser, phone_of_b: PushBrowser
) -> None:
    actor = await process.open()
    turns = []
    for _ in range(4):
        turns.append("AB"[actor.table.acting()[0]])
        clock.now += GRACE
        await process.look(actor)
        await process.deliver()
        await process.look(actor)
        await process.play(actor)
    titles = [phone.messages() for phone in (phone_of_a, phone_of_b)]
    called = [
        sum("jouer" in each["title"] or "turn" in each["title"] for each in received) for received in titles
    ]
    assert [turns.count("A"), turns.count("B")] == called


async def test_nobody_is_called_after_the_move(process: Process, phone_of_a: PushBrowser) -> None:
    actor = await absent_turn(process)
    assert ("turn", "waiting") in await process.states()
    await process.play(actor, 0)
    await process.deliver()
    assert [] == [each for each in phone_of_a.messages() if "jouer" in each["title"]]
    assert [] == [each for each in await process.states() if each == ("turn", "waiting")]


async def test_a_move_at_another_process_counts(
    process: Process, sqlite_url: str, clock: TestClock, phone_of_a: PushBrowser
) -> None:
    actor = await absent_turn(process)
    store = await EventStore.open(sqlite_url)
    other = Process(store, clock)
    elsewhere = await other.registry.get(actor.table.id)
    await other.play(elsewhere, 0)
    assert actor.table.seq < elsewhere.table.seq, "the first process has not heard of it"
    await process.deliver()
    assert [] == [each for each in phone_of_a.messages() if "jouer" in each["title"]]
    other.close()
    await store.close()


async def test_who_is_connected_is_called_only_after_leaving(
    process: Process, clock: TestClock, phone_of_a: PushBrowser
) -> None:
    actor = await process.open()
    connect(process, "A", "B")
    clock.now += GRACE
    await process.look(actor)
    assert [] == await process.states()
    connect(process, "B")
    process.scheduler.look_again(actor.table, "A")
    assert clock.now + GRACE == process.scheduler.looks[actor.table.id]
    clock.now += GRACE
    await process.look(actor)
    await process.deliver()
    assert 1 == len(phone_of_a.messages())


async def test_who_comes_back_before_the_message_is_sent_is_not_called(
    process: Process, clock: TestClock, phone_of_a: PushBrowser
) -> None:
    actor = await absent_turn(process)
    connect(process, "A", "B")
    await process.deliver()
    assert [] == phone_of_a.messages()
    connect(process)
    clock.now += GRACE
    await process.look(actor)
    await process.deliver()
    assert 1 == len(phone_of_a.messages()), "A has left again without a move"


async def test_leaving_makes_other_processes_look(
    process: Process, sqlite_url: str, clock: TestClock, phone_of_a: PushBrowser
) -> None:
    actor = await process.open()
    connect(process, "A", "B")
    clock.now += DAY
    process.scheduler.look_again(actor.table, "A")
    # The process writes what waits, and ends; another one sweeps.
    process.store._write_summaries()
    assert process.store.appender is not None
    await process.store.appender
    store = await EventStore.open(sqlite_url)
    other = Process(store, clock)
    clock.now += GRACE + 2 * SECOND
    await sweep(other.scheduler)
    await other.deliver()
    assert 1 == len(phone_of_a.messages())
    other.close()
    await store.close()


async def test_presence_at_another_process_counts(
    process: Process, clock: TestClock, phone_of_a: PushBrowser
) -> None:
    actor = await process.open()
    clock.now += GRACE
    process.registry.on_bus_message(f'["other", "{actor.table.id}", [[0, 1], 0]]')
    await process.look(actor)
    assert [] == await process.states()
    process.registry.on_bus_message(f'["other", "{actor.table.id}", [[], 0]]')
    await process.look(actor)
    await process.deliver()
    assert 1 == len(phone_of_a.messages())


async def test_a_killed_process_loses_its_calls_to_the_sweep_of_another(
    process: Process, sqlite_url: str, clock: TestClock, phone_of_a: PushBrowser
) -> None:
    actor = await process.open()
    await process.play(actor)
    while 0 not in actor.table.acting():
        await process.play(actor)
    store = await EventStore.open(sqlite_url)
    other = Process(store, clock)
    for _ in range(3):
        clock.now += GRACE
        await sweep(other.scheduler)
        await asyncio.sleep(0)
    await other.deliver()
    assert ["C’est à vous de jouer"] == [each["title"] for each in phone_of_a.messages()]
    other.close()
    await store.close()


async def test_of_many_processes_one_sends(url: str, clock: TestClock, phone_of_a: PushBrowser) -> None:
    stores = [await EventStore.open(url) for _ in range(4)]
    processes = [Process(store, clock) for store in stores]
    await processes[0].subscribe("A", phone_of_a)
    actors = [await processes[0].open() for _ in range(5)]
    clock.now += GRACE
    for each in processes:
        for actor in actors:
            await each.registry.get(actor.table.id)
    await asyncio.gather(*(each.look(actor) for each in processes for actor in actors))
    await asyncio.gather(*(each.deliver() for each in processes))
    assert {f"/t/{actor.table.id}" for actor in actors} == {each["path"] for each in phone_of_a.messages()}
    assert len(actors) == len(phone_of_a.messages())
    for each in processes:
        each.close()
    for store in stores:
        await store.close()


async def test_a_process_killed_while_it_sends_loses_that_message_and_doubles_none(
    url: str, clock: TestClock, phone_of_a: PushBrowser
) -> None:
    store = await EventStore.open(url)
    process = Process(store, clock)
    await process.subscribe("A", phone_of_a)
    actor = await absent_turn(process)
    claimed = await process.notifier.store.claim("push", clock.now)
    assert claimed is not None
    # Killed here. Others find it claimed, and later lost.
    await process.deliver()
    assert [("turn", "sending")] == await process.states()
    clock.now += LOST_AFTER + 60 * SECOND
    await process.look(actor)
    await process.deliver()
    assert [("turn", "lost")] == await process.states()
    assert [] == phone_of_a.messages()
    assert 1 == process.registry.notifications["push lost"]
    process.close()
    await store.close()


async def test_what_was_not_delivered_is_sent_again_later_and_later(
    process: Process, service: PushService, clock: TestClock
) -> None:
    await process.notifier.store.save_preferences(person_key("B", None), Preferences(start=False))
    service.statuses = [503, 429]
    actor = await absent_turn(process)
    await process.deliver()
    for attempt, wait in enumerate(RETRIES[:2], 1):
        clock.now += wait - 1
        await process.look(actor)
        await process.deliver()
        assert attempt == len(service.received)
        clock.now += 1
        await process.deliver()
    assert 3 == len(service.received)
    assert [("turn", "sent")] == await process.states()


async def test_retries_have_an_end(process: Process, service: PushService, clock: TestClock) -> None:
    await process.notifier.store.save_preferences(person_key("B", None), Preferences(start=False))
    service.statuses = [500] * 100
    actor = await absent_turn(process)
    for wait in (0, *RETRIES, RETRIES[-1]):
        clock.now += wait
        await process.look(actor)
        await process.deliver()
    assert [("turn", "failed")] == await process.states()
    assert len(RETRIES) + 1 == len(service.received)
    assert 1 == process.registry.notifications["push failed"]


async def test_an_unanswered_message_is_not_sent_again(
    process: Process, service: PushService, clock: TestClock
) -> None:
    await process.notifier.store.save_preferences(person_key("B", None), Preferences(start=False))
    service.statuses = [HANG_UP]
    actor = await absent_turn(process)
    for _ in range(3):
        await process.deliver()
        clock.now += RETRIES[-1]
        await process.look(actor)
    assert 1 == len(service.received)
    assert [("turn", "lost")] == await process.states()


@pytest.mark.parametrize("status", [404, 410])
async def test_a_subscription_that_is_gone_is_removed(
    process: Process, service: PushService, clock: TestClock, status: int
) -> None:
    await process.notifier.store.save_preferences(person_key("B", None), Preferences(start=False))
    service.statuses = [status]
    actor = await absent_turn(process)
    await process.deliver()
    assert [] == await process.notifier.store.subscriptions("A")
    clock.now += RETRIES[-1]
    await process.look(actor)
    await process.deliver()
    assert 1 == len(service.received)


async def test_a_redirect_is_not_followed(process: Process, service: PushService) -> None:
    await process.notifier.store.save_preferences(person_key("B", None), Preferences(start=False))
    service.statuses = [307]
    await absent_turn(process)
    await process.deliver()
    assert ["/push/a"] == [each.path for each in service.received]
    assert [("turn", "failed")] == await process.states()


async def test_a_reminder_comes_once_when_a_quarter_of_the_time_is_left(
    process: Process, clock: TestClock, phone_of_a: PushBrowser
) -> None:
    actor = await absent_turn(process)
    await process.deliver()
    since, until = actor.table.last_event_at, deadline(actor.table)
    clock.now = until - (until - since) // REMINDER_SHARE - 1
    await process.look(actor)
    await process.deliver()
    assert 1 == len(phone_of_a.messages())
    for _ in range(3):
        clock.now += 1
        await process.look(actor)
        await process.deliver()
    titles = [each["title"] for each in phone_of_a.messages()]
    assert ["C’est à vous de jouer", "Il vous reste peu de temps pour jouer"] == titles


async def test_the_index_wakes_the_scheduler_for_a_reminder(process: Process) -> None:
    actor = await absent_turn(process)
    since, until = actor.table.last_event_at, deadline(actor.table)
    await process.scheduler._sweep_table(actor.table.id)
    [summary] = process.store.summaries.values()
    assert until - (until - since) // REMINDER_SHARE == summary.due


async def test_quiet_hours_keep_a_call_until_their_end(
    process: Process, clock: TestClock, phone_of_a: PushBrowser
) -> None:
    # The tests begin at noon in London, which is 13:00 in Paris.
    quiet = Preferences(quiet_from=12 * 60, quiet_to=14 * 60, zone="Europe/Paris")
    await process.notifier.store.save_preferences(person_key("A", None), quiet)
    began = clock.now
    await absent_turn(process)
    await process.deliver()
    clock.now = began + 3_600 * SECOND - 1
    await process.deliver()
    assert [] == phone_of_a.messages()
    clock.now += 1
    await process.deliver()
    assert 1 == len(phone_of_a.messages())


async def test_what_a_person_does_not_want_is_not_sent(
    process: Process, clock: TestClock, phone_of_a: PushBrowser
) -> None:
    await process.notifier.store.save_preferences(person_key("A", None), Preferences(turn=False))
    actor = await absent_turn(process)
    await process.deliver()
    assert [] == phone_of_a.messages()
    clock.now = deadline(actor.table) - 1
    await process.look(actor)
    await process.deliver()
    assert ["Il vous reste peu de temps pour jouer"] == [each["title"] for each in phone_of_a.messages()]


@pytest.mark.parametrize(
    "people, limit, called", [("A", Clock(), False), ("A", DAYS, True), ("AB", Clock(), True)]
)
async def test_a_person_alone_with_bots_is_called_only_for_a_limit_of_days(
    process: Process, clock: TestClock, people: str, limit: Clock, called: bool
) -> None:
    actor = await process.open(limit, people)
    clock.now += GRACE
    await process.scheduler._call(actor.table)
    assert called == bool(await process.states())


async def test_a_rematch_invites_those_whose_seats_are_kept(
    process: Process, clock: TestClock, phone_of_a: PushBrowser, phone_of_b: PushBrowser
) -> None:
    actor = await process.open(ready=False)
    clock.now += GRACE
    await process.look(actor)
    await process.deliver()
    assert ["They’re waiting for you for a rematch"] == [each["title"] for each in phone_of_b.messages()]
    assert [] == phone_of_a.messages(), "A has opened the table"
