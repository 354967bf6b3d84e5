"""Settings of a server."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.server.domain.schedule import PACE, Pace
from tablee.server.rate_limit import Rate

PER_ADDRESS = Rate(burst=120, per_second=30)
PER_SOCKET = Rate(burst=40, per_second=20)
OPENING = Rate(burst=20, per_second=0.2)
TRYING = Rate(burst=10, per_second=0.1)
HINTING = Rate(burst=6, per_second=0.5)
REVIEWING = Rate(burst=10, per_second=0.05)
ANSWERING = Rate(burst=60, per_second=0.5)


@dataclass(frozen=True)
class Deadlines:
    """Seconds that a client has for the headers of a request, for its body, and to read what it is sent.

    `idle`: seconds that a connection stays open between two requests.
    """

    headers: float = 10.0
    body: float = 30.0
    reading: float = 20.0
    idle: int = 10


@dataclass(frozen=True)
class Settings:
    """What the host may choose.

    `store`: URL of the database. `redis`: URL, or None for a single process. `origins`: other sites whose
    pages may act here. `public_url`: address of the site in links and QR codes; "": as the client calls it.
    The rates limit requests, messages of one WebSocket, new tables, attempts to log in, hints, reviews,
    and answers to exercises.
    `max_connections`, `max_sockets`: open TCP connections and open WebSockets of one address.
    `bot_processes`: worker processes for bots.
    """

    store: str = "sqlite:///tablee.db"
    redis: str | None = None
    origins: tuple[str, ...] = ()
    public_url: str = ""
    per_address: Rate = PER_ADDRESS
    per_socket: Rate = PER_SOCKET
    opening: Rate = OPENING
    trying: Rate = TRYING
    hinting: Rate = HINTING
    reviewing: Rate = REVIEWING
    answering: Rate = ANSWERING
    max_connections: int = 512
    max_sockets: int = 200
    deadlines: Deadlines = Deadlines()
    pace: Pace = PACE
    bot_processes: int = 1
