"""What people ask for at a table: the same messages over a socket and over HTTP."""

from __future__ import annotations

from typing import Annotated

import msgspec

from tablee.core.state import UNTIMED
from tablee.server.domain.events import Clock

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[\w.-]+$")]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=5)]
Ply = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Milliseconds = Annotated[int, msgspec.Meta(ge=UNTIMED, le=1_000_000_000)]
Options = dict[Annotated[str, msgspec.Meta(max_length=40)], Annotated[str, msgspec.Meta(max_length=40)]]


class Request(
    msgspec.Struct, frozen=True, tag_field="t", tag=str.lower, forbid_unknown_fields=True, kw_only=True
):
    """A wish, with an id that its sender chose: sent twice, it happens once."""

    id: Id


class Sit(Request, frozen=True):
    """Take a seat; without a number, the first free one."""

    name: Name
    seat: Seat | None = None


class Hire(Request, frozen=True):
    """Put a bot on a free seat."""

    seat: Seat
    bot: Annotated[str, msgspec.Meta(max_length=40)]


class Free(Request, frozen=True):
    """Send a bot away before the start."""

    seat: Seat


class Arrange(Request, frozen=True):
    """Change options, clock or privacy before the start."""

    options: Options = {}
    clock: Clock = Clock()
    listed: bool = False


class Ready(Request, frozen=True):
    """Be ready, with a word of one's own for the seed if one likes."""

    word: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Play(Request, frozen=True):
    """Make a move. `seen` is the ply of the view it answers, `elapsed` one's own stopwatch in a race."""

    words: Words
    seen: Ply | None = None
    elapsed: Milliseconds = UNTIMED


class Undo(Request, frozen=True):
    """Take the last move back."""


class Agree(Request, frozen=True):
    """Answer somebody who would like to take a move back."""

    agreed: bool


class Say(Request, frozen=True):
    """Say something to the table."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=280)]
    name: Annotated[str, msgspec.Meta(max_length=24)] = ""


class Leave(Request, frozen=True):
    """Get up. During a match a bot plays on."""


class Return(Request, frozen=True):
    """Take one's seat back from the bot."""


class Rest(Request, frozen=True):
    """Take days off, at a table that plays by days."""

    days: Annotated[int, msgspec.Meta(ge=1, le=60)]


class Lend(Request, frozen=True):
    """Make a link that moves one's seat; `key` is the SHA-256 of the secret in the link."""

    key: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]


class Claim(Request, frozen=True):
    """Use such a link on another device."""

    secret: Annotated[str, msgspec.Meta(min_length=16, max_length=80)]


class Rematch(Request, frozen=True):
    """Play again with the same people."""


class Pong(msgspec.Struct, frozen=True, tag_field="t", tag="pong"):
    """The answer to a ping: its number."""

    number: int


AnyRequest = (
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
    | Rest
    | Lend
    | Claim
    | Rematch
)
