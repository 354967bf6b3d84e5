"""Tests of the replay of a recorded match."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from tablee.terminal.picture import Picture
from tablee.terminal.replay import ReplayApp
from tests.terminal.pilot import new_session, run_app, until


def replay_of(plies: int, seat: int | None = None, interval: float = 1.0) -> ReplayApp:
    """Return a replay of the first moves of a match with two seats."""
    session = new_session(2, people=2)
    for _ in range(plies):
        actor = session.match.state.actors()[0]
        session.play(actor, session.match.game.format(session.match.state.moves(actor)[0]))
    return ReplayApp(session, seat, interval)


def test_a_replay_goes_forward_and_back() -> None:
    app = replay_of(6)
    seen = []

    async def script(pilot: Pilot[object]) -> None:
        for key in ("right", "right", "left", "end", "right", "home", "left"):
            await pilot.press(key)
            seen.append(app.ply)
        assert "La donne" in str(app.query_one("#move", Static).content)
        await pilot.press("right")
        assert "pioche dans « Île haute »" in str(app.query_one("#move", Static).content)
        await pilot.press("f3")
        assert "draws from the Top island stack" in str(app.query_one("#move", Static).content)

    run_app(app, script)
    assert [1, 2, 1, 6, 6, 0, 0] == seen


def test_autoplay_stops_at_the_end() -> None:
    app = replay_of(3, interval=0.001)

    async def script(pilot: Pilot[object]) -> None:
        await pilot.press("space")
        await until(lambda: app.ply == 3 and app.autoplay_timer is None)

    run_app(app, script)


@pytest.mark.parametrize("lookout_looks", [True, False])
def test_a_replay_shows_what_its_viewer_saw(lookout_looks: bool) -> None:
    """The Lookout of two knows the hidden tile, a spectator sees its back."""
    app = replay_of(2)
    app.seat = app.session.match.played[0].seat if lookout_looks else None

    async def script(pilot: Pilot[object]) -> None:
        await pilot.press("end")
        assert lookout_looks is ("▒▒▒" not in app.query_one(Picture).canvas.text())

    run_app(app, script)
