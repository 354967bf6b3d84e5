"""Search, levels and explanations."""

from __future__ import annotations

import pytest

from tablee import bots, games
from tablee.bots import LEVELS, Budget
from tablee.bots.explain import explain
from tablee.bots.levels import Level, level, pause
from tablee.bots.rollout import Player
from tablee.bots.search import MOST_NODES, Search
from tablee.bots.search_bot import GLANCE, Thinker
from tablee.bots.utility import worth
from tablee.bots.value_net import Sense
from tablee.bots.weights import knowledge, read_knowledge, write_knowledge
from tablee.core.game import Game
from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.games.islands.tests.notation import new_state, set_island
from tests.games.laws import Table, random_match

GAME = games.load("islands")


def last_decision(seed: str) -> tuple[State, int]:
    """The last position of a random match in which somebody had a choice; all that follows is forced."""
    match = random_match(Table(GAME, 3), seed)
    for ply in reversed(range(match.ply)):
        state = match.at(ply).state
        seat = state.actors()[0]
        if len(state.moves(seat)) > 1:
            return state, seat
    raise AssertionError("a match without a choice")


def played(state: State, seat: int, move: int) -> State:
    """The position after a move."""
    after = state.copy()
    after.play(seat, move)
    return after


def end_after(state: State, seat: int, move: int) -> State:
    """How it ends after a move when nobody has a choice any more."""
    after = played(state, seat, move)
    while acting := after.actors():
        after.play(acting[0], after.moves(acting[0])[0])
    return after


# One that searches a tree, and one that compares moves by playing on.
SEARCHERS = [Level("tree", 200), Level("on", 12, to_the_end=True)]


@pytest.mark.parametrize("searcher", SEARCHERS, ids=lambda level: level.name)
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_the_last_choice_is_the_best_one(seed: str, searcher: Level) -> None:
    state, seat = last_decision(seed)
    chosen = bots.choose(Thinker(GAME, searcher), state, seat, Budget(), Rng("x"))
    ends = {move: worth(end_after(state, seat, move), seat, 0, 12) for move in state.moves(seat)}
    assert max(ends.values()) == pytest.approx(ends[chosen])


@pytest.mark.parametrize("searcher", SEARCHERS, ids=lambda level: level.name)
def test_a_search_is_the_same_for_the_same_luck(searcher: Level) -> None:
    state = GAME.deal(4, "seed")
    seat = state.actors()[0]
    patient = Budget(seconds=600.0)
    chosen = {bots.choose(Thinker(GAME, searcher), state, seat, patient, Rng("x")) for _ in range(3)}
    assert 1 == len(chosen)


def test_a_search_leaves_the_truth_as_it_is() -> None:
    state = GAME.deal(4, "seed")
    before = state.snapshot()
    search = Search()
    search.begin()
    search.run(state, state.actors()[0], 50)
    search.nominate(state, state.actors()[0], 1)
    search.narrow(2)
    search.foresee(state, state.actors()[0], 4)
    assert before == state.snapshot()


class Counted:
    """Time that passes only while somebody simulates: every simulation takes as long as the last one."""

    def __init__(self, cost: float) -> None:
        self.cost = cost
        self.now = 0.0
        self.longest = 0.0
        self.player, self.rng, self.par, self.spread = Player(), Rng(""), 0.0, 1.0

    def clock(self) -> float:
        return self.now

    def begin(self) -> None:
        """There is no tree."""

    def run(self, truth: State, seat: int, count: int) -> None:
        self.now += count * self.cost
        self.longest = max(self.longest, count * self.cost)

    def nominate(self, truth: State, seat: int, weight: int) -> None:
        """All are compared."""

    def narrow(self, most: int) -> None:
        """And stay so."""

    compare = foresee = run


@pytest.mark.parametrize("seats, to_the_end", [(1, False), (4, False), (4, True)])
@pytest.mark.parametrize("cost", [1e-6, 3e-5, 4e-4, 1.9e-3, 4.9e-3])
@pytest.mark.parametrize("seconds", [0.05, 0.2, 2.0])
def test_thinking_is_never_a_tenth_over_its_budget(
    monkeypatch: pytest.MonkeyPatch, seconds: float, cost: float, seats: int, to_the_end: bool
) -> None:
    """However long a simulation takes, if ten fit into the budget; no clock of this machine is asked."""
    counted = Counted(cost)
    game = games.load("clouds")
    thinker = Thinker(game, Level("endless", 10**9, to_the_end=to_the_end))
    monkeypatch.setattr(thinker, "search", counted)
    thinker.think(game.deal(seats, "seed"), 0, Budget(seconds, clock=counted.clock), Rng("x"))
    assert seconds <= counted.now <= 1.1 * seconds
    assert counted.longest <= max(GLANCE, cost)


def test_thinking_can_be_interrupted() -> None:
    asked = []

    def cancelled() -> bool:
        asked.append(True)
        return len(asked) > 3

    thinker = Thinker(GAME, Level("endless", 10**9))
    state = GAME.deal(4, "seed")
    thinker.think(state, state.actors()[0], Budget(60.0, cancelled), Rng("x"))
    assert 4 == len(asked)


def test_a_full_tree_goes_on_without_growing() -> None:
    """Whatever the budget: when there is no room for another node, known moves are weighed further."""
    search = Search()
    search.begin()
    state = GAME.deal(2, "seed")
    search.nodes = MOST_NODES - 6
    search.run(state, state.actors()[0], 100)
    assert MOST_NODES == search.nodes


def test_alone_rivals_are_tried_alike_and_the_better_half_stays() -> None:
    """Whatever luck all of them share falls out of the comparison."""
    game = games.load("clouds")
    state = game.deal(1, "rivals")
    search = Search()
    search.begin()
    search.nominate(state, 0, 1)
    search.narrow(8)
    search.compare(state, 0, 5 * 8)
    tried = [move for move in state.moves(0) if search.visits_of(0, move) > 1]
    assert 8 == len(tried)
    assert {6} == {search.visits_of(0, move) for move in tried}
    means = {move: search.value_of(0, move) for move in tried}
    search.narrow(4)
    search.compare(state, 0, 4)
    stayed = [means[move] for move in tried if search.visits_of(0, move) == 7]
    left = [means[move] for move in tried if search.visits_of(0, move) == 6]
    assert 4 == len(stayed)
    assert min(stayed) >= max(left)


def comparing(rivals: int) -> tuple[State, int, Search]:
    """The first decision of a match, and a search that compares so many of its moves."""
    state = GAME.deal(4, "rivals")
    seat = state.actors()[0]
    search = Search()
    search.begin()
    search.nominate(state, seat, 10)
    search.narrow(rivals)
    return state, seat, search


def test_who_is_played_on_is_tried_alike_and_in_parts_of_a_round() -> None:
    """One match to its end may take long: a thought can be cut off between two rivals."""
    state, seat, search = comparing(3)
    for count in (1, 4, 2):
        search.foresee(state, seat, count)
    tried = sorted(search.visits_of(seat, move) for move in state.moves(seat))
    assert [10, 12, 12, 13] == tried
    favourite = search.favourite()
    means = {
        move: search.value_of(seat, move) for move in state.moves(seat) if search.visits_of(seat, move) > 10
    }
    assert means[favourite] == max(means.values())


def test_others_are_taken_to_be_hasty_now_and_then_but_never_oneself() -> None:
    state, seat, search = comparing(1)
    seen = set()
    for _ in range(60):
        search.foresee(state, seat, 1)
        seen.add(search.hasty)
    assert len(seen) == 8
    assert all(not hasty >> seat & 1 for hasty in seen)


def test_who_is_hasty_takes_what_brings_most_at_once() -> None:
    """As the bot of that name, if nothing is hidden."""
    match = random_match(Table(GAME, 4), "hasty")
    player = Player()
    for ply in range(match.ply):
        state = match.at(ply).state
        seat = state.actors()[0]
        if state.view(seat)["phase"] != "take":
            continue
        brings = {move: played(state, seat, move).estimate(seat) for move in state.moves(seat)}
        assert brings[player.grab(state, seat)] == max(brings.values())


def test_in_thought_all_play_as_the_game_proposes_where_it_does() -> None:
    match = random_match(Table(games.load("bonbons"), 3), "sound")
    player = Player()
    for ply in range(match.ply):
        state = match.at(ply).state
        seat = state.actors()[-1]
        if seat >= 0:
            assert state.propose(seat)[0] == player.answer(state, seat, ply % 2)


def test_alone_the_last_choice_is_the_best_one() -> None:
    game = games.load("clouds")
    match = random_match(Table(game, 1), "alone")
    choices = [match.at(ply).state for ply in range(match.ply)]
    state = [each for each in choices if len(each.moves(0)) > 1][-1]
    chosen = bots.choose(bots.load("search:200", game), state, 0, Budget(), Rng("x"))
    ends = {move: end_after(state, 0, move).points(0) for move in state.moves(0)}
    assert max(ends.values()) == ends[chosen]


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.key)
def test_levels_have_one_order(game: Game) -> None:
    """Whatever a game says of them in its folder."""
    assert ["beginner", "casual", "regular", "strong", "expert"] == list(LEVELS)
    assert set(game.levels) <= set(LEVELS)
    levels = [level(name, game) for name in LEVELS]
    assert sorted(levels, key=lambda level: level.simulations) == levels
    assert sorted(levels, key=lambda level: -level.noise) == levels
    assert sorted(levels, key=lambda level: -level.slip) == levels
    assert sorted(levels, key=lambda level: level.recall) == levels
    assert sorted(levels, key=lambda level: -level.pace) == levels


def test_a_pause_is_short_by_and_large_and_long_now_and_then() -> None:
    """Its mean is the pace; half of all acts take less than two thirds of it, one in a hundred five times."""
    pauses = [pause(1000, number / 1000) for number in range(1000)]
    assert sorted(pauses) == pauses
    assert 950 == pytest.approx(sum(pauses) / 1000, abs=10)
    assert 250 == pauses[0]
    assert pauses[500] < 667
    assert 5000 < pauses[-7] < pauses[-1] < 6000


def test_the_worth_of_an_end() -> None:
    """Half for winning, half for by how much; a shared victory is half a victory."""
    state = new_state(2)
    assert worth(state, 0, 0, 10) == worth(state, 1, 0, 10) == pytest.approx(0.5)
    set_island(state, 0, "T17 . . .\n. . . .\n. . . .")
    assert worth(state, 0, 0, 10) > 0.75
    assert worth(state, 1, 0, 10) < 0.25


def test_a_sense_learns_what_it_is_shown() -> None:
    sense, rng = Sense(), Rng("learn")
    state = GAME.deal(3, "seed")
    state.fill_features(0, sense.features)
    sense.begin(sense.features.count, 8, rng)
    for _ in range(200):
        sense.learn(0.9 - sense.value(state, 0), 0.05)
    assert 0.9 == pytest.approx(sense.value(state, 0), abs=0.02)


def test_what_was_learned_survives_its_file(tmp_path) -> None:  # type: ignore[no-untyped-def]
    learned = knowledge(GAME)
    assert learned is not None
    write_knowledge(tmp_path / "sense.json", learned)
    assert learned == read_knowledge(tmp_path / "sense.json")


def test_an_explanation_tells_what_will_come_item_by_item() -> None:
    """Of the last choice it is exact: the score sheets that follow, and how they differ."""
    state, seat = last_decision("why")
    rng = Rng("why")
    candidates = explain(GAME, seat, lambda: state.resample(seat, rng), Budget(0.3), rng)
    assert len(candidates) > 1
    for candidate in candidates:
        sheet = end_after(state, seat, GAME.parse(candidate.move)).score_sheet().items[seat]
        assert sheet == pytest.approx(candidate.items)
        assert sum(sheet.values()) == pytest.approx(candidate.points)
    first = candidates[0]
    rest = [sum(other.items.values()) for other in candidates[1:]]
    gain = sum(first.items.values()) - sum(rest) / len(rest)
    assert gain == pytest.approx(sum(points for _, points in first.reasons), abs=1)


def test_an_explanation_does_not_tell_moves_apart_that_come_to_the_same() -> None:
    """A dream lies as well in one free place as in another (rule 20): that is one candidate, not four."""
    rng = Rng("alike")
    state = GAME.deal(3, "alike")
    state.play(state.actors()[0], GAME.parse("draw dream"))
    seat = state.actors()[0]
    candidates = explain(GAME, seat, lambda: state.resample(seat, rng), Budget(0.3), rng)
    assert len(state.moves(seat)) == 12
    tiles = [candidate.move.split()[1] for candidate in candidates]
    assert len(tiles) == len(set(tiles)) > 1
