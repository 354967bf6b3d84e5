"""What a bot is told of a position: counts a person would make before choosing."""

from __future__ import annotations

from tablee.core.buffers import FeatureBuffer
from tablee.core.compiled import Int
from tablee.games.clouds.chart import describe_chart
from tablee.games.clouds.draft import DraftTable
from tablee.games.clouds.promise import may_fill
from tablee.games.clouds.scoring import (
    BOUNG,
    BURK,
    FLOULOU,
    KARK,
    PSHIT,
    RORO,
    SPLASH,
    animals_in_rows,
    cities,
    fumaroles_in_row,
    icons_in_rows,
    mountains,
    portals_in_row,
    score,
    waters,
)
from tablee.games.clouds.state import (
    ANIMAL,
    ANIMAL_KINDS,
    BESIDE,
    CITY,
    CITY_COUNT,
    COVERING,
    HAND,
    ICON_KINDS,
    JOINING,
    KEEPING,
    LAND_KINDS,
    LAYING,
    LINE,
    MOUNTAIN,
    NONE,
    PASSING,
    SIDE_LENGTH,
    STANDING,
    SWAMP,
    TRAVELLER_COUNT,
    VOLCANO,
    WATER,
    WELCOMING,
    WORLD,
)
from tablee.games.clouds.survey import Survey

LOUD: Int = 4  # a yes is as loud as a handful
CELLS_OF_WORLD: Int = 16
PILES: Int = 2
FACE_UP: Int = 0
HIDDEN: Int = 19


def describe(table: DraftTable, seat: Int, features: FeatureBuffer) -> None:
    """The own World, its travellers, the cards to come, and how the others stand; alone, every cell."""
    survey = Survey()
    survey.look_at(table, seat)
    describe_world(table, seat, survey, features)
    describe_room(table, seat, survey, features)
    for traveller in range(TRAVELLER_COUNT):
        describe_traveller(table, seat, traveller, features)
    describe_effects(table, seat, features)
    describe_hand(table, seat, features)
    describe_coming(table, seat, survey, features)
    describe_others(table, seat, survey.stars, features)
    if table.seats == 1:
        describe_chart(table, survey, features)


def describe_world(table: DraftTable, seat: Int, survey: Survey, features: FeatureBuffer) -> None:
    """What lies there and what it brings."""
    features.add(survey.stars)
    features.add(mountains(table, seat))
    features.add(waters(table, seat))
    features.add(cities(table, seat))
    for icon in range(ICON_KINDS):
        features.add(survey.icons[icon])
    for animal in range(ANIMAL_KINDS):
        features.add(LOUD * survey.lives[animal])
    features.add(survey.moons)
    features.add(survey.moon_stars)
    features.add(survey.dull_moons)
    features.add(survey.lost)
    features.add(survey.smokes)
    features.add(survey.lonely_smokes)
    features.add(survey.half_portals)


def describe_room(table: DraftTable, seat: Int, survey: Survey, features: FeatureBuffer) -> None:
    """What may still become of it."""
    height = table.bottom[seat] - table.top[seat] + 1
    features.add_one_hot(height - 1, SIDE_LENGTH)
    features.add_one_hot(table.right[seat] - table.left[seat], SIDE_LENGTH)
    features.add(LOUD if table.side[seat] != NONE else 0)
    features.add(CELLS_OF_WORLD - survey.taken)
    features.add(survey.free)
    features.add(survey.moons if height < SIDE_LENGTH else 0)
    features.add(survey.moon_rooms)
    features.add(survey.moon_chances)
    features.add(survey.open_portals)
    features.add(survey.portal_cells)
    features.add(survey.smoke_sites)
    features.add(survey.water_rooms)
    features.add(survey.rich_cells)
    features.add(survey.water_cells)
    features.add(survey.swamp_cells)
    features.add(survey.swamp_rows)
    features.add(survey.range_cells)
    top_line = WORLD * seat + LINE * table.top[seat]
    room_for_moons = 0
    for column in range(table.right[seat] - SIDE_LENGTH + 1, table.left[seat] + SIDE_LENGTH):
        if may_fill(table, seat, top_line + column):
            room_for_moons += 1
    features.add(room_for_moons if height == SIDE_LENGTH else SIDE_LENGTH)
    features.add(survey.best_site)
    features.add(survey.moon_sites)


def describe_traveller(table: DraftTable, seat: Int, traveller: Int, features: FeatureBuffer) -> None:
    """Whether it is to be had; if it is here, what its wish still lacks, and the room left for it."""
    free = table.host[traveller] == NONE
    features.add(LOUD if free else 0)
    features.add(2 * least_lacking(table, seat, traveller) if free else 0)
    if table.host[traveller] != seat:
        features.add(0)
        features.add(0)
        features.add(0)
        return
    lacks = lacking(table, seat, traveller, table.upper[traveller])
    room = 0
    for row in range(table.upper[traveller], table.upper[traveller] + 2):
        for column in range(table.right[seat] - SIDE_LENGTH + 1, table.left[seat] + SIDE_LENGTH):
            if may_fill(table, seat, WORLD * seat + LINE * row + column):
                room += 1
    features.add(LOUD)
    features.add(2 * lacks)
    features.add(room if lacks else 0)


def least_lacking(table: DraftTable, seat: Int, traveller: Int) -> Int:
    """What its wish would still lack in the two rows that suit it best."""
    least = CELLS_OF_WORLD
    for upper in range(table.top[seat], table.bottom[seat]):
        lacks = lacking(table, seat, traveller, upper)
        least = lacks if lacks < least else least
    return least if least < CELLS_OF_WORLD else lacking(table, seat, traveller, table.top[seat])


def lacking(table: DraftTable, seat: Int, traveller: Int, upper: Int) -> Int:
    """How many things a traveller's wish still lacks in two rows (rule 51)."""
    if traveller == SPLASH:
        return missing(3, icons_in_rows(table, seat, upper, WATER))
    if traveller == BURK:
        return missing(2, icons_in_rows(table, seat, upper, SWAMP))
    if traveller == KARK:
        return missing(5, icons_in_rows(table, seat, upper, MOUNTAIN))
    if traveller == FLOULOU:
        total = 0
        for icon in range(SWAMP + 1):
            total += missing(2, icons_in_rows(table, seat, upper, icon))
        return total
    if traveller == PSHIT:
        return missing(3, fumaroles_in_row(table, seat, upper) + fumaroles_in_row(table, seat, upper + 1))
    if traveller == BOUNG:
        return missing(2, portals_in_row(table, seat, upper) + portals_in_row(table, seat, upper + 1))
    if traveller == RORO:
        return missing(4, animals_in_rows(table, seat, upper, upper + 1))
    return missing(3, icons_in_rows(table, seat, upper, VOLCANO))


def missing(wanted: Int, present: Int) -> Int:
    """How many more are needed."""
    return wanted - present if present < wanted else 0


def describe_effects(table: DraftTable, seat: Int, features: FeatureBuffer) -> None:
    """What the card just laid still asks for, and whether an eruption would raise a city."""
    own = table.turn == seat
    features.add(LOUD if own and table.phase in (WELCOMING, STANDING) else 0)
    features.add(LOUD if own and table.phase == COVERING else 0)
    city = CITY[table.built] if table.built < CITY_COUNT else 0
    rises = own and (table.phase == JOINING or (table.phase == COVERING and may_raise(table)))
    features.add(city if rises else 0)
    features.add(city)
    features.add(CITY_COUNT - table.built)


def may_raise(table: DraftTable) -> bool:
    """Whether a card beside the erupting volcano is beside a free fumarole."""
    for way in range(4):
        square = table.square + BESIDE[way]
        if table.may_cover(square):
            for further in range(4):
                if table.may_join(square + BESIDE[further]):
                    return True
    return False


def describe_hand(table: DraftTable, seat: Int, features: FeatureBuffer) -> None:
    """The cards that will surely be laid, by kind; in the draft, those that stay."""
    first = features.count
    for _ in range(LAND_KINDS):
        features.add(0)
    for place in range(HAND):
        at = HAND * seat + place
        stays = table.phase != KEEPING or place == table.kept[seat]
        goes = table.phase == PASSING and place == table.passed[seat]
        if not table.laid[at] and stays and not goes and not just_revealed(table):
            features.values[first + table.hand[at]] += LOUD


def just_revealed(table: DraftTable) -> bool:
    """(55) Alone, whether two cards of a stack were only now seen. Of these nothing is told yet: what a card
    is worth that brings them to light must not depend on which two an imagined truth happens to hold."""
    return table.seats == 1 and table.phase == LAYING and table.hand_size(0) == HAND - 1


def describe_coming(table: DraftTable, seat: Int, survey: Survey, features: FeatureBuffer) -> None:
    """What may still come, by icon: alone, the tops of stacks and what is below; else all that is unseen."""
    if table.seats == 1:
        count_stacks(table, survey)
    else:
        count_unseen(table, seat, survey)
    for place in range(PILES * LAND_KINDS):
        features.add(survey.coming[place])
    for pile in range(PILES):
        features.add(new_animals(survey, pile))


def new_animals(survey: Survey, pile: Int) -> Int:
    """How many animals a pile has that do not live here yet."""
    count = 0
    for animal in range(ANIMAL_KINDS):
        if not survey.lives[animal] and has_animal(survey, pile, animal):
            count += 1
    return count


def has_animal(survey: Survey, pile: Int, animal: Int) -> bool:
    """Whether an animal is on a card of a pile."""
    for kind in range(LAND_KINDS):
        if ANIMAL[ANIMAL_KINDS * kind + animal] and survey.coming[LAND_KINDS * pile + kind]:
            return True
    return False


def count_stacks(table: DraftTable, survey: Survey) -> None:
    """(54) The tops of the stacks not used, and the cards that nobody has seen."""
    revealed = table.stack if just_revealed(table) else NONE
    for card in range(table.deck_size):
        if card % HAND and (table.opened[card // HAND] < 2 or card // HAND == revealed):
            survey.coming[HIDDEN + table.deck[card]] += 1
        elif card % HAND == 0 and table.opened[card // HAND] == 0:
            survey.coming[FACE_UP + table.deck[card]] += 1


def count_unseen(table: DraftTable, seat: Int, survey: Survey) -> None:
    """The deck and the hands of the others: which of them has what, a seat cannot know."""
    for card in range(table.drawn, table.deck_size):
        survey.coming[HIDDEN + table.deck[card]] += 1
    for place in range(HAND * table.seats):
        if place // HAND != seat and not table.laid[place]:
            survey.coming[HIDDEN + table.hand[place]] += 1


def describe_others(table: DraftTable, seat: Int, own: Int, features: FeatureBuffer) -> None:
    """Own stars against the best and the mean of the others, and what they are about to get."""
    best = -1000
    total = 0
    guests = 0
    smokes = 0
    for other in range(table.seats):
        if other != seat:
            stars = score(table, other)
            total += stars
            best = stars if stars > best else best
            guests += table.guests_of(other)
            smokes += fumaroles_of(table, other)
    features.add(own - best if table.seats > 1 else 0)
    features.add(own - total // (table.seats - 1) if table.seats > 1 else 0)
    features.add(guests)
    features.add(smokes)
    features.add(LOUD if table.turn == seat else 0)
    features.add(LOUD if table.sun == seat else 0)


def fumaroles_of(table: DraftTable, seat: Int) -> Int:
    """The fumaroles of a World."""
    total = 0
    for row in range(table.top[seat], table.bottom[seat] + 1):
        total += fumaroles_in_row(table, seat, row)
    return total
