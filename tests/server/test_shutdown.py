"""Stopped, or without a store: nothing that was promised is lost, and everybody plays on afterwards."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.crash import Process
from tests.server.postgres_server import PostgresServer
from tests.server.site import IDS, Eyes, Visitor, site

GAME = "islands"


@pytest.fixture
def own_postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL that may be taken away."""
    server = PostgresServer()
    yield server
    server.remove()


def two_people(address: str) -> tuple[list[Visitor], str]:
    """Two who play."""
    people = [Visitor(address, name) for name in ("Ann", "Ben")]
    table = people[0].post("/api/tables", {"game": GAME, "seats": 2})["id"]
    for each in people:
        each.sit_down(table)
    return people, table


def play(eyes: list[Eyes], first: int, moves: int) -> None:
    """Some moves, each seen by both."""
    for ply in range(first, first + moves):
        seat = eyes[0].until_ply(ply)["actors"][0]
        words = eyes[seat].until_ply(ply)["moves"][0]
        assert "answer" == eyes[seat].say("play", words=words, seen=ply)["t"]


def farewell(eyes: Eyes) -> int:
    """Listen to the end; the code that the socket is closed with."""
    with pytest.raises(ConnectionClosed) as closed:
        eyes.until("nothing that is ever sent")
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


@pytest.mark.anyio
async def test_a_server_that_is_told_to_stop_loses_nothing(sqlite_url: str) -> None:
    """SIGTERM in the middle of a match: 1012 for all, an end in good order, and the match goes on later."""
    process = Process(sqlite_url, None)
    try:
        await process.answers()
        people, table = two_people(f"http://127.0.0.1:{process.port}")
        with people[0].look(table) as one, people[1].look(table) as two:
            play([one, two], 0, 6)
            process.process.send_signal(signal.SIGTERM)
            assert [1012, 1012] == [farewell(one), farewell(two)]
        # uvicorn ends in good order, then lets the signal do what it would have done.
        assert process.process.wait(60) in (0, -signal.SIGTERM)
        process.start()
        await process.answers()
        with people[0].look(table) as one, people[1].look(table) as two:
            assert 6 == one.until_ply(6)["ply"]
            play([one, two], 6, 4)
        for each in people:
            each.close()
    finally:
        process.kill()


def test_without_its_store_a_site_is_not_ready_and_promises_nothing(own_postgres: PostgresServer) -> None:
    with site(own_postgres.url) as address:
        people, table = two_people(address)
        seat = people[0].get(f"/api/tables/{table}")["view"]["actors"][0]
        words = people[seat].get(f"/api/tables/{table}")["view"]["moves"][0]
        wish = {"t": "play", "id": f"again{next(IDS)}", "words": words, "seen": 0}
        own_postgres.crash()
        ready = people[0].http.get("/readyz")
        assert (503, "the database does not answer\n") == (ready.status_code, ready.text)
        assert 200 == people[0].http.get("/healthz").status_code
        refused = people[seat].http.post(f"/api/tables/{table}/ask", json=wish)
        assert (503, "not-stored", True) == (
            refused.status_code,
            refused.json()["kind"],
            refused.json()["retry"],
        )
        own_postgres.restart()
        while people[0].http.get("/readyz").status_code != 200:
            pass
        people[seat].post(f"/api/tables/{table}/ask", wish)
        people[seat].post(f"/api/tables/{table}/ask", wish)
        assert 1 == people[0].get(f"/api/tables/{table}")["view"]["ply"]
        for each in people:
            each.close()
