"""Records of matches of a device, as it exports them, and the site that takes them."""

from __future__ import annotations

from tablee import games
from tablee.core.deal import commitment
from tablee.core.match import Match
from tablee.core.rng import Rng
from tablee.server.rate_limit import Rate
from tablee.server.runtime.daily import DailyDeals
from tablee.server.runtime.device_matches import DeviceMatches
from tablee.server.runtime.registry import TableRegistry

SALT = "some salt"


def few(burst: int) -> Rate:
    """Return a rate of so many in a moment, none of which is given back during a test."""
    return Rate(burst=burst, per_second=0.001)


MANY = few(100)


def matches_of(
    registry: TableRegistry, deals: DailyDeals | None = None, person: Rate = MANY, site: Rate = MANY
) -> DeviceMatches:
    """Return the matches of devices of a site."""
    return DeviceMatches(registry, deals or DailyDeals(registry), person, site)


def played(key: str, seed: str, word: str = "", plies: int | None = None) -> Match:
    """Return a random match of two, to its end or to a ply."""
    return play_out(Match(games.load(key), 2, f"{seed} {word}".strip()), seed, plies)


def play_out(match: Match, seed: str, plies: int | None = None) -> Match:
    """Play random moves to the end of a match, or to a ply, and return it."""
    rng = Rng(seed)
    while match.state.actors() and match.ply != plies:
        acting = match.state.actors()
        seat = acting[rng.below(len(acting))]
        moves = match.state.moves(seat)
        match.play(seat, match.game.format(moves[rng.below(len(moves))]))
    return match


def device_record(key: str, seed: str = "any", plies: int | None = None, **notes: str) -> str:
    """Return the record of a match of a device between Ann and Bob, as it exports it."""
    match = played(key, seed, "hello", plies)
    seats = {"seat A": "person Ann", "word A": "hello", "seat B": "person Bob"}
    return match.record(SALT, {**promise(seed), **seats, **notes}).text()


def promise(secret: str) -> dict[str, str]:
    """Return the notes of a match of a device about its deal."""
    return {"table": "x" * 16, "promise": commitment(secret, SALT), "secret": secret, "device": "yes"}
