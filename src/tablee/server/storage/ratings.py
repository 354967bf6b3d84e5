"""The projection `rating`: one rating for each person and game, changed when a match ends.

`domain.ratings` defines the ratings; a recomputation over all results, in the order in which they were
stored, gives the same values as long as no account was deleted and no guest has logged in to an account.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, and_, bindparam, delete, false, func, select, text, tuple_, update

from tablee.server.domain.person import person_key
from tablee.server.domain.ratings import START, Key, Rating, rate, rated_people
from tablee.server.domain.results import Result
from tablee.server.storage.schema import ACCOUNT, PARTICIPATION, RATING, RESULT

# Whether the account of a row of `rating` is public; false for guests.
IS_PUBLIC = func.coalesce(
    select(ACCOUNT.c.public).where(ACCOUNT.c.name == RATING.c.account_name).scalar_subquery(), false()
)
IN_ORDER = attrgetter("at", "table_id", "seat")


def rate_matches(connection: Connection, add_rating: Any, results: Sequence[Result]) -> list[Result]:
    """Change the ratings of everybody in these matches; return the results with the new ratings.

    `add_rating` inserts a row that does not exist yet. Runs inside the transaction that stores the results;
    locks the rows in the order of their keys.
    """
    in_order = sorted(results, key=IN_ORDER)
    accounts = {(each.person, each.game): each.account_name for each in in_order if each.person is not None}
    keys = sorted({key for _, match in _matches(in_order) for key in rated_people(match)})
    if not keys:
        return in_order
    connection.execute(add_rating, [_row(key, START, accounts[key], 0) for key in keys])
    known = _locked(connection, keys)
    times: dict[Key, int] = {}
    finished: list[Result] = []
    for first, match in _matches(in_order):
        after = rate(match, known)
        known.update(after)
        times.update(dict.fromkeys(after, first.at))
        finished += [_with_rating(each, after) for each in match]
    changed = update(RATING).where(
        RATING.c.person == bindparam("of_person"), RATING.c.game == bindparam("of_game")
    )
    columns = ("value", "deviation", "matches", "low", "at")
    rows = [
        {"of_person": key[0], "of_game": key[1], **_row(key, known[key], accounts[key], times[key])}
        for key in keys
    ]
    values: dict[str, Any] = {name: bindparam(name) for name in columns}
    connection.execute(changed.values(**values, public=IS_PUBLIC), rows)
    return finished


def _matches(results: Sequence[Result]) -> list[tuple[Result, list[Result]]]:
    """Return the results table by table, each list with its first one; they must be in order."""
    groups = [list(match) for _, match in groupby(results, key=attrgetter("table_id"))]
    return [(match[0], match) for match in groups]


def _with_rating(result: Result, after: dict[Key, Rating]) -> Result:
    own = after.get((result.person, result.game)) if result.person is not None else None
    return result if own is None else replace(result, rating=own.value, deviation=own.deviation)


def _row(key: Key, rating: Rating, account: str | None, at: int) -> dict[str, Any]:
    return {
        "person": key[0],
        "game": key[1],
        "account_name": account,
        **rating._asdict(),
        "low": rating.low,
        "at": at,
    }


def _locked(connection: Connection, keys: Sequence[Key]) -> dict[Key, Rating]:
    """Lock the rows until the end of the transaction; return the ratings."""
    own = RATING.c
    query = select(RATING).where(tuple_(own.person, own.game).in_(keys))
    found = connection.execute(query.order_by(own.person, own.game).with_for_update()).all()
    return {(row.person, row.game): Rating(row.value, row.deviation, row.matches) for row in found}


def claim_ratings(connection: Connection, visitor_id: str, name: str) -> None:
    """Give the ratings of a visitor without an account to an account.

    Where the account has a rating at the game already, its own stays, and the other one is dropped with its
    place in the graph.
    """
    guest, own = person_key(visitor_id, None), person_key(visitor_id, name)
    known = set(connection.execute(select(RATING.c.game).where(RATING.c.person == own)).scalars())
    tables = select(PARTICIPATION.c.table_id).where(PARTICIPATION.c.visitor_id == visitor_id)
    unclaimed = and_(
        RESULT.c.table_id.in_(tables), RESULT.c.visitor_id == visitor_id, RESULT.c.account_name.is_(None)
    )
    if known:
        dropped = (RATING.c.person == guest) & RATING.c.game.in_(known)
        connection.execute(delete(RATING).where(dropped))
        rated = unclaimed & RESULT.c.game.in_(known)
        connection.execute(update(RESULT).where(rated).values(rating=None, deviation=None))
    moved = update(RATING).where(RATING.c.person == guest)
    connection.execute(moved.values(person=own, account_name=name))
    connection.execute(update(RATING).where(RATING.c.person == own).values(public=IS_PUBLIC))
    connection.execute(update(RESULT).where(unclaimed).values(account_name=name))


# Recomputation. The statements name their columns, because migration 0010 and old backups use them.

ALL_RESULTS = """
    select table_id, seat, visitor_id, game, rank, score, at, finished_by_bot,
           (select account.name from account where account.name = result.account_name) as account_name,
           seats, name, folded, bot, rated, rating, deviation
    from result order by at, table_id, seat
"""
ADD_RATING = """
    insert into rating (person, game, account_name, value, deviation, matches, low, at)
    values (:person, :game, :account_name, :value, :deviation, :matches, :low, :at)
"""
SET_RATING = """
    update result set rating = :rating, deviation = :deviation where table_id = :table_id and seat = :seat
"""


def rebuild_ratings(connection: Connection) -> None:
    """Compute all ratings from the stored results, and note them in the results of people."""
    results = [Result(*row) for row in connection.execute(text(ALL_RESULTS))]
    connection.execute(text("delete from rating"))
    known: dict[Key, Rating] = {}
    rows: dict[Key, dict[str, Any]] = {}
    noted: list[dict[str, Any]] = []
    for _, match in _matches(results):
        after = rate(match, known)
        known.update(after)
        for each in match:
            if each.person is None:
                continue
            own = _with_rating(replace(each, rating=None, deviation=None), after)
            noted.append({name: getattr(own, name) for name in ("table_id", "seat", "rating", "deviation")})
            key = (each.person, each.game)
            if key in after:
                rows[key] = _row(key, after[key], each.account_name, each.at)
    if noted:
        connection.execute(text(SET_RATING), noted)
    if rows:
        connection.execute(text(ADD_RATING), list(rows.values()))
