"""boardgame.io's own server as a target of the load test, with a game of the same shape as ours.

npm installs it into build/boardgame; it is no dependency of the project.
"""

from __future__ import annotations

import secrets
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import httpx
import msgspec
import picows

from bench.load_target import SEATS, Client, LoadTarget, Table
from bench.tablee_server import GAME
from tablee import games

SOURCES = Path(__file__).parent / "boardgame"
INSTALLED = Path(__file__).parents[1] / "build" / "boardgame"
# socket.io puts the namespace, the name of the game, in front of every message.
NAMESPACE = b"/bench,"
OPEN, CONNECTED, EVENT, PING, PONG = b"0", b"40", b"42", b"2", b"3"


class Turn(msgspec.Struct):
    """The field of boardgame.io's `ctx` that the load test reads."""

    current: str = msgspec.field(name="currentPlayer")


class MatchState(msgspec.Struct):
    """The fields of a boardgame.io state that the load test reads."""

    ply: int = msgspec.field(name="_stateID")
    ctx: Turn


class SyncInfo(msgspec.Struct):
    """The content of the first message."""

    state: MatchState


UPDATE = msgspec.json.Decoder(tuple[str, str, MatchState, msgspec.Raw])
SYNC = msgspec.json.Decoder(tuple[str, str, SyncInfo])


class BoardgameClient(Client):
    """A client of the part of socket.io that boardgame.io uses."""

    def __init__(self, table: Table, match: str, seat: str) -> None:
        super().__init__(table)
        self.match = match
        self.seat = seat

    def receive(self, text: bytes) -> bool:
        """Handle a message: take states from events, answer the handshake and pings."""
        if text.startswith(EVENT):
            return self.receive_event(text[len(EVENT) + len(NAMESPACE) :])
        if text.startswith(CONNECTED + NAMESPACE):
            self.emit("sync", self.match, self.seat, None, SEATS)
        elif text.startswith(OPEN):
            self.send(CONNECTED + NAMESPACE)
        elif text == PING:
            self.send(PONG)
        return False

    def receive_event(self, event: bytes) -> bool:
        """Take the state from an `update` or `sync` event; return False for other events."""
        if event.startswith(b'["update"'):
            state = UPDATE.decode(event)[2]
        elif event.startswith(b'["sync"'):
            state = SYNC.decode(event)[2].state
        else:
            return False
        self.ply, self.is_actor = state.ply, state.ctx.current == self.seat
        return True

    def emit(self, *values: object) -> None:
        """Send a socket.io event."""
        self.send(EVENT + NAMESPACE + msgspec.json.encode(values))

    def play(self) -> None:
        """Send the only move of the game."""
        move = {"type": "play", "args": ["take"], "playerID": self.seat}
        action = {"type": "MAKE_MOVE", "payload": move}
        self.emit("update", action, self.table.ply, self.match, self.seat)


class BoardgameServer(LoadTarget):
    """boardgame.io's server; it keeps its state in memory and writes nothing to a disk."""

    name = "boardgame.io"

    def working_directory(self) -> Path:
        return INSTALLED

    def command(self, folder: Path) -> Sequence[str]:
        """Install the server if needed, write one of our views as its state, and return its command."""
        install()
        shape = folder / "shape.json"
        shape.write_bytes(msgspec.json.encode(middle_view()))
        return ["node", "server.js", str(self.port), str(shape)]

    async def open_table(self, _http: httpx.AsyncClient) -> Table:
        """Connect four clients; the first one creates the match. No credentials are checked."""
        match, table = secrets.token_hex(8), Table()
        for seat in map(str, range(SEATS)):
            url = f"ws://127.0.0.1:{self.port}/socket.io/?EIO=4&transport=websocket"
            await picows.ws_connect(lambda seat=seat: BoardgameClient(table, match, seat), url)
        return table


def install() -> None:
    """Install the packages of the lock file into build/boardgame, unless they are there."""
    INSTALLED.mkdir(parents=True, exist_ok=True)
    lock, done = SOURCES / "package-lock.json", INSTALLED / "node_modules" / ".package-lock.json"
    shutil.copy(SOURCES / "server.js", INSTALLED)
    if done.exists() and (INSTALLED / lock.name).read_bytes() == lock.read_bytes():
        return
    for name in ("package.json", lock.name):
        shutil.copy(SOURCES / name, INSTALLED)
    subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=INSTALLED, check=True)


def middle_view() -> dict[str, object]:
    """Return the view of an acting seat from the middle of a match of ours."""
    state = games.load(GAME).deal(SEATS, "shape")
    views = []
    while state.actors():
        seat = state.actors()[0]
        views.append(state.view(seat))
        state.play(seat, state.moves(seat)[0])
    return views[len(views) // 2]
