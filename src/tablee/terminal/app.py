"""The program that people play in: a table on the screen, until the match is over or somebody quits."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from tablee.terminal.sentences import frame_words
from tablee.terminal.session import Sitting
from tablee.terminal.table import TableScreen

# About how long a person looks at what a bot did, in seconds.
PACE = 0.9


class TableApp(App[list[str]]):
    """Shows one sitting; returns the sentences to print when the screen is gone."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "quit", priority=True)]

    def __init__(
        self, sitting: Sitting, file: Path, pace: float = PACE, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self.title = sitting.match.game.titles[sitting.language]
        self.sitting = sitting
        self.file = file
        self.table = TableScreen(sitting, pace, clock)

    def get_default_screen(self) -> Screen[None]:
        """The table is all there is."""
        return self.table

    def save(self) -> list[str]:
        """Write the match down; says where, or why that failed."""
        words = frame_words(self.sitting.language)
        try:
            self.sitting.save(self.file)
        except OSError as wrong:
            return [words("frame.not-saved", why=wrong)]
        after = "frame.resume" if self.sitting.match.outcome is None else "frame.replay"
        return [words("frame.saved", file=self.file), words(after, file=self.file)]

    async def action_quit(self) -> None:
        """Quit; a match that has begun is saved first, and nobody need think on."""
        self.table.others.forget()
        self.exit(self.save() if self.sitting.match.ply else [])
