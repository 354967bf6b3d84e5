"""Answers to exercises as values, and the interface of their store; no database library is needed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tablee.server.domain.glicko import Glicko

DAY_MS = 86_400_000


@dataclass(frozen=True)
class RatedAnswer:
    """An answer to store. `first`: the rating of an exercise without answers; `at`: ms since 1970."""

    visitor_id: str
    game: str
    exercise: str
    right: bool
    at: int
    first: Glicko


class ExerciseStore(Protocol):
    """Answers and ratings. A person is an account or a visitor without one. Methods raise NotStored."""

    async def person(self, visitor_id: str) -> str:
        """Return the key of a visitor, or of its account; "" without a visitor."""

    async def answers(self, person: str, game: str) -> list[tuple[str, bool]]:
        """Return the answered exercises and whether the first answer was right, the latest answers last."""

    async def rating(self, person: str, game: str) -> tuple[Glicko, int] | None:
        """Return the rating of a person and the time of its last change; None before the first answer."""

    async def exercise_ratings(self, game: str) -> dict[str, Glicko]:
        """Return the ratings of the exercises that have an answer."""

    async def rate(self, answer: RatedAnswer) -> tuple[Glicko, Glicko] | None:
        """Store an answer; return the ratings of the person before and after, None unless it is the first."""
