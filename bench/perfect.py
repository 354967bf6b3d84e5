"""The most that anybody can win at Bonbons, two seats, against a memory that forgets nothing and is naive.

Exact: what was seen was seen by both, so that a position is a few counts, and the best answer to the naive
bot (`greedy`) is found from the end of the match. Left out is only what gives away something for nothing: to
leave a known pair to the other, to show a round tile after a coin, to begin with a known round tile.

usage: python -m bench.perfect
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

ASIDE = 24
COINS = 3
# The coins are gone: they cover a tile that nobody saw; or one that all saw, but not its square; or both.
COVER_HIDDEN, COVER_KNOWN, COVER_KNOWN_BOTH = 4, 5, 6
FAIR_CHANCE = 10


class Shop(NamedTuple):
    """The table for whoever plays: round tiles to find that nobody saw (`hidden`) or all did (`known`), own
    and the other's; squares seen whose twin is hidden; coins seen; whether the wrapper was; a further go."""

    hidden: int = 4
    known: int = 0
    their_hidden: int = 4
    their_known: int = 0
    squares: int = 0
    coins: int = 0
    wrapped: bool = True
    again: bool = False

    @property
    def left(self) -> int:
        """Own tiles to find."""
        return self.hidden + self.known

    @property
    def rounds(self) -> int:
        """Round tiles nobody saw, those aside included."""
        return self.hidden + self.their_hidden + ASIDE - (not self.wrapped) + (self.coins == COVER_HIDDEN)

    @property
    def both(self) -> int:
        """Sweets of which nobody saw the square nor the round tile."""
        return self.rounds - self.squares

    @property
    def hidden_coins(self) -> int:
        """Coins nobody saw."""
        return COINS - self.coins if self.coins <= COINS else 0

    @property
    def new_squares(self) -> int:
        """Squares nobody saw."""
        junk = self.coins == COVER_KNOWN
        return self.waiting + self.both + self.hidden_coins + self.wrapped + junk

    @property
    def waiting(self) -> int:
        """Known round tiles of both."""
        return self.known + self.their_known

    def favours_rounds(self) -> bool:
        """Whether a new round tile is likelier to make a pair than a new square."""
        return self.squares * self.new_squares > self.waiting * self.rounds

    def turned(self) -> Shop:
        """The same for the other seat, whose turn it is."""
        mine, theirs = (self.hidden, self.known), (self.their_hidden, self.their_known)
        return Shop(*theirs, *mine, self.squares, self.coins, self.wrapped)

    def less(self, **counts: int) -> Shop:
        """With so many fewer of these."""
        return self._replace(**{name: getattr(self, name) - count for name, count in counts.items()})

    def shown(self, *, own: bool) -> Shop:
        """With a round tile seen that fits no square seen before."""
        return self.less(hidden=1, known=-1) if own else self.less(their_hidden=1, their_known=-1)

    def owners(self) -> list[bool]:
        """Who has round tiles that nobody saw: oneself (True), the other."""
        return [own for own, count in ((True, self.hidden), (False, self.their_hidden)) if count]

    def shows_nothing(self) -> bool:
        """Whether there is a square that all know, to turn and stop."""
        return self.squares > 0 or self.coins == COVER_KNOWN_BOTH or 0 < self.coins <= COINS


Chances = Sequence[tuple[int, float]]


def mean(chances: Chances) -> float:
    """What is won on average: pairs of how many such tiles there are and what each brings."""
    return sum(count * worth for count, worth in chances) / sum(count for count, _ in chances)


class Solver:
    """Our side, which knows whom it plays, against the naive bot; every answer is our chance to win.

    `narrow`: it thinks only of the moves that bots consider.
    """

    def __init__(self, *, narrow: bool) -> None:
        self.narrow = narrow
        self.ours = True
        self.known_worth = cache(self.worth)

    def play(self) -> tuple[float, float]:
        """Our chance when we begin, and when the naive bot does."""
        return self.known_worth(Shop(), True), self.known_worth(Shop(), False)

    # Whose turn it is

    def worth(self, shop: Shop, ours: bool) -> float:
        """The first tile of a go."""
        before, self.ours = self.ours, ours
        found = max(self.choices(shop)) if ours else self.naive_choice(shop)
        self.ours = before
        return found

    def go_on(self, shop: Shop) -> float:
        """A further go, or the end."""
        if shop.left == 0:
            return float(self.ours)
        return self.known_worth(shop._replace(again=True), self.ours)

    def stop(self, shop: Shop) -> float:
        """The other's turn."""
        return self.known_worth(shop.turned(), not self.ours)

    def gift(self, shop: Shop, *, own: bool) -> float:
        """The other takes a pair at once; its round tile has left `shop`, and was own or the other's."""
        theirs = shop.turned()
        self.ours = not self.ours
        worth = self.steal(theirs) if own else self.go_on(theirs)
        self.ours = not self.ours
        return worth

    # The first tile

    def choices(self, shop: Shop) -> Iterator[float]:
        """All that we may begin with."""
        if 0 < shop.coins <= COINS:
            yield self.run(shop, 1)
        if self.narrow:
            yield self.likeliest(shop)
        else:
            yield from self.new_tiles(shop)
        if shop.again or (shop.shows_nothing() and not self.narrow):
            yield self.stop(shop)

    def new_tiles(self, shop: Shop) -> Iterator[float]:
        """A square, a round tile, one's own or the other's."""
        if shop.new_squares:
            yield mean(list(self.square_first(shop)))
        for own in shop.owners():
            yield mean(list(self.round_first(shop, own=own)))

    def likeliest(self, shop: Shop) -> float:
        """A new tile of the shape that is likelier to make a pair."""
        if shop.owners() and (shop.favours_rounds() or not shop.new_squares):
            return mean(list(self.round_first(shop, own=shop.owners()[0])))
        return mean(list(self.square_first(shop)))

    def naive_choice(self, shop: Shop) -> float:
        """As the game proposes: whatever is likeliest to make a pair; in a further go on a fair chance."""
        if shop.coins == COINS:
            return self.cover(shop)
        by_round = (shop.squares, shop.rounds)
        hopes, among = by_round if shop.favours_rounds() else (shop.waiting, shop.new_squares)
        if shop.again and hopes * FAIR_CHANCE < among:
            return self.stop(shop)
        return self.likeliest(shop)

    # The second tile

    def square_first(self, shop: Shop) -> Iterator[tuple[int, float]]:
        """A new square may fit a tile that waits."""
        if shop.hidden_coins:
            yield shop.hidden_coins, self.run(shop.less(coins=-1), 1)
        if shop.known:
            yield shop.known, self.go_on(shop.less(known=1))
        if shop.their_known:
            yield shop.their_known, self.steal(shop.less(their_known=1))
        if shop.both:
            yield shop.both, self.second_round(shop.less(squares=-1))
        yield from self.surprises(shop)

    def second_round(self, shop: Shop) -> float:
        """The open square, which counts already, fits nothing: stop, or show a round tile too."""
        if not self.ours:
            return self.stop(shop)
        shown = [mean(list(self.show_round(shop, own=own))) for own in shop.owners()]
        return max([self.stop(shop), *shown])

    def show_round(self, shop: Shop, *, own: bool) -> Iterator[tuple[int, float]]:
        """It fits the open square, or one that was seen before, which is a gift, or none."""
        found = shop.less(squares=1, hidden=own, their_hidden=not own)
        yield 1, self.go_on(found) if own else self.steal(found)
        if shop.squares > 1:
            yield shop.squares - 1, self.gift(found, own=own)
        if shop.both:
            yield shop.both, self.stop(shop.shown(own=own))

    def round_first(self, shop: Shop, *, own: bool) -> Iterator[tuple[int, float]]:
        """A new round tile may fit a square that waits."""
        if shop.squares:
            found = shop.less(squares=1, hidden=own, their_hidden=not own)
            yield shop.squares, self.go_on(found) if own else self.steal(found)
        if shop.both:
            yield shop.both, self.second_square(shop.shown(own=own), own=own)

    def second_square(self, shop: Shop, *, own: bool) -> float:
        """The open round tile, which counts already, fits nothing: a new square, or one that all know."""
        if self.ours and self.narrow and shop.shows_nothing():
            return self.stop(shop)
        new = mean([(1, self.twin_found(shop, own=own)), *self.spoiled(shop, own=own, theirs=not own)])
        return max(new, self.stop(shop)) if self.ours and shop.shows_nothing() else new

    def twin_found(self, shop: Shop, *, own: bool) -> float:
        """The very square that was looked for."""
        return self.go_on(shop.less(known=1)) if own else self.steal(shop.less(their_known=1))

    def spoiled(self, shop: Shop, *, own: bool = False, theirs: bool = False) -> Iterator[tuple[int, float]]:
        """A new square that comes too late; `own` or `theirs`: such a known tile lies open."""
        if shop.hidden_coins and (own or theirs):
            yield shop.hidden_coins, self.stop(shop.less(coins=-1))
        if shop.known > own:
            yield shop.known - own, self.gift(shop.less(known=1), own=True)
        if shop.their_known > theirs:
            yield shop.their_known - theirs, self.gift(shop.less(their_known=1), own=False)
        if shop.both:
            yield shop.both, self.stop(shop.less(squares=-1))
        yield from self.surprises(shop)

    def surprises(self, shop: Shop) -> Iterator[tuple[int, float]]:
        """The wrapper, one tile more to find; the square of a tile under coins, of no use."""
        if shop.wrapped:
            yield 1, self.stop(shop.less(hidden=-1)._replace(wrapped=False))
        if shop.coins == COVER_KNOWN:
            yield 1, self.stop(shop._replace(coins=COVER_KNOWN_BOTH))

    # Theft and coins

    def steal(self, shop: Shop) -> float:
        """One own tile goes to the other in exchange: the naive bot gives what nobody saw."""
        if shop.left == 1:
            return float(self.ours)
        given = []
        if shop.hidden:
            given.append(self.go_on(shop.less(hidden=1, their_hidden=-1)))
        if shop.known:
            given.append(self.go_on(shop.less(known=1, their_known=-1)))
        return max(given) if self.ours else given[0]

    def run(self, shop: Shop, opened: int) -> float:
        """So many coins lie open: on with those that all know, then perhaps a new square."""
        if opened == COINS:
            return self.cover(shop)
        if opened < shop.coins:
            return self.run(shop, opened + 1)
        fair = opened + 1 == COINS and shop.new_squares <= FAIR_CHANCE
        if not self.ours and not fair:
            return self.stop(shop)
        coin = (shop.hidden_coins, self.run(shop.less(coins=-1), opened + 1))
        on = mean([coin, *self.spoiled(shop)])
        return max(on, self.stop(shop)) if self.ours else on

    def cover(self, shop: Shop) -> float:
        """Three coins go on a tile: the naive bot covers what all saw."""
        if shop.left == 1:
            return float(self.ours)
        covered = []
        if shop.known:
            covered.append(self.stop(shop.less(known=1)._replace(coins=COVER_KNOWN)))
        if shop.hidden:
            covered.append(self.stop(shop.less(hidden=1)._replace(coins=COVER_HIDDEN)))
        return max(covered) if self.ours else covered[0]


def main() -> None:
    """Solve and tell."""
    sys.setrecursionlimit(100_000)
    for narrow, moves in ((False, "all moves"), (True, "the moves that bots consider")):
        first, second = Solver(narrow=narrow).play()
        print(f"the best answer to the naive bot, by {moves}, wins {50 * (first + second):.1f} %")
        print(f"  ({100 * first:.1f} % when it begins, {100 * second:.1f} % when the naive bot does)")


if __name__ == "__main__":
    main()
