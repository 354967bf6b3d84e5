"""Events of a table, as stored in the log. The state of a table is a fold of its events."""

from __future__ import annotations

from typing import Literal

import msgspec

from tablee.core.state import UNTIMED

Why = Literal["left", "late", "absent", "banned", "deleted"]
By = Literal["person", "bot", "clock"]
# Names in stored events that differ from ours: the log is never rewritten.
STORED_NAMES = {"visitor_id": "who"}


class Event(
    msgspec.Struct, frozen=True, tag_field="t", tag=str.lower, omit_defaults=True, rename=STORED_NAMES
):
    """Base of all events. The class name in small letters is the tag in JSON."""


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """Thinking time: unlimited, a bank for the whole match (live), or seconds or days for each decision."""

    kind: Literal["none", "live", "move", "days"] = "none"
    # live: seconds for the match, and seconds that each move gives back; move: seconds for each decision
    seconds: int = 0
    increment: int = 0
    # days: for each decision, counted only inside the play window (hours of the day, UTC)
    days: int = 0
    opens: int = 0
    closes: int = 24
    holidays: int = 0


class Guest(msgspec.Struct, frozen=True, omit_defaults=True, rename=STORED_NAMES):
    """The holder of a seat when the table is opened: a person, a bot, or nobody."""

    visitor_id: str = ""
    name: str = ""
    bot: str = ""
    ready: bool = False
    face: str = ""


class StoredRedraw(msgspec.Struct, frozen=True):
    """A redraw of an earlier match; see `core.match.Redraw`."""

    ply: int
    seat: int
    seed: str


class Position(msgspec.Struct, frozen=True, omit_defaults=True):
    """The position of a finished match or a lesson from which a table plays on, copied: the log is complete.

    `seed` is that of the earlier deal, `moves` are the earlier moves as a record writes them. `redraw_for`:
    the seat for which the hidden part is drawn anew, from the seed of this table; None: the deal as it was.
    `drawing`: the position that a lesson draws, as JSON, in place of the deal.
    """

    seed: str
    moves: tuple[str, ...]
    redraw_for: int | None = None
    redraws: tuple[StoredRedraw, ...] = ()
    drawing: str = ""


class Opened(Event, frozen=True):
    """A table was opened. `secret` is the server's part of the seed, `salt` that of its commitment.

    `pause`: for how many milliseconds the result of a race is shown, at most, before the next countdown.
    `start`: the position at which the match begins; None for the deal.
    `daily`: the day (YYYY-MM-DD) whose deal is played here, "" for any other table; `ranked`: the one try of
    a person that counts. `device`: the match runs, or was played, on a player's device, which knows the deal.
    """

    game: str
    version: int
    pieces: str
    seats: int
    options: dict[str, str]
    clock: Clock
    listed: bool
    host: str
    secret: str
    salt: str
    guests: tuple[Guest, ...] = ()
    before: str = ""
    # Tables of version 0.1.0 have none.
    pause: int = 0
    start: Position | None = None
    daily: str = ""
    ranked: bool = False
    device: bool = False


class Arranged(Event, frozen=True):
    """Options, clock or privacy were changed before the start."""

    options: dict[str, str]
    clock: Clock
    listed: bool


class Resized(Event, frozen=True):
    """The number of seats was changed before the start: free seats were added, or removed, the last first."""

    seats: int


class Sat(Event, frozen=True):
    """A person took a free seat, or changed name and face on their own one."""

    seat: int
    visitor_id: str
    name: str
    face: str = ""


class Hired(Event, frozen=True):
    """A bot was put on a free seat."""

    seat: int
    bot: str


class Freed(Event, frozen=True):
    """Before the start, a seat became free."""

    seat: int


class Readied(Event, frozen=True):
    """A person is ready for the match, and may have added a word to the seed; or for the next race."""

    seat: int
    word: str = ""


class Started(Event, frozen=True):
    """Everybody was ready: the seed fixes the deal. Only its commitment is published before the end."""

    seed: str
    commitment: str


class Moved(Event, frozen=True):
    """A move was made. A seat moves by "clock" if its time was up."""

    seat: int
    words: str
    by: By = "person"
    elapsed: int = UNTIMED


class UndoAsked(Event, frozen=True):
    """A person asked for consent to go back to a ply."""

    seat: int
    ply: int


class UndoAnswered(Event, frozen=True):
    """A person answered a request for undo."""

    seat: int
    agreed: bool


class Undone(Event, frozen=True):
    """The match went back to a ply. The undone moves stay in the log."""

    ply: int


class Said(Event, frozen=True):
    """A line of chat; seat -1 is a spectator."""

    seat: int
    name: str
    text: str


class Muted(Event, frozen=True):
    """The host took the right to chat away from a visitor, or gave it back."""

    visitor_id: str
    muted: bool = True


class Removed(Event, frozen=True):
    """Before the start, the host took a person's seat away; the person cannot sit here again."""

    seat: int


class Renamed(Event, frozen=True):
    """The host of the site gave the person at a seat another name."""

    seat: int
    visitor_id: str
    name: str


class StandInAgreed(Event, frozen=True):
    """The person on `seat` agrees that a bot plays for the person on `absent`, who is not connected."""

    seat: int
    absent: int


class TookOver(Event, frozen=True):
    """A bot plays for a person: left, late, absent (the others agreed), banned, or account deleted."""

    seat: int
    bot: str
    why: Why


class Returned(Event, frozen=True):
    """The person plays again."""

    seat: int


class Rested(Event, frozen=True):
    """A person took days off from the holiday budget."""

    seat: int
    days: int


class Lent(Event, frozen=True):
    """A link was made that moves a seat to another device; `key` is the hash of its secret."""

    seat: int
    key: str
    until: int


class Handed(Event, frozen=True):
    """A seat link was used: the seat belongs to another visitor now."""

    seat: int
    visitor_id: str
    key: str


class Ended(Event, frozen=True):
    """The match ended with these scores and ranks by seat; a replay must find the same."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]


class Forgotten(Event, frozen=True):
    """A person deleted the account: processes that hold the table remove the name and the chat."""

    visitor_id: tuple[str, ...]


class Rematched(Event, frozen=True):
    """A rematch was requested; `table` is the id of its table."""

    table: str


AnyEvent = (
    Opened
    | Arranged
    | Sat
    | Hired
    | Freed
    | Readied
    | Started
    | Moved
    | UndoAsked
    | UndoAnswered
    | Undone
    | Said
    | StandInAgreed
    | TookOver
    | Returned
    | Rested
    | Lent
    | Handed
    | Ended
    | Rematched
    | Forgotten
    | Muted
    | Removed
    | Renamed
    | Resized
)


class LoggedEvent(msgspec.Struct, frozen=True, omit_defaults=True, rename=STORED_NAMES):
    """An event with the visitor who caused it and the id of the request; both "" if there was none."""

    event: AnyEvent
    visitor_id: str = ""
    request: str = ""


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(LoggedEvent)


def encode(logged: LoggedEvent) -> str:
    """Return the JSON form that is stored."""
    return _ENCODER.encode(logged).decode()


def decode(payload: str) -> LoggedEvent:
    """Return the event of a stored payload; raises msgspec.DecodeError if it is damaged."""
    return _DECODER.decode(payload)
