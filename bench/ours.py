"""Our own site for the load bench: one process, SQLite."""

from __future__ import annotations

import itertools
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path

import httpx
import msgspec
import picows

from bench.tables import SEATS, Ear, Site, Table

GAME = "islands"
IDS = itertools.count()


class Seen(msgspec.Struct):
    """As much of a view as is needed to play."""

    ply: int
    moves: list[str]


class Frame(msgspec.Struct):
    """As much of a message as is needed to measure."""

    t: str
    view: Seen | None = None


DECODER = msgspec.json.Decoder(Frame)


class OurEar(Ear):
    """Speaks our messages."""

    def understand(self, text: bytes) -> bool:
        """Only views count."""
        view = DECODER.decode(text).view
        if view is None:
            return False
        self.ply, self.moves, self.asked = view.ply, view.moves, bool(view.moves)
        return True

    def play(self) -> None:
        """The first move of the view."""
        wish = {"t": "play", "id": f"m{next(IDS)}", "words": self.moves[0], "seen": self.table.ply}
        self.say(msgspec.json.encode(wish))


class OurSite(Site):
    """Tablée, without limits on rates."""

    name = "Tablée"

    def command(self, folder: Path) -> Sequence[str]:
        """The server of the crash tests."""
        store = f"sqlite:///{folder / 'load.db'}"
        return [sys.executable, "-m", "tests.server.run_site", str(self.port), store]

    async def table(self, http: httpx.AsyncClient) -> Table:
        """Four visitors who sit down, are ready, and look."""
        tokens = [{"Authorization": f"Bearer {secrets.token_urlsafe(24)}"} for _ in range(SEATS)]
        made = await http.post("/api/tables", json={"game": GAME, "seats": SEATS}, headers=tokens[0])
        name, table = made.json()["id"], Table()
        for token in tokens:
            for wish in ({"t": "sit", "name": "load"}, {"t": "ready"}):
                body = {**wish, "id": f"s{next(IDS)}"}
                (await http.post(f"/api/tables/{name}/ask", json=body, headers=token)).raise_for_status()
        for token in tokens:
            url = f"ws://127.0.0.1:{self.port}/ws/{name}"
            await picows.ws_connect(lambda: OurEar(table), url, extra_headers=token)
        return table
