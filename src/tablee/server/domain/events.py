"""What happens at a table, in the past tense. A table is a fold of these and nothing else."""

from __future__ import annotations

from typing import Literal

import msgspec

from tablee.core.state import UNTIMED

Why = Literal["left", "late"]
By = Literal["person", "bot", "clock"]


class Event(msgspec.Struct, frozen=True, tag_field="t", tag=str.lower, omit_defaults=True):
    """Something told after the fact."""


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long people may think: not limited, minutes for the whole match, or days for each decision."""

    kind: Literal["none", "live", "days"] = "none"
    # live: seconds for the match, and seconds that each move gives back
    seconds: int = 0
    increment: int = 0
    # days: for each decision, counted only inside the play window (hours of the day, UTC)
    days: int = 0
    opens: int = 0
    closes: int = 24
    holidays: int = 0


class Guest(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who has a seat from the beginning: a person, a bot, or nobody yet."""

    who: str = ""
    name: str = ""
    bot: str = ""
    ready: bool = False


class Opened(Event, frozen=True):
    """A table was set up. The secret is what the server adds to the seed; `promise` was shown at once."""

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


class Arranged(Event, frozen=True):
    """Options, clock or privacy were changed before the start."""

    options: dict[str, str]
    clock: Clock
    listed: bool


class Sat(Event, frozen=True):
    """A person took a free seat."""

    seat: int
    who: str
    name: str


class Hired(Event, frozen=True):
    """A bot was put on a free seat."""

    seat: int
    bot: str


class Freed(Event, frozen=True):
    """Before the start, a seat became free."""

    seat: int


class Readied(Event, frozen=True):
    """A person is ready, and may have added a word to the seed."""

    seat: int
    word: str = ""


class Started(Event, frozen=True):
    """Everybody was ready; the deal is fixed by this seed, of which only the commitment is told."""

    seed: str
    commitment: str


class Moved(Event, frozen=True):
    """A move was made."""

    seat: int
    words: str
    by: By = "person"
    elapsed: int = UNTIMED


class UndoAsked(Event, frozen=True):
    """Somebody would like to go back to a ply, and the others must agree."""

    seat: int
    ply: int


class UndoAnswered(Event, frozen=True):
    """Somebody agreed, or did not."""

    seat: int
    agreed: bool


class Undone(Event, frozen=True):
    """The match went back to a ply; the log kept what came after it."""

    ply: int


class Said(Event, frozen=True):
    """A line of chat; seat -1 is a spectator."""

    seat: int
    name: str
    text: str


class TookOver(Event, frozen=True):
    """A bot plays for a person who left or was late."""

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
    """A link was made that moves a seat to another device; only the hash of its key is kept."""

    seat: int
    key: str
    until: int


class Handed(Event, frozen=True):
    """The link was used: the seat belongs to another device now."""

    seat: int
    who: str
    key: str


class Ended(Event, frozen=True):
    """The match was over, with these points and ranks by seat: what a replay must find again."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]


class Forgotten(Event, frozen=True):
    """A person wants to be forgotten: whoever has the table at hand takes the name and the chat out of it."""

    who: tuple[str, ...]


class Rematched(Event, frozen=True):
    """The same people sit down again at a new table."""

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
    | TookOver
    | Returned
    | Rested
    | Lent
    | Handed
    | Ended
    | Rematched
    | Forgotten
)


class Happened(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event as the log keeps it: who asked for it, and under which request id."""

    event: AnyEvent
    who: str = ""
    request: str = ""


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Happened)


def write(happened: Happened) -> str:
    """As it is stored."""
    return _ENCODER.encode(happened).decode()


def read(payload: str) -> Happened:
    """As it was stored."""
    return _DECODER.decode(payload)
