"""Build the first event of a table: a new one, or the rematch of a finished one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tablee.core.errors import Illegal
from tablee.server.domain import race_clock
from tablee.server.domain.catalog import Catalog
from tablee.server.domain.clocks import check_clock
from tablee.server.domain.events import Clock, Guest, Opened
from tablee.server.domain.table import Table


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
    before: str = "",
    daily: str = "",
    ranked: bool = False,
) -> Opened:
    """Return the event that opens a table; raises Illegal or Unreadable if it cannot be played so.

    `host` is the visitor who may arrange it; `before` is the table of which this is the rematch; `daily` and
    `ranked` are as in the event.
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
        before=before,
        pause=race_clock.PAUSE,
        daily=daily,
        ranked=ranked,
    )


def open_rematch(table: Table, random: SeedSecret, host: str) -> Opened:
    """Return the event that opens the rematch: same people, bots, options and clock.

    Everybody moves on by one seat, so that another seat begins.
    """
    guests = [Guest(chair.visitor_id, chair.name, chair.bot, face=chair.face) for chair in table.chairs]
    return open_table(
        table.catalog,
        random,
        table.opened.game,
        table.opened.seats,
        host,
        options=table.options,
        clock=table.clock,
        guests=[*guests[1:], guests[0]],
        before=table.id,
    )
