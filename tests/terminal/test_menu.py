"""Tests of the menu of `tablee play`."""

from __future__ import annotations

from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from tablee import games
from tablee.core.game import Game
from tablee.terminal.menu import Choice, MenuApp
from tests.terminal.pilot import run_app


def answers(app: MenuApp) -> list[str]:
    """Return the ids of the answers on the screen."""
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

    run_app(app, script)
    assert Choice("en", bell.key, 3, 1, "regular") == app.return_value


def test_the_menu_skips_bots_if_people_take_all_seats(bell: Game) -> None:
    app = MenuApp("en")

    async def script(pilot: Pilot[object]) -> None:
        app.query_one(OptionList).highlighted = answers(app).index(bell.key)
        await pilot.press("enter", "enter", "down", "enter")

    run_app(app, script)
    assert Choice("en", bell.key, 2, 2) == app.return_value


def test_escape_leaves_the_menu() -> None:
    app = MenuApp("fr")

    async def script(pilot: Pilot[object]) -> None:
        await pilot.press("escape")

    run_app(app, script)
    assert app.return_value is None
