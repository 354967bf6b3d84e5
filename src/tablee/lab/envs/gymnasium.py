"""Gymnasium environments: one seat against bots, and batches as vector environments.

Importing this module registers them, as Gymnasium does itself for the module named before a colon:
`gymnasium.make("tablee.lab.envs.gymnasium:tablee/KEY-SEATS-v1")`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import gymnasium
import numpy
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tablee import bots, games
from tablee.bots import Budget
from tablee.core.batch import TERMINATED, TRUNCATED
from tablee.core.rng import Rng
from tablee.lab.batch import LIMIT, RewardKind, make_batch
from tablee.lab.envs.table import RENDER_MODES, Bytes, EnvTable, RenderMode
from tablee.lab.parallel_batch import ParallelBatch

Observation = dict[str, Any]
# The budget of a bot for one move, in seconds.
SECONDS = 2.0


class LegalMoves(spaces.Discrete):
    """The space of all moves of a game; `sample` without a mask draws a legal move of the position."""

    def __init__(self, table: EnvTable, seat: int) -> None:
        super().__init__(table.moves)
        self._table = table
        self._seat = seat

    def sample(self, mask: Any = None, probability: Any = None) -> numpy.int64:
        if mask is None and probability is None:
            mask = self._table.mask(self._seat)
        return super().sample(mask, probability)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, spaces.Discrete) and (self.n, self.start) == (other.n, other.start)

    __hash__ = None  # type: ignore[assignment]  # a space is mutable


class SeatEnv(gymnasium.Env[Observation, numpy.int64]):
    """One seat of a match; the others are played by bots, each seat of them by its name in `opponents`.

    `opponents` are repeated around the table; without any, all are `random`. An observation has `observation`
    and `action_mask`. An action is a move of the game as an integer. `on_illegal` says what `step` does with
    one that is not legal: raise Illegal, or play a random legal move and say so by `infos["illegal"]`.
    `action_space.sample()` draws moves that are legal now. The reward comes at the end; alone it is the
    score, otherwise the share of the win (`core.batch.final_rewards`).
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        key: str,
        seats: int | None = None,
        opponents: Sequence[str] = (),
        *,
        seat: int = 0,
        options: Mapping[str, str | bool] | None = None,
        limit: int = LIMIT,
        rewards: RewardKind = "win",
        on_illegal: Literal["raise", "random"] = "raise",
        render_mode: RenderMode | None = None,
    ) -> None:
        self.table = EnvTable(key, seats, options, limit, rewards)
        if not 0 <= seat < self.table.seats:
            raise ValueError(f"there is no seat {seat} at a table of {self.table.seats}")
        self.seat = seat
        self.on_illegal = on_illegal
        self.render_mode: RenderMode | None = render_mode
        names = list(opponents) or ["random"]
        others = [other for other in range(self.table.seats) if other != seat]
        self._bots = {
            other: bots.load(names[at % len(names)], self.table.game, f"{key} {other}")
            for at, other in enumerate(others)
        }
        self._budget = Budget(SECONDS)
        self._bot_rng = Rng()
        self.observation_space = spaces.Dict(
            {"observation": self.table.observation_space(), "action_mask": self.table.mask_space()}
        )
        self.action_space = LegalMoves(self.table, seat)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new match, and let the bots move until it is this seat's turn."""
        super().reset(seed=seed)
        if seed is not None:
            self.table.reseed(seed)
            self._bot_rng.reseed(seed, 1)
        self.table.deal()
        self._play_others()
        return self.table.observation(self.seat), {}

    def _play_others(self) -> None:
        """Let the bots move until it is the turn of this seat, or the match ends."""
        table = self.table
        while not table.is_over and not table.is_truncated and table.seat != self.seat:
            bot = self._bots[table.seat]
            table.play(bots.choose(bot, table.state, table.seat, self._budget, self._bot_rng))

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move, and let the bots move until it is this seat's turn again."""
        table, move, infos = self.table, int(action), {}
        if self.on_illegal == "random" and not table.state.allows(self.seat, move):
            legal = table.state.moves(self.seat)
            move, infos = legal[self._bot_rng.below(len(legal))], {"illegal": True}
        table.play(move)
        self._play_others()
        reward = table.rewards()[self.seat] if table.is_over else 0.0
        return table.observation(self.seat), reward, table.is_over, table.is_truncated, infos

    def render(self) -> Any:
        """Return the board as this seat sees it, in the form of `render_mode`."""
        return self.table.render(self.render_mode, self.seat)


class BatchEnv(VectorEnv[Observation, Any, NDArray[numpy.float64]]):
    """Many matches of one game in a batch, played by one learner in all seats.

    The observation of a match is that of the seat that moves next: `infos["actor"]`. The reward is that of
    the seat that has just moved; `infos["rewards"]` has those of all seats. A match that ends is dealt anew
    in the same step. Arrays are copied unless `copy` is False: then they change with the next step. With
    `processes` above 1, close the environment at the end: see `ParallelBatch`.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        key: str,
        seats: int | None = None,
        num_envs: int = 1,
        *,
        options: Mapping[str, str | bool] | None = None,
        limit: int = LIMIT,
        rewards: RewardKind = "win",
        copy: bool = True,
        processes: int = 1,
    ) -> None:
        table = EnvTable(key, seats, options, limit, rewards)
        self.num_envs = num_envs
        self.copy = copy
        settings: dict[str, Any] = {"options": options, "limit": limit, "rewards": rewards}
        self.batch = (
            make_batch(table.game, table.seats, num_envs, **settings)
            if processes == 1
            else ParallelBatch(key, table.seats, num_envs, processes, **settings)
        )
        self.observations: Bytes = numpy.asarray(self.batch.observations).reshape(num_envs, table.width)
        self.masks: Bytes = numpy.asarray(self.batch.masks).reshape(num_envs, table.moves)
        self.rewards = numpy.asarray(self.batch.rewards).reshape(num_envs, table.seats)
        self.ends: Bytes = numpy.asarray(self.batch.ends)
        self.actors: Bytes = numpy.asarray(self.batch.actors)
        self._rows = numpy.arange(num_envs)
        self.single_observation_space = spaces.Dict(
            {"observation": table.observation_space(), "action_mask": table.mask_space()}
        )
        self.single_action_space = spaces.Discrete(table.moves)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal all matches anew. Of a list of seeds the first counts: one seed is enough for all matches."""
        first = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=first)
        number = int(self.np_random.integers(1 << 62)) if first is None else first
        self.batch.reset(self.num_envs, number)
        return self._observation(), {"actor": self.actors.copy(), "rewards": self.rewards.copy()}

    def _observation(self) -> Observation:
        if self.copy:
            return {"observation": self.observations.copy(), "action_mask": self.masks.copy()}
        return {"observation": self.observations, "action_mask": self.masks}

    def step(self, actions: Any) -> tuple[Observation, NDArray[numpy.float64], Any, Any, dict[str, Any]]:
        """Make one move in every match; raises Illegal, and changes nothing, if one is not legal."""
        moved = self.actors.copy()
        self.batch.step(numpy.require(actions, numpy.int64, ["C", "W"]).data)
        rewards = self.rewards[self._rows, moved].astype(numpy.float64)
        infos = {"actor": self.actors.copy(), "rewards": self.rewards.copy()}
        return self._observation(), rewards, self.ends == TERMINATED, self.ends == TRUNCATED, infos

    def close_extras(self, **_: Any) -> None:
        """End the processes, if there are any."""
        if isinstance(self.batch, ParallelBatch):
            self.batch.close()

    def sample(self, seed: int) -> NDArray[numpy.int64]:
        """Return a random legal move for every match."""
        rng = Rng()
        rng.reseed(seed)
        out = numpy.zeros(self.num_envs, numpy.int64)
        self.batch.random_moves(rng, out.data)
        return out


def register() -> None:
    """Register every game with every number of seats: `tablee/KEY-SEATS-vVERSION`."""
    for game in games.all():
        for seats in game.seats:
            name = f"tablee/{game.key}-{seats}-v{game.version}"
            if name not in gymnasium.registry:
                gymnasium.register(
                    id=name,
                    entry_point="tablee.lab.envs.gymnasium:SeatEnv",
                    vector_entry_point="tablee.lab.envs.gymnasium:BatchEnv",
                    kwargs={"key": game.key, "seats": seats},
                )


register()
