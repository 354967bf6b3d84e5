"""Exact win probabilities at Bonbons with two seats: best responses to two bots with a perfect memory.

Both seats remember all tiles that were turned, so that a position is a few counts, and the game is solved
backwards from its end. The best response leaves out only moves that give something away for nothing: leaving
a known pair to the opponent, showing a round tile after a coin, beginning with a known round tile.

usage: python -m bench.best_response
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

ASIDE = 24
COINS = 3
# Values of `Position.coins` once the coins cover a round tile: one that was not seen; one that was seen, but
# not its square; one that was seen, and its square too.
COVER_UNSEEN, COVER_SEEN, COVER_BOTH_SEEN = 4, 5, 6
FAIR_CHANCE = 10


class Position(NamedTuple):
    """The counts of a position, from the side of the seat to move. "Seen" and "unseen" hold for both seats.

    `hidden` and `known` are the unseen and the seen round tiles that the seat still has to find,
    `their_hidden` and `their_known` those of the opponent. `squares` are seen squares whose round tile is
    unseen; `coins` are seen coins, or a COVER_ value; `wrapped` is whether the empty wrapper is unseen;
    `again` is whether the seat has just found a pair and may stop.
    """

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
        """The number of own round tiles still to find."""
        return self.hidden + self.known

    @property
    def rounds(self) -> int:
        """The number of unseen round tiles, including those put aside."""
        return self.hidden + self.their_hidden + ASIDE - (not self.wrapped) + (self.coins == COVER_UNSEEN)

    @property
    def both(self) -> int:
        """The number of sweets of which neither the square nor the round tile was seen."""
        return self.rounds - self.squares

    @property
    def hidden_coins(self) -> int:
        """The number of unseen coins."""
        return COINS - self.coins if self.coins <= COINS else 0

    @property
    def new_squares(self) -> int:
        """The number of unseen squares."""
        useless = self.coins == COVER_SEEN
        return self.waiting + self.both + self.hidden_coins + self.wrapped + useless

    @property
    def waiting(self) -> int:
        """The number of seen round tiles of both seats, whose squares are unseen."""
        return self.known + self.their_known

    def favours_rounds(self) -> bool:
        """Return whether an unseen round tile is likelier to make a pair than an unseen square."""
        return self.squares * self.new_squares > self.waiting * self.rounds

    def turned(self) -> Position:
        """Return the position from the opponent's side, at the beginning of the opponent's turn."""
        mine, theirs = (self.hidden, self.known), (self.their_hidden, self.their_known)
        return Position(*theirs, *mine, self.squares, self.coins, self.wrapped)

    def less(self, **counts: int) -> Position:
        """Return the position with these counts reduced by the given numbers."""
        return self._replace(**{name: getattr(self, name) - count for name, count in counts.items()})

    def shown(self, *, own: bool) -> Position:
        """Return the position after a round tile was seen whose square is unseen."""
        return self.less(hidden=1, known=-1) if own else self.less(their_hidden=1, their_known=-1)

    def owners(self) -> list[bool]:
        """Return who has unseen round tiles: the seat to move (True), the opponent (False)."""
        return [own for own, count in ((True, self.hidden), (False, self.their_hidden)) if count]

    def shows_nothing(self) -> bool:
        """Return whether there is a seen square that can be turned without showing anything new."""
        return self.squares > 0 or self.coins == COVER_BOTH_SEEN or 0 < self.coins <= COINS


# Numbers of equally likely tiles, and the win probability after one of them.
Chances = Iterable[tuple[int, float]]


def expectation(chances: Chances) -> float:
    """Return the expected win probability."""
    listed = list(chances)
    return sum(count * probability for count, probability in listed) / sum(count for count, _ in listed)


class Solver:
    """Our policy against theirs.

    Methods that name an action return our probability to win after it; iterators yield it for each kind of
    tile that may turn up, with the number of these tiles.
    """

    def __init__(self, us: type[Policy], them: type[Policy]) -> None:
        self.ours = True
        self.policies = {True: us(self), False: them(self)}
        self.cached_probability = cache(self.win_probability)

    def solve(self) -> tuple[float, float]:
        """Return our probability to win when we begin, and when they do."""
        return self.cached_probability(Position(), True), self.cached_probability(Position(), False)

    @property
    def policy(self) -> Policy:
        """The policy of the side to move."""
        return self.policies[self.ours]

    # Whose turn it is

    def win_probability(self, position: Position, ours: bool) -> float:
        """Return our win probability before the first tile of a turn; `ours`: it is our turn."""
        before, self.ours = self.ours, ours
        found = self.policy.begin(position)
        self.ours = before
        return found

    def go_on(self, position: Position) -> float:
        """Play again after a pair, or win."""
        if position.left == 0:
            return float(self.ours)
        return self.cached_probability(position._replace(again=True), self.ours)

    def stop(self, position: Position) -> float:
        """End the turn."""
        return self.cached_probability(position.turned(), not self.ours)

    def gift(self, position: Position, *, own: bool) -> float:
        """End the turn; the opponent takes a pair at once, whose round tile is already out of `position`.

        `own` is whether that tile was ours, as seen by the side that ends its turn.
        """
        theirs = position.turned()
        self.ours = not self.ours
        probability = self.steal(theirs) if own else self.go_on(theirs)
        self.ours = not self.ours
        return probability

    # Unseen tiles

    def square_first(self, position: Position) -> float:
        """Begin with an unseen square."""
        return expectation(self.squares(position))

    def squares(self, position: Position) -> Iterator[tuple[int, float]]:
        """Yield (number, win probability) for each kind of unseen square as the first tile of a turn."""
        if position.hidden_coins:
            yield position.hidden_coins, self.run(position.less(coins=-1), 1)
        if position.known:
            yield position.known, self.go_on(position.less(known=1))
        if position.their_known:
            yield position.their_known, self.steal(position.less(their_known=1))
        if position.both:
            yield position.both, self.policy.after_square(position.less(squares=-1))
        yield from self.useless_squares(position)

    def round_first(self, position: Position, own: bool) -> float:
        """Begin with an unseen round tile, of this seat (`own`) or of the opponent."""
        return expectation(self.rounds(position, own))

    def rounds(self, position: Position, own: bool) -> Iterator[tuple[int, float]]:
        """Yield (number, win probability) for each kind of unseen round tile as the first tile of a turn."""
        if position.squares:
            after = position.less(squares=1, hidden=own, their_hidden=not own)
            yield position.squares, self.found(after, own)
        if position.both:
            yield position.both, self.policy.after_round(position.shown(own=own), own)

    def show_round(self, position: Position, own: bool) -> float:
        """Return the win probability of turning an unseen round tile after a square whose twin is unseen."""
        found = position.less(squares=1, hidden=own, their_hidden=not own)
        return expectation([(1, self.found(found, own)), *self.shown(position, position.squares - 1, own)])

    def look(self, position: Position, own: bool) -> float:
        """Turn an unseen round tile after a coin; it makes no pair."""
        return expectation(self.shown(position, position.squares, own))

    def shown(self, position: Position, fitting: int, own: bool) -> Iterator[tuple[int, float]]:
        """Yield the unseen round tiles that make no pair now; `fitting` of them make one for the opponent."""
        if fitting:
            found = position.less(squares=1, hidden=own, their_hidden=not own)
            yield fitting, self.gift(found, own=own)
        if position.both:
            yield position.both, self.stop(position.shown(own=own))

    def new_square(self, position: Position, own: bool) -> float:
        """Turn an unseen square after a round tile whose square is unseen; it may be that one."""
        twin = self.found(position.less(known=own, their_known=not own), own)
        return expectation([(1, twin), *self.late_squares(position, own=own, theirs=not own)])

    def found(self, position: Position, own: bool) -> float:
        """Take a pair, whose round tile is already out of `position`."""
        return self.go_on(position) if own else self.steal(position)

    def late_squares(
        self, position: Position, *, own: bool = False, theirs: bool = False
    ) -> Iterator[tuple[int, float]]:
        """Yield (number, win probability) of the unseen squares that make no pair as the second tile.

        `own` or `theirs`: the first tile is a round tile of this seat, or of the opponent.
        """
        if position.hidden_coins and (own or theirs):
            yield position.hidden_coins, self.stop(position.less(coins=-1))
        if position.known > own:
            yield position.known - own, self.gift(position.less(known=1), own=True)
        if position.their_known > theirs:
            yield position.their_known - theirs, self.gift(position.less(their_known=1), own=False)
        if position.both:
            yield position.both, self.stop(position.less(squares=-1))
        yield from self.useless_squares(position)

    def useless_squares(self, position: Position) -> Iterator[tuple[int, float]]:
        """Yield the wrapper, which adds a tile to find, and the square of a tile covered by coins."""
        if position.wrapped:
            yield 1, self.stop(position.less(hidden=-1)._replace(wrapped=False))
        if position.coins == COVER_SEEN:
            yield 1, self.stop(position._replace(coins=COVER_BOTH_SEEN))

    # Theft and coins

    def steal(self, position: Position) -> float:
        """Take a round tile of the opponent and give an own one in exchange."""
        if position.left == 1:
            return float(self.ours)
        unseen = (position.hidden, lambda: self.go_on(position.less(hidden=1, their_hidden=-1)))
        seen = (position.known, lambda: self.go_on(position.less(known=1, their_known=-1)))
        return self.policy.give([choice for choice in (unseen, seen) if choice[0]])

    def run(self, position: Position, opened: int) -> float:
        """Turn all seen coins after `opened` ones, then let the policy decide."""
        if opened == COINS:
            return self.cover(position)
        if opened < position.coins:
            return self.run(position, opened + 1)
        return self.policy.after_coins(position, opened)

    def next_coin(self, position: Position, opened: int) -> float:
        """Turn an unseen square after `opened` coins."""
        coin = (position.hidden_coins, self.run(position.less(coins=-1), opened + 1))
        return expectation([coin, *self.late_squares(position)])

    def cover(self, position: Position) -> float:
        """Cover an own round tile with the three coins."""
        if position.left == 1:
            return float(self.ours)
        seen = (position.known, lambda: self.stop(position.less(known=1)._replace(coins=COVER_SEEN)))
        unseen = (position.hidden, lambda: self.stop(position.less(hidden=1)._replace(coins=COVER_UNSEEN)))
        return self.policy.give([choice for choice in (seen, unseen) if choice[0]])


# The number of tiles of one kind, and a function that gives one of them and returns the win probability.
Choices = list[tuple[int, Callable[[], float]]]


class Policy:
    """The decisions of the bot `greedy` (`State.propose`); base class of the other policies.

    Every method makes one decision and returns the probability of our victory after it.
    """

    def __init__(self, solver: Solver) -> None:
        self.solver = solver

    def begin(self, position: Position) -> float:
        """Return the win probability if the kind of tile that is likeliest to make a pair is turned.

        After a pair this policy stops, unless the chance is at least one in FAIR_CHANCE.
        """
        if position.coins == COINS:
            return self.solver.cover(position)
        by_round = (position.squares, position.rounds)
        pairs, among = by_round if position.favours_rounds() else (position.waiting, position.new_squares)
        if position.again and pairs * FAIR_CHANCE < among:
            return self.solver.stop(position)
        if position.owners() and (position.favours_rounds() or not position.new_squares):
            return self.solver.round_first(position, position.owners()[0])
        return self.solver.square_first(position)

    def after_square(self, position: Position) -> float:
        """Return the win probability of stopping after a square whose round tile is unseen."""
        return self.solver.stop(position)

    def after_round(self, position: Position, own: bool) -> float:
        """Return the win probability of turning an unseen square after a round tile whose square is unseen.

        `position` already counts the round tile as seen; `own` is whether it belongs to the seat to move.
        """
        return self.solver.new_square(position, own)

    def after_coins(self, position: Position, opened: int) -> float:
        """Return the win probability of stopping, or of turning a square if only the last coin is missing.

        The square is turned only if the chance of a coin is at least one in FAIR_CHANCE.
        """
        fair = opened + 1 == COINS and position.new_squares <= FAIR_CHANCE
        return self.solver.next_coin(position, opened) if fair else self.solver.stop(position)

    def give(self, choices: Choices) -> float:
        """Return the win probability of the first choice: giving an unseen tile, or covering a seen one."""
        return choices[0][1]()


class Naive(Policy):
    """The bot of bench/naive.py, which turns any unseen tile."""

    def begin(self, position: Position) -> float:
        """Return the win probability of turning a random unseen tile."""
        if position.coins == COINS:
            return self.solver.cover(position)
        squares = []
        if position.new_squares:
            squares = [(position.new_squares, self.solver.square_first(position))]
        return expectation([*squares, *self.any_round(position, self.solver.round_first)])

    def any_round(
        self, position: Position, turn: Callable[[Position, bool], float]
    ) -> list[tuple[int, float]]:
        """Return (number, win probability) of turning an unseen round tile, of either seat."""
        return [
            (position.hidden if own else position.their_hidden, turn(position, own))
            for own in position.owners()
        ]

    def after_square(self, position: Position) -> float:
        """Return the win probability of turning a random unseen round tile."""
        rounds = self.any_round(position, self.solver.show_round)
        return expectation(rounds) if rounds else self.solver.stop(position)

    def after_coins(self, position: Position, opened: int) -> float:
        """Return the win probability of turning a random unseen tile; after two coins, a square."""
        rounds = self.any_round(position, self.solver.look) if opened == 1 else []
        return expectation([(position.new_squares, self.solver.next_coin(position, opened)), *rounds])

    def give(self, choices: Choices) -> float:
        """Return the mean win probability of giving any tile."""
        return expectation((count, choice()) for count, choice in choices)


class BestResponse(Policy):
    """The policy that maximizes the probability to win against the known policy of the opponent."""

    def begin(self, position: Position) -> float:
        return max(self.beginnings(position))

    def beginnings(self, position: Position) -> Iterator[float]:
        """Yield the win probability of each first tile: a coin, an unseen square or round tile, or none."""
        if 0 < position.coins <= COINS:
            yield self.solver.run(position, 1)
        if position.new_squares:
            yield self.solver.square_first(position)
        for own in position.owners():
            yield self.solver.round_first(position, own)
        if position.again or position.shows_nothing():
            yield self.solver.stop(position)

    def after_square(self, position: Position) -> float:
        """Return the higher win probability of stopping and of turning an unseen round tile."""
        rounds = (self.solver.show_round(position, own) for own in position.owners())
        return max([self.solver.stop(position), *rounds])

    def after_round(self, position: Position, own: bool) -> float:
        """Return the higher win probability of turning an unseen square and of turning a seen one."""
        new = self.solver.new_square(position, own)
        return max(new, self.solver.stop(position)) if position.shows_nothing() else new

    def after_coins(self, position: Position, opened: int) -> float:
        """Return the higher win probability of turning another square and of stopping."""
        return max(self.solver.next_coin(position, opened), self.solver.stop(position))

    def give(self, choices: Choices) -> float:
        return max(choice() for _, choice in choices)


def main() -> None:
    """Solve three pairings and print the win probabilities."""
    sys.setrecursionlimit(100_000)
    pairings = (
        ("the best answer to greedy", BestResponse, Policy),
        ("the best answer to a naive memory", BestResponse, Naive),
        ("greedy itself against a naive memory", Policy, Naive),
    )
    for title, us, them in pairings:
        first, second = Solver(us, them).solve()
        print(f"{title} wins {50 * (first + second):.1f} %")
        print(f"  ({100 * first:.1f} % when it begins, {100 * second:.1f} % when the other does)")


if __name__ == "__main__":
    main()
