"""Bots from evaluators: by policy, and by a search with policy and values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import pytest

from tablee import bots, games
from tablee.bots import Budget
from tablee.core.errors import Unreadable
from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.lab.arena import Contest, play_deal
from tablee.lab.learners.evaluator import EvaluatorBot, pick
from tablee.lab.learners.policy_net import PolicyNetwork
from tablee.lab.learners.puct import SearchSettings, Tree, run

BOT_FILE = """
import numpy
from tablee.lab.learners.evaluator import EvaluatorBot

bot = EvaluatorBot(lambda observations, masks: (masks, numpy.zeros(len(masks))))
searcher = EvaluatorBot(bot.evaluate, simulations=4)
"""


def uniform(_: Any, masks: Any) -> tuple[Any, Any]:
    """Judge all legal moves and all positions alike."""
    return masks, numpy.zeros(len(masks))


def with_several_actors(key: str, seats: int) -> State:
    """Return a position of a random match in which all seats have to decide at once between moves."""
    rng = Rng("several")
    for number in range(100):
        state = games.load(key).quick_deal(seats, number)
        while actors := [seat for seat in state.actors() if seat >= 0]:
            if len(actors) == seats and all(len(state.moves(seat)) > 1 for seat in actors):
                return state
            moves = state.moves(actors[0])
            state.play(actors[0], moves[rng.below(len(moves))])
    raise AssertionError


@pytest.mark.parametrize("game", games.all(), ids=lambda game: game.key)
def test_a_search_counts_its_visits_at_the_moves_of_its_seat(game: Any) -> None:
    state = game.quick_deal(game.seats[1], 3)
    seat = max(state.actors())
    tree = Tree(
        state.resample(seat, Rng("view")), seat, SearchSettings(simulations=20, batch=6), Rng("search")
    )
    before = state.snapshot()
    run([tree], uniform)
    assert set(state.moves(seat)) == tree.visits().keys()
    assert 20 == sum(tree.visits().values())
    assert 0 == sum(sum(node.pending) for node in tree.nodes.values())
    assert before == state.snapshot()


def test_every_seat_gets_statistics_where_several_act_at_once() -> None:
    state = with_several_actors("clouds", 4)
    for seat in range(4):
        tree = Tree(state.resample(seat, Rng("view")), seat, SearchSettings(simulations=12), Rng("search"))
        run([tree], uniform)
        assert 12 == sum(tree.visits().values())


def test_a_seat_does_not_know_what_another_chooses_at_the_same_time() -> None:
    """The second seat has one node, whatever the first one chose."""
    state = with_several_actors("clouds", 2)
    tree = Tree(state.resample(0, Rng("view")), 0, SearchSettings(simulations=1), Rng("search"))
    keys = set()
    for move in state.moves(0):
        after = state.copy()
        after.play(0, move)
        keys.add(tree.encoder.row(after, 1).tobytes())
    assert 1 == len(keys)


def final_scores(state: State) -> dict[int, int]:
    """Return the scores after those moves of a solo match that end it."""
    scores = {}
    for move in state.moves(0):
        after = state.copy()
        after.play(0, move)
        if not after.actors():
            scores[move] = after.score_sheet().scores[0]
    return scores


def last_decision() -> tuple[State, dict[int, int]]:
    """Return a position of a random solo match whose moves all end it, with different scores."""
    rng = Rng("solo")
    for number in range(100):
        state = games.load("clouds").quick_deal(1, number)
        while moves := state.moves(0):
            ends = final_scores(state)
            if len(ends) == len(moves) and len(set(ends.values())) > 1:
                return state, ends
            state.play(0, moves[rng.below(len(moves))])
    raise AssertionError


def test_a_search_finds_the_move_that_ends_best() -> None:
    """The ends of matches decide, where the evaluator knows nothing."""
    state, ends = last_decision()
    bot = EvaluatorBot(uniform, simulations=20 * len(ends), rewards="points", exploration=0.3)
    chosen = bots.choose(bot, state, 0, Budget(60), Rng("choose"))
    assert max(ends.values()) == ends[chosen]


@pytest.mark.parametrize("seats", [2, 3])
def test_a_search_for_the_lead_adds_the_present_one(seats: int) -> None:
    """An evaluator that expects no growth values a position at its lead."""
    state, rng = games.load("islands").quick_deal(seats, 5), Rng("lead")
    for _ in range(20 * seats):
        moves = state.moves(state.actors()[0])
        state.play(state.actors()[0], moves[rng.below(len(moves))])
    seat = state.actors()[0]
    settings = SearchSettings(simulations=0, rewards="lead", points_to_come=True)
    tree = Tree(state.resample(seat, rng), seat, settings, rng)
    run([tree], uniform)
    rivals = [state.points(other) for other in range(seats) if other != seat]
    assert state.points(seat) - max(rivals) == tree.value() != 0


def test_trees_of_several_matches_are_evaluated_together() -> None:
    game, sizes = games.load("islands"), []

    def counting(observations: Any, masks: Any) -> tuple[Any, Any]:
        sizes.append(len(masks))
        return uniform(observations, masks)

    settings = SearchSettings(simulations=8, batch=4)
    states = [game.quick_deal(2, number) for number in range(5)]
    run([Tree(state, state.actors()[0], settings, Rng("many")) for state in states], counting)
    assert [5, 20, 20] == sizes


def test_a_bot_in_a_file_plays_in_the_arena(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(BOT_FILE)
    results = play_deal(Contest("islands", 2, (f"{file}:bot", f"{file}:searcher"), 1), 0)
    assert 1 == pytest.approx(sum(result.victory for result in results))


@pytest.mark.parametrize(
    "answer",
    [
        lambda masks: (masks[:, 1:], numpy.zeros(len(masks))),
        lambda masks: (masks, numpy.zeros((len(masks), 2))),
        lambda masks: (-masks, numpy.zeros(len(masks))),
        lambda masks: (masks, numpy.full(len(masks), numpy.nan)),
    ],
)
def test_a_wrong_evaluation_is_refused(answer: Any) -> None:
    state = games.load("islands").quick_deal(2, 1)
    bot = EvaluatorBot(lambda _, masks: answer(masks))
    with pytest.raises(Unreadable, match="bad-evaluation"):
        bots.choose(bot, state, state.actors()[0], Budget(), Rng("wrong"))


def test_temperature() -> None:
    policy = numpy.array([0, 0.75, 0.25, 0], numpy.float32)
    assert 1 == pick(policy, 0, Rng("best"))
    rng = Rng("draw")
    drawn = [pick(policy, 1, rng) for _ in range(400)]
    assert {1, 2} == set(drawn)
    assert 250 < drawn.count(1) < 350


def test_the_network_learns_and_is_read_back(tmp_path: Path) -> None:
    game = games.load("islands")
    network = PolicyNetwork.create(game, 2, hidden=16)
    state = game.quick_deal(2, 1)
    row = Tree(state, state.actors()[0], SearchSettings(), Rng("row")).encoder.row(state, state.actors()[0])
    observations, masks = row[None, : -game.vocabulary.size], row[None, -game.vocabulary.size :]
    move = state.moves(state.actors()[0])[0]
    for _ in range(100):
        policies, values = network.evaluate(observations, masks)
        gradients = policies.copy()
        gradients[0, move] -= 1
        network.update(gradients, values - numpy.float32(0.5), 0.01)
    policies, values = network.evaluate(observations, masks)
    assert policies[0, move] > 0.9
    assert 0.5 == pytest.approx(values[0], abs=0.1)
    network.save(tmp_path / "net.npz")
    again = PolicyNetwork.load(tmp_path / "net.npz").evaluate(observations, masks)
    assert (policies == again[0]).all()
    with pytest.raises(Unreadable, match="bad-network"):
        PolicyNetwork.load(tmp_path / "none.npz")
