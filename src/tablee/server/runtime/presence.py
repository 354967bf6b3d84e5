"""Which seats of a table are connected, at this process or at any other."""

from __future__ import annotations

from collections.abc import Callable

# Milliseconds after which the presence reported by a silent process is dropped.
PRESENCE_TIMEOUT = 10_000
# Tables with connected people at other processes that are remembered.
MAX_TABLES = 20_000


class Presence:
    """Connected seats by table. `seats_here` returns those of this process; others report theirs."""

    def __init__(self) -> None:
        self.seats_here: Callable[[str], list[int]] = lambda _: []
        # Seats and time of the report (ms since 1970), by table and process.
        self.remote: dict[str, dict[str, tuple[list[int], int]]] = {}

    def note(self, process: str, table_id: str, seats: list[int], now: int) -> None:
        """Keep what another process reports of a table; no seats: forget it."""
        if seats:
            if table_id not in self.remote and len(self.remote) >= MAX_TABLES:
                self._expire(now)
            self.remote.setdefault(table_id, {})[process] = (seats, now)
            return
        known = self.remote.get(table_id, {})
        known.pop(process, None)
        if not known:
            self.remote.pop(table_id, None)

    def seats(self, table_id: str, now: int) -> set[int]:
        """Return the seats of a table that are connected anywhere, as far as this process knows."""
        reports = self.remote.get(table_id, {}).values()
        current = [seats for seats, at in reports if at + PRESENCE_TIMEOUT > now]
        return {seat for seats in (self.seats_here(table_id), *current) for seat in seats}

    def _expire(self, now: int) -> None:
        """Forget tables without a recent report; all of them if none is old."""
        fresh = {
            table_id: reports
            for table_id, reports in self.remote.items()
            if any(at + PRESENCE_TIMEOUT > now for _, at in reports.values())
        }
        self.remote = fresh if len(fresh) < MAX_TABLES else {}
