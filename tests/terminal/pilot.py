"""Hands for a table that nobody sees."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual import events
from textual.widgets import Static

from tablee import games
from tablee.core.match import Match
from tablee.terminal.app import TableApp
from tablee.terminal.picture import Picture
from tablee.terminal.session import Sitting, seated
from tablee.terminal.table import TableScreen

PATIENCE = 60.0
NAMED = {"space": " ", "question_mark": "?", "enter": "\r"}


def sitting_of(
    seats: int, people: int = 1, key: str = "islands", seed: str = "seed", **options: str
) -> Sitting:
    """A table with random bots, in French."""
    match = Match(games.load(key), seats, seed, options)
    return Sitting(match, seated(seats, people, ["random"]), "fr")


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that must happen; only a test that fails waits long."""
    start = time.monotonic()
    while not condition():
        if time.monotonic() - start > PATIENCE:
            raise AssertionError("it never happened")
        await asyncio.sleep(0.002)


class Hands:
    """Keys for a running table, each awaited by what it does."""

    def __init__(self, app: TableApp) -> None:
        self.app = app

    @property
    def table(self) -> TableScreen:
        return self.app.table

    @property
    def match(self) -> Match:
        return self.app.sitting.match

    def text(self, widget: str) -> str:
        """What a line of the screen says."""
        return str(self.table.query_one(widget, Static).content)

    def picture(self) -> str:
        """The characters on the table."""
        return self.table.query_one(Picture).canvas.text()

    async def press(self, *keys: str) -> None:
        """Press keys; when the last has been dealt with, so has all that it set off at once."""
        dealt = asyncio.Event()
        for key in keys:
            letter = NAMED.get(key, key if len(key) == 1 else None)
            self.app.post_message(events.Key(key, letter))
        await asyncio.sleep(0)
        self.app.call_later(lambda: self.app.screen.call_later(lambda: self.app.call_later(dealt.set)))
        await asyncio.wait_for(dealt.wait(), PATIENCE)

    async def say(self, words: str) -> None:
        """Type a move and play it."""
        await self.press(*("space" if letter == " " else letter for letter in words), "enter")

    async def my_turn(self) -> None:
        """Wait until the person has something to decide, or it is over."""
        await until(lambda: bool(self.table.hand.targets) or self.match.outcome is not None)


def drive(
    sitting: Sitting,
    script: Callable[[Hands], Awaitable[None]],
    size: tuple[int, int] = (100, 40),
    file: str = "x",
) -> TableApp:
    """Run a table without a screen while the script plays at it."""
    app = TableApp(sitting, Path(file), pace=0)

    async def main() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(Hands(app))

    asyncio.run(main())
    return app
