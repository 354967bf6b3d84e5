"""What a person may achieve in a match of Strange World; texts `achievement.*` in the words files."""

from __future__ import annotations

from typing import Any

from tablee.core.match import Match
from tablee.games.clouds.rules import CloudsState
from tablee.games.clouds.scoring import STARS_PER_ANIMAL, animal_stars, score

MASTER_STARS = 80
MANY_TRAVELLERS = 3
MANY_ANIMALS = 6
BUILDER_CITIES = 2


def final_state(match: Match) -> CloudsState:
    """Return the state of the match, which is one of this game."""
    assert isinstance(match.state, CloudsState)
    return match.state


def final_world(match: Match, seat: int) -> dict[str, Any]:
    """Return the World of a seat as everybody sees it at the end."""
    world: dict[str, Any] = match.state.view(None)["worlds"][seat]
    return world


def has_master_stars(match: Match, seat: int) -> bool:
    """(56) Return whether the World has the stars of the highest solo rank."""
    return score(final_state(match), seat) >= MASTER_STARS


def has_no_tzimime(match: Match, seat: int) -> bool:
    """Return whether no card of the World was turned over."""
    return all(cell["shows"] != "tzimime" for cell in final_world(match, seat)["cells"].values())


def has_happy_travellers(match: Match, seat: int) -> bool:
    """(51) Return whether the seat hosts three travellers or more, all with their wish fulfilled."""
    hosted = final_world(match, seat)["travellers"]
    return len(hosted) >= MANY_TRAVELLERS and all(each["bonus"] for each in hosted)


def has_many_animals(match: Match, seat: int) -> bool:
    """(48) Return whether the World shows six different animals."""
    return animal_stars(final_state(match), seat) >= MANY_ANIMALS * STARS_PER_ANIMAL


def has_built_cities(match: Match, seat: int) -> bool:
    """(50) Return whether the seat built two dark cities."""
    return len(final_world(match, seat)["cities"]) >= BUILDER_CITIES


ACHIEVEMENTS = {
    "master": has_master_stars,
    "no-tzimime": has_no_tzimime,
    "happy-travellers": has_happy_travellers,
    "animals": has_many_animals,
    "cities": has_built_cities,
}
