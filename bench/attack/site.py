"""The server under attack, and the counts of messages and answers."""

from __future__ import annotations

import itertools
import math
import secrets
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any

import httpx

# Messages that are sent before the first of them is answered.
BATCH = 60
# Seconds after which a message counts as not answered.
TIMEOUT = 60.0
MAX_FAULTS = 20
# Tables that HTTP requests name: the latest.
KEPT_TABLES = 40
LOOPBACK = "127.0.0.1"
ADDRESSES = itertools.cycle([f"127.0.{block}.{host}" for block in range(1, 5) for host in range(1, 250)])


@dataclass
class Tally:
    """Counts of messages sent and of answers. Ends the attack after `limit` messages, or `seconds`."""

    limit: int
    seconds: float = math.inf
    began: float = field(default_factory=time.monotonic)
    sent: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    held: Counter[str] = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)
    tables_in_memory: int = 0

    @property
    def elapsed(self) -> float:
        """Seconds since the beginning."""
        return time.monotonic() - self.began

    @property
    def share(self) -> float:
        """The share of the attack that is done, in messages or in time."""
        return max(self.sent.total() / self.limit, self.elapsed / self.seconds)

    @property
    def wanted(self) -> bool:
        """Whether the attack goes on."""
        return self.share < 1 and len(self.faults) < MAX_FAULTS

    def fail(self, fault: str) -> None:
        """Record a fault; the first MAX_FAULTS are kept and printed, and end the attack."""
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(fault)


@dataclass
class Site:
    """The server under attack, and the tables of all clients.

    `limited`: the server has its default limits, and all clients have the same address.
    """

    port: int
    document: dict[str, Any]
    tally: Tally
    limited: bool
    tables: deque[str] = field(default_factory=lambda: deque(maxlen=KEPT_TABLES))

    def address(self) -> str:
        """Return the address of this machine from which to connect; Linux has 16 million of them."""
        return LOOPBACK if self.limited else next(ADDRESSES)

    def http(self, token: str = "") -> httpx.AsyncClient:
        """Return a client with a separate network address, for requests that are not part of the attack."""
        transport = httpx.AsyncHTTPTransport(local_address=next(ADDRESSES))
        headers = {"Authorization": f"Bearer {token or secrets.token_urlsafe(24)}"}
        return httpx.AsyncClient(
            transport=transport, base_url=f"http://{LOOPBACK}:{self.port}", headers=headers, timeout=TIMEOUT
        )


async def open_table(site: Site, game: str, tokens: list[str]) -> str:
    """Open a table, seat a visitor for each token, and start the match."""
    async with site.http(tokens[0]) as http:
        opened = await http.post("/api/tables", json={"game": game, "seats": len(tokens)})
        table: str = opened.raise_for_status().json()["id"]
        for number, token in enumerate(tokens):
            headers = {"Authorization": f"Bearer {token}"}
            for command in ({"t": "sit", "name": f"Eve {number}"}, {"t": "ready"}):
                body = {**command, "id": secrets.token_hex(8)}
                asked = await http.post(f"/api/tables/{table}/ask", json=body, headers=headers)
                asked.raise_for_status()
    site.tables.append(table)
    return table
