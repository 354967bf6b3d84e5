"""A wish becomes an event, or a refusal that says why not. Nothing changes here."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tablee import bots
from tablee.core.errors import Illegal, Stale
from tablee.core.undo import reveals
from tablee.server.domain import commands, events, race_clock
from tablee.server.domain.clocks import HOUR, check_clock
from tablee.server.domain.commands import AnyRequest
from tablee.server.domain.events import AnyEvent
from tablee.server.domain.table import SPECTATOR, Table

LINK_LIFE = HOUR
LINKS = 8
CHAT_PACE = (5, 10_000)
"""So many lines in so many milliseconds."""
CHAT_MOST = 2_000
STAND_IN = "regular"


@dataclass(frozen=True)
class Wish:
    """Who asks, when, and at which table."""

    table: Table
    who: str
    now: int
    # How long a message and its answer travel, in milliseconds, as far as it was measured.
    round_trip: int = 0

    def seat(self) -> int:
        """Where they sit."""
        seat = self.table.seat_of(self.who)
        if seat is None:
            raise Illegal("not-seated")
        return seat

    def while_open(self) -> Table:
        """The table, if the match has not begun."""
        if self.table.status != "open":
            raise Illegal("already-started")
        return self.table

    def while_playing(self) -> Table:
        """The table, if the match goes on."""
        if self.table.status == "open":
            raise Illegal("not-started")
        if self.table.status == "over":
            raise Illegal("match-over")
        return self.table

    def as_owner(self) -> Table:
        """The open table, if it is theirs to arrange: they opened it, or they sit there."""
        table = self.while_open()
        if self.who != table.opened.host and table.seat_of(self.who) is None:
            raise Illegal("not-your-table")
        return table


def decide(wish: Wish, request: AnyRequest) -> AnyEvent:
    """What happens if this wish is granted; raises a Refusal if it is not."""
    return DECISIONS[type(request)](wish, request)


def one_line(name: str, text: str) -> str:
    """Names and words go into records, which are made of lines."""
    line = " ".join(text.split())
    if not line.isprintable():
        raise Illegal("not-one-line", name=name)
    return line


# Before the match


def sit(wish: Wish, request: commands.Sit) -> AnyEvent:
    """One seat for each person; the name is all that is asked."""
    table = wish.while_open()
    if table.seat_of(wish.who) is not None:
        raise Illegal("already-seated")
    free_seats = [seat for seat, chair in enumerate(table.chairs) if chair.free]
    if not free_seats:
        raise Illegal("table-full")
    seat = free_seats[0] if request.seat is None else request.seat
    if seat not in free_seats:
        raise Illegal("seat-taken", seat=seat)
    name = one_line("name", request.name)
    if not name:
        raise Illegal("no-name")
    return events.Sat(seat, wish.who, name)


def hire(wish: Wish, request: commands.Hire) -> AnyEvent:
    """Only bots of the house: a path to a file would run whatever it holds."""
    table = wish.as_owner()
    if request.bot not in bots.names():
        raise Illegal("no-such-bot", word=request.bot, known=" ".join(bots.names()))
    if request.seat >= len(table.chairs) or not table.chairs[request.seat].free:
        raise Illegal("seat-taken", seat=request.seat)
    return events.Hired(request.seat, request.bot)


def free(wish: Wish, request: commands.Free) -> AnyEvent:
    """Bots may be sent away; people leave when they like."""
    table = wish.as_owner()
    if request.seat >= len(table.chairs) or not table.chairs[request.seat].bot:
        raise Illegal("no-bot-there", seat=request.seat)
    return events.Freed(request.seat)


def arrange(wish: Wish, request: commands.Arrange) -> AnyEvent:
    """Options are checked by the game, clocks by us."""
    table = wish.as_owner()
    options = table.game.resolve_options(dict(request.options))
    return events.Arranged(options, check_clock(request.clock), request.listed)


def ready(wish: Wish, request: commands.Ready) -> AnyEvent:
    """The word may be empty, and may be changed until the last is ready."""
    wish.while_open()
    return events.Readied(wish.seat(), one_line("word", request.word))


# During the match


def play(wish: Wish, request: commands.Play) -> AnyEvent:
    """A legal move that answers a view which still holds."""
    table = wish.while_playing()
    seat, match = wish.seat(), table.playing()
    if table.chairs[seat].stand_in:
        raise Illegal("bot-plays-for-you")
    move = match.game.parse(request.words)
    told = table.plies[seat]
    if request.seen is not None and match.is_stale(seat, told.meant(request.seen)):
        raise Stale("seen-has-changed", seen=request.seen, now=told.told(match.ply))
    match.state.copy().play(seat, move)
    timer = match.state.timer()
    if timer is not None and match.state.waits_for_clock():
        wait = table.times[timer[0]] + timer[1] - wish.now
        if wait > 0:
            raise Illegal("too-soon", wait=wait)
    elapsed = race_clock.elapsed(table, seat, wish.now, request.elapsed, wish.round_trip)
    race_clock.check_hand(table, seat, move, wish.now, elapsed)
    return events.Moved(seat, match.game.format(move), elapsed=elapsed)


def undo(wish: Wish, _request: commands.Undo) -> AnyEvent:
    """Free against bots, and while nobody learnt anything or acted since; else the others are asked."""
    table = wish.while_playing()
    seat, match = wish.seat(), table.playing()
    own = [ply for ply, told in enumerate(table.told) if told.seat == seat and told.by == "person"]
    if not own:
        raise Illegal("nothing-to-undo")
    ply = own[-1]
    alone = set(table.people()) <= {seat}
    if alone or (ply == match.ply - 1 and not reveals(match, ply)):
        return events.Undone(ply)
    if table.asking is not None:
        raise Illegal("undo-already-asked", who=table.asking.seat)
    return events.UndoAsked(seat, ply)


def agree(wish: Wish, request: commands.Agree) -> AnyEvent:
    """Anybody who plays may answer, once."""
    table, seat = wish.while_playing(), wish.seat()
    if table.asking is None:
        raise Illegal("nothing-asked")
    if seat == table.asking.seat and request.agreed:
        raise Illegal("your-own-question")
    return events.UndoAnswered(seat, request.agreed)


def leave(wish: Wish, _request: commands.Leave) -> AnyEvent:
    """Before the start the seat becomes free; during the match a bot plays on and the seat stays theirs."""
    seat = wish.seat()
    if wish.table.status == "open":
        return events.Freed(seat)
    wish.while_playing()
    if wish.table.chairs[seat].stand_in:
        raise Illegal("bot-plays-for-you")
    return events.TookOver(seat, STAND_IN, "left")


def come_back(wish: Wish, _request: commands.Return) -> AnyEvent:
    """The bot gets up at once."""
    wish.while_playing()
    seat = wish.seat()
    if not wish.table.chairs[seat].stand_in:
        raise Illegal("you-play-already")
    return events.Returned(seat)


def rest(wish: Wish, request: commands.Rest) -> AnyEvent:
    """Holidays are taken, never given: nobody is surprised by them."""
    table, seat = wish.while_playing(), wish.seat()
    left = table.clocks.seats[seat].holidays
    if request.days > left:
        raise Illegal("no-holidays-left", left=left)
    if table.clocks.seats[seat].since is None:
        raise Illegal("not-your-turn", who="")
    return events.Rested(seat, request.days)


# At any time


def say(wish: Wish, request: commands.Say) -> AnyEvent:
    """A line for all; those who sit are called as they are called."""
    count, span = CHAT_PACE
    seat = wish.table.seat_of(wish.who)
    name = request.name if seat is None else wish.table.chairs[seat].name
    name, text = one_line("name", name), one_line("text", request.text)
    if not name or not text:
        raise Illegal("nothing-said", known="")
    if wish.table.said >= CHAT_MOST:
        raise Illegal("too-many-lines", wait=0)
    latest = [line for line in wish.table.chat if line.name == name and line.at > wish.now - span]
    if len(latest) >= count:
        raise Illegal("too-many-lines", wait=span)
    return events.Said(SPECTATOR if seat is None else seat, name, text)


def lend(wish: Wish, request: commands.Lend) -> AnyEvent:
    """The link holds for an hour, and once."""
    seat = wish.seat()
    alive = [until for of, until in wish.table.links.values() if of == seat and until > wish.now]
    if len(alive) >= LINKS:
        raise Illegal("too-many-links", most=LINKS)
    return events.Lent(seat, request.key, wish.now + LINK_LIFE)


def claim(wish: Wish, request: commands.Claim) -> AnyEvent:
    """Whoever has the link has the seat; nobody has two."""
    key = fingerprint(request.secret)
    found = next(
        (place for known, place in wish.table.links.items() if hmac.compare_digest(known, key)), None
    )
    if found is None or found[1] < wish.now:
        raise Illegal("link-expired")
    if wish.table.seat_of(wish.who) not in (None, found[0]):
        raise Illegal("already-seated")
    return events.Handed(found[0], wish.who, key)


def rematch(wish: Wish, _request: commands.Rematch) -> AnyEvent:
    """The first who asks gives the new table its name."""
    wish.seat()
    if wish.table.status != "over":
        raise Illegal("not-over")
    if wish.table.rematch:
        raise Illegal("rematch-exists", table=wish.table.rematch)
    return events.Rematched(new_id())


def fingerprint(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_id() -> str:
    """A name for a table that nobody can guess: whoever has the link may come in."""
    return secrets.token_urlsafe(12)


DECISIONS: dict[type[AnyRequest], Callable[[Wish, Any], AnyEvent]] = {
    commands.Agree: agree,
    commands.Arrange: arrange,
    commands.Claim: claim,
    commands.Free: free,
    commands.Hire: hire,
    commands.Leave: leave,
    commands.Lend: lend,
    commands.Play: play,
    commands.Ready: ready,
    commands.Rematch: rematch,
    commands.Rest: rest,
    commands.Return: come_back,
    commands.Say: say,
    commands.Sit: sit,
    commands.Undo: undo,
}
