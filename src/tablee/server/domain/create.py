"""Setting a table up: for friends, for anybody, for one person against bots, or once more."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from tablee import games
from tablee.core.errors import Illegal
from tablee.server.domain.clocks import check_clock
from tablee.server.domain.events import Clock, Guest, Opened
from tablee.server.domain.table import Table

SECRET_BYTES = 16


def opened(
    game: str,
    seats: int,
    host: str,
    *,
    options: Mapping[str, str | bool] | None = None,
    clock: Clock | None = None,
    listed: bool = False,
    guests: Sequence[Guest] = (),
    before: str = "",
) -> Opened:
    """A table with a secret of its own, or the reason why there cannot be one."""
    known = games.load(game)
    if seats not in known.seats:
        raise Illegal("wrong-number-of-seats", seats=seats, least=known.seats[0], most=known.seats[-1])
    return Opened(
        game=known.key,
        version=known.version,
        pieces=known.pieces.fingerprint,
        seats=seats,
        options=known.resolve_options(options or {}),
        clock=check_clock(clock or Clock()),
        listed=listed,
        host=host,
        secret=secrets.token_hex(SECRET_BYTES),
        salt=secrets.token_hex(SECRET_BYTES),
        guests=tuple(guests),
        before=before,
    )


def once_more(table: Table, host: str) -> Opened:
    """The same people, bots, options and clock; everybody moves on by one seat, so that others begin."""
    guests = [Guest(chair.who, chair.name, chair.bot) for chair in table.chairs]
    return opened(
        table.opened.game,
        table.opened.seats,
        host,
        options=table.options,
        clock=table.clock,
        guests=[*guests[1:], guests[0]],
        before=table.id,
    )
