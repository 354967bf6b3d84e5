"""Tests of clients that send or read too slowly: their connections are closed, and only theirs."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from typing import Any

import pytest
from uvicorn.server import ServerState
from websockets.exceptions import InvalidMessage

from tablee.server.realtime import uvicorn_ws
from tablee.server.realtime.uvicorn_ws import WebSocketTransport
from tablee.server.serve import server_for
from tests.server.raw_client import RawClient, is_served, refused, wait_until
from tests.server.site import PATIENT, SETTINGS, Visitor, site

# Seconds: the deadline that a test waits for; the others are too long to be met.
SHORT = 0.2
GET = ("GET /healthz HTTP/1.1", "Host: site")
POST = ("POST /api/tables HTTP/1.1", "Host: site", "Content-Type: application/json", "Content-Length: 30", "")
UPGRADE = ("GET /ws/AAAAAAAAAAAAAAAA HTTP/1.1", "Host: site", "Connection: Upgrade", "Upgrade: websocket")


@pytest.fixture
def quick_site(sqlite_url: str, request: pytest.FixtureRequest) -> Iterator[str]:
    """Run a site on which the deadline that a test names by `with_short` is short."""
    short: dict[str, Any] = {request.param: 1 if request.param == "idle" else SHORT}
    with site(sqlite_url, deadlines=replace(PATIENT, **short)) as address:
        yield address


def with_short(name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("quick_site", [name], indirect=True)


@with_short("headers")
@pytest.mark.parametrize("lines", [GET[:1], GET, UPGRADE], ids=["first-line", "half", "handshake"])
def test_half_headers_are_answered_with_408(quick_site: str, lines: tuple[str, ...]) -> None:
    answer = (0, "")
    # On a busy machine the deadline may pass between the connection and the first byte.
    while answer == (0, ""):
        client = RawClient(quick_site)
        with suppress(OSError):
            client.send(*lines)
        answer = client.read_to_end()
        client.close()
    assert (408, "too-slow") == answer
    # A whole request is served as before.
    wait_until(lambda: is_served(quick_site))


@with_short("headers")
def test_headers_that_never_end_are_cut_off(quick_site: str) -> None:
    visitor, client = Visitor(quick_site), RawClient(quick_site)
    client.send(*GET)
    client.trickle("X-Slow: yes\r\n")
    wait_until(lambda: refused(visitor, "slow-headers"))
    client.close()
    visitor.close()


@with_short("headers")
def test_the_headers_of_a_second_request_have_a_deadline_too(quick_site: str) -> None:
    client = served_client(quick_site)
    client.send(*GET)
    assert (408, "too-slow") == client.read_to_end()
    client.close()


def served_client(address: str) -> RawClient:
    """Return a client whose first request was answered, which a busy machine may send too late."""
    while True:
        client = RawClient(address)
        with suppress(OSError, AssertionError):
            client.send(*GET, "")
            if client.read_answer() == 200:
                return client
        client.close()


@with_short("headers")
def test_a_connection_without_a_request_is_closed_without_an_answer(quick_site: str) -> None:
    """A browser that opened it ahead of need would show the answer to a later request."""
    client = RawClient(quick_site)
    assert (0, "") == client.read_to_end()
    client.close()


@with_short("body")
def test_half_a_body_is_answered_with_408(quick_site: str) -> None:
    client = RawClient(quick_site)
    client.send(*POST, body='{"game": ')
    assert (408, "too-slow") == client.read_to_end()
    client.close()


@with_short("body")
@pytest.mark.parametrize("first", [POST[0], "POST /nowhere HTTP/1.1"], ids=["read", "not-read"])
def test_a_body_that_never_ends_is_cut_off(quick_site: str, first: str) -> None:
    visitor, client = Visitor(quick_site), RawClient(quick_site)
    before = refused(visitor, "slow-body")
    client.send(first, *POST[1:3], "Content-Length: 1000000", "")
    client.trickle(" ")
    wait_until(lambda: refused(visitor, "slow-body") > before)
    client.close()
    visitor.close()


@with_short("idle")
def test_a_connection_between_two_requests_is_closed_after_a_while(quick_site: str) -> None:
    client = RawClient(quick_site)
    client.send(*GET, "")
    assert 200 == client.read_answer()
    assert (0, "") == client.read_to_end()
    client.close()


@with_short("reading")
def test_a_client_that_does_not_read_its_answers_is_cut_off(quick_site: str) -> None:
    visitor, client = Visitor(quick_site), RawClient(quick_site, buffer=4_096)

    def ask() -> None:
        with suppress(OSError):
            while True:
                client.send("GET /verify.pyz HTTP/1.1", "Host: site", "")

    asking = threading.Thread(target=ask)
    asking.start()
    wait_until(lambda: refused(visitor, "slow-reading"))
    asking.join()
    client.close()
    visitor.close()


@with_short("headers")
def test_a_websocket_has_no_deadline_for_headers_after_its_handshake(quick_site: str) -> None:
    visitor = Visitor(quick_site)
    table = visitor.post("/api/tables", {"game": "islands", "seats": 2, "name": "Ann"})["id"]
    with ExitStack() as stack:
        client = None
        while client is None:
            # On a busy machine the handshake itself may meet the deadline.
            with suppress(InvalidMessage):
                client = stack.enter_context(visitor.connect(table))
        client.wait_for("update")
        # Until another connection, opened later, has met its deadline.
        late = RawClient(quick_site)
        assert (0, "") == late.read_to_end()
        late.close()
        assert "answer" == client.request("ready")["t"]
    visitor.close()


class StuckTransport(asyncio.Transport):
    """A transport whose client reads nothing: closing it does not end it."""

    aborted = False
    closing = False

    def write(self, _data: Any) -> None:
        pass

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def abort(self) -> None:
        self.aborted = True


@pytest.mark.anyio
async def test_a_websocket_whose_client_neither_answers_pings_nor_reads_is_aborted(
    monkeypatch: pytest.MonkeyPatch, sqlite_url: str
) -> None:
    monkeypatch.setattr(uvicorn_ws, "CLOSE_TIMEOUT", 0.0)
    config = server_for(replace(SETTINGS, store=sqlite_url), "127.0.0.1", 0).config
    config.load()
    transport = StuckTransport()
    websocket = WebSocketTransport(config=config, server_state=ServerState(), app_state={})
    websocket.connection_made(transport)
    websocket.keepalive_timeout()
    while not transport.aborted:
        await asyncio.sleep(0)
