"""The most that anybody can win at Bonbons, two seats, against two bots that forget nothing.

Exact: what was seen was seen by both, so that a position is a few counts, and the best answer to a bot is
found from the end of the match. Left out is only what gives away something for nothing: to leave a known pair
to the other, to show a round tile after a coin, to begin with a known round tile.

usage: python -m bench.perfect
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
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


Chances = Iterable[tuple[int, float]]


def mean(chances: Chances) -> float:
    """What is won on average: pairs of how many such tiles there are and what each brings."""
    listed = list(chances)
    return sum(count * worth for count, worth in listed) / sum(count for count, _ in listed)


class Solver:
    """Our side against the other; every answer is our chance to win."""

    def __init__(self, us: type[Player], them: type[Player]) -> None:
        self.ours = True
        self.players = {True: us(self), False: them(self)}
        self.known_worth = cache(self.worth)

    def play(self) -> tuple[float, float]:
        """Our chance when we begin, and when the other does."""
        return self.known_worth(Shop(), True), self.known_worth(Shop(), False)

    @property
    def player(self) -> Player:
        """Who decides now."""
        return self.players[self.ours]

    # Whose turn it is

    def worth(self, shop: Shop, ours: bool) -> float:
        """The first tile of a go."""
        before, self.ours = self.ours, ours
        found = self.player.begin(shop)
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

    # New tiles

    def square_first(self, shop: Shop) -> float:
        """A new square may fit a tile that waits."""
        return mean(self.squares(shop))

    def squares(self, shop: Shop) -> Iterator[tuple[int, float]]:
        """All that it may be."""
        if shop.hidden_coins:
            yield shop.hidden_coins, self.run(shop.less(coins=-1), 1)
        if shop.known:
            yield shop.known, self.go_on(shop.less(known=1))
        if shop.their_known:
            yield shop.their_known, self.steal(shop.less(their_known=1))
        if shop.both:
            yield shop.both, self.player.after_square(shop.less(squares=-1))
        yield from self.surprises(shop)

    def round_first(self, shop: Shop, own: bool) -> float:
        """A new round tile may fit a square that waits."""
        return mean(self.rounds(shop, own))

    def rounds(self, shop: Shop, own: bool) -> Iterator[tuple[int, float]]:
        """All that it may be."""
        if shop.squares:
            yield shop.squares, self.found(shop.less(squares=1, hidden=own, their_hidden=not own), own)
        if shop.both:
            yield shop.both, self.player.after_round(shop.shown(own=own), own)

    def show_round(self, shop: Shop, own: bool) -> float:
        """After a square that fits nothing: its twin, or that of a square seen before, a gift, or none."""
        found = shop.less(squares=1, hidden=own, their_hidden=not own)
        return mean([(1, self.found(found, own)), *self.shown(shop, shop.squares - 1, own)])

    def look(self, shop: Shop, own: bool) -> float:
        """A round tile after a coin: it makes no pair."""
        return mean(self.shown(shop, shop.squares, own))

    def shown(self, shop: Shop, fitting: int, own: bool) -> Iterator[tuple[int, float]]:
        """A round tile that is of no use to whoever shows it."""
        if fitting:
            found = shop.less(squares=1, hidden=own, their_hidden=not own)
            yield fitting, self.gift(found, own=own)
        if shop.both:
            yield shop.both, self.stop(shop.shown(own=own))

    def new_square(self, shop: Shop, own: bool) -> float:
        """After a round tile that fits nothing: the very square that was looked for, or one too late."""
        twin = self.found(shop.less(known=own, their_known=not own), own)
        return mean([(1, twin), *self.spoiled(shop, own=own, theirs=not own)])

    def found(self, shop: Shop, own: bool) -> float:
        """A pair; its round tile has left `shop`."""
        return self.go_on(shop) if own else self.steal(shop)

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
        """One own tile goes to the other in exchange."""
        if shop.left == 1:
            return float(self.ours)
        unseen = (shop.hidden, lambda: self.go_on(shop.less(hidden=1, their_hidden=-1)))
        seen = (shop.known, lambda: self.go_on(shop.less(known=1, their_known=-1)))
        return self.player.give([choice for choice in (unseen, seen) if choice[0]])

    def run(self, shop: Shop, opened: int) -> float:
        """So many coins lie open: on with those that all know, then perhaps something new."""
        if opened == COINS:
            return self.cover(shop)
        if opened < shop.coins:
            return self.run(shop, opened + 1)
        return self.player.after_coins(shop, opened)

    def next_coin(self, shop: Shop, opened: int) -> float:
        """A new square, which may be a coin."""
        coin = (shop.hidden_coins, self.run(shop.less(coins=-1), opened + 1))
        return mean([coin, *self.spoiled(shop)])

    def cover(self, shop: Shop) -> float:
        """Three coins go on a tile."""
        if shop.left == 1:
            return float(self.ours)
        seen = (shop.known, lambda: self.stop(shop.less(known=1)._replace(coins=COVER_KNOWN)))
        unseen = (shop.hidden, lambda: self.stop(shop.less(hidden=1)._replace(coins=COVER_HIDDEN)))
        return self.player.give([choice for choice in (seen, unseen) if choice[0]])


Choices = list[tuple[int, Callable[[], float]]]


class Player:
    """Who decides, and by that what is won: as the game proposes, which is what our `greedy` does."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver

    def begin(self, shop: Shop) -> float:
        """Whatever is likeliest to make a pair; in a further go on a fair chance."""
        if shop.coins == COINS:
            return self.solver.cover(shop)
        by_round = (shop.squares, shop.rounds)
        hopes, among = by_round if shop.favours_rounds() else (shop.waiting, shop.new_squares)
        if shop.again and hopes * FAIR_CHANCE < among:
            return self.solver.stop(shop)
        if shop.owners() and (shop.favours_rounds() or not shop.new_squares):
            return self.solver.round_first(shop, shop.owners()[0])
        return self.solver.square_first(shop)

    def after_square(self, shop: Shop) -> float:
        """The open square, which counts already, fits nothing: no round tile is shown for nothing."""
        return self.solver.stop(shop)

    def after_round(self, shop: Shop, own: bool) -> float:
        """The open round tile, which counts already, fits nothing."""
        return self.solver.new_square(shop, own)

    def after_coins(self, shop: Shop, opened: int) -> float:
        """On a fair chance for the last one."""
        fair = opened + 1 == COINS and shop.new_squares <= FAIR_CHANCE
        return self.solver.next_coin(shop, opened) if fair else self.solver.stop(shop)

    def give(self, choices: Choices) -> float:
        """What nobody saw; what all saw is covered."""
        return choices[0][1]()


class Naive(Player):
    """Turns whatever is new (bench/naive.py)."""

    def begin(self, shop: Shop) -> float:
        """Any new tile."""
        if shop.coins == COINS:
            return self.solver.cover(shop)
        squares = [(shop.new_squares, self.solver.square_first(shop))] if shop.new_squares else []
        return mean([*squares, *self.any_round(shop, self.solver.round_first)])

    def any_round(self, shop: Shop, turn: Callable[[Shop, bool], float]) -> list[tuple[int, float]]:
        """Own ones and the other's."""
        return [(shop.hidden if own else shop.their_hidden, turn(shop, own)) for own in shop.owners()]

    def after_square(self, shop: Shop) -> float:
        """Any new round tile."""
        rounds = self.any_round(shop, self.solver.show_round)
        return mean(rounds) if rounds else self.solver.stop(shop)

    def after_coins(self, shop: Shop, opened: int) -> float:
        """Any new tile; after two coins only squares may be turned."""
        rounds = self.any_round(shop, self.solver.look) if opened == 1 else []
        return mean([(shop.new_squares, self.solver.next_coin(shop, opened)), *rounds])

    def give(self, choices: Choices) -> float:
        """Any."""
        return mean((count, choice()) for count, choice in choices)


class Best(Player):
    """Knows whom it plays, and what is best against them."""

    def begin(self, shop: Shop) -> float:
        """A coin, a square, a round tile, one's own or the other's, or a square that all know."""
        return max(self.beginnings(shop))

    def beginnings(self, shop: Shop) -> Iterator[float]:
        """What each is worth."""
        if 0 < shop.coins <= COINS:
            yield self.solver.run(shop, 1)
        if shop.new_squares:
            yield self.solver.square_first(shop)
        for own in shop.owners():
            yield self.solver.round_first(shop, own)
        if shop.again or shop.shows_nothing():
            yield self.solver.stop(shop)

    def after_square(self, shop: Shop) -> float:
        """Stop, or show a round tile too."""
        return max([self.solver.stop(shop), *(self.solver.show_round(shop, own) for own in shop.owners())])

    def after_round(self, shop: Shop, own: bool) -> float:
        """A new square, or one that all know."""
        new = self.solver.new_square(shop, own)
        return max(new, self.solver.stop(shop)) if shop.shows_nothing() else new

    def after_coins(self, shop: Shop, opened: int) -> float:
        """Another square, or stop."""
        return max(self.solver.next_coin(shop, opened), self.solver.stop(shop))

    def give(self, choices: Choices) -> float:
        """What wins most."""
        return max(choice() for _, choice in choices)


def main() -> None:
    """Solve and tell."""
    sys.setrecursionlimit(100_000)
    asked = (
        ("the best answer to greedy", Best, Player),
        ("the best answer to a naive memory", Best, Naive),
        ("greedy itself against a naive memory", Player, Naive),
    )
    for title, us, them in asked:
        first, second = Solver(us, them).play()
        print(f"{title} wins {50 * (first + second):.1f} %")
        print(f"  ({100 * first:.1f} % when it begins, {100 * second:.1f} % when the other does)")


if __name__ == "__main__":
    main()
