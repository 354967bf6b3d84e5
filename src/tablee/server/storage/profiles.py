"""Achievements, and queries of bounded size for profiles, histories and leaderboards.

A person's results are found by account, or by visitor without one; every query uses an index.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    case,
    delete,
    exists,
    false,
    func,
    or_,
    select,
    true,
    tuple_,
    update,
)

from tablee.server.domain.person import person_key
from tablee.server.domain.results import Result
from tablee.server.storage.rows import Key, LogEntry
from tablee.server.storage.schema import ACCOUNT, ACHIEVEMENT, RATING, RESULT

# Points of the graph of a rating.
MAX_POINTS = 200
# Rows of a page of the history and of a leaderboard.
PAGE = 20
MAX_PAGE = 500


# Writing, inside the transaction of the caller


def add_achievements(
    connection: Connection, add_achievement: Any, entries: Sequence[LogEntry], results: Sequence[Result]
) -> None:
    """Add what people achieved in matches that are rated; what a person has already stays as it is."""
    earned: dict[Key, list[str]] = {}
    for entry in entries:
        for seat, name in entry.achievements:
            earned.setdefault((entry.event.table_id, seat), []).append(name)
    rows = [
        {
            "person": each.person,
            "game": each.game,
            "name": name,
            "account_name": each.account_name,
            "table_id": each.table_id,
            "at": each.at,
        }
        for each in results
        if each.person is not None and each.rated
        for name in earned.get((each.table_id, each.seat), ())
    ]
    if rows:
        # In one order everywhere, as other rows: another one could deadlock.
        connection.execute(
            add_achievement, sorted(rows, key=lambda row: (row["person"], row["game"], row["name"]))
        )


def claim_achievements(connection: Connection, visitor_id: str, name: str) -> None:
    """Give the achievements of a visitor without an account to an account; what it has already stays."""
    own, guest = person_key(visitor_id, name), person_key(visitor_id, None)
    has = select(ACHIEVEMENT.c.game, ACHIEVEMENT.c.name).where(ACHIEVEMENT.c.person == own)
    known = [tuple(row) for row in connection.execute(has)]
    if known:
        doubled = tuple_(ACHIEVEMENT.c.game, ACHIEVEMENT.c.name).in_(known)
        connection.execute(delete(ACHIEVEMENT).where(ACHIEVEMENT.c.person == guest, doubled))
    moved = update(ACHIEVEMENT).where(ACHIEVEMENT.c.person == guest)
    connection.execute(moved.values(person=own, account_name=name))


def set_public(connection: Connection, name: str, public: bool) -> None:
    """Make the profile of an account public or private."""
    connection.execute(update(ACCOUNT).where(ACCOUNT.c.name == name).values(public=public))
    connection.execute(update(RATING).where(RATING.c.account_name == name).values(public=public))


# Queries


def is_result_of(visitor_id: str, account: str | None) -> ColumnElement[bool]:
    """Return the condition that a row of `result` belongs to a person."""
    if account is not None:
        return RESULT.c.account_name == account
    return and_(RESULT.c.visitor_id == visitor_id, RESULT.c.visitor_id != "", RESULT.c.account_name.is_(None))


def ratings_of(person: str) -> Select[Any]:
    """Select the ratings of a person."""
    return select(RATING).where(RATING.c.person == person).order_by(RATING.c.game)


def achievements_of(person: str) -> Select[Any]:
    """Select what a person has achieved, the first first."""
    return select(ACHIEVEMENT).where(ACHIEVEMENT.c.person == person).order_by(ACHIEVEMENT.c.at)


def totals(own: ColumnElement[bool]) -> Select[Any]:
    """Select for each game and number of seats: matches, victories, best and mean score.

    Without matches of devices, whose deals could be chosen.
    """
    won = func.sum(case((RESULT.c.rank == 1, 1), else_=0))
    query = select(
        RESULT.c.game,
        RESULT.c.seats,
        func.count().label("matches"),
        won.label("won"),
        func.max(RESULT.c.score).label("best"),
        func.avg(RESULT.c.score).label("mean"),
    )
    query = query.where(own, ~RESULT.c.device).group_by(RESULT.c.game, RESULT.c.seats)
    return query.order_by(RESULT.c.game, RESULT.c.seats)


def rating_points(own: ColumnElement[bool], game: str) -> Select[Any]:
    """Select time, rating and deviation after the last MAX_POINTS rated matches at a game, latest first."""
    query = select(RESULT.c.at, RESULT.c.rating, RESULT.c.deviation)
    query = query.where(own, RESULT.c.game == game, RESULT.c.rating.is_not(None))
    return query.order_by(RESULT.c.at.desc()).limit(MAX_POINTS)


def history(own: ColumnElement[bool], page: int) -> Select[Any]:
    """Select a page of results, the latest first, and one row more if there is another page."""
    query = select(RESULT).where(own).order_by(RESULT.c.at.desc(), RESULT.c.table_id, RESULT.c.seat)
    return query.limit(PAGE + 1).offset(PAGE * page)


def seats_of(tables: Sequence[str]) -> Select[Any]:
    """Select the results of all seats at these tables."""
    return select(RESULT).where(RESULT.c.table_id.in_(tables)).order_by(RESULT.c.table_id, RESULT.c.seat)


def has_opponent(text: str, bots: Sequence[str]) -> ColumnElement[bool]:
    """Return the condition that another seat has a person whose name contains `text`, or one of the `bots`.

    An empty `text` matches nobody.
    """
    other = RESULT.alias()
    named = other.c.folded.contains(text.casefold(), autoescape=True) if text else false()
    return exists().where(
        other.c.table_id == RESULT.c.table_id,
        other.c.seat != RESULT.c.seat,
        or_(and_(named, other.c.bot == ""), other.c.bot.in_(bots)),
    )


def leaderboard(game: str, since: int, page: int) -> Select[Any]:
    """Select a page of public accounts by the lower end of their interval, and one row more if there is any.

    `since`: only those with a rated match since then (ms since 1970).
    """
    query = _listed(select(RATING, ACCOUNT.c.display_name), game, since)
    return query.order_by(RATING.c.low.desc(), RATING.c.person).limit(PAGE + 1).offset(PAGE * page)


def count_above(game: str, since: int, low: float) -> Select[Any]:
    """Select how many rows of a leaderboard have a higher lower end."""
    return _listed(select(func.count()).select_from(RATING), game, since).where(RATING.c.low > low)


def _listed(query: Select[Any], game: str, since: int) -> Select[Any]:
    # The row of the account decides: the column of `rating` only narrows the search.
    query = query.join(ACCOUNT, ACCOUNT.c.name == RATING.c.account_name)
    return query.where(
        RATING.c.game == game, RATING.c.public == true(), ACCOUNT.c.public == true(), RATING.c.at >= since
    )
