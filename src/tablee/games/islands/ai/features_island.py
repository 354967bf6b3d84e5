"""A survey of one island: what is there, what may still come, and what one more of anything would bring."""

from __future__ import annotations

from typing import final

from tablee.core.compiled import Int
from tablee.games.islands.scoring import (
    DREAM_EACH,
    DREAM_ELEMENT,
    GEM_COLUMN,
    GEM_ROW,
    GENIE_DREAM,
    GENIE_POINTS,
    LAMP_DREAM,
    LAMP_POINTS,
    PAIR_POINTS,
    ROWS,
    SNAKE_DREAM,
    SNAKE_POINTS,
    counted,
    gem_columns,
    gem_rows,
)
from tablee.games.islands.state import (
    BRIGAND,
    CELL_COUNT,
    COLUMNS,
    DREAM,
    DREAM_KIND,
    EGG,
    ELEMENT_COUNT,
    EMERALD,
    FACE,
    FIRST_DREAM,
    HIDING,
    LAMP,
    NONE,
    PALM,
    ROC,
    SNAKE,
    STACK_SIZE,
    VISIBLE_LAMPS,
    Archipelago,
)

DREAM_COUNT: Int = 10
STACK_COUNT: Int = 4
MOST_OFFERED: Int = 5
GEM_HOPE: Int = 3  # points that another gem brings to who dreams of gems, more or less
PARTS: Int = 4  # what may come is counted in quarters


@final
class Supply:
    """What nobody has seen yet: elements by row, and copies of every dream."""

    def __init__(self) -> None:
        self.tiles: list[Int] = [0] * 3
        self.elements: list[Int] = [0] * 39
        self.dreams: list[Int] = [0] * 10
        self.brigands: list[Int] = [0] * 5

    def count(self, table: Archipelago, viewer: Int) -> None:
        """Count what lies in the stacks, was set aside, or lies face down before the viewer."""
        for stack in range(STACK_COUNT):
            for at in range(STACK_SIZE * stack + table.drawn[stack], STACK_SIZE * (stack + 1)):
                self.add(stack, table.order[at])
        for place in range(MOST_OFFERED):
            if table.offer[place] != NONE and not is_open(table, viewer, place):
                self.add(table.stack, table.offer[place])
        for seat in range(table.seats):
            self.brigands[seat] = table.seen(seat, BRIGAND)

    def add(self, stack: Int, tile: Int) -> None:
        """One more tile that may still come."""
        if stack == DREAM:
            self.dreams[DREAM_KIND[tile]] += 1
            return
        self.tiles[stack] += 1
        for element in range(ELEMENT_COUNT):
            self.elements[ELEMENT_COUNT * stack + element] += FACE[ELEMENT_COUNT * tile + element]


def is_open(table: Archipelago, viewer: Int, place: Int) -> bool:
    """Whether a seat knows the tile at this place of the offer (rules 40, 46)."""
    return viewer == table.lookout or (table.phase != HIDING and place != table.hidden)


@final
class Survey:
    """One island. `bring` is what each dream would bring now, `more` what its free cells may show (quarters),
    `gain` what one more of an element would add now, `stake` what would be lost by turning the lamps."""

    def __init__(self) -> None:
        self.seen: list[Int] = [0] * 13
        self.under: list[Int] = [0] * 13
        self.free: list[Int] = [0] * 4
        self.dreams: list[Int] = [0] * 10
        self.bring: list[Int] = [0] * 10
        self.more: list[Int] = [0] * 13
        self.gain: list[Int] = [0] * 13
        self.genies: Int = 0
        self.room: Int = 0
        self.stake: Int = 0
        self.points: Int = 0
        self.outlook: Int = 0
        self.rivals: Int = 0  # the most brigands another island shows
        self.best: Int = 0
        self.second: Int = 0
        self.worst: Int = 0

    def look_at(self, table: Archipelago, seat: Int, viewer: Int, supply: Supply) -> None:
        """Everything there is to know of a seat for whoever looks."""
        self.count_cells(table, seat)
        self.count_dreams(table, seat)
        self.count_rivals(table, seat, supply)
        self.expect(supply)
        self.weigh()
        self.sum_up()
        if not table.picked[seat]:
            self.weigh_offer(table, seat, viewer)

    def sum_up(self) -> None:
        """Rule 30 by what was counted, and with what the dreams may still bring."""
        rocs, eggs, brigands = self.seen[ROC], self.seen[EGG], self.seen[BRIGAND]
        self.points = self.seen[PALM] + PAIR_POINTS * (rocs if rocs < eggs else eggs)
        if brigands >= self.rivals:
            self.points -= brigands
        for kind in range(DREAM_COUNT):
            self.points += self.dreams[kind] * self.bring[kind]
        self.outlook = self.points
        for kind in range(GEM_COLUMN):
            self.outlook += self.coming(kind)

    def count_cells(self, table: Archipelago, seat: Int) -> None:
        """Elements in sight, those on tiles with a lamp, free cells."""
        for cell in range(FIRST_DREAM):
            tile = table.tile_at(seat, cell)
            if tile == NONE:
                self.free[cell // COLUMNS] += 1
            elif table.is_turned(seat, cell):
                self.genies += 1
            else:
                face = ELEMENT_COUNT * tile
                lamp = FACE[face + LAMP]
                for element in range(ELEMENT_COUNT):
                    self.seen[element] += FACE[face + element]
                    self.under[element] += lamp * FACE[face + element]
        self.room = self.free[0] + self.free[1] + self.free[2]

    def count_dreams(self, table: Archipelago, seat: Int) -> None:
        """Dreams by kind, and what each brings or would bring."""
        for cell in range(FIRST_DREAM, CELL_COUNT):
            tile = table.tile_at(seat, cell)
            if tile == NONE:
                self.free[DREAM] += 1
            else:
                self.dreams[DREAM_KIND[tile]] += 1
        for kind in range(GEM_COLUMN):
            self.bring[kind] = counted(kind, self.seen[DREAM_ELEMENT[kind]])
        self.bring[LAMP_DREAM] = counted(LAMP_DREAM, self.seen[LAMP])
        self.bring[SNAKE_DREAM] = counted(SNAKE_DREAM, self.seen[SNAKE])
        self.bring[GENIE_DREAM] = counted(GENIE_DREAM, self.genies)
        if self.free[DREAM] > 0 or self.dreams[GEM_COLUMN] + self.dreams[GEM_ROW] > 0:
            self.bring[GEM_COLUMN] = gem_columns(table, seat)
            self.bring[GEM_ROW] = gem_rows(table, seat)

    def expect(self, supply: Supply) -> None:
        """What the free cells would show if they were filled from the stacks by chance."""
        for row in range(ROWS):
            tiles = supply.tiles[row]
            if tiles > 0 and self.free[row] > 0:
                for element in range(ELEMENT_COUNT):
                    unseen = supply.elements[ELEMENT_COUNT * row + element]
                    self.more[element] += PARTS * self.free[row] * unseen // tiles

    def coming(self, kind: Int) -> Int:
        """What the copies of a dream that counts elements may still bring."""
        return self.dreams[kind] * DREAM_EACH[kind] * self.more[DREAM_ELEMENT[kind]] // PARTS

    def count_rivals(self, table: Archipelago, seat: Int, supply: Supply) -> None:
        """The most brigands on another island."""
        for other in range(table.seats):
            if other != seat and supply.brigands[other] > self.rivals:
                self.rivals = supply.brigands[other]

    def weigh(self) -> None:
        """What one more of each element would add to the score as it stands."""
        self.gain[PALM] = 1
        brigands = self.seen[BRIGAND]
        if brigands >= self.rivals:
            self.gain[BRIGAND] = -1
        elif brigands + 1 == self.rivals:
            self.gain[BRIGAND] = -self.rivals
        for kind in range(GEM_COLUMN):
            self.gain[DREAM_ELEMENT[kind]] = DREAM_EACH[kind] * self.dreams[kind]
        if self.seen[EGG] > self.seen[ROC]:
            self.gain[ROC] += PAIR_POINTS
        elif self.seen[ROC] > self.seen[EGG]:
            self.gain[EGG] = PAIR_POINTS
        snakes = self.seen[SNAKE]
        if snakes < 2:
            self.gain[SNAKE] = self.dreams[SNAKE_DREAM] * (SNAKE_POINTS[snakes + 1] - SNAKE_POINTS[snakes])
        for gem in range(EMERALD, ELEMENT_COUNT):
            self.gain[gem] = GEM_HOPE * (self.dreams[GEM_COLUMN] + self.dreams[GEM_ROW])
        self.weigh_lamp()

    def weigh_lamp(self) -> None:
        """A third lamp costs what lies on the tiles of the others."""
        lamps = self.seen[LAMP]
        for element in range(ELEMENT_COUNT):
            if element != LAMP:
                self.stake += self.gain[element] * self.under[element]
        self.stake -= GENIE_POINTS * self.dreams[GENIE_DREAM] * lamps
        if lamps < VISIBLE_LAMPS:
            self.gain[LAMP] = self.dreams[LAMP_DREAM] * (LAMP_POINTS[lamps + 1] - LAMP_POINTS[lamps])
        else:
            self.gain[LAMP] = self.dreams[LAMP_DREAM] * (LAMP_POINTS[1] - LAMP_POINTS[lamps]) - self.stake

    def weigh_offer(self, table: Archipelago, seat: Int, viewer: Int) -> None:
        """The best, the second best and the worst that lies there for a seat which has yet to pick."""
        found = 0
        for place in range(MOST_OFFERED):
            tile = table.offer[place]
            if tile != NONE and is_open(table, seat, place) and is_open(table, viewer, place):
                gain = self.gain_of(tile)
                if found == 0 or gain < self.worst:
                    self.worst = gain
                if found == 0 or gain > self.best:
                    self.second = self.best if found > 0 else gain
                    self.best = gain
                elif found == 1 or gain > self.second:
                    self.second = gain
                found += 1

    def gain_of(self, tile: Int) -> Int:
        """What a tile would add, roughly: a dream also by what may come."""
        if tile >= DREAM * STACK_SIZE:
            kind = DREAM_KIND[tile]
            if kind >= GEM_COLUMN:
                return self.bring[kind]
            return self.bring[kind] + DREAM_EACH[kind] * self.more[DREAM_ELEMENT[kind]] // PARTS
        total = 0
        for element in range(ELEMENT_COUNT):
            total += self.gain[element] * FACE[ELEMENT_COUNT * tile + element]
        return total


@final
class Rivals:
    """The others at the table, whoever has the best outlook first."""

    def __init__(self) -> None:
        self.count: Int = 0
        self.seat: list[Int] = [0] * 5
        self.points: list[Int] = [0] * 5
        self.outlook: list[Int] = [0] * 5
        self.best: list[Int] = [0] * 5

    def look_at(self, table: Archipelago, seat: Int, supply: Supply) -> None:
        """Survey every other island."""
        for other in range(table.seats):
            if other != seat:
                survey = Survey()
                survey.look_at(table, other, seat, supply)
                self.add(other, survey)

    def add(self, seat: Int, survey: Survey) -> None:
        """One more, behind those with a better outlook."""
        place = self.count
        while place > 0 and self.outlook[place - 1] < survey.outlook:
            self.seat[place] = self.seat[place - 1]
            self.points[place] = self.points[place - 1]
            self.outlook[place] = self.outlook[place - 1]
            self.best[place] = self.best[place - 1]
            place -= 1
        self.seat[place] = seat
        self.points[place] = survey.points
        self.outlook[place] = survey.outlook
        self.best[place] = survey.best
        self.count += 1
