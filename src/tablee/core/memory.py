"""Optional hooks of a State for games in which remembering is part of the game.

Such a game also sets `Game.memory`, so that no log, history or hint remembers for the players.
"""

from __future__ import annotations

from typing import TYPE_CHECKING


class Memory:
    """Hooks for memory games, with defaults for all other games."""

    __slots__ = ()

    if TYPE_CHECKING:

        def announce(self, viewer: int, seat: int, move: int) -> str:
            """See State."""

    def log_text(self, viewer: int, seat: int, move: int) -> str:
        """Return the text that a log may keep of a move about to be made, while the match goes on.

        The default is the text of `announce`. Once the match is over, a log may show everything announced.
        """
        return self.announce(viewer, seat, move)

    def forget(self, seat: int, recall: float, mind: int) -> None:
        """Replace, in a resampled state, what an imperfect memory would no longer know.

        `recall` (0 to 1) is the share that is still known after a time that the game defines; 1 forgets
        nothing. `mind` identifies one memory: equal minds forget the same things at the same table.
        """
