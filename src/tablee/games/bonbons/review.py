"""What a review of a match adds: pairs of tiles that all had seen, and that a seat did not take."""

from __future__ import annotations

from typing import Any

from tablee.core.match import Match
from tablee.core.state import CLOCK, State
from tablee.games.bonbons.pieces import VOCABULARY
from tablee.games.bonbons.state import (
    AFTER_ROUND,
    AFTER_SQUARE,
    COIN,
    FIRST,
    FIRST_ASIDE,
    FIRST_ROUND,
    LINGERING,
    PLACES_PER_SEAT,
    STOP,
    TURN,
)


def review_notes(match: Match) -> dict[str, Any]:
    """Return `remembered`: the moves before which a known pair was left, with its tiles.

    Each has `ply` and `seat`, the words of the `square` and the `round` tile, and in `shown` the plies at
    which each of them was shown last. Everything in it was shown to all.
    """
    found = []
    for ply, (played, state) in enumerate(zip(match.played, match.states(), strict=False)):
        if played.seat != CLOCK:
            missed = missed_pair(state, played.seat, played.move)
            if missed is not None:
                found.append({"ply": ply, "seat": played.seat, **missed})
    return {"remembered": found}


def missed_pair(state: State, seat: int, move: int) -> dict[str, Any] | None:
    """Return a known pair that this move does not go for, an own one first; None if there is none."""
    fields = state.snapshot()
    if move > STOP or fields["phase"] not in (FIRST, AFTER_SQUARE, AFTER_ROUND):
        return None
    pairs = known_pairs(fields)
    if fields["phase"] != FIRST:
        pairs = [pair for pair in pairs if fields["opened"][0] in pair]
    if not pairs or any(move - TURN in pair for pair in pairs):
        return None
    square, other = min(pairs, key=lambda pair: (pair[1] - FIRST_ROUND) // PLACES_PER_SEAT != seat)
    return {
        "square": word_of(square),
        "round": word_of(other),
        "shown": [fields["seen_ply"][square], fields["seen_ply"][other]],
    }


def known_pairs(fields: dict[str, Any]) -> list[tuple[int, int]]:
    """Return the places of a square and a round tile with the same sweet, both shown before.

    Tiles that can still be turned count, and the tile that was opened in this go.
    """
    opened = fields["opened"][0] if fields["phase"] != FIRST else None
    known = [
        place
        for place in range(FIRST_ASIDE)
        if fields["seen"][place] and (fields["side"][place] <= LINGERING or place == opened)
    ]
    squares = {
        fields["tile"][place]: place
        for place in known
        if place < FIRST_ROUND and fields["tile"][place] < COIN
    }
    rounds = [place for place in known if place >= FIRST_ROUND]
    return [(squares[fields["tile"][at]], at) for at in rounds if fields["tile"][at] in squares]


def word_of(place: int) -> str:
    """Return the word of a place in a move."""
    return VOCABULARY.format(TURN + place).split()[1]
