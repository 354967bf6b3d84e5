"""`python -m bench.load`: a site under load from a second process: a move a second, then flat out."""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import picows
from rich.console import Console

GAME = "islands"
SEATS = 4
IDS = itertools.count()
SETTING_UP = 10


class Seen(msgspec.Struct):
    """As much of a view as is needed to play."""

    ply: int
    moves: list[str]


class Frame(msgspec.Struct):
    """As much of a message as is needed to measure."""

    t: str
    view: Seen | None = None


DECODER = msgspec.json.Decoder(Frame)


@dataclass
class Table:
    """One table: its four listeners, and the move that is on its way."""

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
        """Whoever is asked plays the first move; how long until everybody saw it. None when it is over."""
        asked = next((ear for ear in self.ears if ear.moves), None)
        if asked is None:
            return None
        self.told.clear()
        self.sent = time.perf_counter()
        asked.say({"t": "play", "id": f"m{next(IDS)}", "words": asked.moves[0], "seen": self.ply})
        await self.told.wait()
        return self.waits


class Ear(picows.WSListener):
    """One socket."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.ply = -1
        self.moves: list[str] = []
        table.ears.append(self)

    def on_ws_connected(self, transport: picows.WSTransport) -> None:
        """Keep the way back."""
        self.transport = transport

    def on_ws_frame(self, _transport: picows.WSTransport, frame: picows.WSFrame) -> None:
        """Only views count."""
        if frame.msg_type != picows.WSMsgType.TEXT:
            return
        message = DECODER.decode(frame.get_payload_as_bytes())
        if message.view is not None:
            self.ply, self.moves = message.view.ply, message.view.moves
            self.table.heard()

    def say(self, message: dict[str, Any]) -> None:
        """Send a wish."""
        self.transport.send(picows.WSMsgType.TEXT, msgspec.json.encode(message))


class Site:
    """The server in a process of its own, with what it costs."""

    def __init__(self, folder: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        command = [
            sys.executable,
            "-m",
            "tests.server.run_site",
            str(self.port),
            f"sqlite:///{folder}/load.db",
        ]
        self.process = subprocess.Popen(command)
        self.http = f"http://127.0.0.1:{self.port}"

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def answers(self) -> None:
        """Wait until it serves."""
        async with httpx.AsyncClient() as http:
            while True:
                try:
                    await http.get(f"{self.http}/readyz")
                    return
                except httpx.HTTPError:
                    await asyncio.sleep(0.1)

    async def table(self, http: httpx.AsyncClient) -> Table:
        """A table of four who are ready, with a socket each."""
        tokens = [{"Authorization": f"Bearer {secrets.token_urlsafe(24)}"} for _ in range(SEATS)]
        made = await http.post("/api/tables", json={"game": GAME, "seats": SEATS}, headers=tokens[0])
        name, table = made.json()["id"], Table()
        for token in tokens:
            for wish in ({"t": "sit", "name": "load"}, {"t": "ready"}):
                body = {**wish, "id": f"s{next(IDS)}"}
                (await http.post(f"/api/tables/{name}/ask", json=body, headers=token)).raise_for_status()
        for token in tokens:
            url = f"ws://127.0.0.1:{self.port}/ws/{name}"
            await picows.ws_connect(lambda: Ear(table), url, extra_headers=token)
        return table

    async def tables(self, count: int) -> list[Table]:
        """Many tables, a few at a time."""
        gate = asyncio.Semaphore(SETTING_UP)
        async with httpx.AsyncClient(base_url=self.http, timeout=60) as http:

            async def one() -> Table:
                async with gate:
                    return await self.table(http)

            return list(await asyncio.gather(*(one() for _ in range(count))))


async def steady(table: Table, delay: float, until: float) -> list[float]:
    """A move a second."""
    waits = []
    due = time.perf_counter() + delay
    while due < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        wait = await table.move()
        if wait is None:
            break
        waits.append(wait)
        due += 1.0
    return waits


async def flat_out(table: Table, _delay: float, until: float) -> list[float]:
    """The next move as soon as everybody has seen the last."""
    waits = []
    while time.perf_counter() < until:
        wait = await table.move()
        if wait is None:
            break
        waits.append(wait)
    return waits


async def measure(site: Site, tables: list[Table], how: Any, seconds: float) -> str:
    """Play in one way for a while; one line of figures."""
    cpu, began = site.cpu(), time.perf_counter()
    work = [how(table, number / len(tables), began + seconds) for number, table in enumerate(tables)]
    waits = sorted(wait for each in await asyncio.gather(*work) for wait in each)
    spent, cost = time.perf_counter() - began, site.cpu() - cpu
    middle, late = (1_000 * waits[int(len(waits) * share)] for share in (0.5, 0.99))
    return (
        f"{len(waits)} moves, {len(waits) / spent:.0f} a second, {1e6 * cost / len(waits):.0f} us CPU each, "
        f"{len(waits) / cost:.0f} moves a CPU second, p50 {middle:.1f} ms, p99 {late:.1f} ms"
    )


async def run(count: int, seconds: float) -> None:
    """Both ways, on one process with SQLite."""
    console = Console(highlight=False)
    with tempfile.TemporaryDirectory() as folder:
        site = Site(folder)
        try:
            await site.answers()
            tables = await site.tables(count)
            console.print(f"{count} tables, {count * SEATS} sockets; load {os.getloadavg()[0]:.1f}")
            console.print("a move a second:", await measure(site, tables, steady, seconds))
            console.print("flat out:       ", await measure(site, tables, flat_out, seconds / 2))
        finally:
            site.process.send_signal(signal.SIGKILL)
            site.process.wait()


def main() -> None:
    """By hand, on a quiet machine."""
    parser = argparse.ArgumentParser(prog="python -m bench.load")
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=20)
    asked = parser.parse_args()
    asyncio.run(run(asked.tables, asked.seconds))


if __name__ == "__main__":
    main()
