"""Features of a position: the inputs of the value network, as small integers."""

from __future__ import annotations

from tablee.core.buffers import FeatureBuffer
from tablee.core.compiled import Int
from tablee.games.clouds.ai.features_solo import describe_solo
from tablee.games.clouds.ai.features_world import FLAG, HIDDEN, PILES, VISIBLE, WorldCounts
from tablee.games.clouds.ai.heuristic import can_still_fill
from tablee.games.clouds.mechanics.volcanoes import may_cover, may_join
from tablee.games.clouds.scoring import (
    BOUNG,
    BURK,
    FLOULOU,
    KARK,
    PSHIT,
    RORO,
    SPLASH,
    animals_in_rows,
    city_stars,
    fumaroles_in_row,
    icons_in_rows,
    mountain_stars,
    portals_in_row,
    score,
    water_stars,
)
from tablee.games.clouds.state import (
    ANIMAL_KINDS,
    CITY_COUNT,
    CITY_STARS,
    COVERING,
    DIRECTIONS,
    HAND_SIZE,
    HAS_ANIMAL,
    ICON_KINDS,
    JOINING,
    KEEPING,
    LAND_KINDS,
    LAYING,
    LINE,
    MOUNTAIN,
    NEIGHBOUR,
    NONE,
    PASSING,
    SIDE_LENGTH,
    STACK_SIZE,
    STANDING,
    SWAMP,
    TRAVELLER_COUNT,
    VOLCANO,
    WATER,
    WELCOMING,
    WORLD,
    CloudsFields,
)

CELLS_OF_WORLD: Int = 16


def describe(state: CloudsFields, seat: Int, features: FeatureBuffer) -> None:
    """Add what a seat knows: its World, travellers, cards to come, other seats; solo, every cell too."""
    counts = WorldCounts()
    counts.count_world(state, seat)
    describe_world(state, seat, counts, features)
    describe_potential(state, seat, counts, features)
    for traveller in range(TRAVELLER_COUNT):
        describe_traveller(state, seat, traveller, features)
    describe_effects(state, seat, features)
    describe_hand(state, seat, features)
    describe_coming(state, seat, counts, features)
    describe_others(state, seat, counts.stars, features)
    if state.seats == 1:
        describe_solo(state, counts, features)


def describe_world(state: CloudsFields, seat: Int, counts: WorldCounts, features: FeatureBuffer) -> None:
    """Add the contents of the World and the stars they bring."""
    features.add(counts.stars)
    features.add(mountain_stars(state, seat))
    features.add(water_stars(state, seat))
    features.add(city_stars(state, seat))
    for icon in range(ICON_KINDS):
        features.add(counts.icons[icon])
    for animal in range(ANIMAL_KINDS):
        features.add(FLAG * counts.animals[animal])
    features.add(counts.moons)
    features.add(counts.moon_stars)
    features.add(counts.worthless_moons)
    features.add(counts.flipped)
    features.add(counts.fumaroles)
    features.add(counts.free_fumaroles)
    features.add(counts.half_portals)


def describe_potential(state: CloudsFields, seat: Int, counts: WorldCounts, features: FeatureBuffer) -> None:
    """Add the size of the World and what its free cells may still bring."""
    height = state.bottom[seat] - state.top[seat] + 1
    features.add_one_hot(height - 1, SIDE_LENGTH)
    features.add_one_hot(state.right[seat] - state.left[seat], SIDE_LENGTH)
    features.add(FLAG if state.side[seat] != NONE else 0)
    features.add(CELLS_OF_WORLD - counts.taken)
    features.add(counts.free)
    features.add(counts.moons if height < SIDE_LENGTH else 0)
    features.add(counts.moon_column_cells)
    features.add(counts.moon_chances)
    features.add(counts.open_portals)
    features.add(counts.cells_for_portal)
    features.add(counts.city_sites)
    features.add(counts.cells_beside_water)
    features.add(counts.cells_beside_two_waters)
    features.add(counts.cells_for_water)
    features.add(counts.cells_for_swamp)
    features.add(counts.rows_for_swamp)
    features.add(counts.cells_beside_mountains)
    top_line = WORLD * seat + LINE * state.top[seat]
    fillable_on_top = 0
    for column in range(state.right[seat] - SIDE_LENGTH + 1, state.left[seat] + SIDE_LENGTH):
        if can_still_fill(state, seat, top_line + column):
            fillable_on_top += 1
    features.add(fillable_on_top if height == SIDE_LENGTH else SIDE_LENGTH)
    features.add(counts.best_site)
    features.add(counts.moon_sites)


def describe_traveller(state: CloudsFields, seat: Int, traveller: Int, features: FeatureBuffer) -> None:
    """Add whether a traveller is available, or what its wish lacks and the cells left for it."""
    free = state.host[traveller] == NONE
    features.add(FLAG if free else 0)
    features.add(2 * least_missing(state, seat, traveller) if free else 0)
    if state.host[traveller] != seat:
        features.add(0)
        features.add(0)
        features.add(0)
        return
    lacking = missing_for_wish(state, seat, traveller, state.upper[traveller])
    fillable = 0
    for row in range(state.upper[traveller], state.upper[traveller] + 2):
        for column in range(state.right[seat] - SIDE_LENGTH + 1, state.left[seat] + SIDE_LENGTH):
            if can_still_fill(state, seat, WORLD * seat + LINE * row + column):
                fillable += 1
    features.add(FLAG)
    features.add(2 * lacking)
    features.add(fillable if lacking else 0)


def least_missing(state: CloudsFields, seat: Int, traveller: Int) -> Int:
    """Return how much a wish would lack in the two rows that suit it best."""
    least = CELLS_OF_WORLD
    for upper in range(state.top[seat], state.bottom[seat]):
        lacking = missing_for_wish(state, seat, traveller, upper)
        least = lacking if lacking < least else least
    return least if least < CELLS_OF_WORLD else missing_for_wish(state, seat, traveller, state.top[seat])


def missing_for_wish(state: CloudsFields, seat: Int, traveller: Int, upper: Int) -> Int:
    """(51) Return how many things a wish lacks in the row `upper` and the one below."""
    if traveller == SPLASH:
        return shortfall(3, icons_in_rows(state, seat, upper, WATER))
    if traveller == BURK:
        return shortfall(2, icons_in_rows(state, seat, upper, SWAMP))
    if traveller == KARK:
        return shortfall(5, icons_in_rows(state, seat, upper, MOUNTAIN))
    if traveller == FLOULOU:
        total = 0
        for icon in range(SWAMP + 1):
            total += shortfall(2, icons_in_rows(state, seat, upper, icon))
        return total
    if traveller == PSHIT:
        return shortfall(3, fumaroles_in_row(state, seat, upper) + fumaroles_in_row(state, seat, upper + 1))
    if traveller == BOUNG:
        return shortfall(2, portals_in_row(state, seat, upper) + portals_in_row(state, seat, upper + 1))
    if traveller == RORO:
        return shortfall(4, animals_in_rows(state, seat, upper, upper + 1))
    return shortfall(3, icons_in_rows(state, seat, upper, VOLCANO))


def shortfall(wanted: Int, present: Int) -> Int:
    """Return how much a count is below the number that is needed, at least 0."""
    return wanted - present if present < wanted else 0


def describe_effects(state: CloudsFields, seat: Int, features: FeatureBuffer) -> None:
    """Add the decisions that the card just laid still asks for, and the city that may follow."""
    own = state.turn == seat
    features.add(FLAG if own and state.phase in (WELCOMING, STANDING) else 0)
    features.add(FLAG if own and state.phase == COVERING else 0)
    city = CITY_STARS[state.built] if state.built < CITY_COUNT else 0
    builds = own and (state.phase == JOINING or (state.phase == COVERING and may_build_city(state)))
    features.add(city if builds else 0)
    features.add(city)
    features.add(CITY_COUNT - state.built)


def may_build_city(state: CloudsFields) -> bool:
    """Return whether a card beside the erupting volcano is beside a free fumarole."""
    for direction in range(DIRECTIONS):
        square = state.laid_square + NEIGHBOUR[direction]
        if may_cover(state, square):
            for further in range(DIRECTIONS):
                if may_join(state, square + NEIGHBOUR[further]):
                    return True
    return False


def describe_hand(state: CloudsFields, seat: Int, features: FeatureBuffer) -> None:
    """Add the cards of the hand by kind; during the draft, those that stay in it."""
    first = features.count
    for _ in range(LAND_KINDS):
        features.add(0)
    for slot in range(HAND_SIZE):
        at = HAND_SIZE * seat + slot
        stays = state.phase != KEEPING or slot == state.kept[seat]
        goes = state.phase == PASSING and slot == state.passed[seat]
        if not state.laid[at] and stays and not goes and not has_just_revealed(state):
            features.values[first + state.hand[at]] += FLAG


def has_just_revealed(state: CloudsFields) -> bool:
    """(55) Return whether the two other cards of a solo stack have just been revealed.

    They are left out of the features then: the value of the card that reveals them must not depend on which
    two cards a resampled state contains.
    """
    return state.seats == 1 and state.phase == LAYING and state.cards_in_hand(0) == STACK_SIZE - 1


def describe_coming(state: CloudsFields, seat: Int, counts: WorldCounts, features: FeatureBuffer) -> None:
    """Add the cards still to come, by kind.

    In the solo game the tops of the stacks and the cards below them separately, otherwise all unseen cards.
    """
    if state.seats == 1:
        count_stacks(state, counts)
    else:
        count_unseen(state, seat, counts)
    for index in range(PILES * LAND_KINDS):
        features.add(counts.coming[index])
    for pile in range(PILES):
        features.add(new_animals(counts, pile))


def new_animals(counts: WorldCounts, pile: Int) -> Int:
    """Count the animals of a pile that the World does not show yet."""
    count = 0
    for animal in range(ANIMAL_KINDS):
        if not counts.animals[animal] and has_animal(counts, pile, animal):
            count += 1
    return count


def has_animal(counts: WorldCounts, pile: Int, animal: Int) -> bool:
    """Return whether a card of a pile shows an animal."""
    for kind in range(LAND_KINDS):
        if HAS_ANIMAL[ANIMAL_KINDS * kind + animal] and counts.coming[LAND_KINDS * pile + kind]:
            return True
    return False


def count_stacks(state: CloudsFields, counts: WorldCounts) -> None:
    """(54) Count the tops of unused stacks, and the cards that are still covered."""
    revealed = state.stack if has_just_revealed(state) else NONE
    for card in range(state.deck_size):
        if card % STACK_SIZE and (state.opened[card // STACK_SIZE] < 2 or card // STACK_SIZE == revealed):
            counts.coming[HIDDEN + state.deck[card]] += 1
        elif card % STACK_SIZE == 0 and state.opened[card // STACK_SIZE] == 0:
            counts.coming[VISIBLE + state.deck[card]] += 1


def count_unseen(state: CloudsFields, seat: Int, counts: WorldCounts) -> None:
    """Count the deck and the hands of the others together, as a seat cannot tell them apart."""
    for card in range(state.drawn, state.deck_size):
        counts.coming[HIDDEN + state.deck[card]] += 1
    for slot in range(HAND_SIZE * state.seats):
        if slot // HAND_SIZE != seat and not state.laid[slot]:
            counts.coming[HIDDEN + state.hand[slot]] += 1


def describe_others(state: CloudsFields, seat: Int, own_stars: Int, features: FeatureBuffer) -> None:
    """Add the lead over the best and the mean of the others, and their travellers and fumaroles."""
    best = -1000
    total = 0
    travellers = 0
    fumaroles = 0
    for other in range(state.seats):
        if other != seat:
            stars = score(state, other)
            total += stars
            best = stars if stars > best else best
            travellers += state.traveller_count(other)
            fumaroles += fumaroles_of(state, other)
    features.add(own_stars - best if state.seats > 1 else 0)
    features.add(own_stars - total // (state.seats - 1) if state.seats > 1 else 0)
    features.add(travellers)
    features.add(fumaroles)
    features.add(FLAG if state.turn == seat else 0)
    features.add(FLAG if state.sun == seat else 0)


def fumaroles_of(state: CloudsFields, seat: Int) -> Int:
    """Count the fumaroles of a World."""
    total = 0
    for row in range(state.top[seat], state.bottom[seat] + 1):
        total += fumaroles_in_row(state, seat, row)
    return total
