"""Which seats of a table are connected, at this process or at any other."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence

# Milliseconds after which the presence reported by a silent process is dropped.
PRESENCE_TIMEOUT = 10_000
# Tables with connected people that are remembered: at other processes, and of recent times anywhere.
MAX_TABLES = 20_000


class Presence:
    """Connected seats by table. `seats_here` returns those of this process; others report theirs.

    `started`: when the process began to know (ms since 1970).
    """

    def __init__(self, started: int) -> None:
        self.started = started
        self.seats_here: Callable[[str], list[int]] = lambda _: []
        # Seats and time of the report (ms since 1970), by table and process.
        self.remote: dict[str, dict[str, tuple[list[int], int]]] = {}
        # When (ms since 1970) a seat was connected last, by table; the table noted last is the last one.
        self.seen: OrderedDict[str, dict[int, int]] = OrderedDict()

    def note(self, process: str, table_id: str, seats: list[int], now: int) -> None:
        """Keep what another process reports of a table; no seats: forget it."""
        self.note_seen(table_id, seats, now)
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

    def note_seen(self, table_id: str, seats: Sequence[int], now: int) -> None:
        """Note that seats are connected, here or at another process."""
        if seats:
            self.seen.setdefault(table_id, {}).update(dict.fromkeys(seats, now))
            self.seen.move_to_end(table_id)
            if len(self.seen) > MAX_TABLES:
                self.seen.popitem(last=False)

    def left_at(self, table_id: str, seat: int, now: int) -> int | None:
        """Return since when a seat is not connected anywhere (ms since 1970), None if it is connected.

        The time before this process was started is not known, and not counted.
        """
        if seat in self.seats(table_id, now):
            return None
        return max(self.started, self.seen.get(table_id, {}).get(seat, 0))

    def _expire(self, now: int) -> None:
        """Forget tables without a recent report; if MAX_TABLES remain, forget all."""
        fresh = {
            table_id: reports
            for table_id, reports in self.remote.items()
            if any(at + PRESENCE_TIMEOUT > now for _, at in reports.values())
        }
        self.remote = fresh if len(fresh) < MAX_TABLES else {}
