"""Optional hooks of a State for games in which seats act at the same time and the fastest wins.

The server measures the time of each move and passes it to `State.play` as `elapsed`.
"""

from __future__ import annotations

# In a race without a timer bots take this many times as long for a move: who plays without a time limit is
# new to the game, or wants no hurry.
UNTIMED_SLOWDOWN = 2.5


class Race:
    """Hooks for races, with defaults for a game without any."""

    __slots__ = ()

    def race_start(self, seat: int) -> int | None:
        """Return the ply whose move started the race for a seat (CLOCK: for spectators), or None.

        The elapsed time of the seat's moves counts from then.
        """
        return None

    def min_interval(self, move: int) -> int:
        """Return the shortest time (ms) between the seat's last timed move and this one; 0 for no minimum."""
        return 0

    def race_results(self) -> list[list[int]]:
        """Return the winners of each race that is over, in order."""
        return []
