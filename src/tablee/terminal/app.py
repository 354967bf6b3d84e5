"""The Textual app of `tablee play`: shows one session until the match is over or a person quits."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from tablee.terminal.sentences import common_translations
from tablee.terminal.session import Session
from tablee.terminal.table import TableScreen

# Seconds before a bot moves, so that people can follow.
BOT_DELAY = 0.9


class TableApp(App[list[str]]):
    """One session on the screen. Its return value is the list of lines to print after it has closed."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "quit", priority=True)]

    def __init__(self, session: Session, file: Path, bot_delay: float = BOT_DELAY) -> None:
        super().__init__()
        self.title = session.match.game.titles[session.language]
        self.session = session
        self.file = file
        self.table = TableScreen(session, bot_delay)

    def get_default_screen(self) -> Screen[None]:
        """Return the table, the only screen at the bottom of the stack."""
        return self.table

    def save(self) -> list[str]:
        """Write the match to `file`; return lines that say where it is, or one that says why this failed."""
        translations = common_translations(self.session.language)
        try:
            self.session.save(self.file)
        except OSError as error:
            return [translations("frame.not-saved", why=error)]
        command = "frame.resume" if self.session.match.outcome is None else "frame.replay"
        return [translations("frame.saved", file=self.file), translations(command, file=self.file)]

    async def action_quit(self) -> None:
        """Cancel the bots, save the match if a move was made, and exit."""
        self.table.driver.cancel()
        self.exit(self.save() if self.session.match.ply else [])
