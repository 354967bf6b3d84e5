"""The outcome of a match: scores item by item, ranks, winners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Outcome:
    """One entry per seat in each tuple; rank 1 is first, equal ranks are shared."""

    items: tuple[dict[str, int], ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with rank 1."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    def as_json(self) -> dict[str, Any]:
        """Return the outcome as JSON-ready data, with the winners."""
        plain = asdict(self)
        return {name: list(value) for name, value in plain.items()} | {"winners": list(self.winners)}


def ranked(items: Sequence[dict[str, int]], compared: Sequence[tuple[int, ...]] | None = None) -> Outcome:
    """Return the outcome of score sheets. `compared` has the sort key of each seat; default: its total."""
    scores = tuple(sum(sheet.values()) for sheet in items)
    keys = compared if compared is not None else [(score,) for score in scores]
    ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
    return Outcome(tuple(dict(sheet) for sheet in items), scores, ranks)
