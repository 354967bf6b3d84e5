"""Looking at a match again, and the questions before the first."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from tablee import games
from tablee.core.game import Game
from tablee.terminal.menu import Choice, MenuApp
from tablee.terminal.picture import Picture
from tablee.terminal.replay import ReplayApp
from tests.terminal.pilot import sitting_of, until


def drive(app: App[object], script: Callable[[Pilot[object]], Awaitable[None]]) -> None:
    async def main() -> None:
        async with app.run_test(size=(100, 40)) as pilot:
            await script(pilot)

    asyncio.run(main())


def replay_of(plies: int, seat: int | None = None, pace: float = 1.0) -> ReplayApp:
    """The first moves of a match of two."""
    sitting = sitting_of(2, people=2)
    for _ in range(plies):
        actor = sitting.match.state.actors()[0]
        sitting.play(actor, sitting.match.game.format(sitting.match.state.moves(actor)[0]))
    return ReplayApp(sitting, seat, pace)


def test_a_replay_goes_forward_and_back() -> None:
    app = replay_of(6)
    seen = []

    async def script(pilot: Pilot[object]) -> None:
        for key in ("right", "right", "left", "end", "right", "home", "left"):
            await pilot.press(key)
            seen.append(app.ply)
        assert "La donne" in str(app.query_one("#said", Static).content)
        await pilot.press("right")
        assert "choisit la pioche Île haute" in str(app.query_one("#said", Static).content)
        await pilot.press("f3")
        assert "chooses the stack Top island" in str(app.query_one("#said", Static).content)

    drive(app, script)  # type: ignore[arg-type]
    assert [1, 2, 1, 6, 6, 0, 0] == seen


def test_a_replay_runs_by_itself_and_stops_at_the_end() -> None:
    app = replay_of(3, pace=0.001)

    async def script(pilot: Pilot[object]) -> None:
        await pilot.press("space")
        await until(lambda: app.ply == 3 and app.running is None)

    drive(app, script)  # type: ignore[arg-type]


@pytest.mark.parametrize("lookout_looks", [True, False])
def test_a_replay_shows_what_its_viewer_saw(lookout_looks: bool) -> None:
    """The Lookout of two knows the hidden tile, a spectator sees its back."""
    app = replay_of(2)
    app.seat = app.sitting.match.played[0].seat if lookout_looks else None

    async def script(pilot: Pilot[object]) -> None:
        await pilot.press("end")
        assert lookout_looks is ("▒▒▒" not in app.query_one(Picture).canvas.text())

    drive(app, script)  # type: ignore[arg-type]


def answers(app: MenuApp) -> list[str]:
    options = app.query_one(OptionList)
    return [str(options.get_option_at_index(at).id) for at in range(options.option_count)]


def test_the_menu_asks_for_game_seats_people_and_bots(bell: Game) -> None:
    app = MenuApp("fr")

    async def script(pilot: Pilot[object]) -> None:
        assert games.keys() == answers(app)
        app.query_one(OptionList).highlighted = answers(app).index(bell.key)
        await pilot.press("enter")
        assert ["2", "3", "4"] == answers(app)
        await pilot.press("down", "enter")
        assert ["1", "2", "3"] == answers(app)
        await pilot.press("f3", "enter")
        assert "Against which bots?" == str(app.query_one("#question", Static).content)
        await pilot.press("escape", "enter", "enter")

    drive(app, script)  # type: ignore[arg-type]
    assert Choice("en", bell.key, 3, 1, "regular") == app.return_value


def test_the_menu_asks_for_no_bots_where_people_fill_the_table(bell: Game) -> None:
    app = MenuApp("en")

    async def script(pilot: Pilot[object]) -> None:
        app.query_one(OptionList).highlighted = answers(app).index(bell.key)
        await pilot.press("enter", "enter", "down", "enter")

    drive(app, script)  # type: ignore[arg-type]
    assert Choice("en", bell.key, 2, 2) == app.return_value


def test_escape_leaves_the_menu() -> None:
    app = MenuApp("fr")

    async def script(pilot: Pilot[object]) -> None:
        await pilot.press("escape")

    drive(app, script)  # type: ignore[arg-type]
    assert app.return_value is None
