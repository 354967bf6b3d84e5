"""Options and setups of matches that suit a test in a browser."""

from __future__ import annotations

from tablee import games
from tests.web.players import TableSetup

# Options that make a match short, in games that have them.
SHORT_OPTIONS = {"quick": "yes", "lamp": "120"}
UNTIMED_OPTIONS = {"ghost": "yes", "lamp": "none"}


def short_options(key: str) -> dict[str, str]:
    """Return the options of a game that make it short."""
    names = {option.name for option in games.load(key).options}
    return {name: choice for name, choice in SHORT_OPTIONS.items() if name in names}


def untimed_options(key: str) -> dict[str, str]:
    """Return the options of a game with which no timer and no rival changes the viewer's board."""
    names = {option.name for option in games.load(key).options}
    return {name: choice for name, choice in UNTIMED_OPTIONS.items() if name in names}


def one_person_setup(key: str) -> TableSetup:
    """Return a setup of one person and bots: strong ones where a match is long, else the fastest ones."""
    bots = ["strong"] * (3 if "quick" in short_options(key) else 1) if short_options(key) else ["random"]
    return TableSetup(key, 1, bots, short_options(key))


def turn_by_turn() -> list[str]:
    """Return the games without a race, which can be played on a shared device."""
    return [game.key for game in games.all() if "lamp" not in {option.name for option in game.options}]
