"""Bots from evaluators: by policy, and by a search with policy and values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import pytest

from tablee import bots, games
from tablee.bots import Budget
from tablee.core.buffers import FeatureBuffer
from tablee.core.errors import Unreadable
from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.lab.arena import Contest, play_deal
from tablee.lab.learners.afterstate_net import AfterstateNetwork
from tablee.lab.learners.evaluator import EvaluatorBot, pick
from tablee.lab.learners.puct import Encoder, SearchSettings, Tree, legal_priors, run

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


def test_priors_are_scaled_and_exclude_no_move() -> None:
    assert [0.5, 0.5] == legal_priors([0.0, 0.0])
    priors = legal_priors([6.0, 2.0, 0.0])
    assert 1 == pytest.approx(sum(priors))
    assert priors[0] > priors[1] > priors[2] > 0


def features_of(state: State, seat: int) -> list[float]:
    """Return the features of a position, without looking ahead."""
    buffer = FeatureBuffer()
    state.fill_features(seat, buffer)
    return [float(buffer.at(index)) for index in range(buffer.count)]


@pytest.mark.parametrize("key, seats", [("islands", 2), ("clouds", 1), ("clouds", 3)])
def test_to_look_ahead_a_position_has_a_row_now_and_one_after_each_move(key: str, seats: int) -> None:
    state, rng = games.load(key).quick_deal(seats, 7), Rng("ahead")
    encoder = Encoder(state, look_ahead=True)
    for _ in range(25):
        if not (actors := state.actors()):
            break
        seat, moves = actors[0], state.moves(actors[0])
        row = encoder.row(state, seat)
        now, *after = encoder.inputs(state, seat, row).tolist()
        assert features_of(state, seat) == now
        legal = numpy.flatnonzero(row[encoder.width :]).tolist()
        assert sorted(moves) == legal
        for move, found in zip(legal, after, strict=True):
            then = state.copy()
            then.play(seat, move)
            assert features_of(then, seat) == found
        state.play(seat, moves[rng.below(len(moves))])


def test_a_search_passes_the_features_of_all_positions_in_one_array() -> None:
    state = games.load("clouds").quick_deal(2, 1)
    settings = SearchSettings(simulations=8, batch=4, look_ahead=True)
    trees = [Tree(state.resample(0, Rng("view")), 0, settings, Rng(f"tree {each}")) for each in range(3)]
    shapes = []

    def counting(features: Any, masks: Any) -> tuple[Any, Any]:
        shapes.append((len(features), len(masks) + int(masks.sum()), features.shape[1]))
        return uniform(features, masks)

    run(trees, counting)
    assert all(rows == wanted and width == trees[0].encoder.features for rows, wanted, width in shapes)
    assert [8, 8, 8] == [sum(tree.visits().values()) for tree in trees]


def test_to_look_ahead_an_opponent_does_not_know_what_the_searching_seat_hid() -> None:
    """What the hidden tile would show when turned up differs from one evaluation to the next."""
    state = games.load("islands").quick_deal(2, 2)
    seat = state.actors()[0]
    tree = Tree(state, seat, SearchSettings(look_ahead=True), Rng("search"))
    for _ in range(2):  # draw tiles and hide one
        state.play(seat, state.moves(seat)[0])
    other = state.actors()[0]
    assert other != seat
    row = tree.encoder.row(state, other)
    rows = [tree.leaf([], (other, row.tobytes()), row, state).inputs[0].tolist() for _ in range(20)]
    assert "turn" in state.vocabulary().format(max(state.moves(other)))
    assert 1 == len({tuple(each[0]) for each in rows}) == len({tuple(each[1]) for each in rows})
    assert len({tuple(each[-1]) for each in rows}) > 1


def test_a_policy_is_the_mean_over_resampled_states() -> None:
    state = games.load("islands").quick_deal(2, 1)

    def evaluate(_: Any, masks: Any) -> tuple[Any, Any]:
        policies = numpy.zeros(masks.shape)
        policies[:, numpy.flatnonzero(masks[0])[:2]] = [[1, 0], [0, 1], [0, 1], [0, 1]]
        return policies, numpy.zeros(len(masks))

    seat = state.actors()[0]
    bot = EvaluatorBot(evaluate, samples=4)
    assert [0.25, 0.75] == bot.policy([state] * 4, seat)[state.moves(seat)[:2]].tolist()
    assert state.moves(seat)[1] == bots.choose(bot, state, seat, Budget(60), Rng("mean"))


def test_the_network_learns_and_is_read_back(tmp_path: Path) -> None:
    """It learns to take the first move at the start and the last one later, and two values."""
    game = games.load("islands")
    network = AfterstateNetwork.create(game, 2, hidden=16)
    state = game.quick_deal(2, 0)
    encoder = Encoder(state, look_ahead=True)
    inputs, masks, chosen = [], [], []
    for start, choose in ((0, min), (8, max)):
        while state.plies < start:
            state.play(state.actors()[0], state.moves(state.actors()[0])[0])
        seat = state.actors()[0]
        inputs.append(encoder.inputs(state, seat, row := encoder.row(state, seat)))
        masks.append(row[encoder.width :])
        chosen.append(choose(state.moves(seat)))
    features, legal, wanted = numpy.concatenate(inputs), numpy.stack(masks), numpy.array([0.5, -0.5])
    target = numpy.zeros(legal.shape, numpy.float32)
    target[[0, 1], chosen] = 1
    for _ in range(200):
        policies, values = network.evaluate(features, legal)
        network.update((policies - target)[legal != 0], (values - wanted).astype(numpy.float32), 0.01)
    policies, values = network.evaluate(features, legal)
    assert (policies[[0, 1], chosen] > 0.9).all()
    assert [1, 1] == pytest.approx(policies.sum(axis=1).tolist())
    assert wanted.tolist() == pytest.approx(values.tolist(), abs=0.1)
    network.save(tmp_path / "net.npz")
    again = AfterstateNetwork.load(tmp_path / "net.npz").evaluate(features, legal)
    assert (policies == again[0]).all()
    with pytest.raises(Unreadable, match="bad-network"):
        AfterstateNetwork.load(tmp_path / "none.npz")


def test_the_gradients_of_the_network_are_those_of_its_outputs() -> None:
    """Compared with finite differences of a loss that weighs every output."""
    network = AfterstateNetwork.create(games.load("islands"), 2, hidden=6, seed=1)
    rng, counts = numpy.random.default_rng(1), numpy.array([2, 0, 3])
    features = rng.integers(0, 9, (8, len(network.parameters["hidden1.weight"]))).astype(float)
    network.parameters = {name: each.astype(float) for name, each in network.parameters.items()}
    network.parameters["output.weight"] *= 100
    by_score, by_value = rng.normal(size=5), rng.normal(size=3)

    def loss() -> float:
        scores, values = network.forward(features, counts)
        return float(by_score @ scores + by_value @ values)

    scores, _ = network.forward(features, counts)
    found: dict[str, Any] = {}
    network.descend = lambda gradients, _: found.update(gradients)  # type: ignore[method-assign,assignment]
    # The gradient before a log-softmax: each minus its policy times the sum of its position.
    sums = numpy.repeat([by_score[:2].sum(), by_score[2:].sum()], [2, 3])
    network.update(by_score - numpy.exp(scores) * sums, by_value, 0.0)  # type: ignore[arg-type]
    for name in found:
        at = tuple(rng.integers(size) for size in network.parameters[name].shape)
        middle = network.parameters[name][at]
        losses = []
        for step in (1e-3, -1e-3):
            network.parameters[name][at] = middle + step
            losses.append(loss())
        network.parameters[name][at] = middle
        assert (losses[0] - losses[1]) / 2e-3 == pytest.approx(float(found[name][at]), rel=1e-2, abs=1e-3)
