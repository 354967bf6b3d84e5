"""PettingZoo environments: one seat at a time (AEC), or all acting seats at once (parallel)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from tablee.core.state import NOBODY
from tablee.core.vocabulary import format_seat
from tablee.lab.batch import LIMIT, RewardKind
from tablee.lab.envs.table import RENDER_MODES, Bytes, EnvTable, RenderMode

Observation = dict[str, Bytes]


class TurnEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo is not typed
    """A match in which one seat moves at a time. Agents are the seats A, B, C ...

    An observation has `observation` and `action_mask`; an action is a move of the game as an integer, and
    `step` raises Illegal if it is not legal. Rewards come at the end; see `core.batch.final_rewards`. Seats
    that act at the same time move one after the other, without seeing each other's choice. `reset` ignores
    its `options`: the options of a game are fixed when the environment is made.
    """

    def __init__(
        self,
        key: str,
        seats: int | None = None,
        *,
        options: Mapping[str, str | bool] | None = None,
        limit: int = LIMIT,
        rewards: RewardKind = "win",
        render_mode: RenderMode | None = None,
    ) -> None:
        super().__init__()
        self.table = EnvTable(key, seats, options, limit, rewards)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"tablee_{key}_v{self.table.game.version}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
        }
        self.possible_agents = [format_seat(seat) for seat in range(self.table.seats)]
        self._numbers = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        space = spaces.Dict(
            {"observation": self.table.observation_space(), "action_mask": self.table.mask_space()}
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(self.table.moves) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new match; equal seeds give equal deals."""
        if seed is not None:
            self.table.reseed(seed)
        self.table.deal()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._goes_on = True
        self.agent_selection = self.possible_agents[self.table.seat]

    def observe(self, agent: str) -> Observation:
        """Return the observation of an agent and its legal moves: none if it does not act now."""
        return self.table.observation(self._numbers[agent])

    def step(self, action: int | None) -> None:
        """Make a move of the selected agent; None for one whose match is over."""
        if not self._goes_on:
            self._was_dead_step(action)
            return
        table = self.table
        # Rewards are 0 until the end, so that nothing has to be cleared before.
        seat = table.play(int(action))  # type: ignore[arg-type]
        if seat != NOBODY:
            self.agent_selection = self.possible_agents[seat]
            return
        self._goes_on = False
        if table.is_over:
            self.rewards = dict(zip(self.agents, table.rewards(), strict=True))
            self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, table.is_over)
        self.truncations = dict.fromkeys(self.agents, table.is_truncated)
        self.agent_selection = self.agents[0]

    def render(self) -> Any:
        """Return the board as a spectator sees it, in the form of `render_mode`."""
        return self.table.render(self.render_mode, None)

    def close(self) -> None:
        """Do nothing: there is no window."""


class RoundEnv(ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # likewise
    """A match in which all acting seats move at once, for games such as Out of Mine!

    In each step the moves are made one after the other, the first seat being another one each time. A move
    that an earlier one of the same step made illegal is left out. Actions of seats that do not act are
    ignored: their mask is all 0. The rest is as in `TurnEnv`.
    """

    def __init__(
        self,
        key: str,
        seats: int | None = None,
        *,
        options: Mapping[str, str | bool] | None = None,
        limit: int = LIMIT,
        rewards: RewardKind = "win",
        render_mode: RenderMode | None = None,
    ) -> None:
        self._turns = TurnEnv(
            key, seats, options=options, limit=limit, rewards=rewards, render_mode=render_mode
        )
        self.table = self._turns.table
        self.render_mode = render_mode
        self.metadata = {**self._turns.metadata, "name": f"{self._turns.metadata['name']}_parallel"}
        self.possible_agents = self._turns.possible_agents
        self.agents = self.possible_agents[:]
        self._first = 0

    def observation_space(self, agent: str) -> Any:
        return self._turns.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._turns.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a new match; equal seeds give equal deals."""
        self._turns.reset(seed, options)
        self.agents = self.possible_agents[:]
        self._first = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._turns.observe(agent) for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Make one move of every acting seat. Raises Illegal if a move was not legal before the step."""
        table, seats = self.table, self.table.seats
        state = table.state
        order = [(self._first + turn) % seats for turn in range(seats)]
        self._first = (self._first + 1) % seats
        acting = [seat for seat in order if state.is_actor(seat)]
        chosen = {seat: int(actions[self.possible_agents[seat]]) for seat in acting}
        for seat in acting:
            if not state.allows(seat, chosen[seat]):
                # Raises Illegal with the reason of the rules.
                state.copy().play(seat, chosen[seat])
        for seat in acting:
            if state.allows(seat, chosen[seat]):
                table.seat = seat
                table.play(chosen[seat])
        rewards = table.rewards() if table.is_over else [0.0] * seats
        agents = self.agents
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        result = (
            self._observations(),
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, table.is_over),
            dict.fromkeys(agents, table.is_truncated),
            infos,
        )
        if table.is_over or table.is_truncated:
            self.agents = []
        return result

    def render(self) -> Any:
        """Return the board as a spectator sees it, in the form of `render_mode`."""
        return self.table.render(self.render_mode, None)

    def close(self) -> None:
        """Do nothing: there is no window."""
