"""Tests of an orderly stop and of a lost store: no acknowledged event is lost, and matches go on."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.crash import Process
from tests.server.postgres_server import PostgresServer
from tests.server.site import IDS, SocketClient, Visitor, site

GAME = "islands"


@pytest.fixture
def own_postgres() -> Iterator[PostgresServer]:
    """Start a PostgreSQL server that the test may crash."""
    server = PostgresServer()
    yield server
    server.remove()


def two_people(address: str) -> tuple[list[Visitor], str]:
    """Start a match of two people; return them and the id of the table."""
    people = [Visitor(address, name) for name in ("Ann", "Ben")]
    table = people[0].post("/api/tables", {"game": GAME, "seats": 2})["id"]
    for each in people:
        each.sit_down(table)
    return people, table


def play(clients: list[SocketClient], first: int, moves: int) -> None:
    """Make some moves, and wait until both clients have received each."""
    for ply in range(first, first + moves):
        seat = clients[0].wait_for_ply(ply)["actors"][0]
        words = clients[seat].wait_for_ply(ply)["moves"][0]
        assert "answer" == clients[seat].request("play", words=words, seen=ply)["t"]


def close_code(client: SocketClient) -> int:
    """Read until the connection is closed, and return the close code."""
    with pytest.raises(ConnectionClosed) as closed:
        client.wait_for("never")
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


@pytest.mark.anyio
async def test_a_server_that_is_stopped_loses_nothing(sqlite_url: str) -> None:
    """Send SIGTERM during a match: connections are closed with 1012, and a restart continues the match."""
    process = Process(sqlite_url, None)
    try:
        await process.wait_until_ready()
        people, table = two_people(f"http://127.0.0.1:{process.port}")
        with people[0].connect(table) as one, people[1].connect(table) as two:
            play([one, two], 0, 6)
            process.process.terminate()
            assert [1012, 1012] == [close_code(one), close_code(two)]
        # uvicorn shuts down in order, then raises the signal again.
        process.process.join(60)
        assert process.process.exitcode in (0, -signal.SIGTERM)
        process.start()
        await process.wait_until_ready()
        with people[0].connect(table) as one, people[1].connect(table) as two:
            assert 6 == one.wait_for_ply(6)["ply"]
            play([one, two], 6, 4)
        for each in people:
            each.close()
    finally:
        process.kill()


def test_without_its_store_a_server_is_not_ready_and_acknowledges_nothing(
    own_postgres: PostgresServer,
) -> None:
    with site(own_postgres.url) as address:
        people, table = two_people(address)
        seat = people[0].get(f"/api/tables/{table}")["view"]["actors"][0]
        words = people[seat].get(f"/api/tables/{table}")["view"]["moves"][0]
        command = {"t": "play", "id": f"again{next(IDS)}", "words": words, "seen": 0}
        own_postgres.crash()
        ready = people[0].http.get("/readyz")
        assert (503, "the database does not answer\n") == (ready.status_code, ready.text)
        assert 200 == people[0].http.get("/healthz").status_code
        refused = people[seat].http.post(f"/api/tables/{table}/ask", json=command)
        assert (503, "not-stored", True) == (
            refused.status_code,
            refused.json()["kind"],
            refused.json()["retry"],
        )
        own_postgres.restart()
        while people[0].http.get("/readyz").status_code != 200:
            pass
        people[seat].post(f"/api/tables/{table}/ask", command)
        people[seat].post(f"/api/tables/{table}/ask", command)
        assert 1 == people[0].get(f"/api/tables/{table}")["view"]["ply"]
        for each in people:
            each.close()
