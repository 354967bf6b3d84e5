"""The number of seats changes before the start, and nobody who sits loses the seat."""

from __future__ import annotations

import pytest

from tablee.core.errors import Refusal
from tablee.server.domain import commands
from tablee.server.runtime.table_actor import TableActor
from tablee.server.storage.event_store import EventStore
from tests.server.table_harness import TableHarness

pytestmark = pytest.mark.anyio
GAME = "islands"


@pytest.fixture
async def harness(sqlite_store: EventStore) -> TableHarness:
    return TableHarness(sqlite_store, GAME, 3)


async def refusal(harness: TableHarness, visitor_id: str, seats: int) -> str:
    with pytest.raises(Refusal) as caught:
        await harness.handle(visitor_id, commands.Resize, seats=seats)
    return caught.value.code


def names(harness: TableHarness) -> list[str]:
    return [chair.name for chair in harness.table.chairs]


async def test_two_people_at_a_table_of_three_play_the_match_of_two(harness: TableHarness) -> None:
    await harness.open(people=2)
    await harness.handle("A", commands.Resize, seats=2)
    assert [True, True] == [chair.ready for chair in harness.table.chairs]
    await harness.actor.follow_up()
    assert "playing" == harness.table.status
    assert 2 == harness.table.playing().seats == harness.table.opened.seats


async def test_a_free_seat_between_two_people_goes_and_the_second_moves_up(harness: TableHarness) -> None:
    await harness.open()
    await harness.handle("A", commands.Sit, name="Ann", seat=0)
    await harness.handle("B", commands.Sit, name="Ben", seat=2)
    await harness.handle("A", commands.Resize, seats=2)
    assert ["Ann", "Ben"] == names(harness)
    assert 1 == harness.table.seat_of("B")


async def test_a_link_to_another_device_follows_its_seat(harness: TableHarness) -> None:
    await harness.open()
    await harness.handle("B", commands.Sit, name="Ben", seat=2)
    await harness.handle("B", commands.Lend, key="a" * 64)
    await harness.handle("A", commands.Resize, seats=2)
    assert [1] == [seat for seat, _ in harness.table.links.values()]


async def test_seats_are_added_up_to_the_most_of_the_game(harness: TableHarness) -> None:
    await harness.open(people=1)
    await harness.handle("A", commands.Resize, seats=5)
    assert ["name A", "", "", "", ""] == names(harness)
    assert "wrong-number-of-seats" == await refusal(harness, "A", 6)


async def test_what_is_refused(harness: TableHarness) -> None:
    await harness.open(people=2)
    assert "not-your-table" == await refusal(harness, "B", 2)
    assert "wrong-number-of-seats" == await refusal(harness, "A", 1)
    await harness.handle("C", commands.Sit, name="Cat")
    assert "seats-are-taken" == await refusal(harness, "A", 2)
    await harness.handle("C", commands.Ready)
    assert "already-started" == await refusal(harness, "A", 4)


async def test_the_log_gives_the_same_table_again(harness: TableHarness) -> None:
    await harness.open(people=2)
    await harness.handle("A", commands.Resize, seats=4)
    await harness.handle("A", commands.Resize, seats=2)
    again = TableActor(harness.table.id, harness.store, harness.on_table_changed)
    await again.refresh()
    assert names(harness) == [chair.name for chair in again.table.chairs]
    assert harness.table.opened == again.table.opened
