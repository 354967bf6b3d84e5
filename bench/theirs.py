"""boardgame.io's own server for the load bench, with a game of the same shape; npm installs it in build/."""

from __future__ import annotations

import secrets
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import httpx
import msgspec
import picows

from bench.ours import GAME
from bench.tables import SEATS, Ear, Site, Table
from tablee import games

HERE = Path(__file__).parent / "boardgame"
HOME = Path(__file__).parents[1] / "build" / "boardgame"
# Its game has this name, and socket.io puts it before every message.
MAX_MOVES = b"/bench,"
OPEN, CONNECTED, EVENT, PING, PONG = b"0", b"40", b"42", b"2", b"3"


class Turn(msgspec.Struct):
    """Whose turn it is, in its own words."""

    current: str = msgspec.field(name="currentPlayer")


class Told(msgspec.Struct):
    """As much of its state as is needed to play."""

    ply: int = msgspec.field(name="_stateID")
    ctx: Turn


class Synced(msgspec.Struct):
    """What it says first."""

    state: Told


UPDATE = msgspec.json.Decoder(tuple[str, str, Told, msgspec.Raw])
SYNC = msgspec.json.Decoder(tuple[str, str, Synced])


class TheirEar(Ear):
    """Speaks socket.io, as much of it as is needed."""

    def __init__(self, table: Table, match: str, seat: str) -> None:
        super().__init__(table)
        self.match = match
        self.seat = seat

    def understand(self, text: bytes) -> bool:
        """Only states count; the rest is answered as the protocol wants it."""
        if text.startswith(EVENT):
            return self.noted(text[len(EVENT) + len(MAX_MOVES) :])
        if text.startswith(CONNECTED + MAX_MOVES):
            self.emit("sync", self.match, self.seat, None, SEATS)
        elif text.startswith(OPEN):
            self.say(CONNECTED + MAX_MOVES)
        elif text == PING:
            self.say(PONG)
        return False

    def noted(self, event: bytes) -> bool:
        """A state, at first or after a move."""
        if event.startswith(b'["update"'):
            told = UPDATE.decode(event)[2]
        elif event.startswith(b'["sync"'):
            told = SYNC.decode(event)[2].state
        else:
            return False
        self.ply, self.asked = told.ply, told.ctx.current == self.seat
        return True

    def emit(self, *values: object) -> None:
        """One event."""
        self.say(EVENT + MAX_MOVES + msgspec.json.encode(values))

    def play(self) -> None:
        """Its one move."""
        move = {"type": "play", "args": ["take"], "playerID": self.seat}
        action = {"type": "MAKE_MOVE", "payload": move}
        self.emit("update", action, self.table.ply, self.match, self.seat)


class TheirSite(Site):
    """boardgame.io: its state is in its memory, and nothing is written to a disk."""

    name = "boardgame.io"

    def home(self) -> Path:
        """Where npm has put it."""
        return HOME

    def command(self, folder: Path) -> Sequence[str]:
        """With a view of ours from the middle of a match as its state."""
        install()
        shape = folder / "shape.json"
        shape.write_bytes(msgspec.json.encode(middle_view()))
        return ["node", "server.js", str(self.port), str(shape)]

    async def table(self, _http: httpx.AsyncClient) -> Table:
        """A match is made when the first comes in; nobody has to show a key, which saves it a little work."""
        match, table = secrets.token_hex(8), Table()
        for seat in map(str, range(SEATS)):
            url = f"ws://127.0.0.1:{self.port}/socket.io/?EIO=4&transport=websocket"
            await picows.ws_connect(lambda seat=seat: TheirEar(table, match, seat), url)
        return table


def install() -> None:
    """Everything its lock file names, out of reach of the product."""
    HOME.mkdir(parents=True, exist_ok=True)
    lock, done = HERE / "package-lock.json", HOME / "node_modules" / ".package-lock.json"
    shutil.copy(HERE / "server.js", HOME)
    if done.exists() and (HOME / lock.name).read_bytes() == lock.read_bytes():
        return
    for name in ("package.json", lock.name):
        shutil.copy(HERE / name, HOME)
    subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=HOME, check=True)


def middle_view() -> dict[str, object]:
    """What a seat sees half-way through a match of ours."""
    state = games.load(GAME).deal(SEATS, "shape")
    views = []
    while state.actors():
        seat = state.actors()[0]
        views.append(state.view(seat))
        state.play(seat, state.moves(seat)[0])
    return views[len(views) // 2]
