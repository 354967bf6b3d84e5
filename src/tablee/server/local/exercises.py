"""Answers to exercises and the rating of a person, kept on the device."""

from __future__ import annotations

import msgspec

from tablee.server.domain.glicko import Glicko, after_rest, rate_answer
from tablee.server.local.store import Database, encode, guard
from tablee.server.storage.exercise_rows import DAY_MS, RatedAnswer


class Kept(msgspec.Struct):
    """What a person did with the exercises of a game. `answers`: right or not, by exercise, the latest last.

    `changed_at`: ms since 1970.
    """

    rating: Glicko
    changed_at: int
    answers: dict[str, bool]


class LocalExercises:
    """The exercises of a device; see `ExerciseStore`. Each exercise keeps the rating of its difficulty."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def person(self, visitor_id: str) -> str:
        """Return the visitor id: nobody has an account here."""
        return visitor_id

    async def answers(self, person: str, game: str) -> list[tuple[str, bool]]:
        """Return the answered exercises and whether the first answer was right, the latest answers last."""
        kept = await self._kept(person, game)
        return [] if kept is None else list(kept.answers.items())

    async def rating(self, person: str, game: str) -> tuple[Glicko, int] | None:
        """Return the rating of a person and the time of its last change; None before the first answer."""
        kept = await self._kept(person, game)
        return None if kept is None else (kept.rating, kept.changed_at)

    async def exercise_ratings(self, game: str) -> dict[str, Glicko]:
        """Return no rating: one person says little about an exercise."""
        return {}

    async def rate(self, answer: RatedAnswer) -> tuple[Glicko, Glicko] | None:
        """Store an answer; return the ratings of the person before and after, None unless it is the first."""
        kept = await self._kept(answer.visitor_id, answer.game) or Kept(Glicko(), answer.at, {})
        known = kept.answers.pop(answer.exercise, None)
        kept.answers[answer.exercise] = answer.right if known is None else known
        before = after_rest(kept.rating, (answer.at - kept.changed_at) / DAY_MS)
        after, _ = rate_answer(before, answer.first, answer.right)
        if known is None:
            kept.rating, kept.changed_at = after, answer.at
        key, text = key_of(answer.visitor_id, answer.game), encode(kept)
        await guard(lambda: self.database.put_value(key, text))
        return (before, after) if known is None else None

    async def _kept(self, person: str, game: str) -> Kept | None:
        text = await guard(lambda: self.database.get_value(key_of(person, game)))
        return msgspec.json.decode(text, type=Kept) if text else None


def key_of(person: str, game: str) -> str:
    """Return the key in the database; `exportAll` in database.ts knows its first part too."""
    return f"exercises/{person}/{game}"
