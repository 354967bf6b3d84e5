"""The score pad: counts a World of the real box, finished or not, with the scoring of a match.

A layout has `cells`, from `a1` to `d4`, each with the name of its card, `tzimime` or `fumarole`; `cities`,
each with its `stars` and its two `cells`; and `travellers`, each with its `name` and the `row` above the
joint beside which it stands, from 0 (above the first row) to 4 (below the last). A layout is untrusted.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeGuard

from tablee.core.compiled import Int
from tablee.core.errors import Illegal, Unreadable
from tablee.games.clouds.mechanics.placement import desolation_rule
from tablee.games.clouds.pieces import CITIES, FUMAROLES, KINDS, LANDS, PIECES, STARTS, TRAVELLERS
from tablee.games.clouds.scoring import score_items, stars_by_traveller
from tablee.games.clouds.state import CITY_COUNT, EMPTY, LEFT, LINE, NONE, SIDE_LENGTH, CloudsFields

PAD_COLUMNS = "abcd"
PAD_ROWS = "1234"
PAD_CELLS = tuple([column + row for row in PAD_ROWS for column in PAD_COLUMNS])
PARTS = ("cells", "cities", "travellers")
SHOWN = (*LANDS, *STARTS, "tzimime", "fumarole")
SEAT: Int = 0
# The World lies in rows 2 to 5 and columns 2 to 5 of the seven of a match, so that there is a row above it.
MARGIN: Int = 2


def pad(layout: dict[str, Any]) -> dict[str, Any]:
    """Return the score sheet, the stars of each traveller and the cards that should have been flipped.

    Raise Unreadable for a layout of another shape, Illegal for one that the pieces do not allow.
    """
    unknown = set(layout) - set(PARTS)
    if unknown:
        raise Unreadable("pad-unknown-part", part=min(map(str, unknown)))
    state = CloudsFields()
    state.seats = 1
    cells = read_cells(layout.get("cells", {}))
    lay_cards(state, cells)
    read_cities(state, cells, layout.get("cities", []))
    read_travellers(state, layout.get("travellers", []))
    sheet = score_items(state, SEAT)
    return {
        "items": sheet,
        "total": sum(sheet.values()),
        "notes": {"travellers": stars_by_traveller(state, SEAT), "clashes": clashes(state, cells)},
    }


def square_of(cell: str) -> Int:
    """Return the square of a cell of the pad."""
    return LINE * (PAD_ROWS.index(cell[1]) + MARGIN) + PAD_COLUMNS.index(cell[0]) + MARGIN


# Cells


def read_cells(cells: object) -> dict[str, str]:
    """(1, 8) Check cells, names of cards and numbers of copies; return the cards by cell."""
    if not isinstance(cells, dict):
        raise Unreadable("pad-bad-part", part="cells")
    for cell, shows in cells.items():
        if cell not in PAD_CELLS:
            raise Unreadable("pad-no-such-cell", cell=str(cell))
        if shows not in SHOWN:
            raise Unreadable("pad-no-such-card", card=str(shows))
    for shows, count in Counter(cells.values()).items():
        if count > copies(shows):
            raise Illegal("pad-too-many", "8", card=shows, n=copies(shows))
    starts = [shows for shows in cells.values() if shows in STARTS]
    if len(starts) > 1:
        raise Illegal("pad-two-starts", "9", one=starts[0], other=starts[1])
    return cells


def copies(shows: str) -> int:
    """Return how many of a card are in the box; a Tzimime is the back of any card, so cells limit it."""
    if shows == "tzimime":
        return len(PAD_CELLS)
    if shows == "fumarole":
        return FUMAROLES
    return sum(PIECES.data["lands"][shows]["marks"]) if shows in LANDS else 1


def lay_cards(state: CloudsFields, cells: dict[str, str]) -> None:
    """Put every card on its square and set the edges of the World, without any effect."""
    if not cells:
        return
    squares = [square_of(cell) for cell in cells]
    columns = [square % LINE for square in squares]
    state.top[SEAT] = min(squares) // LINE
    state.bottom[SEAT] = max(squares) // LINE
    state.left[SEAT] = min(columns)
    state.right[SEAT] = max(columns)
    for cell, shows in cells.items():
        state.set_card(SEAT, KINDS.index(shows), KINDS.index(shows), square_of(cell))


# Dark cities (41-43)


def read_cities(state: CloudsFields, cells: dict[str, str], cities: object) -> None:
    """(8, 41) Build the dark cities, each with its stars and its two cells."""
    if not isinstance(cities, list):
        raise Unreadable("pad-bad-part", part="cities")
    # All five count as built; those that are not in the layout stand on no square.
    state.built = CITY_COUNT
    for city in cities:
        stars = city.get("stars") if isinstance(city, dict) else None
        pair = city.get("cells") if isinstance(city, dict) else None
        if not isinstance(stars, int) or not is_pair_of_cells(pair):
            raise Unreadable("pad-bad-part", part="cities")
        build_city(state, cells, stars, pair)


def is_pair_of_cells(pair: object) -> TypeGuard[list[str]]:
    if not isinstance(pair, list) or len(pair) != 2:
        return False
    return pair[0] in PAD_CELLS and pair[1] in PAD_CELLS


def build_city(state: CloudsFields, cells: dict[str, str], stars: int, pair: list[str]) -> None:
    """(41) Build a city on two neighbouring fumaroles, neither of which carries another city."""
    for cell in pair:
        if cells.get(cell) != "fumarole":
            raise Illegal("pad-no-fumarole", "41", cell=cell)
        if state.in_city(square_of(cell)):
            raise Illegal("pad-two-cities", "41", cell=cell)
    one = square_of(pair[0])
    other = square_of(pair[1])
    if abs(one - other) not in (1, LINE):
        raise Illegal("pad-not-beside", "41", one=pair[0], other=pair[1])
    for city in range(CITY_COUNT):
        if CITIES[city] == stars and state.city_one[city] == NONE:
            state.city_one[city] = one
            state.city_other[city] = other
            return
    raise Illegal("pad-no-such-city", "8", stars=stars)


# Travellers (31-35)


def read_travellers(state: CloudsFields, travellers: object) -> None:
    """(8, 32) Place the travellers, each once, beside two rows."""
    if not isinstance(travellers, list):
        raise Unreadable("pad-bad-part", part="travellers")
    for traveller in travellers:
        name = traveller.get("name") if isinstance(traveller, dict) else None
        row = traveller.get("row") if isinstance(traveller, dict) else None
        if name not in TRAVELLERS or not isinstance(row, int) or not 0 <= row <= SIDE_LENGTH:
            raise Unreadable("pad-bad-part", part="travellers")
        place_traveller(state, name, row)


def place_traveller(state: CloudsFields, name: str, row: int) -> None:
    traveller = TRAVELLERS.index(name)
    if state.host[traveller] == SEAT:
        raise Illegal("pad-traveller-twice", "8", traveller=name)
    state.host[traveller] = SEAT
    state.upper[traveller] = row + MARGIN - 1
    state.side[SEAT] = LEFT


# Desolation (20-23)


def clashes(state: CloudsFields, cells: dict[str, str]) -> dict[str, str]:
    """Return, by cell, the number of the rule that would have flipped its card, had it been laid last."""
    found = {}
    for cell, shows in cells.items():
        if shows not in ("tzimime", "fumarole"):
            rule = rule_against(state, square_of(cell))
            if rule:
                found[cell] = str(rule)
    return found


def rule_against(state: CloudsFields, square: Int) -> Int:
    """(20-23) Return the number of the rule that would flip the card on this square, or 0."""
    card = state.shows[square]
    state.shows[square] = EMPTY
    rule = desolation_rule(state, SEAT, card, square)
    state.shows[square] = card
    return rule
