"""A search that knows it does not know.

Information-set Monte Carlo tree search: every simulation imagines a truth that the seat cannot tell from the
real one, walks down one common tree by the moves that are legal in it and what they bring to light, looks at
every move from the first position that is new, and asks what the best of them is worth: the end itself if the
match is over, the learned sense if not. Every seat seeks its own good, no more.

A move that was only glanced at tells nobody above it anything: were each tried in turn, as is usual, what is
believed of a position would be the mean of all its moves, bad ones included, until long after.
"""

from __future__ import annotations

from math import log, sqrt
from typing import final

from tablee.bots.rollout import Player, actor, find_candidates
from tablee.bots.utility import worth
from tablee.core.buffers import MAX_MOVES, MoveBuffer
from tablee.core.compiled import Int, Real
from tablee.core.rng import Rng
from tablee.core.state import NOBODY, State

MOST_NODES: Int = 262144
DEEPEST: Int = 512
MOST_SEATS: Int = 6
ROOT: Int = 0
NO_NODE: Int = -1
GLANCED: Int = 1


@final
class Search:
    """The tree of one decision."""

    def __init__(self) -> None:
        self.player: Player = Player()
        self.rng: Rng = Rng("")
        self.moves: MoveBuffer = MoveBuffer()
        # Beliefs about rival moves differ by little: with more curiosity than this, all are tried alike.
        # Where a move may turn out well or badly by luck more is needed; what was learned says how much.
        self.explore: float = 0.05
        self.par: float = 0.0
        self.spread: float = 10.0
        # A node is a move made by a seat, or what a move brought to light; its children are linked in a row.
        self.nodes: Int = 0
        self.move: list[Int] = [0] * MOST_NODES
        self.seat: list[Int] = [0] * MOST_NODES
        self.first: list[Int] = [0] * MOST_NODES
        self.next: list[Int] = [0] * MOST_NODES
        self.visits: list[Int] = [0] * MOST_NODES
        self.offered: list[Int] = [0] * MOST_NODES
        self.total: list[Real] = [0.0] * MOST_NODES
        self.path: list[Int] = [0] * DEEPEST
        # Moves at the root that are compared with each other, and the one that a simulation starts with.
        self.rivals: list[Int] = [0] * MAX_MOVES
        self.rival_count: Int = 0
        self.led: Int = NO_NODE
        # What rivals are tried in, each in its turn: a truth, who is hasty in it, and the luck to come.
        self.turn: Int = 0
        self.shared: State = State()
        self.hasty: Int = 0
        self.fate: str = ""
        self.value: list[Real] = [0.0] * MOST_SEATS

    def begin(self) -> None:
        """An empty tree."""
        self.nodes = 0
        self.rival_count = 0
        self.led = NO_NODE
        self.add_node(NO_NODE, 0, NOBODY)

    def add_node(self, parent: Int, move: Int, seat: Int) -> Int:
        """A new node under its parent; NO_NODE when the tree is full."""
        node = self.nodes
        if node == MOST_NODES:
            return NO_NODE
        self.nodes += 1
        self.move[node] = move
        self.seat[node] = seat
        self.first[node] = NO_NODE
        self.visits[node] = 0
        self.offered[node] = 0
        self.total[node] = 0.0
        self.next[node] = NO_NODE
        if parent != NO_NODE:
            self.next[node] = self.first[parent]
            self.first[parent] = node
        return node

    def simulate(self, state: State) -> None:
        """One walk through an imagined truth, which is used up by it."""
        node = ROOT
        length = 0
        seat = actor(state)
        while seat != NOBODY and length < DEEPEST:
            find_candidates(state, seat, self.moves)
            if node == ROOT and self.led != NO_NODE:
                child = self.led
            else:
                self.expand(node, state, seat)
                child = self.choose(node, seat)
            if child == NO_NODE:
                break
            state.advance(seat, self.move[child])
            self.path[length] = child
            length += 1
            seat = actor(state)
            if self.visits[child] == GLANCED:
                break
            node = self.after(child, state.chance_key())
        self.judge(state, seat == NOBODY)
        self.visits[ROOT] += 1
        for step in range(length):
            child = self.path[step]
            self.visits[child] += 1
            self.total[child] += self.value[max(self.seat[child], 0)]

    def expand(self, node: Int, state: State, seat: Int) -> None:
        """Glance at every move that is new here: what is believed after it counts as its first try."""
        for place in range(self.moves.count):
            move = self.moves.at(place)
            if self.child(node, seat, move) == NO_NODE:
                fresh = self.add_node(node, move, seat)
                if fresh == NO_NODE:
                    return
                self.visits[fresh] = GLANCED
                self.total[fresh] = self.glance(state, seat, move)

    def glance(self, state: State, seat: Int, move: Int) -> float:
        """What a move seems to be worth to whoever makes it, without a further thought."""
        if seat < 0:
            return 0.5  # the clock wants nothing
        after = state.copy()
        after.advance(seat, move)
        if actor(after) == NOBODY:
            return worth(after, seat, self.par, self.spread)
        return self.player.sense.value(after, seat)

    def after(self, node: Int, sight: Int) -> Int:
        """Where to go on from a move: a place for each thing it may bring to light, so that what is done next
        may depend on it."""
        if sight == 0:
            return node
        found = self.child(node, NOBODY, sight)
        if found == NO_NODE:
            found = self.add_node(node, sight, NOBODY)
        return node if found == NO_NODE else found

    def choose(self, node: Int, seat: Int) -> Int:
        """The legal move with the best prospects; NO_NODE when the tree is full and none is known."""
        best = NO_NODE
        best_prospect = -1.0
        child = self.first[node]
        while child != NO_NODE:
            if self.seat[child] == seat and self.moves.contains(self.move[child]):
                self.offered[child] += 1
                prospect = self.prospect(child)
                if prospect > best_prospect:
                    best_prospect = prospect
                    best = child
            child = self.next[child]
        return best

    def prospect(self, child: Int) -> float:
        """Upper confidence bound, by how often the move was there to be chosen."""
        visits = self.visits[child]
        return self.total[child] / visits + self.explore * sqrt(log(self.offered[child]) / visits)

    def child(self, node: Int, seat: Int, move: Int) -> Int:
        """The node of this move of this seat, or NO_NODE."""
        found = self.first[node]
        while found != NO_NODE:
            if self.move[found] == move and self.seat[found] == seat:
                return found
            found = self.next[found]
        return NO_NODE

    def judge(self, state: State, over: bool) -> None:
        """What the position is worth to every seat."""
        for seat in range(state.seats):
            if over:
                self.value[seat] = worth(state, seat, self.par, self.spread)
            else:
                self.value[seat] = self.player.sense.value(state, seat)

    def run(self, truth: State, seat: Int, count: Int) -> None:
        """So many simulations for this seat; the truth itself is only copied and imagined anew."""
        for _ in range(count):
            imagined = truth.copy()
            imagined.reshuffle(seat, self.rng)
            self.simulate(imagined)

    def nominate(self, truth: State, seat: Int, weight: Int) -> None:
        """All moves become rivals, the best at a glance first; a glance counts as so many tries."""
        find_candidates(truth, seat, self.moves)
        self.expand(ROOT, truth, seat)
        self.rival_count = 0
        child = self.first[ROOT]
        while child != NO_NODE:
            self.visits[child] *= weight
            self.total[child] *= weight
            self.rivals[self.rival_count] = child
            self.rival_count += 1
            child = self.next[child]
        self.rank()

    def rank(self) -> None:
        """Sort the rivals, the best on average first."""
        for place in range(1, self.rival_count):
            rival = self.rivals[place]
            mean = self.total[rival] / self.visits[rival]
            before = place - 1
            while before >= 0 and self.total[self.rivals[before]] / self.visits[self.rivals[before]] < mean:
                self.rivals[before + 1] = self.rivals[before]
                before -= 1
            self.rivals[before + 1] = rival

    def narrow(self, most: Int) -> None:
        """Keep so many of the rivals, the best."""
        self.rank()
        self.rival_count = min(self.rival_count, most)
        self.turn = self.rival_count

    def compare(self, truth: State, seat: Int, count: Int) -> None:
        """Try so many times, one rival after the other, all in the same imagined truths: luck they share
        decides nothing."""
        for _ in range(count):
            self.led = self.next_rival(truth, seat)
            self.simulate(self.shared.copy())
        self.led = NO_NODE

    def foresee(self, truth: State, seat: Int, count: Int) -> None:
        """The same, but play on to the end.

        Nobody knows how the others think. Each is taken to be hasty in half of the truths: who reckons with
        one kind of people only loses to the other.
        """
        for _ in range(count):
            rival = self.next_rival(truth, seat)
            if self.turn == 1:
                self.hasty = self.rng.below(1 << truth.seats) & ~(1 << seat)
                self.fate = str(self.rng.word())
            after = self.shared.copy()
            after.advance(seat, self.move[rival])
            self.player.rng = Rng(self.fate)
            self.player.play_on(after, self.hasty)
            self.visits[rival] += 1
            self.total[rival] += worth(after, seat, self.par, self.spread)

    def next_rival(self, truth: State, seat: Int) -> Int:
        """Whose turn it is to be tried; after the last one comes the first, in a truth imagined anew."""
        if self.turn == self.rival_count:
            self.turn = 0
            self.shared = truth.copy()
            self.shared.reshuffle(seat, self.rng)
        rival = self.rivals[self.turn]
        self.turn += 1
        return rival

    def favourite(self) -> Int:
        """The move of the best rival. If time ran out in the middle, not all were tried equally often, and
        what was tried most need not be it."""
        self.rank()
        return self.move[self.rivals[0]]

    def visits_of(self, seat: Int, move: Int) -> Int:
        """How often a move was tried at the root."""
        child = self.child(ROOT, seat, move)
        return self.visits[child] if child != NO_NODE else 0

    def value_of(self, seat: Int, move: Int) -> float:
        """What a move at the root was worth on average; 0 if it was never tried."""
        child = self.child(ROOT, seat, move)
        if child == NO_NODE or self.visits[child] == 0:
            return 0.0
        return self.total[child] / self.visits[child]
