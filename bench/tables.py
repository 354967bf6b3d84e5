"""Tables under load, whoever serves them: four listeners each, and how long a move takes to reach all."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import picows

SEATS = 4
SETTING_UP = 10


class Ear(picows.WSListener, ABC):
    """One socket: how far it has seen the match, and whether it is asked to move."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.ply = -1
        self.asked = False
        table.ears.append(self)

    def on_ws_connected(self, transport: picows.WSTransport) -> None:
        """Keep the way back."""
        self.transport = transport

    def on_ws_frame(self, _transport: picows.WSTransport, frame: picows.WSFrame) -> None:
        """Only what brings the match on counts."""
        if frame.msg_type == picows.WSMsgType.TEXT and self.understand(frame.get_payload_as_bytes()):
            self.table.heard()

    def say(self, text: bytes) -> None:
        """Send a frame."""
        self.transport.send(picows.WSMsgType.TEXT, text)

    @abstractmethod
    def understand(self, text: bytes) -> bool:
        """Note ply and turn; whether this was a view of the match."""

    @abstractmethod
    def play(self) -> None:
        """Make the first move there is."""


@dataclass
class Table:
    """One table, and the move that is on its way."""

    ears: list[Ear] = field(default_factory=list)
    ply: int = 0
    sent: float = 0.0
    waits: float = 0.0
    told: asyncio.Event = field(default_factory=asyncio.Event)

    def heard(self) -> None:
        """When the last of the four has the view, everybody has been told."""
        if all(ear.ply > self.ply for ear in self.ears):
            self.waits = time.perf_counter() - self.sent
            self.ply += 1
            self.told.set()

    async def move(self) -> float | None:
        """Whoever is asked plays; how long until everybody saw it. None when it is over."""
        asked = next((ear for ear in self.ears if ear.asked), None)
        if asked is None:
            return None
        self.told.clear()
        self.sent = time.perf_counter()
        asked.play()
        await self.told.wait()
        return self.waits

    async def all_here(self) -> Table:
        """The table, once all four see the deal."""
        while any(ear.ply < 0 for ear in self.ears):
            await asyncio.sleep(0.01)
        return self


class Site(ABC):
    """A server in a process of its own, with what it costs."""

    name: str

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.http = f"http://127.0.0.1:{self.port}"
        self.process = subprocess.Popen(self.command(folder), cwd=self.home(), stdout=subprocess.DEVNULL)

    def home(self) -> Path:
        """Where it is started."""
        return Path.cwd()

    @abstractmethod
    def command(self, folder: Path) -> Sequence[str]:
        """How it is started; it may keep things in a folder."""

    @abstractmethod
    async def table(self, http: httpx.AsyncClient) -> Table:
        """A table of four who are ready, with a socket each."""

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def answers(self) -> None:
        """Wait until it serves."""
        async with httpx.AsyncClient() as http:
            while True:
                try:
                    await http.get(f"{self.http}/games")
                    return
                except httpx.HTTPError:
                    await asyncio.sleep(0.1)

    async def tables(self, count: int) -> list[Table]:
        """Many tables, a few at a time."""
        gate = asyncio.Semaphore(SETTING_UP)
        async with httpx.AsyncClient(base_url=self.http, timeout=60) as http:

            async def one() -> Table:
                async with gate:
                    return await (await self.table(http)).all_here()

            return list(await asyncio.gather(*(one() for _ in range(count))))

    def stop(self) -> None:
        """End it."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
