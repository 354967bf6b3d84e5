"""Bodies and answers of the table API. Their names and fields are public: clients depend on them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from tablee.server.domain.commands import Face, Name, Options, Ply, Seat
from tablee.server.domain.events import Clock
from tablee.server.storage.rows import TableSummary

SeatCount = Annotated[int, msgspec.Meta(ge=1, le=6)]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How to set up a table. With a name, the first seat is the sender's."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    seats: SeatCount
    options: Options = {}
    clock: Clock = Clock()
    listed: bool = False
    name: Annotated[str, msgspec.Meta(max_length=24)] = ""
    face: Face = ""


class PlayNow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Start a match against bots at once, or join a public table."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    name: Name
    against: Literal["bots", "people"] = "bots"
    bot: Annotated[str, msgspec.Meta(max_length=40)] = "casual"
    seats: SeatCount | None = None
    options: Options = {}
    face: Face = ""


class PlayLesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play on from a position of a lesson against bots, all of the level `bot`.

    `path`: the moves of the learner that lead there, "" for a step that asks for none.
    """

    path: Annotated[list[Annotated[str, msgspec.Meta(max_length=80)]], msgspec.Meta(max_length=40)]
    name: Name
    bot: Annotated[str, msgspec.Meta(max_length=40)] = "beginner"
    face: Face = ""


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play on from a position of a finished match, after `ply` moves as the sender counts them.

    `seat`: where the sender plays; null: the sender's seat in that match, or else the one to move. `redraw`:
    redraw what this seat could not know, or keep the deal. `bot`: the level at the seats of other people.
    """

    ply: Ply
    name: Name
    seat: Seat | None = None
    redraw: bool = False
    against: Literal["bots", "people"] = "bots"
    bot: Annotated[str, msgspec.Meta(max_length=40)] = "casual"
    face: Face = ""


class TableLink(msgspec.Struct, frozen=True):
    """The id and address of a table. Everybody who has the link may enter."""

    id: str
    link: str


class SeatLink(msgspec.Struct, frozen=True):
    """A link that moves the seat to another device, once, and its QR code as SVG.

    The secret follows #, so that browsers never send it in a request.
    """

    link: str
    qr: str


class Visitor(msgspec.Struct, frozen=True):
    """A token for a program, to be sent as `Authorization: Bearer ...`."""

    token: str


class Listed(msgspec.Struct, frozen=True):
    """A table in a list. `free`: free seats; `changed`: ms since 1970."""

    id: str
    game: str
    free: int
    changed: int

    @classmethod
    def of(cls, table: TableSummary) -> Listed:
        """Return the entry of a table."""
        return cls(table.table_id, table.game, table.free, table.changed)
