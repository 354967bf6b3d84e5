"""Bodies and answers of the API of the deal of the day, which a site and a device share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from tablee import games
from tablee.core.daily import day_after, day_number, parse_day
from tablee.server.domain.commands import Face, Name
from tablee.server.domain.daily import has_finished

MONTH = 31


class OwnTry(msgspec.Struct, frozen=True):
    """A try of this person. `score` and `lead` are null while it goes on; `ranked`: it counts."""

    table: str
    score: int | None
    lead: int | None
    ranked: bool


class DailyGame(msgspec.Struct, frozen=True):
    """The deal of one game. `bots`: their levels, in the order of the seats after the person's.

    `players`: how many people are in the ranking. `tries`: those of this person, the first begun first.
    `open`: whether the ranking may be seen, which is after their own try, or when the day is over.
    """

    game: str
    bots: list[str]
    options: dict[str, str]
    players: int
    tries: list[OwnTry]
    open: bool


class DayMark(msgspec.Struct, frozen=True):
    """A day, and whether this person has finished a ranked try on it."""

    day: str
    played: bool


class Daily(msgspec.Struct, frozen=True):
    """The deals of a day (UTC). Times are in milliseconds since 1970.

    `ends`: until when a ranked try may begin; `closes`: when the ranking is final and the secret published.
    `commitment` and `next_commitment` fix the secrets of this day and of the day after; both were published
    the day before. `secret` is empty until `closes`.
    """

    day: str
    today: str
    first_day: str
    ends: int
    closes: int
    featured: str
    commitment: str
    next_commitment: str
    secret: str
    streak: int
    week: list[DayMark]
    games: list[DailyGame]


class DailyRow(msgspec.Struct, frozen=True):
    """A row of a ranking: equal results share a place. `lead`: points more than the best of the others."""

    place: int
    name: str
    face: str
    score: int
    lead: int
    table: str
    you: bool


class ExpertLine(msgspec.Struct, frozen=True):
    """The match of the strongest bot at the same deal; `score` is null while it goes on."""

    table: str
    score: int | None


class Standings(msgspec.Struct, frozen=True):
    """The ranking of a deal: `scores` are score and number of people, `around` the rows near one's own.

    `own` is null without a ranked result; then `around` is empty, as it is near the top.
    """

    day: str
    game: str
    players: int
    scores: list[tuple[int, int]]
    top: list[DailyRow]
    around: list[DailyRow]
    own: DailyRow | None
    expert: ExpertLine | None


class CalendarDay(msgspec.Struct, frozen=True):
    """A day that has deals, and the games of which this person has finished one, with the best score."""

    day: str
    scores: dict[str, int]
    ranked: bool


class Proof(msgspec.Struct, frozen=True):
    """What proves the deals up to a day: hashing its secret once for each day before leads to the anchor."""

    first_day: str
    anchor: str
    day: str
    secret: str


class NewTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Begin a try, or with `ranked` go on with the one that counts."""

    name: Name
    face: Face = ""
    ranked: bool = True


def daily_game(key: str, players: int, own: Sequence[Any], closed: bool) -> DailyGame:
    """Return the deal of a game with a person's tries."""
    game = games.load(key)
    return DailyGame(
        game=key,
        bots=list(game.daily_bots),
        options=game.resolve_options(dict(game.daily_options)),
        players=players,
        tries=[OwnTry(row.table_id, row.score, row.lead, row.ranked) for row in own],
        open=closed or has_finished(own),
    )


def featured(day: str) -> str:
    """Return the game that is shown first on a day: one after another."""
    keys = games.keys()
    return keys[day_number(day) % len(keys)]


def days_of(month: str, first_day: str, last_day: str) -> Iterator[str]:
    """Yield the days of a month (YYYY-MM) from the first to the last that have deals; raises Unreadable."""
    start = parse_day(f"{month}-01")
    day, last = max(start, first_day), min(day_after(start, MONTH), last_day)
    while day <= last and day.startswith(month):
        yield day
        day = day_after(day)
