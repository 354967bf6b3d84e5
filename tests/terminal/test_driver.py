"""Tests of Driver: bots that act at once, fail, cheat or take long, and the moves of CLOCK."""

from __future__ import annotations

from itertools import count
from threading import Event

import pytest

from tablee import bots
from tablee.core.game import Game
from tablee.core.state import CLOCK
from tablee.terminal.screens import HelpScreen, ScoreScreen
from tests.terminal.pilot import TablePilot, new_session, run_table, until


def test_bots_act_while_a_person_thinks(bell: Game) -> None:
    session = new_session(4, key=bell.key)

    async def script(pilot: TablePilot) -> None:
        await until(lambda: {CLOCK, 0} == set(session.match.state.actors()))
        await pilot.type_move("pick blue")
        await until(lambda: session.match.state.view(0)["round"] == 1)
        await until(lambda: {CLOCK, 0} == set(session.match.state.actors()))
        await pilot.type_move("skip")
        await until(lambda: isinstance(pilot.app.screen, ScoreScreen))

    run_table(session, script)
    assert 8 == session.match.ply


def test_the_clock_plays_when_it_is_due(bell: Game) -> None:
    session = new_session(2, key=bell.key, wait="20")

    async def script(pilot: TablePilot) -> None:
        await until(lambda: session.match.outcome is not None)
        await until(lambda: isinstance(pilot.app.screen, ScoreScreen))

    run_table(session, script)
    assert [CLOCK, CLOCK] == [played.seat for played in session.match.played if played.seat == CLOCK]


def test_the_clock_does_not_play_before_it_is_due(bell: Game) -> None:
    session = new_session(2, people=2, key=bell.key)
    now = [100.0]

    async def script(pilot: TablePilot) -> None:
        driver = pilot.table.driver
        driver.clock = lambda: now[0]
        driver.ply_times = [100.0]
        assert 60.0 == driver.seconds_left()
        now[0] += 59.9
        driver.play_clock_move()
        assert 0 == session.match.ply
        now[0] += 0.2
        driver.play_clock_move()
        assert [CLOCK] == [played.seat for played in session.match.played]
        assert 60.0 == driver.seconds_left()

    run_table(session, script)


def test_a_late_move_is_played_for_a_bot_that_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> str:
        raise RuntimeError("no idea")

    monkeypatch.setitem(bots.BASELINES, "random", broken)
    session = new_session(3, seed="c")

    async def script(pilot: TablePilot) -> None:
        await until(lambda: session.match.ply > 0)
        assert "Le robot" in pilot.text("#typed")
        assert "RuntimeError: no idea" in pilot.text("#typed")

    run_table(session, script)


@pytest.mark.parametrize("words", ["name A", "sing"])
def test_a_late_move_is_played_for_a_bot_whose_move_is_refused(
    words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(bots.BASELINES, "random", lambda *_: words)
    session = new_session(3, seed="c")

    async def script(pilot: TablePilot) -> None:
        await until(lambda: session.match.ply > 0)
        assert "draw top" == session.match.game.format(session.match.played[0].move)
        assert "la table a joué pour lui" in pilot.text("#typed")

    run_table(session, script)


def test_a_slow_bot_does_not_block_the_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot computes in a thread: meanwhile the help can be opened."""
    done = Event()

    def slow(*arguments: object) -> int:
        assert done.wait(60)
        return original(*arguments)  # type: ignore[arg-type]

    original = bots.choose
    monkeypatch.setattr(bots, "choose", slow)
    session = new_session(3, seed="c")
    assert 0 not in session.match.state.actors()

    async def script(pilot: TablePilot) -> None:
        await until(lambda: bool(pilot.table.driver.pending))
        await pilot.press("f3", "f1")
        await until(lambda: isinstance(pilot.app.screen, HelpScreen))
        assert 0 == session.match.ply
        await pilot.press("escape")
        done.set()
        await until(lambda: session.match.ply > 0)

    run_table(session, script)


def test_a_bot_moves_even_if_the_process_was_suspended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each reading of Textual's clock is 10 ms after the one before, more than the delay of a bot."""
    readings = count()
    monkeypatch.setattr("textual._time.get_time", lambda: next(readings) / 100)
    session = new_session(3, seed="c")

    async def script(_pilot: TablePilot) -> None:
        await until(lambda: session.match.ply > 0)

    run_table(session, script)
