"""The environments pass the conformance suites of PettingZoo and Gymnasium, for every game and seat count."""

from __future__ import annotations

import builtins
import contextlib
import copy
import io
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import gymnasium
import numpy
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

from tablee import games
from tablee.core.errors import Illegal
from tablee.core.game import Game
from tablee.lab import envs
from tablee.lab.envs.table import ROWS

TABLES = [(game.key, seats) for game in games.all() for seats in game.seats]
every_table = pytest.mark.parametrize("key, seats", TABLES, ids=[f"{key}-{seats}" for key, seats in TABLES])
every_game = pytest.mark.parametrize("game", games.all(), ids=lambda game: game.key)
SEED = 7
MODULE = "tablee.lab.envs.gymnasium"


@contextlib.contextmanager
def only_errors() -> Iterator[None]:
    """Ignore what the suites print and their advice about custom spaces, which is given as warnings."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def check_aec(key: str, seats: int, cycles: int) -> None:
    """Run PettingZoo's tests of one environment."""
    with only_errors():
        api_test(envs.turn_env(key, seats, render_mode="ansi"), num_cycles=cycles)
        seed_test(lambda: envs.turn_env(key, seats), num_cycles=cycles)


@every_table
def test_pettingzoo_accepts_the_turn_environment(key: str, seats: int) -> None:
    check_aec(key, seats, 60)


@pytest.mark.parametrize("key, seats", [table for table in TABLES if table[0] in ("mine", "clouds")])
def test_pettingzoo_accepts_the_parallel_environment(key: str, seats: int) -> None:
    with only_errors():
        parallel_api_test(envs.parallel_env(key, seats), num_cycles=60)


@every_table
def test_gymnasium_accepts_the_environment_of_a_seat(key: str, seats: int) -> None:
    name = f"{MODULE}:tablee/{key}-{seats}-v1"
    made = gymnasium.make(name, disable_env_checker=True, render_mode="ansi", on_illegal="random")
    with only_errors():
        check_env(made.unwrapped, skip_render_check=True)


def play_turns(env: Any, seed: int) -> tuple[int, dict[str, float]]:
    """Play random moves to the end; return their number and the reward of each agent."""
    env.reset(seed=seed)
    rng, moves, rewards = numpy.random.default_rng(seed), 0, {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            rewards[agent] = reward
            env.step(None)
            continue
        legal = numpy.flatnonzero(observation["action_mask"])
        assert env.table.game.format(int(legal[0])) in env.table.state.view(env.table.seat)["moves"]
        env.step(int(rng.choice(legal)))
        moves += 1
    return moves, rewards


@every_game
def test_a_match_ends_with_the_rewards_of_its_outcome(game: Game) -> None:
    env = envs.turn_env(game.key, game.seats[-1])
    moves, rewards = play_turns(env, SEED)
    outcome = env.table.state.outcome()
    assert outcome is not None
    assert moves <= env.table.state.plies
    winners = [
        seat for seat, agent in enumerate(env.possible_agents) if rewards[agent] == max(rewards.values())
    ]
    assert outcome.winners == tuple(winners)
    assert abs(sum(rewards.values())) < 1e-9


def test_a_long_match_is_truncated() -> None:
    env = envs.turn_env("islands", 3, limit=12)
    moves, rewards = play_turns(env, SEED)
    assert 12 == moves
    assert {0.0} == set(rewards.values())


def test_an_observation_that_is_kept_never_changes() -> None:
    """Neither by later observations, whose arrays are made many at once, nor by what is written to them."""
    env = envs.turn_env("islands", 2)
    env.reset(seed=SEED)
    other = copy.deepcopy(env)
    kept, copies = [], []
    for _ in range(3 * ROWS):
        for seen in (env.observe("A"), other.observe("B")):
            kept.append(seen)
            copies.append(copy.deepcopy(seen))
        if not any(env.terminations.values()):
            env.step(int(numpy.flatnonzero(env.last()[0]["action_mask"])[0]))
    for seen, before in zip(kept, copies, strict=True):
        for name, numbers in seen.items():
            assert numpy.array_equal(before[name], numbers)
            numbers.fill(-1)


def test_a_seat_that_acts_at_the_same_time_does_not_see_the_choice_of_another() -> None:
    env = envs.turn_env("clouds", 2)
    env.reset(seed=SEED)
    first, second = env.agent_selection, next(agent for agent in env.agents if agent != env.agent_selection)
    legal = numpy.flatnonzero(env.observe(first)["action_mask"])
    seen = []
    for move in (legal[0], legal[-1]):
        env.reset(seed=SEED)
        env.step(int(move))
        assert second == env.agent_selection
        seen.append(env.last()[0]["observation"])
    assert legal[0] != legal[-1]
    assert numpy.array_equal(seen[0], seen[1])


def test_an_observation_does_not_change_with_the_next_step() -> None:
    env = envs.turn_env("islands", 2)
    env.reset(seed=SEED)
    first = env.last()[0]
    before = {name: numbers.copy() for name, numbers in first.items()}
    env.step(first["action_mask"].argmax())
    now = env.last()[0]
    for name, numbers in first.items():
        assert numpy.array_equal(numbers, before[name])
        assert not numpy.array_equal(numbers, now[name])


def test_a_deep_copy_plays_on_without_the_original() -> None:
    env = envs.turn_env("mine", 2, limit=40)
    env.reset(seed=SEED)
    other = copy.deepcopy(env)
    before = env.last()[0]
    played = [play_first_moves(other), play_first_moves(env)]
    assert numpy.array_equal(before["observation"], played[0][0])
    assert numpy.array_equal(played[0], played[1])


def play_first_moves(env: Any) -> Any:
    """Play the first legal move until the end, deal again, and return what the agents saw on the way."""
    seen = []
    for agent in env.agent_iter():
        numbers, _, terminated, truncated, _ = env.last()
        seen.append(env.observe(agent)["observation"])
        env.step(None if terminated or truncated else numbers["action_mask"].argmax())
    env.reset()
    return numpy.stack([*seen, env.last()[0]["observation"]])


def test_the_parallel_environment_plays_a_race_to_its_end() -> None:
    env = envs.parallel_env("mine", 3)
    observations, _ = env.reset(seed=SEED)
    rng = numpy.random.default_rng(SEED)
    while env.agents:
        actions = {
            agent: int(rng.choice(legal)) if len(legal := numpy.flatnonzero(seen["action_mask"])) else 0
            for agent, seen in observations.items()
        }
        observations, rewards, terminated, _, _ = env.step(actions)
    assert all(terminated.values())
    assert abs(sum(rewards.values())) < 1e-9


def test_an_illegal_move_is_refused() -> None:
    turns = envs.turn_env("islands", 2)
    turns.reset(seed=SEED)
    with pytest.raises(Illegal):
        turns.step(115)
    together = envs.parallel_env("mine", 2)
    together.reset(seed=SEED)
    before = together.table.state.copy()
    with pytest.raises(Illegal):
        together.step({"A": 0, "B": 2661})
    assert before == together.table.state
    seat = envs.seat_env("clouds", 1)
    seat.reset(seed=SEED)
    with pytest.raises(Illegal):
        seat.step(0)


def test_an_illegal_move_can_be_replaced_by_a_random_one() -> None:
    env = envs.seat_env("clouds", 1, on_illegal="random")
    env.reset(seed=SEED)
    *_, infos = env.step(0)
    assert {"illegal": True} == infos
    assert 1 == env.table.state.plies
    *_, infos = env.step(env.action_space.sample())
    assert {} == infos


def play_seat(env: Any, seed: int) -> list[tuple[Any, ...]]:
    """Play legal random moves of a seat to the end; return all steps."""
    seen, _ = env.reset(seed=seed)
    env.action_space.seed(seed)
    steps: list[tuple[Any, ...]] = [(seen["observation"].tolist(),)]
    while True:
        seen, reward, terminated, truncated, _ = env.step(env.action_space.sample())
        steps.append((seen["observation"].tolist(), reward, terminated, truncated))
        if terminated or truncated:
            return steps


@pytest.mark.parametrize(
    "key, seats, opponents, seat", [("clouds", 1, (), 0), ("islands", 3, ("greedy", "random"), 1)]
)
def test_equal_seeds_give_equal_matches_of_a_seat(
    key: str, seats: int, opponents: Sequence[str], seat: int
) -> None:
    settings: Mapping[str, Any] = {"opponents": opponents, "seat": seat}
    one, other = (envs.seat_env(key, seats, **settings) for _ in range(2))
    assert play_seat(one, SEED) == play_seat(other, SEED)
    assert play_seat(one, SEED) != play_seat(other, SEED + 1)


def test_the_solo_reward_is_the_score() -> None:
    env = envs.seat_env("clouds", 1)
    steps = play_seat(env, SEED)
    outcome = env.table.state.outcome()
    assert outcome is not None
    assert [0.0] * (len(steps) - 2) + [outcome.scores[0]] == [step[1] for step in steps[1:]]


@every_game
def test_the_vector_environment_steps_a_batch(game: Game) -> None:
    seats = game.seats[0]
    env = gymnasium.make_vec(f"{MODULE}:tablee/{game.key}-{seats}-v1", num_envs=5)
    assert isinstance(env.unwrapped, gymnasium.vector.VectorEnv)
    observation, infos = env.reset(seed=SEED)
    assert env.observation_space.contains(observation)
    for number in range(40):
        moved = infos["actor"]
        moves = env.unwrapped.sample(number)  # type: ignore[attr-defined]
        assert all(observation["action_mask"][at, move] for at, move in enumerate(moves))
        observation, rewards, terminated, truncated, infos = env.step(moves)
        assert rewards.shape == terminated.shape == truncated.shape == (5,)
        assert numpy.array_equal(rewards, infos["rewards"][numpy.arange(5), moved])
    assert env.observation_space.contains(observation)
    again, _ = env.reset(seed=SEED)
    first, _ = env.reset(seed=[SEED] * 5)  # type: ignore[arg-type]
    assert numpy.array_equal(again["observation"], first["observation"])
    env.close()


def test_the_vector_environment_is_the_same_in_several_processes() -> None:
    one, two = envs.vector_env("clouds", 1, 5), envs.vector_env("clouds", 1, 5, processes=2)
    seen = [env.reset(seed=SEED)[0] for env in (one, two)]
    for number in range(30):
        assert all(numpy.array_equal(seen[0][name], seen[1][name]) for name in seen[0])
        moves = two.sample(number)
        steps = [env.step(moves) for env in (one, two)]
        assert steps[0][1].tolist() == steps[1][1].tolist()
        seen = [step[0] for step in steps]
    two.close()


@every_game
def test_render_gives_text_and_a_picture(game: Game) -> None:
    text = envs.turn_env(game.key, game.seats[0], render_mode="ansi")
    text.reset(seed=SEED)
    assert len(str(text.render()).splitlines()) > 3
    image = envs.seat_env(game.key, game.seats[0], render_mode="rgb_array")
    image.reset(seed=SEED)
    pixels = image.render()
    assert (numpy.uint8, 3) == (pixels.dtype, pixels.shape[2])
    assert len(numpy.unique(pixels.reshape(-1, 3), axis=0)) > 2
    assert envs.seat_env(game.key, game.seats[0]).render() is None


@pytest.mark.parametrize(
    "function, module, command",
    [
        ("turn_env", "pettingzoo", 'pip install "tablee[lab]"'),
        ("vector_env", "gymnasium", 'pip install "tablee[lab]"'),
        ("openspiel_game", "pyspiel", "pip install open-spiel"),
    ],
)
def test_a_missing_package_is_named_with_the_command_that_installs_it(
    function: str, module: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.startswith("tablee.lab.envs."):
            raise ModuleNotFoundError(f"No module named {module!r}", name=module)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ModuleNotFoundError) as missing:
        getattr(envs, function)("islands", 2)
    assert f"{module} is not installed. Install it with: {command}" == str(missing.value)
