"""A table folded without the rules of its game: who sat where, and the moves as text.

For matches that the installed rules cannot replay: their records can still be written.
"""

from __future__ import annotations

from tablee.core.errors import Unreadable
from tablee.core.record import Record
from tablee.core.state import UNTIMED
from tablee.core.vocabulary import format_seat
from tablee.server.domain import events
from tablee.server.domain.catalog import Catalog
from tablee.server.domain.events import AnyEvent
from tablee.server.domain.records import record_notes
from tablee.server.domain.table import Table, start_of


class UncheckedTable(Table):
    """A table whose moves are kept as text and never played."""

    def __init__(self, table_id: str, catalog: Catalog) -> None:
        super().__init__(table_id, catalog, any_rules=True)
        self.moves: list[str] = []
        self.started: events.Started | None = None

    def _fold_play(self, event: AnyEvent, seq: int, at: int) -> None:
        match event:
            case events.Started():
                self.started = event
                self.moves = [] if self.opened.start is None else list(self.opened.start.moves)
            case events.Undone():
                del self.moves[event.ply :]
            case events.Ended():
                self.ended = event

    def _move(self, event: events.Moved, seq: int | None, at: int) -> None:
        time = "" if event.elapsed == UNTIMED else f" @{event.elapsed}"
        self.moves.append(f"{format_seat(event.seat)} {event.words}{time}")

    def record(self) -> str:
        """Return the record of the match so far; raises Unreadable before the start."""
        if self.started is None:
            raise Unreadable("not-started")
        header = {
            "game": f"{self.opened.game} {self.opened.version}",
            "pieces": self.opened.pieces,
            "seats": str(self.opened.seats),
            "seed": self.started.seed,
            "salt": self.opened.salt,
            "commitment": self.started.commitment,
        }
        end = None if self.ended is None else " ".join(map(str, self.ended.scores))
        record = Record(header, dict(self.options), record_notes(self), self.moves, end=end)
        if self.opened.start is not None:
            start_of(self.opened.start).write(record)
        return record.text()
