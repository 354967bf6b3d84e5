"""Matches that are over: at a table without a network, and of a visitor of a site."""

from __future__ import annotations

import time
from typing import Any

from tablee.core.rng import Rng
from tablee.server.domain import events, schedule
from tablee.server.domain.events import Moved
from tablee.server.runtime.table_actor import TableActor
from tablee.server.storage.event_store import EventStore
from tests.server.site import SocketClient, Visitor
from tests.server.table_harness import GAME, TableHarness


async def finish(harness: TableHarness, rng: Rng) -> None:
    """Play until the match is over; timers run out at once, so that a race ends by them."""
    while harness.table.status != "over":
        harness.now += 600_000
        if await harness.actor.append_event(schedule.clock_move) is None:
            await harness.play_some(1, rng)
    await harness.actor.follow_up()


async def finished(store: EventStore, key: str) -> TableHarness:
    """Return a finished match of two people."""
    harness = TableHarness(store, key, 2)
    await harness.open(people=2)
    await harness.play_some(40, Rng(key))
    await finish(harness, Rng(key))
    return harness


def settled(visitor: Visitor, table: str) -> dict[str, Any]:
    """Wait until the visitor has legal moves or the match is over, and return the update."""
    while True:
        update: dict[str, Any] = visitor.get(f"/api/tables/{table}")
        if update["view"]["moves"] or update["table"]["status"] == "over":
            return update
        time.sleep(0.01)


def finish_against_bots(visitor: Visitor, table: str) -> None:
    while (update := settled(visitor, table))["table"]["status"] != "over":
        visitor.send(table, "play", words=update["view"]["moves"][0])


def new_match(visitor: Visitor) -> str:
    """Open a table against a random bot, and return its id."""
    setup = {"game": GAME, "name": "Ann", "seats": 2, "bot": "random"}
    table: str = visitor.post("/api/play", setup)["id"]
    return table


def finish_over_http(table: str, people: list[Visitor]) -> None:
    """Play a match to its end, each person with the first legal move."""
    while True:
        for each in people:
            view = each.get(f"/api/tables/{table}")["view"]
            if view["outcome"]:
                return
            if view["moves"]:
                each.send(table, "play", words=view["moves"][0])


async def finish_table(actor: TableActor) -> None:
    """Play random moves to the end; seats for which a bot plays move as bots."""
    rng = Rng("any")
    while actor.table.acting():
        seat = actor.table.acting()[0]
        moves = actor.table.playing().state.moves(seat)
        words = actor.table.game.format(moves[rng.below(len(moves))])
        by: events.By = "bot" if actor.table.chairs[seat].acting_bot else "person"
        moved = Moved(seat, words, by)
        await actor.append_event(lambda *_, moved=moved: moved)
    await actor.follow_up()


def play_out(client: SocketClient) -> None:
    """Play the first legal move of this client until the match is over."""
    client.wait_for_ply(0)
    # The last move comes before the event that ends the match, and with it the record and the results.
    while client.update["table"]["status"] != "over":
        view = client.update["view"]
        if view["moves"]:
            client.request("play", words=view["moves"][0], seen=view["ply"])
        else:
            client.wait_for("update")
