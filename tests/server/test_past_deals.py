"""Deals of past days: played on a device without the site, and put on the site unranked."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select

from tablee import games
from tablee.core.daily import closing_of, day_after
from tablee.core.errors import Illegal
from tablee.core.record import read_record
from tablee.server.catalog import CATALOG
from tablee.server.domain.create import open_deal
from tablee.server.domain.device_match import Sender
from tablee.server.domain.events import Guest
from tablee.server.local.daily import PROOF_KEY
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.schema import DAILY_RESULT
from tests.server.daily_runtime import SOLO, DailyProcess
from tests.server.device_records import matches_of
from tests.server.local_device import Device, MemoryDatabase

anyio = pytest.mark.anyio
# Long ago: a device has the time of its system.
DAY = "2026-01-15"
TRY = {"name": "Ann", "ranked": False}
ANN, BEN = Sender("a" * 40, 0), Sender("b" * 40, 0)


async def device_of(process: DailyProcess) -> Device:
    """Return a device that has received what the site publishes on the day after DAY."""
    chain = await process.deals.chain_of(DAY)
    proof = {"first_day": chain.first_day, "anchor": chain.anchor, "day": DAY, "secret": chain.secret(DAY)}
    database = MemoryDatabase()
    database.values[PROOF_KEY] = json.dumps(proof)
    return Device(database)


@pytest.fixture
async def process(sqlite_store: EventStore) -> DailyProcess:
    """Return a site whose first day was two days before DAY, on the day after DAY."""
    process = DailyProcess(sqlite_store, closing_of(day_after(DAY, -3)))
    await process.deals.first_day()
    process.now = closing_of(DAY)
    return process


async def played(device: Device, game: str = SOLO, day: str = DAY) -> str:
    """Play a past deal on a device, and return its record."""
    status, link = await device.request("POST", f"/api/daily/{day}/{game}", TRY)
    assert 201 == status, link
    device.connect(link["id"])
    await device.play("any")
    record: str = (await device.request("GET", f"/api/tables/{link['id']}/record"))[1]
    return record


@anyio
@pytest.mark.parametrize("game", [SOLO, "islands"])
async def test_a_device_deals_as_the_site_did_on_that_day(process: DailyProcess, game: str) -> None:
    device = await device_of(process)
    record = read_record(await played(device, game))
    await device.app.close()
    secret = (await process.deals.chain_of(DAY)).secret(DAY)
    opened = open_deal(CATALOG, secret, DAY, game, Guest("x", "Ann"))
    options = games.load(game).resolve_options(record.options)
    assert (opened.secret, opened.options) == (record.header["seed"], options)
    bots = [note for name, note in record.notes.items() if name.startswith("seat") and note.startswith("bot")]
    assert [f"bot {bot}" for bot in games.load(game).daily_bots] == bots


@anyio
async def test_the_calendar_of_a_device_has_the_days_that_were_published(process: DailyProcess) -> None:
    device = await device_of(process)
    _, found = await device.request("GET", "/api/daily")
    assert (DAY, games.keys()) == (found["day"], [deal["game"] for deal in found["games"]])
    _, days = await device.request("GET", f"/api/daily/calendar?month={DAY[:7]}")
    assert [day_after(DAY, -2), day_after(DAY, -1), DAY] == [each["day"] for each in days]
    for day in (day_after(DAY), day_after(DAY, -3)):
        status, refused = await device.request("POST", f"/api/daily/{day}/{SOLO}", TRY)
        assert (409, "daily-needs-site") == (status, refused["code"])
    await device.app.close()


@anyio
async def test_a_device_without_the_proof_of_the_site_says_so() -> None:
    device = Device()
    status, refused = await device.request("GET", "/api/daily")
    assert (409, "daily-needs-site") == (status, refused["code"])
    await device.app.close()


@anyio
async def test_it_is_put_on_the_site_as_an_unranked_try_of_each_person(process: DailyProcess) -> None:
    device = await device_of(process)
    record = await played(device)
    await device.app.close()
    matches = matches_of(process.registry, process.deals)
    first = await matches.put(record, ANN)
    assert first == await matches.put(record, ANN)
    # The deal is everybody's.
    assert first != await matches.put(record, BEN)
    rows = await process.store.rows(select(DAILY_RESULT).order_by(DAILY_RESULT.c.visitor_id))
    outcome = (await process.table(first)).playing().outcome
    assert outcome is not None
    score = outcome.scores[0]
    assert [(ANN.visitor_id, score), (BEN.visitor_id, score)] == [(row.visitor_id, row.score) for row in rows]
    assert [(DAY, False)] * 2 == [(row.day, row.ranked) for row in rows]
    assert (await process.table(first)).opened.device


@anyio
async def test_a_deal_that_the_site_did_not_publish_is_refused(process: DailyProcess) -> None:
    device = await device_of(process)
    record = await played(device)
    await device.app.close()
    matches = matches_of(process.registry, process.deals)
    another_day = record.replace(f"daily: {DAY}", f"daily: {day_after(DAY, -1)}")
    assert another_day != record
    for text, now in ((another_day, process.now), (record, closing_of(DAY) - 1)):
        process.now = now
        with pytest.raises(Illegal, match="device-record-foreign"):
            await matches.put(text, ANN)
    assert [] == await process.store.every_table()
