"""A site for tests: the real server on a free port, and visitors who speak HTTP and sockets to it."""

from __future__ import annotations

import itertools
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tablee.server.domain.schedule import Pace
from tablee.server.rate_limit import Rate
from tablee.server.serve import server_for
from tablee.server.settings import Settings

IDS = itertools.count()
PATIENT = Rate(burst=1_000_000, per_second=1_000_000)
SETTINGS = Settings(
    per_address=PATIENT,
    per_socket=PATIENT,
    opening=PATIENT,
    trying=PATIENT,
    hinting=PATIENT,
    pace=Pace(1, 0.001),
)


def free_port() -> int:
    """A port that nobody uses just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def site(store: str, **changes: Any) -> Iterator[str]:
    """The server in a thread; gives its address."""
    port = free_port()
    server = server_for(replace(SETTINGS, store=store, **changes), "127.0.0.1", port)
    server.config.timeout_graceful_shutdown = 1
    started = threading.Event()
    inner = server.startup

    async def startup(sockets: Any = None) -> None:
        await inner(sockets)
        started.set()

    server.startup = startup  # type: ignore[method-assign]
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    assert started.wait(30)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(30)
    assert not thread.is_alive()


class Visitor:
    """Somebody with a browser, or a program."""

    def __init__(self, address: str, name: str = "Ann") -> None:
        self.address = address
        self.name = name
        self.http = httpx.Client(base_url=address, timeout=30)
        self.token = ""

    def post(self, path: str, body: object = None) -> Any:
        """Ask for something and expect it to be granted."""
        answered = self.http.post(path, json=body)
        assert answered.is_success, answered.text
        return answered.json()

    def get(self, path: str) -> Any:
        """Look at something."""
        answered = self.http.get(path)
        assert answered.is_success, answered.text
        return answered.json()

    def ask(self, table: str, kind: str, **values: Any) -> Any:
        """A wish at a table."""
        return self.post(f"/api/tables/{table}/ask", {"t": kind, "id": f"h{next(IDS)}", **values})

    def refused(self, table: str, kind: str, **values: Any) -> str:
        """The code that a wish is refused with."""
        wish = {"t": kind, "id": f"h{next(IDS)}", **values}
        answered = self.http.post(f"/api/tables/{table}/ask", json=wish)
        assert answered.is_client_error, answered.text
        code: str = answered.json()["code"]
        return code

    def sit_down(self, table: str) -> None:
        """Take the first free seat and be ready."""
        self.ask(table, "sit", name=self.name)
        self.ask(table, "ready")

    @contextmanager
    def look(self, table: str, query: str = "", **more: Any) -> Iterator[Eyes]:
        """Open a socket."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {"Cookie": cookies} if cookies else {}
        address = f"{self.address.replace('http', 'ws', 1)}/ws/{table}{query}"
        with connect(address, additional_headers=headers, open_timeout=30, **more) as wire:
            yield Eyes(wire)

    def close(self) -> None:
        """Go home."""
        self.http.close()


class Eyes:
    """A socket and what came through it."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire = wire
        self.update: dict[str, Any] = {}
        self.presence: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []

    def next(self, timeout: float = 30) -> dict[str, Any]:
        """The next message; the last of each kind is kept."""
        message: dict[str, Any] = json.loads(self.wire.recv(timeout))
        if message["t"] == "update":
            self.update = message
        if message["t"] == "presence":
            self.presence = message
        self.heard.append(message)
        return message

    def until(self, kind: str) -> dict[str, Any]:
        """Wait for a message of a kind."""
        while True:
            message = self.next()
            if message["t"] == kind:
                return message

    def until_ply(self, ply: int) -> dict[str, Any]:
        """Wait until the match is so far."""
        while not self.update or self.update["view"] is None or self.update["view"]["ply"] < ply:
            self.until("update")
        return self.update["view"]  # type: ignore[no-any-return]

    def say(self, kind: str, **values: Any) -> dict[str, Any]:
        """Send a wish and wait for what it is answered."""
        request = f"s{next(IDS)}"
        self.wire.send(json.dumps({"t": kind, "id": request, **values}))
        while True:
            message = self.next()
            if message.get("id") == request:
                return message
