"""The result of one person in one finished match."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """A row of the projection `result`. `rank` 1 is first; `at` is in milliseconds since 1970.

    `finished_by_bot`: a bot played for the person when the match ended. `account_name`: None without account.
    """

    table_id: str
    seat: int
    visitor_id: str
    game: str
    rank: int
    score: int
    at: int
    finished_by_bot: bool = False
    account_name: str | None = None
