"""Optional hooks of a State that make bots stronger and hints possible.

Every default leaves the decision to the search, so a game without any of them still has bots of all levels.
The search and batches of environments call most of them very often, so this module is compiled.
"""

from __future__ import annotations

from tablee.core.buffers import FeatureBuffer, MoveBuffer
from tablee.core.compiled import Int
from tablee.core.observation import ObservationWriter
from tablee.core.rng import Rng


class Advice:
    """Hooks for bots, with defaults. Bots call them on resampled states only."""

    def find_candidates(self, seat: Int, moves: MoveBuffer) -> None:
        """Fill `moves` with the legal moves worth searching; leave it empty for all legal moves.

        Leave out moves that are equivalent to another one or plainly worse. A single candidate is played
        without a search.
        """

    def propose(self, seat: int) -> list[int]:
        """Return a few good moves, best first; [] where the game has no heuristic.

        Used for hints, by the greedy bot, and as the rollout policy.
        """
        return []

    def follow_up(self, seat: int, move: int) -> int | None:
        """Return the move that should follow a proposed one, or None for no preference; a hint shows both."""
        return None

    def item_subject(self, seat: int, item: str) -> str:
        """Return the key of the text that names what an item of the score sheet counts.

        "" for an item that counts the same in every match: its own name is enough for a hint.
        """
        return ""

    def fill_features(self, seat: Int, features: FeatureBuffer) -> None:
        """Add the inputs of the value network: what the seat knows, always the same number of values."""

    def fill_observation(self, seat: Int, writer: ObservationWriter) -> None:
        """Write what the seat knows of the position, as a learner sees it; the default writes nothing.

        The size depends on the number of seats alone. Nothing that the seat cannot know may change a number.
        """

    def chance_key(self) -> Int:
        """Return a key for what the last move revealed to all seats, 0 for nothing.

        The search keeps one branch for each key.
        """
        return 0

    def blunder(self, seat: int, legal: list[int], rng: Rng) -> int:
        """Return a mistake that a person could make; the default is any legal move."""
        return legal[rng.below(len(legal))]
