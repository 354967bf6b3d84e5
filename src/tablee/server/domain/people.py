"""Friends, invitations, reports and groups: bounds, codes, presence, and the ranking of a group.

Pure: times are arguments, in milliseconds since 1970.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from tablee.core.errors import Illegal
from tablee.server.domain.table import Table

Presence = Literal["table", "wants", "offline"]
RelationKind = Literal["friend", "block", "mute"]
Reason = Literal["chat", "name", "cheating", "other"]

# Letters and digits that are not taken for one another when read aloud or copied by hand.
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 8
MAX_FRIENDS = 200
# Blocked and muted people together.
MAX_RESTRAINED = 500
MAX_GROUPS = 20
MAX_MEMBERS = 50
MAX_GROUP_NAME = 40
# People who are invited to one table.
MAX_INVITED = 30
MAX_INVITATIONS = 20
# Reports of one person within a day, and lines of chat that go with a report.
MAX_REPORTS = 10
MAX_REPORTED_LINES = 20
HOUR = 3_600_000
DAY = 24 * HOUR
# How long "wants to play" and an invitation hold.
WANTS_TIME = HOUR
INVITATION_TIME = DAY


@dataclass(frozen=True)
class Invitation:
    """A person was invited to a table. `person_id`: who is invited; `by_id`: who invites."""

    table_id: str
    game: str
    person_id: str
    by_id: str
    at: int


@dataclass(frozen=True)
class MemberResult:
    """The result of a member of a group in a match; `rank` 1 is first."""

    table_id: str
    game: str
    person_id: str
    rank: int


@dataclass
class GroupScore:
    """Matches of a member at one game against other members.

    `wins`: matches in which no other member had a better rank. `points`: one for each member who was beaten,
    half a point for each with the same rank.
    """

    person_id: str
    matches: int = 0
    wins: int = 0
    points: float = 0.0


def read_code(text: str) -> str:
    """Return a code as it is stored, from what a person typed; raises Illegal if it cannot be one."""
    code = "".join(letter for letter in text.upper() if letter.isalnum())
    if len(code) != CODE_LENGTH or set(code) - set(CODE_LETTERS):
        raise Illegal("no-such-code")
    return code


def presence_of(at_table_until: int, wants_until: int, now: int) -> Presence:
    """Return the presence of a person as friends see it. Times are in ms since 1970."""
    if at_table_until > now:
        return "table"
    return "wants" if wants_until > now else "offline"


def author_of(table_id: str, visitor_id: str) -> str:
    """Return an id by which the viewers of one table tell authors of chat apart; "" for an unknown one."""
    if not visitor_id:
        return ""
    return hashlib.sha256(f"tablee author\0{table_id}\0{visitor_id}".encode()).hexdigest()[:12]


def visitor_at(table: Table, seat: int | None, author: str) -> tuple[str, str]:
    """Return visitor id and name of the person at a seat or, without a seat, of an author of chat.

    Raises Illegal if there is none.
    """
    if seat is not None:
        if seat >= len(table.chairs) or not table.chairs[seat].visitor_id:
            raise Illegal("no-person-there", seat=seat)
        return table.chairs[seat].visitor_id, table.chairs[seat].name
    for line in reversed(table.chat):
        if author and author_of(table.id, line.visitor_id) == author:
            return line.visitor_id, line.name
    raise Illegal("no-such-person")


def rank_members(results: Iterable[MemberResult]) -> dict[str, list[GroupScore]]:
    """Return the ranking of members by game, the best first; matches with one member do not count."""
    matches: dict[tuple[str, str], list[MemberResult]] = defaultdict(list)
    for result in results:
        matches[result.game, result.table_id].append(result)
    scores: dict[str, dict[str, GroupScore]] = defaultdict(dict)
    for (game, _), of_match in matches.items():
        if len({result.person_id for result in of_match}) < len(of_match) or len(of_match) < 2:
            # Alone, or one person on several seats: nobody was beaten.
            continue
        for result in of_match:
            score = scores[game].setdefault(result.person_id, GroupScore(result.person_id))
            _add_match(score, result, of_match)
    order = {game: sorted(found.values(), key=_place_of) for game, found in scores.items()}
    return dict(sorted(order.items()))


def _add_match(score: GroupScore, own: MemberResult, of_match: Sequence[MemberResult]) -> None:
    others = [other.rank for other in of_match if other.person_id != own.person_id]
    score.matches += 1
    score.wins += all(own.rank <= rank for rank in others)
    score.points += sum(1.0 if own.rank < rank else 0.5 for rank in others if own.rank <= rank)


def _place_of(score: GroupScore) -> tuple[float, float, int, str]:
    return -score.wins, -score.points, score.matches, score.person_id
