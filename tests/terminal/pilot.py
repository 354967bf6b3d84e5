"""Helpers that run the apps of the terminal without a screen and press keys in them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual import events
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Static

from tablee import games
from tablee.core.match import Match
from tablee.terminal.app import TableApp
from tablee.terminal.picture import Picture
from tablee.terminal.session import Session, assign_seats
from tablee.terminal.table import TableScreen

# Seconds after which a condition that does not come true fails the test.
TIMEOUT = 180.0
CHARACTERS = {"space": " ", "question_mark": "?", "enter": "\r"}


def new_session(
    seats: int, people: int = 1, key: str = "islands", seed: str = "seed", **options: str
) -> Session:
    """Return a session in French with random bots."""
    match = Match(games.load(key), seats, seed, options)
    return Session(match, assign_seats(seats, people, ["random"]), "fr")


async def until(condition: Callable[[], bool]) -> None:
    """Wait until the condition is true; raise AssertionError after TIMEOUT."""
    start = time.monotonic()
    while not condition():
        if time.monotonic() - start > TIMEOUT:
            raise AssertionError("the condition never became true")
        await asyncio.sleep(0.002)


class TablePilot:
    """Presses keys in a running TableApp and reads its screen."""

    def __init__(self, app: TableApp) -> None:
        self.app = app

    @property
    def table(self) -> TableScreen:
        return self.app.table

    @property
    def match(self) -> Match:
        return self.app.session.match

    def text(self, widget: str) -> str:
        """Return the text of the Static that `widget` selects."""
        return str(self.table.query_one(widget, Static).content)

    def picture(self) -> str:
        """Return the characters of the picture."""
        return self.table.query_one(Picture).canvas.text()

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until they and the messages that they posted have been handled."""
        handled = asyncio.Event()
        for key in keys:
            character = CHARACTERS.get(key, key if len(key) == 1 else None)
            self.app.post_message(events.Key(key, character))
        await asyncio.sleep(0)
        self.app.call_later(lambda: self.app.screen.call_later(lambda: self.app.call_later(handled.set)))
        await asyncio.wait_for(handled.wait(), TIMEOUT)

    async def type_move(self, words: str) -> None:
        """Type a move and press Enter."""
        await self.press(*("space" if letter == " " else letter for letter in words), "enter")

    async def my_turn(self) -> None:
        """Wait until the viewer may act or the match is over."""
        await until(lambda: bool(self.table.move_entry.targets) or self.match.outcome is not None)


def run_table(
    session: Session,
    script: Callable[[TablePilot], Awaitable[None]],
    size: tuple[int, int] = (100, 40),
    file: str = "x",
) -> TableApp:
    """Run a TableApp without a screen while the script plays, and return it closed."""
    app = TableApp(session, Path(file), bot_delay=0)

    async def main() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(TablePilot(app))

    asyncio.run(main())
    return app


def run_app(app: App[Any], script: Callable[[Pilot[Any]], Awaitable[None]]) -> None:
    """Run any other app without a screen, with Textual's own pilot."""

    async def main() -> None:
        async with app.run_test(size=(100, 40)) as pilot:
            await script(pilot)

    asyncio.run(main())
