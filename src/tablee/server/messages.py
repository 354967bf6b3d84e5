"""Messages of the server, over WebSockets and as HTTP answers. The TypeScript types are made from these."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any, Literal

import msgspec

from tablee.core.errors import Illegal, Refusal, Stale, Unreadable, Value
from tablee.server.domain.events import Clock
from tablee.server.errors import NotStored

Kind = Literal["unreadable", "illegal", "stale", "not-stored", "limit", "incident"]
KINDS: dict[type[Refusal], Kind] = {
    Unreadable: "unreadable",
    Illegal: "illegal",
    Stale: "stale",
    NotStored: "not-stored",
}
# Refusals sent by this process, by code.
REFUSALS: Counter[str] = Counter()


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat. `face`: the animal that the person has chosen, or empty. `away`: a bot plays for the person.

    `deadline`: ms since 1970. `bank`: ms left.
    """

    name: str
    face: str
    kind: Literal["person", "bot", "empty"]
    bot: str
    ready: bool
    word: str
    away: bool
    deadline: int | None
    bank: int | None
    holidays: int


class AskingInfo(msgspec.Struct, frozen=True):
    """A pending request to go back to a ply; `agreed` are the seats that consented."""

    seat: int
    ply: int
    agreed: tuple[int, ...]


class StartInfo(msgspec.Struct, frozen=True):
    """Where a match begins: after how many moves of another match, and whether it was redrawn."""

    ply: int
    redrawn: bool


class TableInfo(msgspec.Struct, frozen=True):
    """A table as everybody sees it. Secret, salt and seed are empty until the match is over.

    `timer`: when CLOCK moves. `starts`: when the countdown of a race ends. Both in ms since 1970, or null.
    `promise`: commitment to the secret. `host`: the seat of the person who opened the table, or null.
    `start`: where the match begins; null for the deal.
    `daily`: the day whose deal is played, or empty; then secret, salt and seed stay empty. `ranked`: the try
    counts, without undo and hints. `device`: the match runs, or was played, on a player's device; not rated.
    `muted`: authors of chat (see ChatLine) from whom the host of the table took the right to chat.
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
    host: int | None = None
    start: StartInfo | None = None
    daily: str = ""
    ranked: bool = False
    device: bool = False
    muted: list[str] = []


class Line(msgspec.Struct, frozen=True):
    """A move as announced to this viewer; `ply` is the number of moves including it."""

    ply: int
    seat: int
    by: str
    words: str


class ChatLine(msgspec.Struct, frozen=True):
    """A line of chat; seat -1 is a spectator. `number` counts the lines of the table from 1.

    `author` is the same for all lines of one visitor at this table, and says nothing else. `note`: in a line
    that nobody wrote, why a bot took the seat (left, late, banned, deleted).
    """

    at: int
    seat: int
    name: str
    text: str
    number: int = 0
    author: str = ""
    note: str = ""


class Message(msgspec.Struct, frozen=True, tag_field="t", tag=str.lower):
    """Base of the messages sent over a WebSocket; `t` is the class name in small letters."""


class Update(Message, frozen=True):
    """The table as it is now. `log` continues after `since` plies: later lines of the client were undone."""

    seq: int
    now: int
    you: int | None
    table: msgspec.Raw
    view: msgspec.Raw
    since: int
    log: list[Line]
    chat: list[ChatLine]


class Answer(Message, frozen=True):
    """A command was carried out; `seq` is the number of its event."""

    id: str
    seq: int


class Refused(Message, frozen=True):
    """A command was refused and nothing changed. `retry`: the same message may be sent again."""

    id: str
    kind: Kind
    code: str
    rule: str | None
    values: dict[str, Value]
    retry: bool


class AbsentSeat(msgspec.Struct, frozen=True):
    """A seat for which the others may let a bot play; `missing` are the seats that must still agree."""

    seat: int
    missing: list[int]


class Presence(Message, frozen=True):
    """Connected seats (one entry per seat), the number of spectators, and the seats that are absent."""

    seats: list[bool]
    watching: int
    absent: list[AbsentSeat]


class Ping(Message, frozen=True):
    """A request to send the number back at once, to measure the round trip."""

    number: int


def refused(wrong: Refusal, request_id: str = "") -> Refused:
    """Return a refusal as a message, and count it."""
    REFUSALS[wrong.code] += 1
    kind = KINDS.get(type(wrong), "limit")
    return Refused(
        request_id, kind, wrong.code, wrong.rule, dict(wrong.values), kind in ("not-stored", "limit")
    )


# Returns the JSON form of a message.
encode = msgspec.json.Encoder().encode


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def decode(text: bytes | str, kind: Any) -> Any:
    """Return JSON as a msgspec type; raises Unreadable with the path and the reason."""
    try:
        return _decoder(kind).decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise Unreadable("not-a-message", why=str(wrong)[:200]) from wrong
