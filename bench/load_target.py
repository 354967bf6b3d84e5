"""Base classes of the load test: a server in its own process, tables of four, one WebSocket client per seat.

`tablee_server` and `boardgame_server` implement them for two servers.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import picows

from tests.server.site import free_port

SEATS = 4
# Tables that are set up at the same time.
CONCURRENT_SETUPS = 10


class Client(picows.WSListener, ABC):
    """The WebSocket of one seat: the ply of the last view received, and whether the seat is to move."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.ply = -1
        self.is_actor = False
        table.clients.append(self)

    def on_ws_connected(self, transport: picows.WSTransport) -> None:
        """Keep the transport, for `send`."""
        self.transport = transport

    def on_ws_frame(self, _transport: picows.WSTransport, frame: picows.WSFrame) -> None:
        """Pass text frames to `receive`, and tell the table about views."""
        if frame.msg_type == picows.WSMsgType.TEXT and self.receive(frame.get_payload_as_bytes()):
            self.table.on_view()

    def send(self, text: bytes) -> None:
        """Send a text frame."""
        self.transport.send(picows.WSMsgType.TEXT, text)

    @abstractmethod
    def receive(self, text: bytes) -> bool:
        """Handle a message: set `ply` and `is_actor` from a view. Return whether it contained a view."""

    @abstractmethod
    def play(self) -> None:
        """Send the first legal move."""


@dataclass
class Table:
    """One table and the move in flight: when it was sent, and how long until all clients had its view."""

    clients: list[Client] = field(default_factory=list)
    ply: int = 0
    sent_at: float = 0.0
    latency: float = 0.0
    delivered: asyncio.Event = field(default_factory=asyncio.Event)

    def on_view(self) -> None:
        """Finish the measurement once all clients have the view of the next ply."""
        if all(client.ply > self.ply for client in self.clients):
            self.latency = time.perf_counter() - self.sent_at
            self.ply += 1
            self.delivered.set()

    async def move(self) -> float | None:
        """Play one move; return the seconds until all clients saw it, or None if the match is over."""
        actor = next((client for client in self.clients if client.is_actor), None)
        if actor is None:
            return None
        self.delivered.clear()
        self.sent_at = time.perf_counter()
        actor.play()
        await self.delivered.wait()
        return self.latency

    async def wait_for_deal(self) -> Table:
        """Return the table once all clients have their first view."""
        while any(client.ply < 0 for client in self.clients):
            await asyncio.sleep(0.01)
        return self


class LoadTarget(ABC):
    """A server under load, started in its own process on a free port."""

    name: str

    def __init__(self, folder: Path) -> None:
        """Start the server; `folder` is for its files."""
        self.port = free_port()
        self.http = f"http://127.0.0.1:{self.port}"
        self.process = subprocess.Popen(
            self.command(folder),
            cwd=self.working_directory(),
            env=self.environment(),
            stdout=subprocess.DEVNULL,
        )

    def working_directory(self) -> Path:
        """Return the directory in which the server is started."""
        return Path.cwd()

    def environment(self) -> dict[str, str] | None:
        """Return the environment of the server; None for that of this process."""
        return None

    @abstractmethod
    def command(self, folder: Path) -> Sequence[str]:
        """Return the command line of the server, which may write into `folder`."""

    @abstractmethod
    async def open_table(self, http: httpx.AsyncClient) -> Table:
        """Set up a table of four seats with a connected client each."""

    def cpu_seconds(self) -> float:
        """Return the processor time used by the server so far, in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def wait_until_ready(self) -> None:
        """Return once the server answers HTTP requests."""
        async with httpx.AsyncClient() as http:
            while True:
                try:
                    await http.get(f"{self.http}/games")
                    return
                except httpx.HTTPError:
                    await asyncio.sleep(0.1)

    async def open_tables(self, count: int) -> list[Table]:
        """Set up many tables, CONCURRENT_SETUPS at a time."""
        limit = asyncio.Semaphore(CONCURRENT_SETUPS)
        async with httpx.AsyncClient(base_url=self.http, timeout=60) as http:

            async def open_one() -> Table:
                async with limit:
                    return await (await self.open_table(http)).wait_for_deal()

            return list(await asyncio.gather(*(open_one() for _ in range(count))))

    def stop(self) -> None:
        """Kill the server."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
