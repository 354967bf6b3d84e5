"""The projection `daily_result`: tries at the deal of the day, and queries of bounded size over it.

Places are ordered by score, then by lead; equal ones share a place. Every query uses an index of the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    Select,
    and_,
    desc,
    func,
    or_,
    select,
    true,
    union,
    update,
)

from tablee.server.domain.daily import DailyScore
from tablee.server.storage.schema import DAILY_RESULT

TRY = DAILY_RESULT.c
# Written as a comparison: a bare column would keep SQLite from using the rest of an index.
IS_RANKED = TRY.ranked == true()
# Rows at the head of a ranking, and rows before and after one's own.
MAX_TOP = 20
NEIGHBOURS = 3
# Days of a person that are read for the streak.
MAX_DAYS = 1_000


# Writing, inside the transaction of the event


def add_score(connection: Connection, score: DailyScore) -> None:
    """Add the result to a try; one that ended too late counts no more."""
    values: dict[str, Any] = {"score": score.score, "lead": score.lead, "finished_at": score.finished_at}
    if not score.in_time:
        values["ranked"] = False
    connection.execute(update(DAILY_RESULT).where(TRY.table_id == score.table_id).values(values))


def hand_over(connection: Connection, table_id: str, visitor_id: str) -> None:
    """Give a try to the visitor who took over its seat; does nothing at other tables."""
    own = (TRY.table_id == table_id) & (TRY.visitor_id != "")
    connection.execute(update(DAILY_RESULT).where(own).values(visitor_id=visitor_id))


def claim_tries(connection: Connection, visitor_id: str, name: str) -> None:
    """Give the tries of a visitor without an account to an account.

    If the account has a ranked try at the same deal, the one that was begun first stays ranked.
    """
    unclaimed = and_(TRY.visitor_id == visitor_id, TRY.account_name.is_(None))
    changed = update(DAILY_RESULT).where(unclaimed).values(account_name=name)
    claimed = {(row.day, row.game) for row in connection.execute(changed.returning(TRY.day, TRY.game))}
    for day, game in sorted(claimed):
        ranked = and_(TRY.account_name == name, TRY.day == day, TRY.game == game, IS_RANKED)
        query = select(TRY.table_id).where(ranked).order_by(TRY.started_at, TRY.table_id)
        later = connection.execute(query).scalars().all()[1:]
        if later:
            connection.execute(update(DAILY_RESULT).where(TRY.table_id.in_(later)).values(ranked=False))


def forget_tries(connection: Connection, tables: Sequence[str], gone: str) -> None:
    """Replace the name of a person who deletes the account, at these tables; the scores stay."""
    nobody = {"visitor_id": "", "account_name": None, "name": gone, "face": ""}
    connection.execute(update(DAILY_RESULT).where(TRY.table_id.in_(tables)).values(nobody))


# Queries


def of_person(query: Select[Any], visitor_id: str, account: str | None) -> CompoundSelect[Any]:
    """Restrict a query to the tries of a person: by account, or by visitor without one.

    A guest also owns what was played on this device under an account: logging out gives no second try.
    The union of two queries, without duplicates, because each of them uses an index of its own; with `or`
    the planners read all tries of everybody.
    """
    if account is None:
        return union(query.where(TRY.visitor_id == visitor_id, TRY.visitor_id != ""))
    here = query.where(TRY.visitor_id == visitor_id, TRY.account_name.is_(None))
    return union(query.where(TRY.account_name == account), here)


def tries_of(visitor_id: str, account: str | None, first_day: str, last_day: str) -> CompoundSelect[Any]:
    """Select a person's tries from one day to another, the first begun of each day first."""
    query = select(DAILY_RESULT).where(TRY.day.between(first_day, last_day))
    return of_person(query, visitor_id, account).order_by("day", "started_at", "table_id")


def days_played(visitor_id: str, account: str | None) -> CompoundSelect[Any]:
    """Select the days on which a person finished a ranked try, the latest first."""
    query = select(TRY.day).where(IS_RANKED, TRY.score.is_not(None)).distinct()
    return of_person(query, visitor_id, account).order_by(desc("day")).limit(MAX_DAYS)


def is_ranked(day: str, game: str) -> ColumnElement[bool]:
    """Return the condition that a try is in the ranking of a deal."""
    return and_(TRY.day == day, TRY.game == game, IS_RANKED, TRY.score.is_not(None))


def count_ranked(day: str, games: Sequence[str]) -> Select[Any]:
    """Select game and number of people in its ranking, for the games that have any."""
    ranked = and_(TRY.day == day, TRY.game.in_(games), IS_RANKED, TRY.score.is_not(None))
    return select(TRY.game, func.count()).where(ranked).group_by(TRY.game)


def score_counts(day: str, game: str) -> Select[Any]:
    """Select each score with its number of people, the best first."""
    query = select(TRY.score, func.count()).where(is_ranked(day, game))
    return query.group_by(TRY.score).order_by(TRY.score.desc())


def result_counts(day: str, game: str, scores: Iterable[int]) -> Select[Any]:
    """Select each result (score, lead) of these scores with its number of people, the best first."""
    query = select(TRY.score, TRY.lead, func.count()).where(is_ranked(day, game), TRY.score.in_(scores))
    return query.group_by(TRY.score, TRY.lead).order_by(TRY.score.desc(), TRY.lead.desc())


def top(day: str, game: str) -> Select[Any]:
    """Select the first MAX_TOP rows of a ranking."""
    order = (TRY.score.desc(), TRY.lead.desc(), TRY.finished_at, TRY.table_id)
    return select(DAILY_RESULT).where(is_ranked(day, game)).order_by(*order).limit(MAX_TOP)


def neighbours(own: Any, after: bool) -> Select[Any]:
    """Select up to NEIGHBOURS rows after a row of a ranking, or before it, nearest first.

    The range of scores comes first, so that the index is read in order, and only as far as needed.
    """
    order: tuple[ColumnElement[Any], ...]
    at, key = TRY.finished_at, TRY.table_id
    if after:
        later = or_(at > own.finished_at, and_(at == own.finished_at, key > own.table_id))
        worse = or_(TRY.score < own.score, TRY.lead < own.lead, and_(TRY.lead == own.lead, later))
        beside = and_(TRY.score <= own.score, worse)
        order = (TRY.score.desc(), TRY.lead.desc(), at, key)
    else:
        earlier = or_(at < own.finished_at, and_(at == own.finished_at, key < own.table_id))
        better = or_(TRY.score > own.score, TRY.lead > own.lead, and_(TRY.lead == own.lead, earlier))
        beside = and_(TRY.score >= own.score, better)
        order = (TRY.score, TRY.lead, at.desc(), key.desc())
    query = select(DAILY_RESULT).where(is_ranked(own.day, own.game), beside)
    return query.order_by(*order).limit(NEIGHBOURS)


@dataclass(frozen=True)
class Ranking:
    """A ranking near its head and near one row of it, in order; `scores`: score and number of people.

    `places`: those of the results (score, lead) that are shown; equal results share one.
    """

    scores: list[tuple[int, int]]
    places: dict[tuple[int, int], int]
    top: list[Any]
    around: list[Any]


def read_ranking(connection: Connection, day: str, game: str, own: Any | None) -> Ranking:
    """Read the ranking of a deal; `own` is the row whose neighbours are wanted, None for none.

    Results are counted only for the scores that are shown: a deal has thousands of different ones.
    """

    def read(query: Select[Any]) -> list[Any]:
        return list(connection.execute(query).all())

    scores, first, around = read(score_counts(day, game)), read(top(day, game)), []
    if own is not None:
        around = [*read(neighbours(own, after=False))[::-1], own, *read(neighbours(own, after=True))]
    people, better = 0, {}
    for score, count in scores:
        better[score] = people
        people += count
    places: dict[tuple[int, int], int] = {}
    for score, lead, count in read(result_counts(day, game, {row.score for row in (*first, *around)})):
        # A score that was stored after the others were counted is put behind them.
        above = better.setdefault(score, people)
        places[score, lead] = above + 1
        better[score] = above + count
    return Ranking([(score, count) for score, count in reversed(scores)], places, first, around)
