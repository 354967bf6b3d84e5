"""What a review of a match adds: where the seconds of each race went."""

from __future__ import annotations

from typing import Any

from tablee.core.match import Match
from tablee.core.state import CLOCK, UNTIMED
from tablee.games.mine.mechanics.geometry import TURNS

ACTIVITIES = ("searching", "turning", "carrying", "correcting", "calling")
ACTIVITY_OF_VERB = {
    "take": "searching",
    "lift": "correcting",
    "move": "correcting",
    "return": "correcting",
    "call": "calling",
    "quit": "calling",
}


def review_notes(match: Match) -> dict[str, Any]:
    """Return `timed` and `rounds`: for each round and seat the moves and seconds of every activity.

    A time belongs to the move that ends it: searching to `take`, carrying or, if the tile was turned, turning
    to `lay`; lifting or returning a tile, and laying it again, is correcting. Seconds are 0 in a record
    without times.
    """
    clocks: dict[tuple[int, int], int] = {}
    lifted: set[int] = set()
    rounds: list[list[dict[str, dict[str, float]]]] = []
    for played, state in zip(match.played, match.states(), strict=False):
        number, seat = len(state.race_results()), played.seat
        words = match.game.format(played.move).split()
        activity = activity_of(words, seat in lifted)
        if seat != CLOCK and activity is not None:
            while len(rounds) <= number:
                rounds.append([empty_sheet() for _ in range(match.seats)])
            sheet = rounds[number][seat][activity]
            sheet["moves"] += 1
            if played.elapsed != UNTIMED:
                start = clocks.get((number, seat), 0)
                sheet["seconds"] = round(sheet["seconds"] + max(played.elapsed - start, 0) / 1000, 1)
                clocks[number, seat] = max(played.elapsed, start)
            (lifted.add if words[0] == "lift" else lifted.discard)(seat)
    return {"timed": any(played.elapsed != UNTIMED for played in match.played), "rounds": rounds}


def activity_of(words: list[str], is_lifted: bool) -> str | None:
    """Return what a seat did before this move; None for moves outside the race."""
    if words[0] != "lay":
        return ACTIVITY_OF_VERB.get(words[0])
    if is_lifted:
        return "correcting"
    return "carrying" if words[1] == TURNS[0] else "turning"


def empty_sheet() -> dict[str, dict[str, float]]:
    """Return the activities of one seat in one round, all 0."""
    return {activity: {"moves": 0, "seconds": 0.0} for activity in ACTIVITIES}
