"""Build the first event of a table: a new one, or the rematch of a finished one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from tablee.core.daily import deal_salt, deal_seed
from tablee.core.errors import Illegal
from tablee.core.lesson import LEARNER, Lesson
from tablee.core.match import Match
from tablee.core.state import CLOCK
from tablee.server.domain import race_clock
from tablee.server.domain.catalog import Catalog
from tablee.server.domain.clocks import check_clock
from tablee.server.domain.events import Clock, Guest, Opened, Position, StoredRedraw
from tablee.server.domain.person import absent_visitor
from tablee.server.domain.table import SPECTATOR, Table


@dataclass(frozen=True)
class SeedSecret:
    """The server's part of the seed and the salt of its commitments, both drawn by the caller."""

    secret: str
    salt: str


def open_table(
    catalog: Catalog,
    random: SeedSecret,
    game: str,
    seats: int,
    host: str,
    *,
    options: Mapping[str, str | bool] | None = None,
    clock: Clock | None = None,
    listed: bool = False,
    guests: Sequence[Guest] = (),
) -> Opened:
    """Return the event that opens a table; raises Illegal or Unreadable if it cannot be played so.

    `host` is the visitor who may arrange it.
    """
    rules = catalog.load_game(game)
    if seats not in rules.seats:
        raise Illegal("wrong-number-of-seats", seats=seats, least=rules.seats[0], most=rules.seats[-1])
    return Opened(
        game=rules.key,
        version=rules.version,
        pieces=rules.pieces.fingerprint,
        seats=seats,
        options=rules.resolve_options(options or {}),
        clock=check_clock(clock or Clock()),
        listed=listed,
        host=host,
        secret=random.secret,
        salt=random.salt,
        guests=tuple(guests),
        pause=race_clock.PAUSE,
    )


def open_deal(
    catalog: Catalog, secret: str, day: str, game: str, guest: Guest, *, ranked: bool = False
) -> Opened:
    """Return the event that opens a table of the deal of a day, whose secret is given.

    Everybody is ready, so the match starts at once.
    """
    rules = catalog.load_game(game)
    opened = open_table(
        catalog,
        SeedSecret(deal_seed(secret, day, rules.key), deal_salt(secret, day, rules.key)),
        rules.key,
        1 + len(rules.daily_bots),
        guest.visitor_id,
        options=dict(rules.daily_options),
        guests=[guest, *(Guest(name=bot, bot=bot) for bot in rules.daily_bots)],
    )
    return structs.replace(opened, daily=day, ranked=ranked)


def open_rematch(table: Table, random: SeedSecret, host: str) -> Opened:
    """Return the event that opens the rematch: same people, bots, options and clock.

    Everybody moves on by one seat, so that another seat begins. Seats of people who played on a device and
    never came to the site, or deleted their account, are free.
    """
    guests = [
        Guest()
        if chair.forgotten or chair.visitor_id == absent_visitor(table.id, seat)
        else Guest(chair.visitor_id, chair.name, chair.bot, face=chair.face)
        for seat, chair in enumerate(table.chairs)
    ]
    opened = open_table(
        table.catalog,
        random,
        table.opened.game,
        table.opened.seats,
        host,
        options=table.options,
        clock=table.clock,
        guests=[*guests[1:], guests[0]],
    )
    return structs.replace(opened, before=table.id)


def position_at(table: Table, ply: int, seat: int | None, redraw: bool = False) -> tuple[Position, int]:
    """Return a position of a finished match, to be played on at another table, and the seat that plays it.

    `ply` is the number of moves before it. `seat` None: the first that has to move. With `redraw`, what the
    seat could not know is drawn anew. Inside a race, its clock starts again (see `restart_race`). Raises
    Illegal while the match goes on, since a copy contains the whole deal, and if there is no such position
    or seat.
    """
    if table.status != "over":
        raise Illegal("not-over")
    match = table.playing()
    if not 0 <= ply < match.ply:
        raise Illegal("no-such-ply", ply=ply, last=match.ply - 1)
    at = restart_race(match.at(ply))
    acting = [actor for actor in at.state.actors() if actor != CLOCK] or [0]
    seat = acting[0] if seat is None else seat
    if seat >= match.seats:
        raise Illegal("no-such-seat", who=seat)
    return stored_position(at, seat if redraw else None), seat


def stored_position(match: Match, redraw_for: int | None) -> Position:
    """Return the last position of a match as an event stores it."""
    start = match.start_at(match.ply, redraw_for)
    redraws = tuple(StoredRedraw(each.ply, each.seat, each.seed) for each in start.redraws)
    return Position(start.seed, tuple(match.lines()), start.redraw_for, redraws, start.drawing)


def open_lesson(
    catalog: Catalog, random: SeedSecret, lesson: Lesson, path: Sequence[str], guest: Guest, *, bot: str
) -> Opened:
    """Return the event that opens a table at a position of a lesson, against bots of one level.

    `path` has the moves of the learner that lead there, "" for a step that asks for none. What the learner
    could not know is drawn anew. Raises Illegal if the lesson has no such position.
    """
    match = restart_race(lesson.follow(path))
    opened = open_table(
        catalog,
        random,
        lesson.game.key,
        match.seats,
        guest.visitor_id,
        options=match.options,
        guests=[guest, *[Guest(name=bot, bot=bot)] * (match.seats - 1)],
    )
    return structs.replace(opened, start=stored_position(match, LEARNER))


def restart_race(match: Match) -> Match:
    """Return the match with the clock of a running race at zero.

    In a race of the whole table, which spectators see, the moves made in it count as made at its start. Where
    seats run alone, their times decide, so that it is the position before the first of these runs.
    """
    start = match.state.race_start(SPECTATOR)
    if start is None:
        return before_race(match)
    raced = [replace(each, elapsed=min(each.elapsed, 0)) for each in match.played[start:]]
    moves = [*match.played[:start], *raced]
    return Match.replay(match.game, match.seats, match.seed, match.options, moves, start=match.start)


def before_race(match: Match) -> Match:
    """Return the match at its last position in which no seat has been in a race for any time."""
    while True:
        starts = [match.state.race_start(viewer) for viewer in range(SPECTATOR, match.seats)]
        first = min((start for start in starts if start is not None), default=match.ply)
        if first >= match.ply:
            return match
        match = match.at(first)


def open_position(
    table: Table, random: SeedSecret, position: Position, guest: Guest, *, seat: int, bot: str | None
) -> Opened:
    """Return the event that opens a table at a position of another one, with `guest` on a seat.

    The bots of the other table keep their seats, and `bot` is on those of people; if it is None, all other
    seats are free.
    """
    levels = [bot and (chair.bot or bot) for chair in table.chairs]
    guests = [Guest(name=level, bot=level) if level else Guest() for level in levels]
    guests[seat] = guest
    opened = open_table(
        table.catalog,
        random,
        table.opened.game,
        table.opened.seats,
        guest.visitor_id,
        options=table.options,
        guests=guests,
    )
    return structs.replace(opened, start=position)
