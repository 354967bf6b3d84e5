"""Views of a match for each viewer, and the effect of a move for previews, as JSON-ready data."""

from __future__ import annotations

from typing import Any

from tablee.core.compiled import Int
from tablee.games.clouds.mechanics.draft import origin_after_keep
from tablee.games.clouds.mechanics.volcanoes import COVER, cover_card
from tablee.games.clouds.pieces import (
    CELLS,
    COLUMNS,
    FACES,
    FUMAROLES,
    KINDS,
    PLACES,
    ROWS,
    SIDES,
    STACKS,
    TRAVELLERS,
)
from tablee.games.clouds.scoring import (
    WISHED,
    score,
    score_items,
    solo_rank,
    stars_by_traveller,
    traveller_bonus,
    wish_count,
)
from tablee.games.clouds.state import (
    CELL_COUNT,
    CELL_OF_SQUARE,
    CITY_COUNT,
    CITY_STARS,
    COVERING,
    EMPTY,
    FACING,
    HAND_SIZE,
    HAS_PORTAL,
    KEEPING,
    NONE,
    OVER,
    PASSING,
    ROW_PAIRS,
    SQUARE_OF_CELL,
    STACK_COUNT,
    STACK_SIZE,
    TRAVELLER_COUNT,
    TZIMIME,
    WORLD,
    CloudsFields,
)

# Names of the phases in views, in the order of their numbers in state.py.
PHASES = ("face", "keep", "pass", "lay", "take", "welcome", "stand", "cover", "join", "over", "settled")


def board_view(state: CloudsFields, viewer: Int) -> dict[str, Any]:
    """(A20, A22, A23) Return the public board and what this viewer (CLOCK: a spectator) may know besides.

    "cause" is the number of the rule that flipped the last card laid.
    """
    solo = state.seats == 1
    faced = state.seats > 2 and state.phase != FACING
    has_open_effect = PHASES[state.phase] in {"welcome", "stand", "cover", "join"}
    waiting = state.laid_square != NONE and has_open_effect
    return {
        "phase": PHASES[state.phase],
        "round": state.round + (state.phase != OVER),
        "sun": None if solo else state.sun,
        "face": FACES[0 if state.step == 1 else 1] if faced else None,
        "deck": None if solo else state.deck_size - state.drawn,
        "stacks": stacks(state) if solo else None,
        "hands": [state.cards_in_hand(seat) for seat in range(state.seats)],
        "hand": hand(state, viewer),
        "draft": draft(state, viewer),
        "chosen": chosen(state),
        "travellers": available_travellers(state),
        "cities": [CITY_STARS[city] for city in range(state.built, CITY_COUNT)],
        "fumaroles": FUMAROLES - state.fumaroles_used,
        "laid": cell_name(state.laid_square) if waiting else None,
        "cause": str(state.cause) if state.cause else None,
        "guest": TRAVELLERS[state.chosen_traveller] if state.chosen_traveller != NONE else None,
        "worlds": [world(state, seat) for seat in range(state.seats)],
        "aside": unused_cards(state) if state.phase == OVER else None,
        "rank": solo_rank(score(state, 0)) if solo and state.phase == OVER else None,
    }


def cell_name(square: Int) -> str:
    """Return the name of the cell of a square, in any World."""
    return CELLS[CELL_OF_SQUARE[square % WORLD]]


def stacks(state: CloudsFields) -> list[dict[str, Any]]:
    """(54) Return the seven solo stacks: the visible card, None once laid, and the number below it."""
    shown = []
    for stack in range(STACK_COUNT):
        unused = state.opened[stack] == 0
        top = KINDS[state.deck[STACK_SIZE * stack]] if unused else None
        below = 2 if state.opened[stack] < 2 else 0
        shown.append({"stack": STACKS[stack], "card": top, "below": below, "current": stack == state.stack})
    return shown


def hand(state: CloudsFields, viewer: Int) -> list[dict[str, Any]] | None:
    """Return the viewer's hand, None for a spectator; solo, the revealed cards, which everyone sees."""
    if state.seats > 1 and viewer < 0:
        return None
    first = HAND_SIZE * viewer if state.seats > 1 else 0
    return [
        {"place": slot + 1, "card": KINDS[state.hand[first + slot]]}
        for slot in range(HAND_SIZE)
        if not state.laid[first + slot]
    ]


def draft(state: CloudsFields, viewer: Int) -> dict[str, Any] | None:
    """(A22) Return what the viewer has chosen, passed on and received in this round."""
    if state.seats == 1 or viewer < 0 or state.phase in (FACING, OVER):
        return None
    kept = state.kept[viewer]
    first = HAND_SIZE * viewer
    seen: dict[str, Any] = {"keep": None, "pass": None, "gave": [], "got": []}
    if kept != NONE:
        seen["keep"] = KINDS[state.dealt[first + kept]]
    if state.phase != KEEPING:
        seen["gave"] = [KINDS[state.dealt[first + slot]] for slot in range(HAND_SIZE) if slot != kept]
        seen["got"] = [
            KINDS[state.dealt[origin_after_keep(state, viewer, slot)]] for slot in range(1, HAND_SIZE)
        ]
    if state.passed[viewer] != NONE:
        seen["pass"] = KINDS[state.dealt[origin_after_keep(state, viewer, state.passed[viewer])]]
    if state.phase > PASSING:
        seen["gave"].append(seen["pass"])
        seen["got"].append(KINDS[state.hand[first + state.passed[viewer]]])
    return seen


def chosen(state: CloudsFields) -> list[int]:
    """(A22) Return the seats that have made the present choice of the draft."""
    if state.phase == KEEPING:
        return [seat for seat in range(state.seats) if state.kept[seat] != NONE]
    if state.phase == PASSING:
        return [seat for seat in range(state.seats) if state.passed[seat] != NONE]
    return []


def available_travellers(state: CloudsFields) -> list[str]:
    return [TRAVELLERS[index] for index in range(TRAVELLER_COUNT) if state.host[index] == NONE]


def unused_cards(state: CloudsFields) -> list[str]:
    """(A23) Return the cards that were never used; shown only when the match is over."""
    if state.seats > 1:
        return [KINDS[state.deck[card]] for card in range(state.drawn, state.deck_size)]
    return [
        KINDS[state.deck[card]] for card in range(state.deck_size) if state.opened[card // STACK_SIZE] == 0
    ]


def world(state: CloudsFields, seat: Int) -> dict[str, Any]:
    """Return one World: cells, edges, travellers, cities, portals; (A20) the score unless it is hidden."""
    items = score_items(state, seat) if state.scores_open or state.phase == OVER else None
    side = state.side[seat]
    return {
        "cells": cells(state, seat),
        "columns": COLUMNS[state.left[seat] - 1] + COLUMNS[state.right[seat] - 1],
        "rows": ROWS[state.top[seat] - 1] + ROWS[state.bottom[seat] - 1],
        "side": SIDES[side] if side != NONE else None,
        "travellers": travellers(state, seat, items is not None),
        "cities": cities(state, seat),
        "portals": portals(state, seat),
        "items": items,
        "score": sum(items.values()) if items is not None else None,
    }


def cells(state: CloudsFields, seat: Int) -> dict[str, dict[str, Any]]:
    """(A31) Return each card and what its cell shows: the card, a Tzimime or a fumarole."""
    found = {}
    for cell in range(CELL_COUNT):
        square = WORLD * seat + SQUARE_OF_CELL[cell]
        if state.shows[square] != EMPTY:
            found[CELLS[cell]] = {
                "card": KINDS[state.cards[square]],
                "shows": KINDS[state.shows[square]],
                "bound": bool(state.bound[square]),
            }
    return found


def travellers(state: CloudsFields, seat: Int, with_stars: bool) -> list[dict[str, Any]]:
    """Return the travellers of a World with their places; if scores are visible, their stars and wishes.

    "wish" is what the two rows hold of what the traveller wishes, and how much it wishes.
    """
    found: list[dict[str, Any]] = []
    stars = stars_by_traveller(state, seat)
    for traveller in range(TRAVELLER_COUNT):
        if state.host[traveller] == seat:
            upper = state.upper[traveller]
            found.append(
                {
                    "name": TRAVELLERS[traveller],
                    "place": PLACES[ROW_PAIRS * state.side[seat] + upper - 1],
                    "rows": ROWS[upper - 1 : upper + 1],
                    "stars": stars[TRAVELLERS[traveller]] if with_stars else None,
                    "bonus": traveller_bonus(state, seat, traveller) if with_stars else None,
                    "wish": [wish_count(state, seat, traveller), WISHED[traveller]] if with_stars else None,
                }
            )
    return found


def cities(state: CloudsFields, seat: Int) -> list[dict[str, Any]]:
    """Return the dark cities of a World, each with its stars and its two cells."""
    found = []
    for city in range(state.built):
        one = state.city_one[city]
        if one // WORLD == seat:
            names = sorted([cell_name(one), cell_name(state.city_other[city])])
            found.append({"stars": CITY_STARS[city], "cells": names})
    return found


def portals(state: CloudsFields, seat: Int) -> list[list[str]]:
    """Return the two cells of each visible portal, the left half first."""
    found = []
    for cell in range(CELL_COUNT):
        square = WORLD * seat + SQUARE_OF_CELL[cell]
        if HAS_PORTAL[state.shows[square]] and HAS_PORTAL[state.shows[square + 1]]:
            found.append([cell_name(square), cell_name(square + 1)])
    return found


# Previews


def effect_of(before: CloudsFields, after: CloudsFields, seat: Int) -> dict[str, Any]:
    """Return what changed in one World: flips and their rule, portal, eruption, city, stars (if visible)."""
    flips = []
    for cell in range(CELL_COUNT):
        square = WORLD * seat + SQUARE_OF_CELL[cell]
        if after.shows[square] == TZIMIME and before.shows[square] != TZIMIME:
            flips.append(CELLS[cell])
    effect: dict[str, Any] = {"flips": flips}
    if after.laid_square != before.laid_square and after.cause:
        effect["cause"] = str(after.cause)
    opened = [pair for pair in portals(after, seat) if pair not in portals(before, seat)]
    if opened:
        effect["portal"] = opened[0]
    if after.phase == COVERING:
        effect["erupts"] = eruption(after, seat)
    if after.built > before.built:
        effect["city"] = CITY_STARS[before.built]
    if before.scores_open:
        effect["points"] = score(after, seat) - score(before, seat)
    return effect


def eruption(state: CloudsFields, seat: Int) -> dict[str, int]:
    """Return the cells that may be covered next, each with the stars of the city it would give, or 0."""
    found = {}
    for move in state.moves(seat):
        after = state.copy()
        cover_card(after, WORLD * seat + SQUARE_OF_CELL[move - COVER])
        builds = after.built > state.built or PHASES[after.phase] == "join"
        found[CELLS[move - COVER]] = CITY_STARS[state.built] if builds else 0
    return found
