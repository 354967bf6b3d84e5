"""Answers of people to exercises, and the Glicko ratings of people and exercises.

A person is an account, or a visitor without one (`domain.person`). Only the first answer to an exercise is
rated; the key of `exercise_answer` decides which one was first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Connection, Select, Table, and_, delete, exists, select, update

from tablee.server.domain.glicko import Glicko, after_rest, rate_answer
from tablee.server.domain.person import person_key
from tablee.server.storage.exercise_rows import DAY_MS, RatedAnswer
from tablee.server.storage.people import account_of
from tablee.server.storage.schema import ACCOUNT, EXERCISE_ANSWER, EXERCISE_PERSON, EXERCISE_RATING, SESSION

if TYPE_CHECKING:
    from tablee.server.storage.event_store import EventStore


def rate(connection: Connection, insert: Any, answer: RatedAnswer) -> tuple[Glicko, Glicko] | None:
    """Store an answer; return the ratings of the person before and after it.

    None if the person has answered the exercise before: then only the time of the answer changes. `insert`:
    that of the SQL dialect (`Statements.insert`). Runs inside the caller's transaction. Rows are locked in
    the order answer, person, exercise, so that two answers cannot deadlock.
    """
    person = locked_person(connection, answer.visitor_id)
    key = {"game": answer.game, "exercise": answer.exercise}
    row = {"person": person, **key, "right": answer.right, "at": answer.at}
    is_new = insert(EXERCISE_ANSWER).on_conflict_do_nothing().returning(EXERCISE_ANSWER.c.person)
    if not connection.execute(is_new, row).all():
        own = EXERCISE_ANSWER.c
        same = and_(own.person == person, own.game == answer.game, own.exercise == answer.exercise)
        connection.execute(update(EXERCISE_ANSWER).where(same).values(at=answer.at))
        return None
    person_at = and_(EXERCISE_PERSON.c.person == person, EXERCISE_PERSON.c.game == answer.game)
    new = Glicko()
    start = {"value": new.value, "deviation": new.deviation}
    start_row = {"person": person, "game": answer.game, **start, "changed_at": answer.at}
    stored = _locked(connection, insert, EXERCISE_PERSON, start_row, person_at)
    before = after_rest(Glicko(stored.value, stored.deviation), (answer.at - stored.changed_at) / DAY_MS)
    exercise_at = and_(EXERCISE_RATING.c.game == answer.game, EXERCISE_RATING.c.exercise == answer.exercise)
    first = {"value": answer.first.value, "deviation": answer.first.deviation}
    asked = _locked(connection, insert, EXERCISE_RATING, {**key, **first, "answers": 0}, exercise_at)
    after, exercise = rate_answer(before, Glicko(asked.value, asked.deviation), answer.right)
    changed = {"value": after.value, "deviation": after.deviation, "changed_at": answer.at}
    connection.execute(update(EXERCISE_PERSON).where(person_at).values(changed))
    rated = {"value": exercise.value, "deviation": exercise.deviation, "answers": asked.answers + 1}
    connection.execute(update(EXERCISE_RATING).where(exercise_at).values(rated))
    return before, after


def locked_person(connection: Connection, visitor_id: str) -> str:
    """Return the key of a visitor's person; an account is not deleted before the end of the transaction.

    Otherwise a new account of the same name could inherit the answer.
    """
    here = and_(SESSION.c.account_name == ACCOUNT.c.name, SESSION.c.visitor_id == visitor_id)
    query = select(ACCOUNT.c.name).join(SESSION, here)
    found = connection.execute(query.with_for_update(read=True, key_share=True, of=ACCOUNT)).scalar()
    return person_key(visitor_id, found)


def _locked(
    connection: Connection,
    insert: Any,
    table: Table,
    start: dict[str, Any],
    where: ColumnElement[bool],
) -> Any:
    """Return a row, inserted as `start` if there is none, locked until the end of the transaction."""
    connection.execute(insert(table).on_conflict_do_nothing(), start)
    return connection.execute(select(table).where(where).with_for_update()).one()


def claim(connection: Connection, visitor_id: str, account: str) -> None:
    """Give the answers and ratings of a visitor without an account to an account; what it has stays.

    Runs inside the caller's transaction.
    """
    before, after = person_key(visitor_id, None), person_key(visitor_id, account)
    for table, key in ((EXERCISE_ANSWER, ("game", "exercise")), (EXERCISE_PERSON, ("game",))):
        other = table.alias()
        same = [other.c.person == after, *(other.c[name] == table.c[name] for name in key)]
        free = and_(table.c.person == before, ~exists().where(*same))
        connection.execute(update(table).where(free).values(person=after))
    _delete(connection, [before])


def forget(connection: Connection, account: str) -> None:
    """Delete the answers and ratings of an account and its devices. Runs inside the caller's transaction."""
    devices = connection.execute(select(SESSION.c.visitor_id).where(SESSION.c.account_name == account))
    _delete(connection, [person_key("", account), *(person_key(each, None) for each in devices.scalars())])


def _delete(connection: Connection, people: Sequence[str]) -> None:
    for table in (EXERCISE_ANSWER, EXERCISE_PERSON):
        connection.execute(delete(table).where(table.c.person.in_(people)))


# Queries


def answers_of(person: str, game: str) -> Select[Any]:
    """Select the exercises of a game that a person has answered, those of the latest answers last."""
    own = EXERCISE_ANSWER.c
    query = select(own.exercise, own.right).where(own.person == person, own.game == game)
    return query.order_by(own.at, own.exercise)


def rating_of(person: str, game: str) -> Select[Any]:
    """Select the rating of a person at a game."""
    return select(EXERCISE_PERSON).where(EXERCISE_PERSON.c.person == person, EXERCISE_PERSON.c.game == game)


def ratings_of_exercises(game: str) -> Select[Any]:
    """Select the exercises of a game that have an answer, with their ratings."""
    return select(EXERCISE_RATING).where(EXERCISE_RATING.c.game == game)


def exported(person: str) -> tuple[Select[Any], Select[Any]]:
    """Select all ratings and all answers of a person (`person_key`), for the export."""
    ratings = select(EXERCISE_PERSON).where(EXERCISE_PERSON.c.person == person)
    answers = select(EXERCISE_ANSWER).where(EXERCISE_ANSWER.c.person == person)
    return ratings.order_by(EXERCISE_PERSON.c.game), answers.order_by(EXERCISE_ANSWER.c.at)


class SqlExerciseStore:
    """The answers and ratings in the database; see `ExerciseStore`."""

    def __init__(self, store: EventStore) -> None:
        self.store = store

    async def person(self, visitor_id: str) -> str:
        """Return the key of a visitor, or of its account; "" without a visitor."""
        if not visitor_id:
            return ""
        found = await self.store.rows(account_of(visitor_id))
        return person_key(visitor_id, found[0].account_name if found else None)

    async def answers(self, person: str, game: str) -> list[tuple[str, bool]]:
        """Return the answered exercises and whether the first answer was right, the latest answers last."""
        rows = await self.store.rows(answers_of(person, game)) if person else []
        return [(row.exercise, row.right) for row in rows]

    async def rating(self, person: str, game: str) -> tuple[Glicko, int] | None:
        """Return the rating of a person and the time of its last change; None before the first answer."""
        rows = await self.store.rows(rating_of(person, game)) if person else []
        return (Glicko(rows[0].value, rows[0].deviation), rows[0].changed_at) if rows else None

    async def exercise_ratings(self, game: str) -> dict[str, Glicko]:
        """Return the ratings of the exercises that have an answer."""
        rows = await self.store.rows(ratings_of_exercises(game))
        return {row.exercise: Glicko(row.value, row.deviation) for row in rows}

    async def rate(self, answer: RatedAnswer) -> tuple[Glicko, Glicko] | None:
        """Store an answer; return the ratings of the person before and after, None unless it is the first."""
        return await self.store.in_transaction(
            lambda connection: rate(connection, self.store.statements.insert, answer)
        )
