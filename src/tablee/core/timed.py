"""Optional hooks of a State for games in which time passes: a lamp, a pause to look, a deadline.

Rules never read a clock. Server and terminal ask `timer` and play a move of the seat CLOCK when it is due.
"""

from __future__ import annotations

from typing import TYPE_CHECKING


class Timed:
    """Hooks for timers, with defaults for a game without any."""

    __slots__ = ()

    if TYPE_CHECKING:

        def moves(self, seat: int) -> list[int]:
            """See State."""

    def timer(self) -> tuple[int, int] | None:
        """Return when CLOCK is due: the ply at which its wait began, and the wait in milliseconds.

        None: no timer is running. One runs only while CLOCK is an actor; otherwise this may not be called.
        """
        return None

    def visible_timer(self, viewer: int) -> tuple[int, int] | None:
        """Return the timer that a viewer (CLOCK: a spectator) may know; override if each seat has its own."""
        return self.timer()

    def waits_for_clock(self) -> bool:
        """Return whether moves of seats are refused until CLOCK has moved. Ignored where no timers run."""
        return False

    def late_move(self, seat: int) -> int:
        """Return the move played for a seat whose time is up; the default is its first legal move."""
        return self.moves(seat)[0]
