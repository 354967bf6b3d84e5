"""One match as environments see it: whose turn it is, observations and masks as arrays, rewards, pictures."""

from __future__ import annotations

import copy
import secrets
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import numpy
from gymnasium import spaces
from numpy.typing import NDArray

from tablee import games
from tablee.core.batch import Turns, final_rewards, settle
from tablee.core.rng import Rng
from tablee.core.state import NOBODY
from tablee.core.vectors import Observer
from tablee.lab.batch import REWARDS, RewardKind, observation_size
from tablee.lab.envs.picture import picture, text_picture

Bytes: TypeAlias = NDArray[numpy.int8]
RenderMode = Literal["ansi", "rgb_array"]
# How many observations share one allocation: made one by one, arrays cost twice as much. It is freed when the
# caller keeps none of them.
ROWS = 32
RENDER_MODES: list[RenderMode] = ["ansi", "rgb_array"]


class EnvTable(Turns):
    """A game, its options and one match. Moves of CLOCK are made by `play` and `deal`; see `core.batch`."""

    def __init__(
        self,
        key: str,
        seats: int | None,
        options: Mapping[str, str | bool] | None,
        limit: int,
        rewards: RewardKind,
    ) -> None:
        super().__init__()
        self.game = games.load(key)
        self.seats = self.game.seats[0] if seats is None else self.game.check_seats(seats)
        self.options = self.game.resolve_options(options or {})
        self.limit = limit
        self.reward_by = REWARDS[rewards]
        self.width = observation_size(self.game, self.seats)
        self.moves = self.game.vocabulary.size
        self.dealer = self.game.dealer(self.seats, **self.options)
        self.rng = Rng()
        self.rng.reseed(secrets.randbits(63))
        self.deal()

    def new_rows(self) -> list[dict[str, Bytes]]:
        """Return the arrays of the next observations. None is used twice: the caller may keep them."""
        rows = numpy.empty((ROWS, self.width + self.moves), numpy.int8)
        self.observer.out = rows.reshape(-1).data
        self.observer.rows = ROWS
        return [
            {"observation": numbers, "action_mask": mask}
            for numbers, mask in zip(rows[:, : self.width], rows[:, self.width :], strict=True)
        ]

    def __deepcopy__(self, memo: dict[int, Any]) -> EnvTable:
        """Return a table with a copy of the match, whose later deals are the same ones."""
        other = copy.copy(self)
        other.state, other.rng = self.state.copy(), copy.deepcopy(self.rng)
        other.observer, other.unused = Observer(), []
        return other

    def reseed(self, seed: int) -> None:
        """Let the deals that follow depend on this seed alone."""
        self.rng.reseed(seed)

    def deal(self) -> None:
        """Begin a new match."""
        self.state = self.dealer(self.rng)
        self.seat = settle(self.state, self.seats - 1)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended by its rules."""
        return self.seat == NOBODY

    @property
    def is_truncated(self) -> bool:
        """Whether the match has reached the limit without an end."""
        return self.seat != NOBODY and self.state.plies >= self.limit

    def rewards(self) -> list[float]:
        """Return the reward of each seat at the end."""
        return final_rewards(self.state, self.reward_by)

    def mask(self, seat: int) -> Bytes:
        """Return 1 for each legal move of a seat, as a new array; all 0 if it is not an actor."""
        found: Bytes = self.observation(seat)["action_mask"]
        return found

    def observation_space(self) -> spaces.Box:
        """Return the space of observations, with the bounds of each number."""
        fields = self.game.observation_fields(self.seats)
        sizes = [field.size for field in fields]
        low = numpy.repeat(numpy.array([field.low for field in fields], numpy.int8), sizes)
        high = numpy.repeat(numpy.array([field.high for field in fields], numpy.int8), sizes)
        return spaces.Box(low, high, dtype=numpy.int8)

    def mask_space(self) -> spaces.Box:
        """Return the space of masks."""
        return spaces.Box(0, 1, (self.moves,), numpy.int8)

    def render(self, mode: RenderMode | None, viewer: int | None) -> Any:
        """Return the board as a viewer sees it: text, an array of pixels, or None without a mode."""
        if mode is None:
            return None
        view = self.state.view(viewer)
        return text_picture(self.game, view) if mode == "ansi" else picture(self.game, view)
