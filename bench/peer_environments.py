"""Environments of other projects as work for `bench.environments`: OpenSpiel, PettingZoo, pgx, RLCard.

Each function yields the projects that are installed and leaves out the others.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy

Work = Callable[[], int]
MODULES = {
    "OpenSpiel": "pyspiel",
    "PettingZoo classic": "pettingzoo.classic",
    "pgx": "pgx",
    "RLCard": "rlcard",
}
SPIEL_GAMES = ("tic_tac_toe", "backgammon", "leduc_poker", "gin_rummy", "euchre", "hearts", "cribbage")
PGX_GAMES = ("tic_tac_toe", "connect_four", "backgammon", "leduc_holdem")
RLCARD_GAMES = ("leduc-holdem", "uno", "gin-rummy", "doudizhu")
CLASSIC_GAMES = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "gin_rummy_v4", "rps_v2")


def load(project: str) -> Any:
    """Return the module of a project, or None if it is not installed."""
    try:
        return importlib.import_module(MODULES[project])
    except (ImportError, AttributeError):
        return None


def missing() -> str:
    """Return the projects that are not installed."""
    return ", ".join(project for project in MODULES if load(project) is None) or "none"


def one_at_a_time(_: int) -> Iterator[tuple[str, str, Work]]:
    """Yield the works of one match each, without observations."""
    spiel = load("OpenSpiel")
    for name in SPIEL_GAMES if spiel else ():
        yield "OpenSpiel", name, spiel_match(spiel.load_game(name), observe=False)
    rlcard = load("RLCard")
    for name in RLCARD_GAMES if rlcard else ():
        yield "RLCard (with observation)", name, rlcard_match(rlcard.make(name))
    if load("pgx"):
        yield "pgx (with observation)", "tic_tac_toe", pgx_steps("tic_tac_toe", 1)


def in_batches(matches: int) -> Iterator[tuple[str, str, Work]]:
    """Yield the works of batches; OpenSpiel has none, so that its states are observed one by one."""
    for name in PGX_GAMES if load("pgx") else ():
        yield "pgx", name, pgx_steps(name, matches)
    spiel = load("OpenSpiel")
    for game in map(spiel.load_game, SPIEL_GAMES) if spiel else ():
        kind = game.get_type()
        if kind.provides_observation_tensor or kind.provides_information_state_tensor:
            yield "OpenSpiel, one by one", kind.short_name, spiel_match(game, observe=True)


def through_pettingzoo(_: int) -> Iterator[tuple[str, str, Work]]:
    """Yield the works of one match each in PettingZoo's classic environments."""
    if load("PettingZoo classic") is None:
        return
    for name in CLASSIC_GAMES:
        try:
            env = importlib.import_module(f"pettingzoo.classic.{name}").env()
        except (ImportError, ModuleNotFoundError):
            continue
        yield "PettingZoo classic", name, pettingzoo_match(env)


def pettingzoo_match(env: Any) -> Work:
    """Return the work of one random match: `last`, a legal move, `step`."""
    seed = iter(range(1 << 30))

    def work() -> int:
        env.reset(seed=next(seed))
        done = 0
        while env.agents:
            seen, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = seen["action_mask"] if isinstance(seen, dict) else info.get("action_mask")
            if mask is None:
                env.step(env.action_space(env.agent_selection).sample())
            else:
                legal = mask.view(bool).nonzero()[0]
                env.step(int(legal[int(random.random() * len(legal))]))
            done += 1
        return done

    return work


def spiel_match(game: Any, observe: bool) -> Work:
    """Return the work of one random match of OpenSpiel; chance moves are not counted."""
    has_tensor = game.get_type().provides_observation_tensor

    def work() -> int:
        state, done = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
                continue
            legal = state.legal_actions()
            if observe:
                state.legal_actions_mask()
                tensor = state.observation_tensor if has_tensor else state.information_state_tensor
                numpy.asarray(tensor(state.current_player()), numpy.float32)
            state.apply_action(legal[int(random.random() * len(legal))])
            done += 1
        return done

    return work


def rlcard_match(env: Any) -> Work:
    """Return the work of one random match of RLCard; its `step` always makes an observation."""

    def work() -> int:
        state, _ = env.reset()
        done = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(random.random() * len(legal))])
            done += 1
        return done

    return work


def pgx_steps(name: str, matches: int) -> Work:
    """Return the work of one step of a batch of pgx, with random legal moves and automatic resets."""
    jax: Any = importlib.import_module("jax")
    pgx: Any = importlib.import_module("pgx")
    wrappers: Any = importlib.import_module("pgx.experimental.wrappers")
    env = pgx.make(name)
    advance = wrappers.auto_reset(env.step, env.init)

    def random_step(state: Any, key: Any) -> Any:
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        draw, chance = jax.random.split(key)
        return advance(state, jax.random.categorical(draw, logits), chance)

    step = jax.jit(jax.vmap(random_step))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), matches))
    keys = jax.random.PRNGKey(1)

    def work() -> int:
        nonlocal state, keys
        keys, now = jax.random.split(keys)
        state = step(state, jax.random.split(now, matches))
        state.observation.block_until_ready()
        return matches

    return work
