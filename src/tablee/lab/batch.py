"""Make a batch: many matches of one game in contiguous arrays, advanced by one call (`core.batch`)."""

from __future__ import annotations

from collections.abc import Mapping
from struct import calcsize
from typing import Any, Literal

from tablee.core.batch import BY_LEAD, BY_POINTS, BY_WIN, Batch
from tablee.core.errors import Illegal
from tablee.core.game import Game

LIMIT = 5000
REWARDS = {"win": BY_WIN, "points": BY_POINTS, "lead": BY_LEAD}
RewardKind = Literal["win", "points", "lead"]
# Flat memoryviews by the names of `array_sizes`.
Arrays = Mapping[str, Any]


def observation_size(game: Game, seats: int) -> int:
    """Return the length of an observation; raises Illegal if the game has none."""
    fields = game.observation_fields(seats)
    if not fields:
        raise Illegal("no-observation", game=game.key)
    return fields[-1].start + fields[-1].size


def array_sizes(game: Game, seats: int) -> dict[str, tuple[str, int]]:
    """Return, by array, the format of its numbers (as in `struct`) and how many of them a match has."""
    return {
        "observations": ("b", observation_size(game, seats)),
        "masks": ("b", game.vocabulary.size),
        "rewards": ("f", seats),
        "ends": ("b", 1),
        "actors": ("b", 1),
    }


def new_array(kind: str, size: int) -> Any:
    """Return a flat memoryview of `size` zeros."""
    block: Any = memoryview(bytearray(size * calcsize(kind)))
    return block.cast(kind)


def make_batch(
    game: Game,
    seats: int,
    count: int,
    *,
    seed: int = 0,
    first: int = 0,
    limit: int = LIMIT,
    rewards: RewardKind = "win",
    options: Mapping[str, str | bool] | None = None,
    arrays: Arrays | None = None,
) -> Batch:
    """Return a batch of `count` matches, dealt. Raises Illegal or Unreadable for wrong arguments.

    Match i depends on the seed and on `first` + i alone, so that several batches can share the work. `limit`
    is the number of moves after which a match is truncated. `arrays` are flat memoryviews by the names of
    `array_sizes`, in shared memory for instance; by default the batch has its own.
    """
    dealer = game.dealer(seats, **(options or {}))
    sizes = array_sizes(game, seats)
    if count < 1:
        raise Illegal("nothing-to-play")
    memory = arrays or {name: new_array(kind, count * size) for name, (kind, size) in sizes.items()}
    batch = Batch()
    batch.set_up(dealer, seats, sizes["observations"][1], game.vocabulary.size)
    batch.limit = limit
    batch.reward_by = REWARDS[rewards]
    batch.set_arrays(*(memory[name] for name in sizes))
    batch.reset(count, seed, first)
    return batch
