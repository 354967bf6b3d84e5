"""Commands that a client may send to a table; the same JSON messages over WebSocket and HTTP."""

from __future__ import annotations

from typing import Annotated

import msgspec

from tablee.core.state import UNTIMED
from tablee.server.domain.events import Clock

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[\w.-]+$")]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
# The animal that a person has chosen; clients draw it, and choose one by the name if it is empty.
Face = Annotated[str, msgspec.Meta(max_length=16, pattern=r"^[a-z]*$")]
Seat = Annotated[int, msgspec.Meta(ge=0, le=5)]
Ply = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Milliseconds = Annotated[int, msgspec.Meta(ge=UNTIMED, le=1_000_000_000)]
Options = dict[Annotated[str, msgspec.Meta(max_length=40)], Annotated[str, msgspec.Meta(max_length=40)]]


class Command(
    msgspec.Struct, frozen=True, tag_field="t", tag=str.lower, forbid_unknown_fields=True, kw_only=True
):
    """A command with an id chosen by the sender: a repeated id is answered and not applied again."""

    id: Id


class Sit(Command, frozen=True):
    """Take a seat; None: the first free one. With one's own seat: change name and face before the start."""

    name: Name
    seat: Seat | None = None
    face: Face = ""


class Hire(Command, frozen=True):
    """Put a bot on a free seat."""

    seat: Seat
    bot: Annotated[str, msgspec.Meta(max_length=40)]


class Free(Command, frozen=True):
    """Remove a bot before the start."""

    seat: Seat


class Arrange(Command, frozen=True):
    """Change options, clock or privacy before the start."""

    options: Options = {}
    clock: Clock = Clock()
    listed: bool = False


class Resize(Command, frozen=True):
    """Change the number of seats before the start: add free ones, or remove free ones, the last first."""

    seats: Annotated[int, msgspec.Meta(ge=1, le=6)]


class Ready(Command, frozen=True):
    """Be ready to start the match, with a `word` that is added to the seed; or to start the next race."""

    word: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Play(Command, frozen=True):
    """Make a move. `seen`: ply of the view it answers; `elapsed`: ms since the race started."""

    words: Words
    seen: Ply | None = None
    elapsed: Milliseconds = UNTIMED


class Undo(Command, frozen=True):
    """Take back one's last move, or ask the others for consent."""


class Agree(Command, frozen=True):
    """Answer a request for undo."""

    agreed: bool


class Say(Command, frozen=True):
    """Send a line of chat. `name` is used for spectators only."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=280)]
    name: Annotated[str, msgspec.Meta(max_length=24)] = ""


class Mute(Command, frozen=True):
    """Take the right to chat away from the author of a line, or give it back; for the host only."""

    line: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    muted: bool = True


class Remove(Command, frozen=True):
    """Take a person's seat away before the start; for the host only."""

    seat: Seat


class Leave(Command, frozen=True):
    """Leave the seat. During a match a bot plays on and the seat stays reserved."""


class Return(Command, frozen=True):
    """Take the seat back from the bot."""


class Replace(Command, frozen=True):
    """Agree that a bot plays for an absent person until they return."""

    seat: Seat


class Rest(Command, frozen=True):
    """Take days from the holiday budget, with a clock of days per move."""

    days: Annotated[int, msgspec.Meta(ge=1, le=60)]


class Lend(Command, frozen=True):
    """Create a link that moves the seat to another device; `key` is the SHA-256 of its secret."""

    key: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]


class Claim(Command, frozen=True):
    """Use a link made by Lend, on another device."""

    secret: Annotated[str, msgspec.Meta(min_length=16, max_length=80)]


class Rematch(Command, frozen=True):
    """Open a new table with the same people."""


class Pong(msgspec.Struct, frozen=True, tag_field="t", tag="pong"):
    """The answer to a ping, with its number."""

    number: int


AnyCommand = (
    Sit
    | Hire
    | Free
    | Arrange
    | Ready
    | Play
    | Undo
    | Agree
    | Say
    | Leave
    | Return
    | Replace
    | Rest
    | Lend
    | Claim
    | Rematch
    | Mute
    | Remove
    | Resize
)
