"""What the server says: over sockets, and in answers over HTTP. The browser's types are made from these."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from tablee.core.errors import Illegal, Refusal, Stale, Unreadable, Value
from tablee.server.domain.events import Clock
from tablee.server.storage.event_store import NotStored

Kind = Literal["unreadable", "illegal", "stale", "not-stored", "limit", "incident"]
KINDS: dict[type[Refusal], Kind] = {
    Unreadable: "unreadable",
    Illegal: "illegal",
    Stale: "stale",
    NotStored: "not-stored",
}


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat as everybody sees it. `away`: a bot plays for the person. `deadline`: in ms since 1970."""

    name: str
    kind: Literal["person", "bot", "empty"]
    bot: str
    ready: bool
    word: str
    away: bool
    deadline: int | None
    bank: int | None
    holidays: int


class AskingInfo(msgspec.Struct, frozen=True):
    """Somebody would like to go back to a ply; `agreed` are those who said yes."""

    seat: int
    ply: int
    agreed: tuple[int, ...]


class TableInfo(msgspec.Struct, frozen=True):
    """A table as everybody sees it. Secret, salt and seed are empty until the match is over.

    `timer`: when CLOCK acts. `starts`: when a race that was signalled is shown; count down to it.
    """

    id: str
    game: str
    version: int
    status: Literal["open", "playing", "over"]
    seats: list[SeatInfo]
    options: dict[str, str]
    clock: Clock
    listed: bool
    promise: str
    commitment: str
    secret: str
    salt: str
    seed: str
    asking: AskingInfo | None
    timer: int | None
    starts: int | None
    before: str
    rematch: str


class Line(msgspec.Struct, frozen=True):
    """A move as this viewer heard it; `ply` is the number of moves after it."""

    ply: int
    seat: int
    by: str
    words: str


class ChatLine(msgspec.Struct, frozen=True):
    """A line of chat; seat -1 is a spectator."""

    at: int
    seat: int
    name: str
    text: str


class Message(msgspec.Struct, frozen=True, tag_field="t", tag=str.lower):
    """Something the server says on a socket."""


class Update(Message, frozen=True):
    """The table as it is now. The log goes on after `since` plies: what you have beyond them was undone."""

    seq: int
    now: int
    you: int | None
    table: msgspec.Raw
    view: msgspec.Raw
    since: int
    log: list[Line]
    chat: list[ChatLine]


class Answer(Message, frozen=True):
    """A wish was granted and is written under this number."""

    id: str
    seq: int


class Refused(Message, frozen=True):
    """A wish was not granted, and nothing changed. `retry`: the same wish may be sent again."""

    id: str
    kind: Kind
    code: str
    rule: str | None
    values: dict[str, Value]
    retry: bool


class Presence(Message, frozen=True):
    """Who is connected: one entry per seat, and the number of spectators."""

    seats: list[bool]
    watching: int


class Ping(Message, frozen=True):
    """Send this number back at once: so the length of the way is measured."""

    number: int


def refused(wrong: Refusal, request: str = "") -> Refused:
    """A refusal as a message."""
    kind = KINDS.get(type(wrong), "limit")
    return Refused(request, kind, wrong.code, wrong.rule, dict(wrong.values), kind in ("not-stored", "limit"))


_ENCODER = msgspec.json.Encoder()


def encode(message: Any) -> bytes:
    """As it is sent."""
    return _ENCODER.encode(message)
