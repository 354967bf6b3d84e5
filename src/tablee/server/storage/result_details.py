"""Complete the results of matches from before revision 0010: seats, names of people, and the bots.

Used by migration 0010 and for old backups, so it names the columns of that revision and reads events as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, text

from tablee.core.errors import Unreadable
from tablee.server.catalog import CATALOG

# Events that tell who holds which seat, and how the match ended.
SEATING = """
    select table_id, at, payload from event where table_id in (select table_id from result) and (
        payload like '%"t":"opened"%' or payload like '%"t":"sat"%' or payload like '%"t":"hired"%'
        or payload like '%"t":"freed"%' or payload like '%"t":"removed"%' or payload like '%"t":"ended"%'
    ) order by table_id, seq
"""
# Results of guests who have logged in since.
CLAIM = """
    update result set account_name = (
        select participation.account_name from participation
        where participation.visitor_id = result.visitor_id and participation.table_id = result.table_id
    ) where account_name is null
"""
COMPLETE = """
    update result set seats = :seats, name = :name, folded = :folded, rated = :rated
    where table_id = :table_id and seat = :seat
"""
ADD_BOT = """
    insert into result (table_id, seat, visitor_id, game, rank, score, at, finished_by_bot, seats, name,
                        folded, bot, rated, rating, deviation)
    values (:table_id, :seat, '', :game, :rank, :score, :at, :finished_by_bot, :seats, '', '',
            :bot, :rated, :rating, :deviation) on conflict do nothing
"""


def complete_results(connection: Connection) -> None:
    """Fill in the columns of revision 0010.

    A match of one person against bots stays unrated: nothing tells whether the person had hints.
    """
    connection.execute(text(CLAIM))
    people: list[dict[str, Any]] = []
    bots: list[dict[str, Any]] = []
    for table_id, rows in groupby(connection.execute(text(SEATING)), key=lambda row: row.table_id):
        for row in _rows_of_match(table_id, rows):
            (bots if row["bot"] else people).append(row)
    if people:
        connection.execute(text(COMPLETE), people)
    if bots:
        connection.execute(text(ADD_BOT), bots)


def _rows_of_match(table_id: str, rows: Iterable[Any]) -> list[dict[str, Any]]:
    """Return one row for each seat; [] if the events tell no end."""
    game, names, bots = "", {}, {}
    ended: dict[str, Any] | None = None
    at = 0
    for row in rows:
        event = json.loads(row.payload)["event"]
        match event["t"]:
            case "opened":
                game = event["game"]
                for seat, guest in enumerate(event.get("guests", ())):
                    names[seat], bots[seat] = guest.get("name", ""), guest.get("bot", "")
            case "sat":
                names[event["seat"]], bots[event["seat"]] = event["name"], ""
            case "hired":
                names[event["seat"]], bots[event["seat"]] = "", event["bot"]
            case "freed" | "removed":
                names[event["seat"]], bots[event["seat"]] = "", ""
            case "ended":
                ended, at = event, row.at
    if ended is None:
        return []
    seats = range(len(ended["ranks"]))
    rated = sum(not bots.get(seat) for seat in seats) > 1
    found = []
    for seat in seats:
        bot, name = bots.get(seat, ""), names.get(seat, "")
        strength = _strength(game, bot)
        found.append(
            {
                "table_id": table_id,
                "seat": seat,
                "game": game,
                "rank": ended["ranks"][seat],
                "score": ended["scores"][seat],
                "at": at,
                "finished_by_bot": False,
                "seats": len(seats),
                "name": name,
                "folded": name.casefold(),
                "bot": bot,
                "rated": rated,
                "rating": strength,
                "deviation": None if strength is None else 0.0,
            }
        )
    return found


def _strength(game: str, bot: str) -> float | None:
    """Return the rating of a bot; None if the game is not installed or does not rate it."""
    try:
        return CATALOG.load_game(game).bot_ratings.get(bot)
    except Unreadable:
        return None
