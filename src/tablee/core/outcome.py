"""How a match ended: scores item by item, ranks, winners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Outcome:
    """One entry per seat in each list; rank 1 is first, equal means shared."""

    items: tuple[dict[str, int], ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won; several if it is shared."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    def as_json(self) -> dict[str, Any]:
        """The same as plain data, for a view."""
        plain = asdict(self)
        return {name: list(value) for name, value in plain.items()} | {"winners": list(self.winners)}


def ranked(items: Sequence[dict[str, int]], compared: Sequence[tuple[int, ...]] | None = None) -> Outcome:
    """The outcome of these score sheets; `compared` has what decides for each seat (default: the total)."""
    scores = tuple(sum(sheet.values()) for sheet in items)
    keys = compared if compared is not None else [(score,) for score in scores]
    ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
    return Outcome(tuple(dict(sheet) for sheet in items), scores, ranks)
