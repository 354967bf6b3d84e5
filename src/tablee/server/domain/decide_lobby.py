"""Decide the commands before the match: seats, bots, options. See `decide`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.core.errors import Illegal
from tablee.server.domain import commands, events, race_clock
from tablee.server.domain.clocks import check_clock
from tablee.server.domain.events import AnyEvent
from tablee.server.domain.names import name_key, one_line, required_name

if TYPE_CHECKING:
    from tablee.server.domain.decide import RequestContext


def sit(context: RequestContext, request: commands.Sit) -> AnyEvent:
    table = context.require_open()
    own_seat = table.seat_of(context.visitor_id)
    if own_seat is not None:
        if request.seat != own_seat:
            raise Illegal("already-seated")
        return sat(context, request, own_seat)
    if context.visitor_id in table.removed:
        raise Illegal("removed-from-table")
    free_seats = [seat for seat, chair in enumerate(table.chairs) if chair.free]
    if not free_seats:
        raise Illegal("table-full")
    seat = free_seats[0] if request.seat is None else request.seat
    if seat not in free_seats:
        raise Illegal("seat-taken", seat=seat)
    return sat(context, request, seat)


def sat(context: RequestContext, request: commands.Sit, seat: int) -> events.Sat:
    """Return Sat, with a number after a name that looks like that of another seat."""
    name, number = required_name(request.name), 1
    taken = {
        name_key(chair.name) for at, chair in enumerate(context.table.chairs) if chair.name and at != seat
    }
    numbered = name
    while name_key(numbered) in taken:
        number += 1
        numbered = f"{name} {number}"
    return events.Sat(seat, context.visitor_id, numbered, request.face)


def hire(context: RequestContext, request: commands.Hire) -> AnyEvent:
    """Return Hired for an installed bot; raises Illegal for any other name: a path would run that file."""
    table = context.require_owner()
    if request.bot not in context.table.catalog.bot_names():
        raise Illegal("no-such-bot", word=request.bot, known=" ".join(context.table.catalog.bot_names()))
    if request.seat >= len(table.chairs) or not table.chairs[request.seat].free:
        raise Illegal("seat-taken", seat=request.seat)
    return events.Hired(request.seat, request.bot)


def free(context: RequestContext, request: commands.Free) -> AnyEvent:
    """Return Freed for the seat of a bot; raises Illegal for the seat of a person."""
    table = context.require_owner()
    if request.seat >= len(table.chairs) or not table.chairs[request.seat].bot:
        raise Illegal("no-bot-there", seat=request.seat)
    return events.Freed(request.seat)


def arrange(context: RequestContext, request: commands.Arrange) -> AnyEvent:
    """Return Arranged; raises Illegal if the game refuses an option, or the clock is out of range.

    A table that plays on from a position keeps the options of that match. Only the host may make a private
    table public.
    """
    table = context.require_owner()
    if request.listed and not table.listed:
        context.require_host()
    options = table.game.resolve_options(dict(request.options))
    if table.opened.start is not None and options != table.options:
        raise Illegal("options-of-position")
    return events.Arranged(options, check_clock(request.clock), request.listed)


def resize(context: RequestContext, request: commands.Resize) -> AnyEvent:
    """Return Resized; raises Illegal after the start, unless host, or if the game or the people do not fit.

    A table that plays on from a position keeps the seats of that match.
    """
    table = context.require_open()
    context.require_host()
    game, held = table.game, sum(not chair.free for chair in table.chairs)
    if table.opened.start is not None:
        raise Illegal("options-of-position")
    if request.seats not in game.seats:
        raise Illegal("wrong-number-of-seats", seats=request.seats, least=game.seats[0], most=game.seats[-1])
    if request.seats < held:
        raise Illegal("seats-are-taken", seats=held)
    return events.Resized(request.seats)


def remove(context: RequestContext, request: commands.Remove) -> AnyEvent:
    """Return Removed for the seat of another person; raises Illegal after the start, or unless host."""
    table = context.require_open()
    context.require_host()
    if request.seat >= len(table.chairs) or not table.chairs[request.seat].visitor_id:
        raise Illegal("no-person-there", seat=request.seat)
    if table.chairs[request.seat].visitor_id == context.visitor_id:
        raise Illegal("your-own-seat")
    return events.Removed(request.seat)


def ready(context: RequestContext, request: commands.Ready) -> AnyEvent:
    """Return Readied; raises Illegal except before the match and while the result of a race is shown."""
    if not race_clock.is_pause(context.table, context.now):
        context.require_open()
    return events.Readied(context.require_seat(), one_line("word", request.word))
