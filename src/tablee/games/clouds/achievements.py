"""What a person may achieve in a match of Strange World; texts `achievement.*` in the words files."""

from __future__ import annotations

from tablee.core.match import Match
from tablee.games.clouds.rules import CloudsState
from tablee.games.clouds.scoring import animals_in_rows, score, traveller_bonus
from tablee.games.clouds.state import TRAVELLER_COUNT, TZIMIME, WORLD

MASTER_STARS = 80
MANY_TRAVELLERS = 3
MANY_ANIMALS = 6
BUILDER_CITIES = 2


def final_state(match: Match) -> CloudsState:
    """Return the state of the match, which is one of this game."""
    assert isinstance(match.state, CloudsState)
    return match.state


def has_master_stars(match: Match, seat: int) -> bool:
    """(56) Return whether the World has the stars of the highest solo rank."""
    return score(final_state(match), seat) >= MASTER_STARS


def has_no_tzimime(match: Match, seat: int) -> bool:
    """Return whether no card of the World was turned over."""
    return TZIMIME not in final_state(match).shows[WORLD * seat : WORLD * (seat + 1)]


def has_happy_travellers(match: Match, seat: int) -> bool:
    """(51) Return whether the seat hosts three travellers or more, all with their wish fulfilled."""
    state = final_state(match)
    hosted = [each for each in range(TRAVELLER_COUNT) if state.host[each] == seat]
    return len(hosted) >= MANY_TRAVELLERS and all(traveller_bonus(state, seat, each) for each in hosted)


def has_many_animals(match: Match, seat: int) -> bool:
    """(48) Return whether the World shows six different animals."""
    state = final_state(match)
    return animals_in_rows(state, seat, state.top[seat], state.bottom[seat]) >= MANY_ANIMALS


def has_built_cities(match: Match, seat: int) -> bool:
    """(50) Return whether the seat built two dark cities."""
    state = final_state(match)
    return sum(state.city_one[city] // WORLD == seat for city in range(state.built)) >= BUILDER_CITIES


ACHIEVEMENTS = {
    "master": has_master_stars,
    "no-tzimime": has_no_tzimime,
    "happy-travellers": has_happy_travellers,
    "animals": has_many_animals,
    "cities": has_built_cities,
}
