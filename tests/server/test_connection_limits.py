"""Tests of how many connections and WebSockets one address may have open."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import connect

from tablee.server import supervision
from tablee.server.rate_limit import OpenCounts, client_address, network_of
from tablee.server.supervision import BoundedFilter, BoundedLog
from tests.server.raw_client import RawClient, is_served, refused, wait_until
from tests.server.site import TIMEOUT, SocketClient, Visitor, site

GAME = "islands"
many_loopback_addresses = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux has more than one loopback address"
)


@pytest.mark.parametrize(
    "address, network",
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("unknown", "unknown"),
        ("", ""),
    ],
)
def test_a_network_of_ipv6_is_one_address(address: str, network: str) -> None:
    assert network == network_of(address)
    assert network == client_address({"client": (address, 1)})


def test_counts_are_per_address_and_forgotten_at_zero() -> None:
    counts = OpenCounts(2)
    assert [True, True, False, True] == [counts.add(each) for each in "aaab"]
    for each in "aab":
        counts.remove(each)
    assert not counts.open
    assert counts.add("a")


def test_too_many_connections_of_one_address_are_refused_until_one_is_closed(sqlite_url: str) -> None:
    with site(sqlite_url, max_connections=3) as address:
        visitor, idle = Visitor(address), [RawClient(address) for _ in range(2)]
        # The server counts a connection when it accepts it; it does so in their order.
        assert visitor.http.get("/healthz").is_success
        late = RawClient(address)
        assert (429, "too-many-connections") == late.read_to_end()
        assert 1 <= refused(visitor, "too-many-connections")
        for each in (late, idle[0]):
            each.close()
        wait_until(lambda: is_served(address))
        idle[1].close()
        visitor.close()


def test_a_websocket_counts_as_a_connection_until_it_is_closed(sqlite_url: str) -> None:
    with site(sqlite_url, max_connections=1) as address:
        table = httpx.post(f"{address}/api/tables", json={"game": GAME, "seats": 2}).json()["id"]
        visitor = Visitor(address)

        def keeps_others_out() -> bool:
            try:
                with visitor.connect(table) as client:
                    client.wait_for("update")
                    late = RawClient(address)
                    assert (429, "too-many-connections") == late.read_to_end()
                    late.close()
                    return True
            except (OSError, WebSocketException):
                # The server has not noticed yet that the connection before is closed.
                return False

        wait_until(keeps_others_out)
        wait_until(lambda: is_served(address))
        visitor.close()


@many_loopback_addresses
def test_another_address_has_connections_of_its_own_and_the_proxy_any_number(sqlite_url: str) -> None:
    with site(sqlite_url, behind_proxy=True, max_connections=1) as address:
        ours = [RawClient(address) for _ in range(5)]
        theirs, second = RawClient(address, "127.0.0.2"), RawClient(address, "127.0.0.2")
        other = RawClient(address, "127.0.0.3")
        assert (429, "too-many-connections") == second.read_to_end()
        for each in (*ours, theirs, other):
            each.send("GET /healthz HTTP/1.1", "Host: site", "")
            assert 200 == each.read_answer()
        for each in (*ours, theirs, second, other):
            each.close()


@contextmanager
def open_from(visitor: Visitor, table: str, address: str) -> Iterator[SocketClient]:
    """Open a WebSocket as a proxy does for a client at an address."""
    headers = {"X-Forwarded-For": address}
    url = f"{visitor.address.replace('http', 'ws', 1)}/ws/{table}"
    with connect(url, additional_headers=headers, open_timeout=TIMEOUT) as websocket:
        yield SocketClient(websocket)


def test_too_many_websockets_of_one_network_are_told_so_and_may_come_back(sqlite_url: str) -> None:
    """The address is the one that the trusted proxy names; of an IPv6 address, the network."""
    with site(sqlite_url, behind_proxy=True, max_sockets=1) as address:
        visitor = Visitor(address)
        table = visitor.post("/api/tables", {"game": GAME, "seats": 2})["id"]
        with open_from(visitor, table, "2001:db8::1") as first:
            first.wait_for("update")
            with (
                open_from(visitor, table, "2001:db8::2") as second,
                pytest.raises(ConnectionClosed) as closed,
            ):
                second.wait_for("update")
            assert closed.value.rcvd is not None
            assert (1013, "too-many-connections") == (closed.value.rcvd.code, closed.value.rcvd.reason)
            assert 1 <= refused(visitor, "too-many-sockets")
            with open_from(visitor, table, "2001:db8:0:1::1") as other:
                other.wait_for("update")

        def comes_back() -> bool:
            with open_from(visitor, table, "2001:db8::2") as third:
                try:
                    return bool(third.wait_for("update"))
                except ConnectionClosed:
                    return False

        wait_until(comes_back)
        visitor.close()


def test_the_log_names_a_reason_once_however_many_connections_are_refused(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(supervision, "CONNECTION_LOG", BoundedLog(supervision.LOG, lambda: 0.0))
    with site(sqlite_url, max_connections=0) as address:
        for _ in range(20):
            client = RawClient(address)
            client.read_to_end()
            client.close()
    lines = [each.message for each in caplog.records if each.levelno >= logging.WARNING]
    assert ["too-many-connections"] == lines


def test_warnings_of_uvicorn_are_bounded(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    log = logging.getLogger("test.bounded")
    log.addFilter(BoundedFilter(BoundedLog(log, lambda: now[0])))
    for number in range(100):
        log.warning("invalid %s", number)
        log.error("failed", exc_info=ValueError())
    log.error("failed", exc_info=KeyError())
    now[0] = supervision.LOG_INTERVAL
    log.warning("invalid %s", "again")
    lines = [(each.message, each.values) for each in caplog.records]  # type: ignore[attr-defined]
    assert [("invalid 0", [0]), ("failed", [0]), ("failed", [0]), ("invalid again", [99])] == lines
