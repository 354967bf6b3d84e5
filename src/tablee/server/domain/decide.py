"""Decide a command: return the event it causes, or raise a Refusal. Pure: nothing is changed here.

Commands before the match are in `decide_lobby`.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from typing import Any

import msgspec

from tablee.core.errors import Illegal, Stale
from tablee.core.state import CLOCK, UNTIMED
from tablee.core.undo import reveals
from tablee.core.vocabulary import format_seat
from tablee.server.domain import absence, commands, daily, decide_lobby, events, race_clock
from tablee.server.domain.clocks import HOUR
from tablee.server.domain.commands import AnyCommand
from tablee.server.domain.events import AnyEvent
from tablee.server.domain.names import name_key, one_line
from tablee.server.domain.table import SPECTATOR, Table

LINK_LIFETIME = HOUR
MAX_LINKS = 8
# Lines of chat of one visitor within this many milliseconds, and of a table in all (half for spectators).
CHAT_PACE = (5, 10_000)
MAX_CHAT = 2_000
# Events of a table after which moves are refused, and after which all other commands are: so that a match can
# be finished.
MAX_EVENTS = 20_000
MAX_OTHER_EVENTS = 15_000


class RequestContext(msgspec.Struct, frozen=True):
    """The context of a command: table, sender, time.

    `round_trip`: measured latency in milliseconds, 0 if unknown. `new_table_id` draws an
    unused table id, for commands that need one. `left_at` and `absent_after`: see `absence.absent_seats`.
    """

    table: Table
    visitor_id: str
    now: int
    round_trip: int = 0
    new_table_id: Callable[[], str] = str
    left_at: absence.LeftAt = absence.always_connected
    absent_after: int = absence.ABSENT_AFTER

    def require_seat(self) -> int:
        """Return the sender's seat; raises Illegal without one."""
        seat = self.table.seats.get(self.visitor_id)
        if seat is None:
            raise Illegal("not-seated")
        return seat

    def require_open(self) -> Table:
        """Return the table; raises Illegal if the match has begun."""
        if self.table.status != "open":
            raise Illegal("already-started")
        return self.table

    def require_playing(self) -> Table:
        """Return the table; raises Illegal unless the match is going on."""
        if self.table.status != "playing":
            raise Illegal("not-started" if self.table.status == "open" else "match-over")
        return self.table

    def require_owner(self) -> Table:
        """Return the open table; raises Illegal unless the sender opened it or has a seat."""
        table = self.require_open()
        if not self.is_host and table.seat_of(self.visitor_id) is None:
            raise Illegal("not-your-table")
        return table

    @property
    def is_host(self) -> bool:
        """Whether the sender opened the table, or took over the seat of the visitor who did."""
        return bool(self.visitor_id) and self.visitor_id == self.table.host

    def require_host(self) -> Table:
        """Return the table; raises Illegal unless the sender is its host."""
        if not self.is_host:
            raise Illegal("not-your-table")
        return self.table


def decide(context: RequestContext, request: AnyCommand) -> AnyEvent:
    """Return the event that a command causes; raises a Refusal if it is not allowed.

    A sender without a visitor id, which is a socket without a cookie, may only watch.
    """
    if not context.visitor_id:
        raise Illegal("no-visitor")
    most = MAX_EVENTS if isinstance(request, commands.Play) else MAX_OTHER_EVENTS
    if context.table.seq >= most:
        raise Illegal("table-too-long")
    return HANDLERS[type(request)](context, request)


# During the match


def play(context: RequestContext, request: commands.Play) -> AnyEvent:
    """Return Moved with the measured time of the move.

    Raises Illegal or Unreadable if the rules, a timer or the time since the last move do not allow it, Stale
    if the legal moves have changed since the view that it answers.
    """
    table = context.require_playing()
    seat, match = context.require_seat(), table.playing()
    if table.chairs[seat].stand_in:
        raise Illegal("bot-plays-for-you")
    move = table.game.vocabulary.parse(request.words)
    plies = table.plies[seat]
    if request.seen is not None and match.is_stale(seat, plies.to_real(request.seen)):
        raise Stale("seen-has-changed", seen=request.seen, now=plies.to_viewer(match.ply))
    match.state.copy().play(seat, move)
    timer = match.state.timer() if CLOCK in table.actors and match.state.waits_for_clock() else None
    if timer is not None:
        wait = table.times[timer[0]] + timer[1] - context.now
        if wait > 0 or daily.waits_for_clock(table):
            raise Illegal("too-soon", wait=max(wait, 1))
    elapsed = UNTIMED
    if seat in table.race_starts:
        elapsed = race_clock.elapsed(table, seat, context.now, request.elapsed, context.round_trip)
        race_clock.check_not_too_soon(table, seat, move, context.now, elapsed)
    return events.Moved(seat, table.game.vocabulary.format(move), elapsed=elapsed)


def undo(context: RequestContext, _request: commands.Undo) -> AnyEvent:
    """Return Undone if no other person has a seat, or if the last move revealed nothing; else UndoAsked.

    Raises Illegal while a bot plays for one of the others, who then cannot consent, in a memory game if
    something was shown, and in a ranked try of the deal of the day.
    """
    table = context.require_playing()
    seat, match = context.require_seat(), table.playing()
    if table.opened.ranked:
        raise Illegal("daily-no-help")
    own = [ply for ply, line in enumerate(table.log) if line.seat == seat and line.by == "person"]
    if not own:
        raise Illegal("nothing-to-undo")
    ply = own[-1]
    if table.game.withholds_seen(table.options) and shows_something(table, ply):
        raise Illegal("memory-game")
    others = [other for other in table.people() if other != seat]
    if not others or (ply == match.ply - 1 and not reveals(match, ply)):
        return events.Undone(ply)
    absent = [other for other in others if table.chairs[other].stand_in]
    if absent:
        raise Illegal("undo-needs-absent", who=" ".join(map(format_seat, absent)))
    if table.undo_request is not None:
        raise Illegal("undo-already-asked", who=table.undo_request.seat)
    return events.UndoAsked(seat, ply)


def shows_something(table: Table, ply: int) -> bool:
    """Return whether the moves since a ply showed anything, tiles that had been seen before included."""
    match = table.playing()
    return any(
        line.live != line.logged or reveals(match, number)
        for number, line in enumerate(table.log[ply:], start=ply)
    )


def agree(context: RequestContext, request: commands.Agree) -> AnyEvent:
    """Return UndoAnswered; raises Illegal without a request, or for consent to one's own."""
    table, seat = context.require_playing(), context.require_seat()
    if table.undo_request is None:
        raise Illegal("nothing-asked")
    if seat == table.undo_request.seat and request.agreed:
        raise Illegal("your-own-question")
    return events.UndoAnswered(seat, request.agreed)


def leave(context: RequestContext, _request: commands.Leave) -> AnyEvent:
    """Return Freed before the start; during the match TookOver: a bot plays on, the seat stays reserved.

    Raises Illegal at the deal of the day, which waits for the person.
    """
    context.require_seat()
    if context.table.opened.daily:
        raise Illegal("daily-waits")
    if context.table.status == "over":
        raise Illegal("match-over")
    event = vacated(context.table, context.visitor_id, "left")
    if event is None:
        raise Illegal("bot-plays-for-you")
    return event


def vacated(table: Table, visitor_id: str, why: events.Why) -> events.Freed | events.TookOver | None:
    """Return the event that frees the seat of a visitor, or lets a bot play it; None if nobody waits for it.

    At the deal of the day nobody else waits.
    """
    seat = table.seat_of(visitor_id)
    if seat is None or table.opened.daily or table.status == "over":
        return None
    if table.status == "open":
        return events.Freed(seat)
    return None if table.chairs[seat].stand_in else events.TookOver(seat, absence.STAND_IN, why)


def come_back(context: RequestContext, _request: commands.Return) -> AnyEvent:
    context.require_playing()
    seat = context.require_seat()
    if not context.table.chairs[seat].stand_in:
        raise Illegal("you-play-already")
    return events.Returned(seat)


def replace(context: RequestContext, request: commands.Replace) -> AnyEvent:
    """Return the consequence of a vote, see `absence.vote`; raises Illegal unless the person is absent."""
    table, own = context.require_playing(), context.require_seat()
    absent = absence.absent_seats(table, context.left_at, context.now, context.absent_after)
    if request.seat not in absent:
        raise Illegal("not-absent")
    return absence.vote(table, own, request.seat, context.left_at)


def rest(context: RequestContext, request: commands.Rest) -> AnyEvent:
    """Return Rested; raises Illegal if it is not the sender's turn or fewer days are left."""
    table, seat = context.require_playing(), context.require_seat()
    left = table.clocks.seats[seat].holidays
    if request.days > left:
        raise Illegal("no-holidays-left", left=left)
    if table.clocks.seats[seat].since is None:
        raise Illegal("not-your-turn", who="")
    return events.Rested(seat, request.days)


# At any time


def say(context: RequestContext, request: commands.Say) -> AnyEvent:
    """Return Said; raises Illegal for a muted visitor, an empty line, or beyond the limits of the chat.

    A spectator may not use the name of a seat.
    """
    table = context.table
    seat = table.seat_of(context.visitor_id)
    if context.visitor_id in table.muted:
        raise Illegal("muted")
    if table.opened.daily and seat is None:
        raise Illegal("daily-private")
    name = request.name if seat is None else table.chairs[seat].name
    name, text = one_line("name", name), one_line("text", request.text)
    if not name or not text:
        raise Illegal("nothing-said", known="")
    if seat is None and name_key(name) in {name_key(chair.name) for chair in table.chairs if chair.name}:
        raise Illegal("name-of-a-seat")
    check_chat_limits(context, seat)
    return events.Said(SPECTATOR if seat is None else seat, name, text)


def check_chat_limits(context: RequestContext, seat: int | None) -> None:
    """Raise Illegal beyond CHAT_PACE for the visitor, or MAX_CHAT lines at this table.

    Spectators may use half of the lines.
    """
    table, (count, span) = context.table, CHAT_PACE
    if table.chat_count >= MAX_CHAT or (seat is None and table.spectator_lines >= MAX_CHAT // 2):
        raise Illegal("too-many-lines", wait=0)
    latest = [line for line in table.chat if line.at > context.now - span]
    if sum(line.visitor_id == context.visitor_id for line in latest) >= count:
        raise Illegal("too-many-lines", wait=span)


def mute(context: RequestContext, request: commands.Mute) -> AnyEvent:
    """Return Muted for the author of one of the latest lines; raises Illegal unless host, or for oneself."""
    table = context.require_host()
    author = next((line.visitor_id for line in table.chat if line.number == request.line), "")
    if not author:
        raise Illegal("no-such-line", line=request.line)
    if author == context.visitor_id:
        raise Illegal("your-own-line")
    return events.Muted(author, request.muted)


def lend(context: RequestContext, request: commands.Lend) -> AnyEvent:
    """Return Lent; raises Illegal if the seat has MAX_LINKS unexpired links."""
    seat = context.require_seat()
    alive = [until for of, until in context.table.links.values() if of == seat and until > context.now]
    if len(alive) >= MAX_LINKS:
        raise Illegal("too-many-links", most=MAX_LINKS)
    return events.Lent(seat, request.key, context.now + LINK_LIFETIME)


def claim(context: RequestContext, request: commands.Claim) -> AnyEvent:
    """Return Handed; raises Illegal if the link has expired, or the sender sits elsewhere or was removed."""
    key = hash_secret(request.secret)
    found = next(
        (place for known, place in context.table.links.items() if hmac.compare_digest(known, key)), None
    )
    if found is None or found[1] < context.now:
        raise Illegal("link-expired")
    if context.table.seat_of(context.visitor_id) not in (None, found[0]):
        raise Illegal("already-seated")
    if context.visitor_id in context.table.removed:
        raise Illegal("removed-from-table")
    return events.Handed(found[0], context.visitor_id, key)


def rematch(context: RequestContext, _request: commands.Rematch) -> AnyEvent:
    """Return the event that names the table of the rematch; raises Illegal if there is one already."""
    context.require_seat()
    if context.table.status != "over":
        raise Illegal("not-over")
    if context.table.rematch:
        raise Illegal("rematch-exists", table=context.table.rematch)
    return events.Rematched(context.new_table_id())


def hash_secret(secret: str) -> str:
    """Return the SHA-256 of a link's secret, the only form that is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


HANDLERS: dict[type[AnyCommand], Callable[[RequestContext, Any], AnyEvent]] = {
    commands.Agree: agree,
    commands.Arrange: decide_lobby.arrange,
    commands.Claim: claim,
    commands.Free: decide_lobby.free,
    commands.Hire: decide_lobby.hire,
    commands.Leave: leave,
    commands.Lend: lend,
    commands.Mute: mute,
    commands.Play: play,
    commands.Ready: decide_lobby.ready,
    commands.Rematch: rematch,
    commands.Remove: decide_lobby.remove,
    commands.Replace: replace,
    commands.Resize: decide_lobby.resize,
    commands.Rest: rest,
    commands.Return: come_back,
    commands.Say: say,
    commands.Sit: decide_lobby.sit,
    commands.Undo: undo,
}
