"""Nobody waits for ever for a person who has disappeared: the others may let a bot play until the return."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from tablee.core.errors import Illegal
from tablee.core.rng import Rng
from tablee.server.domain import absence, commands
from tablee.server.domain.absence import ABSENT_AFTER, STAND_IN
from tablee.server.domain.events import Clock, TookOver
from tablee.server.domain.schedule import Pace
from tablee.server.runtime.presence import PRESENCE_TIMEOUT, Presence
from tablee.server.runtime.registry import TableRegistry
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.replay import find_fault
from tablee.server.storage.schema import RESULT
from tests.server.finished_matches import finish_table
from tests.server.site import Visitor, site
from tests.server.table_harness import GAME, NOON, TableHarness, notes

anyio = pytest.mark.anyio
UNLIMITED = Clock()


class AbsentTable(TableHarness):
    """A table whose acting person has left, with the others connected. `left`: when each seat left."""

    def __init__(self, store: EventStore, seats: int) -> None:
        super().__init__(store, GAME, seats)
        self.left: dict[int, int] = {}
        self.actor.left_at = self.left.get

    async def begin(self, clock: Clock = UNLIMITED) -> None:
        await self.open(people=self.seats, clock=clock)
        (self.absent,) = self.table.acting()
        self.others = [seat for seat in range(self.seats) if seat != self.absent]
        self.left[self.absent] = self.now

    async def vote(self, seat: int, absent: int | None = None) -> None:
        of = self.absent if absent is None else absent
        await self.handle("ABCDEF"[seat], commands.Replace, seat=of)

    def absent_seats(self) -> list[int]:
        return absence.absent_seats(self.table, self.left.get, self.now)

    def replaced(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.table.chairs) if chair.stand_in]


@pytest.fixture
async def two(sqlite_store: EventStore) -> AbsentTable:
    table = AbsentTable(sqlite_store, 2)
    await table.begin()
    return table


@pytest.fixture
async def four(sqlite_store: EventStore) -> AbsentTable:
    table = AbsentTable(sqlite_store, 4)
    await table.begin()
    return table


@anyio
async def test_a_person_is_absent_after_two_minutes_of_a_decision(two: AbsentTable) -> None:
    two.now += ABSENT_AFTER - 1
    assert [] == two.absent_seats()
    with pytest.raises(Illegal, match="not-absent"):
        await two.vote(two.others[0])
    two.now += 1
    assert [two.absent] == two.absent_seats()


@anyio
async def test_who_was_connected_during_the_decision_is_absent_later(two: AbsentTable) -> None:
    two.now += 10 * ABSENT_AFTER
    two.left[two.absent] = two.now - ABSENT_AFTER + 1
    assert [] == two.absent_seats()
    two.left[two.absent] -= 1
    assert [two.absent] == two.absent_seats()
    del two.left[two.absent]
    assert [] == two.absent_seats()


@anyio
async def test_nobody_is_absent_while_others_decide(two: AbsentTable) -> None:
    two.left = {two.others[0]: NOON}
    two.actor.left_at = two.left.get
    two.now += 10 * ABSENT_AFTER
    assert [] == two.absent_seats()


@anyio
@pytest.mark.parametrize(
    "clock", [Clock("days", days=1), Clock("live", seconds=900), Clock("move", seconds=900)]
)
async def test_with_a_time_limit_nobody_is_absent(sqlite_store: EventStore, clock: Clock) -> None:
    table = AbsentTable(sqlite_store, 2)
    await table.begin(clock)
    table.now += 10 * ABSENT_AFTER
    assert [] == table.absent_seats()
    with pytest.raises(Illegal, match="not-absent"):
        await table.vote(table.others[0])


@anyio
async def test_of_two_people_one_vote_lets_a_bot_play_until_the_return(store: EventStore) -> None:
    table = AbsentTable(store, 2)
    await table.begin()
    table.now += ABSENT_AFTER
    await table.vote(table.others[0])
    assert [table.absent] == table.replaced()
    assert STAND_IN == table.table.chairs[table.absent].acting_bot
    assert [(table.absent, "absent")] == notes(table.table)
    del table.left[table.absent]
    await table.handle("AB"[table.absent], commands.Return)
    assert [] == table.replaced()
    await table.play_some(10, Rng("after"))
    assert await find_fault(store, table.table.id) is None


@anyio
async def test_all_others_who_are_connected_must_agree(four: AbsentTable) -> None:
    four.now += ABSENT_AFTER
    first, second, third = four.others
    await four.vote(first)
    with pytest.raises(Illegal, match="already-agreed"):
        await four.vote(first)
    await four.vote(second)
    assert [] == four.replaced()
    assert {third} == absence.missing_votes(four.table, four.absent, four.left.get)
    await four.vote(third)
    assert [four.absent] == four.replaced()


@anyio
async def test_who_is_away_or_replaced_is_not_asked(four: AbsentTable) -> None:
    first, second, third = four.others
    await four.handle("ABCD"[second], commands.Leave)
    four.left[third] = NOON
    four.now += ABSENT_AFTER
    with pytest.raises(Illegal, match="bot-plays-for-you"):
        await four.vote(second)
    await four.vote(first)
    assert sorted([four.absent, second]) == four.replaced()


@anyio
async def test_a_bot_plays_when_the_last_who_had_not_agreed_disappears(
    two: AbsentTable, four: AbsentTable
) -> None:
    four.now += ABSENT_AFTER
    for seat in four.others[:2]:
        await four.vote(seat)
    assert absence.agreed_replacement(four.table, four.left.get, four.now) is None
    four.left[four.others[2]] = four.now
    expected = TookOver(four.absent, STAND_IN, "absent")
    assert expected == absence.agreed_replacement(four.table, four.left.get, four.now)
    # Without any vote nobody is replaced, however many have disappeared.
    two.left[two.others[0]] = NOON
    assert absence.agreed_replacement(two.table, two.left.get, four.now) is None


@anyio
async def test_the_absent_person_has_no_vote_and_a_move_makes_votes_void(four: AbsentTable) -> None:
    four.now += ABSENT_AFTER
    await four.vote(four.others[0])
    with pytest.raises(Illegal, match="not-absent"):
        await four.vote(four.absent)
    await four.play_any(four.absent, Rng("back"))
    assert set() == four.table.chairs[four.absent].votes


@anyio
async def test_the_result_is_that_of_a_person_who_left(two: AbsentTable) -> None:
    two.now += ABSENT_AFTER
    await two.vote(two.others[0])
    await finish_table(two.actor)
    rows = await two.store.rows(select(RESULT.c.seat).where(RESULT.c.finished_by_bot))
    assert [two.absent] == [row.seat for row in rows]


def test_a_process_counts_absence_from_its_start_or_the_last_connection() -> None:
    presence = Presence(started=NOON)
    assert NOON == presence.left_at("t", 1, NOON + 5)
    presence.note("other", "t", [1], NOON + 10)
    assert presence.left_at("t", 1, NOON + 11) is None
    presence.note("other", "t", [], NOON + 20)
    assert NOON + 10 == presence.left_at("t", 1, NOON + 30)
    # A process that is killed says nothing any more.
    presence.note("other", "t", [1], NOON + 40)
    assert NOON + 40 == presence.left_at("t", 1, NOON + 40 + PRESENCE_TIMEOUT)
    presence.seats_here = lambda _: [1]
    assert presence.left_at("t", 1, NOON + 10 * PRESENCE_TIMEOUT) is None


@anyio
async def test_votes_at_one_process_are_known_at_another(store: EventStore) -> None:
    table = AbsentTable(store, 4)
    await table.begin()
    table.now += ABSENT_AFTER
    await table.vote(table.others[0])
    other = TableRegistry(store, clock=lambda: table.now)
    elsewhere = await other.get(table.table.id)
    assert {table.others[0]} == elsewhere.table.chairs[table.absent].votes


def test_the_people_at_the_table_are_asked_over_their_sockets(sqlite_url: str) -> None:
    with site(sqlite_url, pace=Pace(1, 0.001, absent_after=0)) as address:
        ann, bob = Visitor(address), Visitor(address, "Bob")
        table = ann.post("/api/tables", {"game": GAME, "seats": 2, "name": "Ann"})["id"]
        bob.send(table, "sit", name="Bob")
        for visitor in (ann, bob):
            visitor.send(table, "ready")
        actor = ann.get(f"/api/tables/{table}")["view"]["actors"][0]
        here, gone = (bob, ann) if actor == 0 else (ann, bob)
        with here.connect(table) as client:
            while not client.presence.get("absent"):
                client.receive()
            assert [{"seat": actor, "missing": [1 - actor]}] == client.presence["absent"]
            assert "answer" == client.request("replace", seat=actor)["t"]
            while not client.update["table"]["seats"][actor]["away"] or client.presence["absent"]:
                client.receive()
            with gone.connect(table) as back:
                assert "answer" == back.request("return")["t"]
            for visitor in (ann, bob):
                visitor.close()
