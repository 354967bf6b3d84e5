"""Our own server as a target of the load test: one process, SQLite, without rate limits."""

from __future__ import annotations

import itertools
import os
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path

import httpx
import msgspec
import picows

from bench.load_target import SEATS, Client, LoadTarget, Table

GAME = "islands"
MESSAGE_IDS = itertools.count()


class View(msgspec.Struct):
    """The fields of a view that the load test reads."""

    ply: int
    moves: list[str]


class Message(msgspec.Struct):
    """The fields of a server message that the load test reads."""

    t: str
    view: View | None = None


DECODER = msgspec.json.Decoder(Message)


class TableeClient(Client):
    """A client of our message protocol."""

    def receive(self, text: bytes) -> bool:
        """Handle a message; only those with a view count."""
        view = DECODER.decode(text).view
        if view is None:
            return False
        self.ply, self.moves, self.is_actor = view.ply, view.moves, bool(view.moves)
        return True

    def play(self) -> None:
        """Send the first move of the last view."""
        command = {"t": "play", "id": f"m{next(MESSAGE_IDS)}", "words": self.moves[0], "seen": self.table.ply}
        self.send(msgspec.json.encode(command))


class TableeServer(LoadTarget):
    """The server that the crash tests use, which has no rate limits; of this checkout or of another one."""

    name = "Tablée"

    def __init__(self, folder: Path, checkout: Path | None = None) -> None:
        self.checkout = checkout or Path.cwd()
        if checkout is not None:
            self.name = f"Tablée of {checkout.name}"
        super().__init__(folder)

    def working_directory(self) -> Path:
        return self.checkout

    def environment(self) -> dict[str, str]:
        return {**os.environ, "PYTHONPATH": f"{self.checkout / 'src'}{os.pathsep}{self.checkout}"}

    def command(self, folder: Path) -> Sequence[str]:
        store = f"sqlite:///{folder / 'load.db'}"
        return [sys.executable, "-m", "tests.server.run_site", str(self.port), store]

    async def open_table(self, http: httpx.AsyncClient) -> Table:
        """Create a table; seat four visitors, make them ready and connect them."""
        tokens = [{"Authorization": f"Bearer {secrets.token_urlsafe(24)}"} for _ in range(SEATS)]
        created = await http.post("/api/tables", json={"game": GAME, "seats": SEATS}, headers=tokens[0])
        name, table = created.json()["id"], Table()
        for token in tokens:
            for command in ({"t": "sit", "name": "load"}, {"t": "ready"}):
                body = {**command, "id": f"s{next(MESSAGE_IDS)}"}
                (await http.post(f"/api/tables/{name}/ask", json=body, headers=token)).raise_for_status()
        for token in tokens:
            url = f"ws://127.0.0.1:{self.port}/ws/{name}"
            await picows.ws_connect(
                lambda: TableeClient(table), url, extra_headers=token, websocket_handshake_timeout=60
            )
        return table
