"""The result of one seat in one finished match."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tablee.server.domain.events import Ended
from tablee.server.domain.person import person_key
from tablee.server.domain.table import Table


@dataclass(frozen=True)
class Result:
    """A row of the projection `result`. `rank` 1 is first; `at` is in milliseconds since 1970.

    `finished_by_bot`: a bot played for the person when the match ended. `account_name`: None without account.
    `seats`: how many the table had. `name`: of the person, as shown there; `folded`: the same for searching.
    `bot`: the level of a bot, "" for a person. `rated`: the match may change ratings. `rating` and
    `deviation`: of the person after the match, or of the bot; None if the seat has none. `device`: the match
    was played on a device; it is in the history of a person and counts nowhere.
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
    seats: int = 0
    name: str = ""
    folded: str = ""
    bot: str = ""
    rated: bool = True
    rating: float | None = None
    deviation: float | None = None
    device: bool = False

    @property
    def person(self) -> str | None:
        """The key of the person; None for a bot, and for people who deleted their account."""
        return person_key(self.visitor_id, self.account_name) if self.visitor_id else None


def results_of(table: Table, ended: Ended, now: int) -> tuple[Result, ...]:
    """Return the results of all seats; a person holds a seat even if a bot played it last.

    The result of a person who deleted the account meanwhile is nobody's.
    () for a match that was played on from a position, which says nothing about who plays better, and for one
    without people.
    """
    if table.opened.start is not None or not table.people():
        return ()
    rated = is_rated(table)
    found = []
    for seat, chair in enumerate(table.chairs):
        strength = None if chair.visitor_id else table.game.bot_ratings.get(chair.bot)
        found.append(
            Result(
                table.id,
                seat,
                "" if chair.forgotten else chair.visitor_id,
                table.opened.game,
                ended.ranks[seat],
                ended.scores[seat],
                now,
                finished_by_bot=bool(chair.visitor_id and chair.stand_in),
                seats=len(table.chairs),
                name=chair.name if chair.visitor_id else "",
                folded=chair.name.casefold() if chair.visitor_id else "",
                bot="" if chair.visitor_id else chair.bot,
                rated=rated,
                rating=strength,
                deviation=None if strength is None else 0.0,
                device=table.opened.device,
            )
        )
    return tuple(found)


def is_rated(table: Table) -> bool:
    """Return whether a match may change ratings; hints, which are in no event, may still exclude it.

    Not a repeated deal of the day, nor a match of a device, which knows the deal. Alone against bots, nothing
    may have been taken back, and a memory game must not remember for the person.
    """
    if table.opened.device or (table.opened.daily and not table.opened.ranked):
        return False
    if len(table.people()) > 1:
        return True
    reminds = table.game.memory and not table.game.withholds_seen(table.playing().options)
    return not table.undone and not reminds


def achievements_of(table: Table, results: Iterable[Result]) -> tuple[tuple[int, str], ...]:
    """Return (seat, name) of the achievements in a rated match; none for a seat that a bot finished."""
    match = table.playing()
    return tuple(
        (each.seat, name)
        for each in results
        if each.visitor_id and each.rated and not each.finished_by_bot
        for name, is_achieved in table.game.achievements.items()
        if is_achieved(match, each.seat)
    )
