"""The projection `rating`: one Elo rating for each account and game, changed when a match ends.

`domain.elo` defines the ratings; a recomputation over all results, in the order in which they were stored,
gives the same values as long as no account was deleted.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, bindparam, select, text, tuple_, update

from tablee.server.domain.elo import START, Key, exact_ratings, ranks_of_accounts, rating_changes
from tablee.server.domain.results import Result
from tablee.server.storage.schema import RATING


def rate_matches(connection: Connection, add_rating: Any, results: Sequence[Result]) -> None:
    """Change the ratings of everybody in these matches; `add_rating` inserts a row that does not exist yet.

    Runs inside the transaction that stores the results; locks the rows in the order of their keys.
    """
    in_order = sorted(results, key=attrgetter("at", "table_id", "seat"))
    matches = [ranks_of_accounts(match) for _, match in groupby(in_order, key=attrgetter("table_id"))]
    keys = sorted({key for ranks in matches for key in ranks})
    if not keys:
        return
    connection.execute(add_rating, [{**_row(key), "value": START, "matches": 0} for key in keys])
    values, played = _locked(connection, keys)
    for ranks in matches:
        for key, change in rating_changes(ranks, values, played).items():
            values[key] += change
            played[key] += 1
    rated = update(RATING).where(
        RATING.c.account_name == bindparam("account"), RATING.c.game == bindparam("of_game")
    )
    rows = [
        {"account": name, "of_game": game, "value": values[name, game], "matches": played[name, game]}
        for name, game in keys
    ]
    connection.execute(rated.values(value=bindparam("value"), matches=bindparam("matches")), rows)


def _row(key: Key) -> dict[str, Any]:
    return {"account_name": key[0], "game": key[1]}


def _locked(connection: Connection, keys: Sequence[Key]) -> tuple[dict[Key, float], dict[Key, int]]:
    """Lock the rows until the end of the transaction; return values and numbers of matches."""
    own = RATING.c
    query = select(RATING).where(tuple_(own.account_name, own.game).in_(keys))
    found = connection.execute(query.order_by(own.account_name, own.game).with_for_update()).all()
    values = {(row.account_name, row.game): row.value for row in found}
    return values, {(row.account_name, row.game): row.matches for row in found}


RESULTS_OF_ACCOUNTS = """
    select table_id, seat, visitor_id, game, rank, score, at, finished_by_bot, account_name from result
    where account_name in (select name from account) order by at, table_id, seat
"""
ADD_RATING = """
    insert into rating (account_name, game, value, matches) values (:account_name, :game, :value, :matches)
"""


def rebuild_ratings(connection: Connection) -> None:
    """Compute all ratings from the stored results. Used by migration 0006, so it names its columns only."""
    results = (Result(*row) for row in connection.execute(text(RESULTS_OF_ACCOUNTS)))
    connection.execute(text("delete from rating"))
    rows = [
        {**_row(key), "value": value, "matches": count}
        for key, (value, count) in exact_ratings(results).items()
    ]
    if rows:
        connection.execute(text(ADD_RATING), rows)
