"""The real server on a free port, and visitors that use it over HTTP and WebSockets."""

from __future__ import annotations

import itertools
import json
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from tablee.server.domain.schedule import Pace
from tablee.server.http.logging import JsonFormatter
from tablee.server.rate_limit import Rate
from tablee.server.serve import server_for
from tablee.server.settings import Deadlines, Settings

IDS = itertools.count()
# Sockets of `free_port`.
RESERVED: list[socket.socket] = []
# Seconds; generous, for a busy machine: only an answer that never comes takes so long.
TIMEOUT = 120.0
# Seconds; the idle connection of a test must not be closed while the machine is busy.
PATIENT = Deadlines(idle=1_000)
UNLIMITED = Rate(burst=1_000_000, per_second=1_000_000)
SETTINGS = Settings(
    per_address=UNLIMITED,
    per_socket=UNLIMITED,
    opening=UNLIMITED,
    trying=UNLIMITED,
    hinting=UNLIMITED,
    reviewing=UNLIMITED,
    notifying=UNLIMITED,
    mailing=UNLIMITED,
    answering=UNLIMITED,
    exporting=UNLIMITED,
    putting=UNLIMITED,
    max_connections=1_000_000,
    max_sockets=1_000_000,
    pace=Pace(1, 0.001),
)


def free_port() -> int:
    """Return an unused port, which on Linux no other process is given while this one runs.

    There a socket that is bound, and does not listen, reserves the port; a server that sets SO_REUSEADDR can
    listen at it all the same.
    """
    reserved = socket.socket()
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserved.bind(("127.0.0.1", 0))
    port: int = reserved.getsockname()[1]
    if sys.platform == "linux":
        RESERVED.append(reserved)
    else:
        reserved.close()
    return port


@contextmanager
def site(store: str, behind_proxy: bool = False, **changes: Any) -> Iterator[str]:
    """Run the server in a thread and yield its address; `changes` are settings that differ from SETTINGS."""
    # Bound from now on: another process could take a port that is merely known to be free.
    # asyncio sends without delay only where the protocol is named.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    settings = replace(SETTINGS, **{"store": store, "deadlines": PATIENT, **changes})
    server = server_for(settings, "127.0.0.1", port, behind_proxy=behind_proxy)
    server.config.timeout_graceful_shutdown = 1
    started = threading.Event()
    inner = server.startup

    async def startup(sockets: Any = None) -> None:
        await inner(sockets)
        started.set()

    server.startup = startup  # type: ignore[method-assign]
    thread = threading.Thread(target=server.run, args=[[listening]], daemon=True)
    thread.start()
    assert started.wait(TIMEOUT)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(TIMEOUT)
    assert not thread.is_alive()


class Visitor:
    """A client with its own cookie: a browser, or a program."""

    def __init__(self, address: str, name: str = "Ann") -> None:
        self.address = address
        self.name = name
        # Loading certificates, which plain HTTP does not need, would take 26 ms for each client.
        self.http = httpx.Client(base_url=address, timeout=TIMEOUT, verify=False)
        self.token = ""

    def post(self, path: str, body: object = None) -> Any:
        """Send a POST request that must succeed, and return the decoded answer."""
        answered = self.http.post(path, json=body)
        assert answered.is_success, answered.text
        return answered.json()

    def get(self, path: str) -> Any:
        """Send a GET request that must succeed, and return the decoded answer."""
        answered = self.http.get(path)
        assert answered.is_success, answered.text
        return answered.json()

    def send(self, table: str, kind: str, **values: Any) -> Any:
        """Send a command over HTTP that must be accepted, and return the answer."""
        return self.post(f"/api/tables/{table}/ask", {"t": kind, "id": f"h{next(IDS)}", **values})

    def refusal(self, table: str, kind: str, **values: Any) -> str:
        """Send a command over HTTP that must be refused, and return the code of the refusal."""
        return refusal(self, f"/api/tables/{table}/ask", {"t": kind, "id": f"h{next(IDS)}", **values})

    def sit_down(self, table: str) -> None:
        """Take the first free seat and be ready."""
        self.send(table, "sit", name=self.name)
        self.send(table, "ready")

    @contextmanager
    def connect(self, table: str, query: str = "", **more: Any) -> Iterator[SocketClient]:
        """Open a WebSocket at a table; `query` is appended to its address."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {"Cookie": cookies} if cookies else {}
        address = f"{self.address.replace('http', 'ws', 1)}/ws/{table}{query}"
        with connect(address, additional_headers=headers, open_timeout=TIMEOUT, **more) as websocket:
            yield SocketClient(websocket)

    def close(self) -> None:
        self.http.close()


# Makes a visitor with a name.
Visit = Callable[[str], Visitor]


def refusal(visitor: Visitor, path: str, body: object = None, status: int | None = None) -> str:
    """Send a request that must be refused, a POST if it has a body, and return the code of the refusal."""
    answered = visitor.http.get(path) if body is None else visitor.http.post(path, json=body)
    assert answered.is_client_error, answered.text
    assert status in (None, answered.status_code)
    code: str = answered.json()["code"]
    return code


class SocketClient:
    """The client side of a WebSocket, with all messages received and the last of two kinds."""

    def __init__(self, websocket: ClientConnection) -> None:
        self.websocket = websocket
        self.update: dict[str, Any] = {}
        self.presence: dict[str, Any] = {}
        self.received: list[dict[str, Any]] = []

    def receive(self, timeout: float = TIMEOUT) -> dict[str, Any]:
        """Return the next message; raises TimeoutError after `timeout` seconds."""
        message: dict[str, Any] = json.loads(self.websocket.recv(timeout))
        if message["t"] == "update":
            self.update = message
        if message["t"] == "presence":
            self.presence = message
        self.received.append(message)
        return message

    def wait_for(self, kind: str) -> dict[str, Any]:
        """Receive messages until one of a kind, and return it."""
        while True:
            message = self.receive()
            if message["t"] == kind:
                return message

    def wait_for_ply(self, ply: int) -> dict[str, Any]:
        """Receive messages until a view has at least this ply, and return the view."""
        while not self.update or self.update["view"] is None or self.update["view"]["ply"] < ply:
            self.wait_for("update")
        return self.update["view"]  # type: ignore[no-any-return]

    def request(self, kind: str, **values: Any) -> dict[str, Any]:
        """Send a command and return its answer or refusal."""
        request_id = f"s{next(IDS)}"
        self.websocket.send(json.dumps({"t": kind, "id": request_id, **values}))
        while True:
            message = self.receive()
            if message.get("id") == request_id:
                return message


def log_lines(caplog: pytest.LogCaptureFixture, route: str) -> list[str]:
    """Return the log lines of the server once it has logged this route, which follows the answer.

    Raises AssertionError after two minutes.
    """
    end = time.monotonic() + 120
    while time.monotonic() < end:
        own = [record for record in caplog.records if not record.name.startswith("http")]
        lines = [JsonFormatter().format(record) for record in own]
        if any(route in json.loads(line).get("values", []) for line in lines):
            return lines
        time.sleep(0.01)
    raise AssertionError(f"{route} was never logged")


def wait_for_turn(visitor: Visitor, table: str) -> object:
    """Wait until the visitor has legal moves, and return view, table and event number."""
    while not (update := visitor.get(f"/api/tables/{table}"))["view"]["moves"]:
        pass
    return update["view"], update["table"], update["seq"]
